"""Steps that compute a result from registers by a plain function.

step = binary(RealAdd(Register(2), Register(0), Register(1)), operator.add)
step(values)                # values[2] = values[0] + values[1]
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Protocol

from interpreters.ir.ops import Register
from interpreters.ir.types import UNDEFINED_INT, Type
from interpreters.machine.state import Step, Values


class Unary(Protocol):
    """An operation with one operand."""

    @property
    def result(self) -> Register: ...
    @property
    def value(self) -> Register: ...


class Binary(Protocol):
    """An operation with two operands."""

    @property
    def result(self) -> Register: ...
    @property
    def left(self) -> Register: ...
    @property
    def right(self) -> Register: ...


UNDEFINED: dict[Type, Callable[[Any], bool]] = {
    Type.INT: UNDEFINED_INT.__eq__,
    Type.REAL: lambda value: bool(value != value),
}
"""Whether a value is the undefined pattern; any NaN is."""


def unary(operation: Unary, function: Callable[[Any], Any]) -> Step:
    result, value = operation.result, operation.value

    def step(values: Values) -> None:
        values[result] = function(values[value])

    return step


def binary(operation: Binary, function: Callable[[Any, Any], Any]) -> Step:
    result, left, right = operation.result, operation.left, operation.right

    def step(values: Values) -> None:
        values[result] = function(values[left], values[right])

    return step
