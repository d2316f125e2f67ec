"""Checks: operations that do nothing but trap."""

from __future__ import annotations

from getallenband.interpreters.ir.ops.operation import (
    MAY_TRAP,
    PURE,
    Bool,
    Int,
    Number,
    Operation,
    Real,
    Register,
    operation,
)


@operation(PURE, MAY_TRAP)
class Check(Operation):
    """Trap with `message` ({0}, {1} …: the values) unless the condition holds."""

    condition: Bool
    message: str
    values: tuple[Register, ...] = ()


@operation(PURE, MAY_TRAP)
class CheckRange(Operation):
    """Trap with `message` ({0}: value, {1}: lower, {2}: upper) unless lower <= value <= upper."""

    value: Int
    lower: Int
    upper: Int
    message: str


@operation(PURE, MAY_TRAP)
class CheckDefined(Operation):
    """Trap with `message` ({0}, {1} …: the values) where the value is the undefined pattern (a REAL: any NaN)."""

    value: Number
    message: str
    values: tuple[Register, ...] = ()


@operation(PURE, MAY_TRAP)
class CheckFinite(Operation):
    """Trap with `message` ({0}, {1} …: the values) where the value is an infinity or a NaN."""

    value: Real
    message: str
    values: tuple[Register, ...] = ()
