"""The intrinsic and basic external functions in IR (ANSI X3.9-1966, tables 3 and 4).

library_function(c, "AMOD", [x, y])     # one function here for each meaning in library/intrinsics.py
"""

from __future__ import annotations

from collections.abc import Callable

from getallenband.interpreters.ir import ops
from getallenband.interpreters.ir.ops import Register
from getallenband.interpreters.languages.cdc_fortran.library.intrinsics import INTRINSICS, Intrinsic
from getallenband.interpreters.languages.cdc_fortran.lower.arithmetic import convert, real_operation
from getallenband.interpreters.languages.cdc_fortran.lower.complex_numbers import (
    Parts,
    cosine,
    exponential,
    logarithm,
    modulus,
    sine,
    square_root,
)
from getallenband.interpreters.languages.cdc_fortran.lower.context import UnitContext, Value
from getallenband.interpreters.languages.cdc_fortran.lower.words import masked
from getallenband.interpreters.lowering import arithmetic


def library_function(c: UnitContext, name: str, values: list[Value]) -> Value:
    """Return the value of a function whose arguments have the right types."""
    function = INTRINSICS[name]
    if function.meaning in WORD_MEANINGS:
        return WORD_MEANINGS[function.meaning](c, values)
    if function.meaning in ASKED:
        return asked(c, function, values)
    if function.arguments[0] == "COMPLEX":
        real, imaginary = values[0].registers
        return Value(function.result, complex_function(c, name, (real, imaginary)))
    registers = [value.register for value in values]
    if function.meaning == "complex":
        return Value("COMPLEX", tuple(registers))
    if function.meaning == "convert":
        return convert(c, values[0], function.result)
    result = MEANINGS[function.meaning](c, name, registers)
    return convert(c, Value(values[0].type, (result,)), function.result)


# --- words, and what the system is asked -------------------------------------------------------------------------


def shift(c: UnitContext, values: list[Value]) -> Value:
    found = c.build.host("shift", *(value.register for value in values))
    assert found is not None
    return Value("WORD", (found,))


def mask(c: UnitContext, values: list[Value]) -> Value:
    found = c.build.host("mask", values[0].register)
    assert found is not None
    return Value("WORD", (found,))


def masking(operator: str) -> Callable[[UnitContext, list[Value]], Value]:
    """Make the function that does what an operator does."""
    return lambda c, values: masked(c, operator, [value.register for value in values])


WORD_MEANINGS = {
    "shift": shift, "mask": mask, "complement": masking(".NOT."), "and": masking(".AND."), "or": masking(".OR."),
    "exclusive_or": masking("XOR"),
}  # fmt: skip
ASKED = ("random", "second", "date", "time", "end_of_file", "parity", "unit_status", "sense_light", "sense_switch")


def asked(c: UnitContext, function: Intrinsic, values: list[Value]) -> Value:
    """Ask the library; an argument of any type means nothing to it."""
    given = [] if function.arguments == ("ANY",) else [value.register for value in values]
    found = c.build.host(function.meaning, *given)
    assert found is not None
    return Value(function.result, (c.build.do(ops.IntToBool, found) if function.result == "LOGICAL" else found,))


# --- integers and reals ------------------------------------------------------------------------------------------


def remainder(c: UnitContext, name: str, values: list[Register]) -> Register:
    """Return MOD, AMOD or DMOD: the sign is that of the first argument."""
    message = f"division by zero: {name}({{0}},0)"
    if INTRINSICS[name].result == "INTEGER":
        return c.build.do(ops.IntRemainder, *values, message)
    proper = c.build.do(ops.RealCompare, "/=", values[1], c.build.real(0.0))
    c.build.perform(ops.Check, proper, message, (values[0],))
    return c.build.do(ops.RealFunction, "remainder", tuple(values))


def extreme(relation: str) -> Meaning:
    """Make the function that returns the greatest or the least of several numbers."""

    def best_of(c: UnitContext, name: str, values: list[Register]) -> Register:
        best = values[0]
        for value in values[1:]:
            better = arithmetic.compare(c.build, relation, value, best)
            best = c.build.do(ops.Select, better, value, best)
        return best

    return best_of


def sign(c: UnitContext, name: str, values: list[Register]) -> Register:
    """Return SIGN, ISIGN or DSIGN: the size of the first argument with the sign of the second."""
    size = arithmetic.absolute(c.build, values[0])
    below = arithmetic.compare(c.build, "<", values[1], zero_like(c, values[1]))
    return c.build.do(ops.Select, below, arithmetic.negative(c.build, size), size)


def difference(c: UnitContext, name: str, values: list[Register]) -> Register:
    """Return DIM or IDIM: the first argument less the second, or zero where that is negative."""
    if arithmetic.both_integers(c.build, *values):
        less = arithmetic.integer_operation(c.build, c.system, "-", *values)
    else:
        less = real_operation(c, "-", *values)
    zero = zero_like(c, less)
    return c.build.do(ops.Select, arithmetic.compare(c.build, ">", less, zero), less, zero)


def zero_like(c: UnitContext, value: Register) -> Register:
    return c.build.int(0) if arithmetic.both_integers(c.build, value, value) else c.build.real(0.0)


def arctan2(c: UnitContext, name: str, values: list[Register]) -> Register:
    zero = c.build.real(0.0)
    left, right = (c.build.do(ops.RealCompare, "/=", value, zero) for value in values)
    c.build.perform(ops.Check, c.build.do(ops.BoolOr, left, right), f"{name}(0,0) is undefined")
    return c.build.do(ops.RealFunction, "arctan2", tuple(values))


def real_function(ir_name: str) -> Meaning:
    """Make the meaning of a function that the C library has."""
    return lambda c, name, values: arithmetic.real_function(c.build, ir_name, name, values[0])


Meaning = Callable[[UnitContext, str, list[Register]], Register]
"""A function of integers or reals: its name in messages, and the arguments."""

MEANINGS: dict[str, Meaning] = {
    "absolute": lambda c, _, values: arithmetic.absolute(c.build, values[0]),
    "truncate": lambda c, _, values: c.build.do(ops.RealFunction, "truncate", tuple(values)),
    "remainder": remainder, "greatest": extreme(">"), "least": extreme("<"), "sign": sign, "difference": difference,
    "arctan2": arctan2,
    **{name: real_function(name) for name in (
        "exp", "sin", "cos", "tan", "sinh", "cosh", "tanh", "arcsin", "arccos", "arctan", "sqrt", "ln", "log10",
    )},
}  # fmt: skip


# --- complex numbers ---------------------------------------------------------------------------------------------


COMPLEX_MEANINGS: dict[str, Callable[[UnitContext, Parts], tuple[Register, ...]]] = {
    "real_part": lambda _c, parts: parts[:1],
    "imaginary_part": lambda _c, parts: parts[1:],
    "conjugate": lambda c, parts: (parts[0], c.build.do(ops.RealNegate, parts[1])),
    "modulus": lambda c, parts: (modulus(c, parts),),
    "exp": exponential, "ln": logarithm, "sqrt": square_root, "sin": sine, "cos": cosine,
}  # fmt: skip
"""Functions of one complex number."""


def complex_function(c: UnitContext, name: str, parts: Parts) -> tuple[Register, ...]:
    """Return the parts of the value of a function of a complex number; trap where it is too large."""
    found = COMPLEX_MEANINGS[INTRINSICS[name].meaning](c, parts)
    for part in found:
        c.build.perform(ops.CheckFinite, part, f"real overflow: {name}(({{0}},{{1}}))", parts)
    return found
