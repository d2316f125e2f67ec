"""Integers of 64 bits in two's complement."""

from __future__ import annotations

from typing import Annotated

from getallenband.interpreters.ir.ops.operation import (
    FULL_HIGH,
    FULL_LOW,
    MAY_TRAP,
    PURE,
    Bool,
    Int,
    Operation,
    immutable,
    operation,
)
from getallenband.interpreters.ir.types import Relation


@immutable
class IntArithmetic(Operation):
    """A result outside low..high traps with `message` ({0}: left, {1}: right).

    With the full range and no message the result wraps to 64 bits instead. Where a narrower range is given, the
    operands are within it too.
    """

    result: Int
    left: Int
    right: Int
    low: int = FULL_LOW
    high: int = FULL_HIGH
    message: str | None = None

    @property
    def wraps(self) -> bool:
        return self.message is None and (self.low, self.high) == (FULL_LOW, FULL_HIGH)


@operation(PURE, MAY_TRAP)
class IntAdd(IntArithmetic):
    """left + right."""


@operation(PURE, MAY_TRAP)
class IntSubtract(IntArithmetic):
    """left - right."""


@operation(PURE, MAY_TRAP)
class IntMultiply(IntArithmetic):
    """left * right."""


@immutable
class IntDivision(Operation):
    """A zero divisor traps with `message` ({0}: left)."""

    result: Int
    left: Int
    right: Int
    message: str
    signed: bool = True


@operation(PURE, MAY_TRAP)
class IntDivide(IntDivision):
    """The quotient, truncated towards zero. MIN / -1 wraps."""


@operation(PURE, MAY_TRAP)
class IntRemainder(IntDivision):
    """left - right * (left / right), with the sign of left."""


@immutable
class IntBinary(Operation):
    """A result that needs no check."""

    result: Int
    left: Int
    right: Int


@operation(PURE)
class IntAnd(IntBinary):
    """Bitwise and."""


@operation(PURE)
class IntOr(IntBinary):
    """Bitwise or."""


@operation(PURE)
class IntXor(IntBinary):
    """Bitwise exclusive or."""


@operation(PURE)
class IntShiftLeft(IntBinary):
    """Shift left by `right` (0..63, or the result is 0); bits fall off at the top."""


@operation(PURE)
class IntShiftRight(IntBinary):
    """Shift right by `right` (0..63; further shifts act as 63 when signed, else give 0)."""

    signed: bool = True


@operation(PURE)
class IntWrap(Operation):
    """Keep the low `bits`, and widen again with the sign or with zeros."""

    result: Int
    value: Int
    bits: Annotated[int, range(1, 65)]
    signed: bool


@operation(PURE)
class IntCompare(Operation):
    """left `relation` right."""

    result: Bool
    relation: Relation
    left: Int
    right: Int
    signed: bool = True
