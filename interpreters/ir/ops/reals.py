"""Real numbers: IEEE 754 doubles."""

from __future__ import annotations

from typing import Annotated

from getallenband.interpreters.ir.ops.operation import (
    MAY_TRAP,
    PURE,
    Bool,
    DefinedReal,
    Int,
    Operation,
    Real,
    immutable,
    operation,
)
from getallenband.interpreters.ir.types import Relation, Rounding


@immutable
class RealBinary(Operation):
    """An operation of IEEE 754 on two operands."""

    result: Real
    left: Real
    right: Real


@operation(PURE)
class RealAdd(RealBinary):
    """left + right."""


@operation(PURE)
class RealSubtract(RealBinary):
    """left - right."""


@operation(PURE)
class RealMultiply(RealBinary):
    """left * right."""


@operation(PURE)
class RealDivide(RealBinary):
    """left / right (a zero divisor gives an infinity or a NaN; check before or after)."""


@operation(PURE)
class RealNegate(Operation):
    """The value with its sign changed."""

    result: Real
    value: Real


@operation(PURE)
class RealCompare(Operation):
    """left `relation` right; false (`/=`: true) when either is a NaN."""

    result: Bool
    relation: Relation
    left: Real
    right: Real


REAL_FUNCTIONS: dict[str, int] = {
    "sqrt": 1, "sin": 1, "cos": 1, "tan": 1, "arcsin": 1, "arccos": 1, "arctan": 1, "sinh": 1, "cosh": 1, "tanh": 1,
    "exp": 1, "ln": 1, "log10": 1, "floor": 1, "ceil": 1, "truncate": 1, "absolute": 1,
    "arctan2": 2, "power": 2, "remainder": 2,
}  # fmt: skip
"""The functions of the C mathematical library, with their number of arguments."""


@operation(PURE)
class RealFunction(Operation):
    """A function of the C mathematical library.

    Out of its domain the result is a NaN, out of range an infinity, as in C; neither engine raises.
    """

    result: Real
    name: Annotated[str, REAL_FUNCTIONS]
    arguments: tuple[Real, ...]


@operation(PURE, MAY_TRAP)
class RealToInt(Operation):
    """Round to an integer; outside low..high, or a NaN, trap with `message` ({0}).

    "nearest" is floor(x + 1/2) with an exact sum, which doubles do not have just below a half and from 2 ** 52 on.
    """

    result: Int
    value: Real
    rounding: Rounding
    low: int
    high: int
    message: str


@operation(PURE)
class IntToReal(Operation):
    """The nearest real number."""

    result: DefinedReal
    value: Int


@operation(PURE)
class RealToBits(Operation):
    """The 64 bits of a real number as an integer."""

    result: Int
    value: Real


@operation(PURE)
class BitsToReal(Operation):
    """The real number whose 64 bits these are."""

    result: Real
    value: Int


@operation(PURE)
class RealToSingle(Operation):
    """The 32 bits of the nearest IEEE 754 single-precision number (an infinity beyond the largest)."""

    result: Int
    value: Real


@operation(PURE)
class SingleToReal(Operation):
    """The real number whose single-precision form has the low 32 bits of the value."""

    result: Real
    value: Int
