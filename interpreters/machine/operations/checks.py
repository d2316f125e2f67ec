"""Checks: steps that do nothing but trap."""

from __future__ import annotations

from collections.abc import Callable
from math import isfinite
from typing import Any

from getallenband.interpreters.ir import ops
from getallenband.interpreters.ir.ops import Register
from getallenband.interpreters.machine.operations.steps import UNDEFINED
from getallenband.interpreters.machine.state import Here, Step, Values


def trap_unless(
    holds: Callable[[Any], bool], value: Register, operation: ops.Check | ops.CheckDefined | ops.CheckFinite, here: Here
) -> Step:
    def step(values: Values) -> None:
        if not holds(values[value]):
            raise here.trap(operation, operation.message, *(values[register] for register in operation.values))

    return step


def check(operation: ops.Check, here: Here) -> Step:
    return trap_unless(bool, operation.condition, operation, here)


def check_range(operation: ops.CheckRange, here: Here) -> Step:
    value, lower, upper = operation.value, operation.lower, operation.upper

    def step(values: Values) -> None:
        if not values[lower] <= values[value] <= values[upper]:
            raise here.trap(operation, operation.message, values[value], values[lower], values[upper])

    return step


def check_defined(operation: ops.CheckDefined, here: Here) -> Step:
    is_undefined = UNDEFINED[here.routine.function.registers[operation.value]]
    return trap_unless(lambda value: not is_undefined(value), operation.value, operation, here)


def check_finite(operation: ops.CheckFinite, here: Here) -> Step:
    return trap_unless(isfinite, operation.value, operation, here)
