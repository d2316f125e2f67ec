"""Constants: steps that set a register to a value known beforehand."""

from __future__ import annotations

from typing import Any

from interpreters.ir import ops
from interpreters.machine.state import Here, Step, Values


def constant(result: int, value: Any) -> Step:
    """Return the step that sets a register to a value."""

    def step(values: Values) -> None:
        values[result] = value

    return step


def int_constant(operation: ops.IntConstant, _here: Here) -> Step:
    """Set an integer."""
    return constant(operation.result, int(operation.value))


def real_constant(operation: ops.RealConstant, _here: Here) -> Step:
    """Set a real number."""
    return constant(operation.result, float(operation.value))


def bool_constant(operation: ops.BoolConstant, _here: Here) -> Step:
    """Set a truth value."""
    return constant(operation.result, bool(operation.value))


def region_address(operation: ops.RegionAddress, here: Here) -> Step:
    """Set the address of a region."""
    return constant(operation.result, here.region(operation.region))


def function_code(operation: ops.FunctionCode, here: Here) -> Step:
    """Set the index of a function among the program's functions."""
    return constant(operation.result, list(here.state.program.functions).index(operation.function))
