"""The intrinsic and basic external functions in IR (ANSI X3.9-1966, tables 3 and 4).

library_function(c, "AMOD", [x, y])     # one function here for each meaning in library/intrinsics.py
"""

from __future__ import annotations

from collections.abc import Callable

from interpreters.ir import ops
from interpreters.ir.ops import Register
from interpreters.languages.cdc_fortran.library.intrinsics import INTRINSICS
from interpreters.languages.cdc_fortran.lower.arithmetic import convert, real_operation
from interpreters.languages.cdc_fortran.lower.context import UnitContext, Value
from interpreters.lowering import arithmetic

Meaning = Callable[[UnitContext, str, list[Register]], Register]
ComplexMeaning = Callable[[UnitContext, Register, Register], tuple[Register, ...]]

MEANINGS: dict[str, Meaning] = {}
"""Functions of integers or reals: their name in messages, and the arguments in registers."""

COMPLEX_MEANINGS: dict[str, ComplexMeaning] = {}
"""Functions of a complex number."""


def library_function(c: UnitContext, name: str, values: list[Value]) -> Value:
    """Return the value of a function whose arguments have the right types."""
    function = INTRINSICS[name]
    if function.arguments[0] == "COMPLEX":
        real, imaginary = values[0].registers
        return Value(function.result, COMPLEX_MEANINGS[function.meaning](c, real, imaginary))
    registers = [value.register for value in values]
    if function.meaning == "complex":
        return Value("COMPLEX", tuple(registers))
    if function.meaning == "convert":
        return convert(c, values[0], function.result)
    result = MEANINGS[function.meaning](c, name, registers)
    return convert(c, Value(values[0].type, (result,)), function.result)


def meaning(function: Meaning) -> Meaning:
    MEANINGS[function.__name__] = function
    return function


def complex_meaning(function: ComplexMeaning) -> ComplexMeaning:
    COMPLEX_MEANINGS[function.__name__.removeprefix("complex_")] = function
    return function


# --- integers and reals ------------------------------------------------------------------------------------------


@meaning
def absolute(c: UnitContext, name: str, values: list[Register]) -> Register:
    return arithmetic.absolute(c.build, values[0])


@meaning
def truncate(c: UnitContext, name: str, values: list[Register]) -> Register:
    return c.build.do(ops.RealFunction, "truncate", tuple(values))


@meaning
def remainder(c: UnitContext, name: str, values: list[Register]) -> Register:
    """MOD, AMOD, DMOD: the sign is that of the first argument."""
    message = f"division by zero: {name}({{0}},0)"
    if INTRINSICS[name].result == "INTEGER":
        return c.build.do(ops.IntRemainder, *values, message)
    proper = c.build.do(ops.RealCompare, "/=", values[1], c.build.real(0.0))
    c.build.perform(ops.Check, proper, message, (values[0],))
    return c.build.do(ops.RealFunction, "remainder", tuple(values))


@meaning
def greatest(c: UnitContext, name: str, values: list[Register]) -> Register:
    return extreme(c, ">", values)


@meaning
def least(c: UnitContext, name: str, values: list[Register]) -> Register:
    return extreme(c, "<", values)


def extreme(c: UnitContext, relation: str, values: list[Register]) -> Register:
    """Return the greatest or the least of several numbers."""
    best = values[0]
    for value in values[1:]:
        better = arithmetic.compare(c.build, relation, value, best)
        best = c.build.do(ops.Select, better, value, best)
    return best


@meaning
def sign(c: UnitContext, name: str, values: list[Register]) -> Register:
    """SIGN, ISIGN, DSIGN: the size of the first argument with the sign of the second."""
    size = arithmetic.absolute(c.build, values[0])
    below = arithmetic.compare(c.build, "<", values[1], zero_like(c, values[1]))
    return c.build.do(ops.Select, below, arithmetic.negative(c.build, size), size)


@meaning
def difference(c: UnitContext, name: str, values: list[Register]) -> Register:
    """DIM, IDIM: the first argument less the second, or zero where that is negative."""
    if arithmetic.both_integers(c.build, *values):
        less = arithmetic.integer_operation(c.build, c.system, "-", *values)
    else:
        less = real_operation(c, "-", *values)
    zero = zero_like(c, less)
    return c.build.do(ops.Select, arithmetic.compare(c.build, ">", less, zero), less, zero)


