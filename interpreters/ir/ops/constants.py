"""Constants."""

from __future__ import annotations

from getallenband.interpreters.ir.ops.operation import (
    PURE,
    Bool,
    DefinedInt,
    FunctionName,
    Int,
    Int64,
    Operation,
    Real,
    RegionName,
    immutable,
    operation,
)


@immutable
class Constant(Operation):
    """Its value is known before the run."""


@operation(PURE)
class IntConstant(Constant):
    """An integer that fits in 64 bits."""

    result: Int
    value: Int64


@operation(PURE)
class RealConstant(Constant):
    """A finite real number (or the undefined pattern: NaN)."""

    result: Real
    value: float


@operation(PURE)
class BoolConstant(Constant):
    """True or false."""

    result: Bool
    value: bool


@operation(PURE)
class RegionAddress(Constant):
    """The address of the first byte of a static region."""

    result: DefinedInt
    region: RegionName


@operation(PURE)
class FunctionCode(Constant):
    """The code of a function, for CallIndirect: its index in the program's functions."""

    result: DefinedInt
    function: FunctionName
