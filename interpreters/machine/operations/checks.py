"""Checks: steps that do nothing but trap."""

from __future__ import annotations

from math import isfinite

from interpreters.ir import ops
from interpreters.ir.types import UNDEFINED_INT, Type
from interpreters.machine.state import Here, Step, Values


def check(operation: ops.Check, here: Here) -> Step:
    """Trap unless the condition holds."""
    condition = operation.condition

    def step(values: Values) -> None:
        if not values[condition]:
            raise here.trap(operation, operation.message, *(values[register] for register in operation.values))

    return step


def check_range(operation: ops.CheckRange, here: Here) -> Step:
    """Trap unless lower <= value <= upper."""
    value, lower, upper = operation.value, operation.lower, operation.upper

    def step(values: Values) -> None:
        if not values[lower] <= values[value] <= values[upper]:
            raise here.trap(operation, operation.message, values[value], values[lower], values[upper])

    return step


def check_defined(operation: ops.CheckDefined, here: Here) -> Step:
    """Trap where the value is the undefined pattern of its type."""
    value = operation.value

    def whole(values: Values) -> None:
        if values[value] == UNDEFINED_INT:
            raise here.trap(operation, operation.message, *(values[register] for register in operation.values))

    def real(values: Values) -> None:
        if values[value] != values[value]:
            raise here.trap(operation, operation.message, *(values[register] for register in operation.values))

    return real if here.routine.function.registers[value] is Type.REAL else whole


def check_finite(operation: ops.CheckFinite, here: Here) -> Step:
    """Trap where the value is an infinity or a NaN."""
    value = operation.value

    def step(values: Values) -> None:
        if not isfinite(values[value]):
            raise here.trap(operation, operation.message, *(values[register] for register in operation.values))

    return step