def zero_like(c: UnitContext, value: Register) -> Register:
    return c.build.int(0) if arithmetic.both_integers(c.build, value, value) else c.build.real(0.0)


@meaning
def arctan2(c: UnitContext, name: str, values: list[Register]) -> Register:
    zero = c.build.real(0.0)
    left, right = (c.build.do(ops.RealCompare, "/=", value, zero) for value in values)
    c.build.perform(ops.Check, c.build.do(ops.BoolOr, left, right), f"{name}(0,0) is undefined")
    return c.build.do(ops.RealFunction, "arctan2", tuple(values))


def real_meaning(ir_name: str) -> Meaning:
    """Make the meaning of a function that the C library has."""

    def function(c: UnitContext, name: str, values: list[Register]) -> Register:
        return arithmetic.real_function(c.build, ir_name, name, values[0])

    return function


MEANINGS |= {name: real_meaning(name) for name in ("exp", "sin", "cos", "tanh", "arctan", "sqrt", "ln", "log10")}


# --- complex numbers ---------------------------------------------------------------------------------------------


@complex_meaning
def real_part(c: UnitContext, real: Register, imaginary: Register) -> tuple[Register, ...]:
    return (real,)


@complex_meaning
def imaginary_part(c: UnitContext, real: Register, imaginary: Register) -> tuple[Register, ...]:
    return (imaginary,)


@complex_meaning
def conjugate(c: UnitContext, real: Register, imaginary: Register) -> tuple[Register, ...]:
    return real, c.build.do(ops.RealNegate, imaginary)


@complex_meaning
def modulus(c: UnitContext, real: Register, imaginary: Register) -> tuple[Register, ...]:
    return (size(c, real, imaginary),)


@complex_meaning
def complex_exp(c: UnitContext, real: Register, imaginary: Register) -> tuple[Register, ...]:
    return polar(c, function(c, "exp", real), imaginary)


@complex_meaning
def complex_ln(c: UnitContext, real: Register, imaginary: Register) -> tuple[Register, ...]:
    return arithmetic.real_function(c.build, "ln", "CLOG", size(c, real, imaginary)), angle(c, real, imaginary)


@complex_meaning
def complex_sqrt(c: UnitContext, real: Register, imaginary: Register) -> tuple[Register, ...]:
    half = real_operation(c, "*", angle(c, real, imaginary), c.build.real(0.5))
    return polar(c, function(c, "sqrt", size(c, real, imaginary)), half)


@complex_meaning
def complex_sin(c: UnitContext, real: Register, imaginary: Register) -> tuple[Register, ...]:
    first = real_operation(c, "*", function(c, "sin", real), function(c, "cosh", imaginary))
    return first, real_operation(c, "*", function(c, "cos", real), function(c, "sinh", imaginary))


@complex_meaning
def complex_cos(c: UnitContext, real: Register, imaginary: Register) -> tuple[Register, ...]:
    first = real_operation(c, "*", function(c, "cos", real), function(c, "cosh", imaginary))
    second = real_operation(c, "*", function(c, "sin", real), function(c, "sinh", imaginary))
    return first, c.build.do(ops.RealNegate, second)


def function(c: UnitContext, name: str, value: Register) -> Register:
    """Call a function of the C library; whether the result is finite is asked of the whole expression."""
    return c.build.do(ops.RealFunction, name, (value,))


def size(c: UnitContext, real: Register, imaginary: Register) -> Register:
    """Return the modulus of a complex number."""
    squares = (real_operation(c, "*", part, part) for part in (real, imaginary))
    return function(c, "sqrt", real_operation(c, "+", *squares))


def angle(c: UnitContext, real: Register, imaginary: Register) -> Register:
    return c.build.do(ops.RealFunction, "arctan2", (imaginary, real))


def polar(c: UnitContext, length: Register, turn: Register) -> tuple[Register, ...]:
    """Return the parts of a complex number of this size and angle."""
    return tuple(real_operation(c, "*", length, function(c, name, turn)) for name in ("cos", "sin"))
