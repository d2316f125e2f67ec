"""Steps that compute a result from registers by a plain function.

step = computed(RealAdd(Register(2), Register(0), Register(1)), operator.add)
step(values)                # values[2] = values[0] + values[1]
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from getallenband.interpreters.ir.fields import reads, result
from getallenband.interpreters.ir.ops import Operation
from getallenband.interpreters.ir.types import UNDEFINED_INT, Type
from getallenband.interpreters.machine.state import Here, Step, Values

UNDEFINED: dict[Type, Callable[[Any], bool]] = {
    Type.INT: UNDEFINED_INT.__eq__,
    Type.REAL: lambda value: bool(value != value),
}
"""Whether a value is the undefined pattern; any NaN is."""


def computed(operation: Operation, function: Callable[..., Any]) -> Step:
    """Return the step that gives the values of the one or two registers that an operation reads to a function."""
    target, operands = result(operation), reads(operation)
    assert target is not None

    def unary(values: Values) -> None:
        values[target] = function(values[left])

    def binary(values: Values) -> None:
        values[target] = function(values[left], values[right])

    left, right = operands[0], operands[-1]
    return unary if len(operands) == 1 else binary


def computing(function: Callable[..., Any]) -> Callable[[Any, Here], Step]:
    """Return the function that makes the step of an operation which only computes."""
    return lambda operation, _here: computed(operation, function)
