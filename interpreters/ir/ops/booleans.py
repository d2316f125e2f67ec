"""Truth values; they live in registers only."""

from __future__ import annotations

from typing import Annotated, Any

from getallenband.interpreters.ir.ops.operation import (
    PURE,
    Bool,
    DefinedInt,
    Int,
    Number,
    Operation,
    Register,
    immutable,
    operation,
)
from getallenband.interpreters.ir.types import Type


@operation(PURE)
class BoolNot(Operation):
    """Negation."""

    result: Bool
    value: Bool


@immutable
class BoolBinary(Operation):
    """Both operands are computed already: nothing is short-circuited."""

    result: Bool
    left: Bool
    right: Bool


@operation(PURE)
class BoolAnd(BoolBinary):
    """Conjunction."""


@operation(PURE)
class BoolOr(BoolBinary):
    """Disjunction."""


@operation(PURE)
class BoolToInt(Operation):
    """1 for true, 0 for false."""

    result: DefinedInt
    value: Bool


@operation(PURE)
class IntToBool(Operation):
    """False for 0, true for all else."""

    result: Bool
    value: Int


def yes_type(select: Any, function: Any) -> Type:
    kind: Type = function.registers[select.yes]
    return kind


OfYes = Annotated[Register, yes_type]


@operation(PURE)
class Select(Operation):
    """`yes` if the condition holds, else `no`."""

    result: OfYes
    condition: Bool
    yes: Number
    no: OfYes
