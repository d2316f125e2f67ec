"""Operations on whole, real and complex numbers: conversion, arithmetic, powers (ANSI X3.9-1966, 6.1, 6.2)."""

from __future__ import annotations

from getallenband.interpreters.ir import ops
from getallenband.interpreters.ir.ops import Register
from getallenband.interpreters.languages.cdc_fortran import syntax
from getallenband.interpreters.languages.cdc_fortran.check.types import arithmetic_type
from getallenband.interpreters.languages.cdc_fortran.lower.complex_numbers import quotient
from getallenband.interpreters.languages.cdc_fortran.lower.context import UnitContext, Value
from getallenband.interpreters.languages.cdc_fortran.lower.words import integer_of, plain, real_of
from getallenband.interpreters.lowering import arithmetic

SMALL_POWER = 4
"""Constant powers up to this are multiplied out."""


def convert(c: UnitContext, value: Value, kind: str) -> Value:
    """Return a value as another type (7.1.1.1, table 1); a complex number loses its imaginary part."""
    if value.type == kind:
        return value
    if value.type == "WORD":
        return word_as(c, value, kind)
    if kind == "INTEGER":
        return Value(kind, (arithmetic.to_integer(c.build, c.system, value.register, "truncate"),))
    real = arithmetic.to_real(c.build, value.register)
    return Value(kind, (real, c.build.real(0.0)) if kind == "COMPLEX" else (real,))


def passed_as(c: UnitContext, value: Value, kind: str, name: str) -> Value:
    """Return a value as a variable of a type takes it: unchanged, or converted as a number (messages have its name)."""
    same = value.type in (kind, "WORD") or {value.type, kind} == {"REAL", "DOUBLEPRECISION"}
    return convert(c, value if same else plain(c, value, name), kind)


def word_as(c: UnitContext, value: Value, kind: str) -> Value:
    """Return the bits of a word as a number of a type."""
    if kind == "INTEGER":
        return Value(kind, (integer_of(c, value.register, kept=False),))
    real = real_of(c, value.register)
    return Value(kind, (real, c.build.real(0.0)) if kind == "COMPLEX" else (real,))


def operation(c: UnitContext, operator: str, left: Value, right: Value) -> Value:
    """Compute on two numbers in the type that both have in common."""
    kind = arithmetic_type(left.type, right.type)
    left, right = convert(c, left, kind), convert(c, right, kind)
    if kind == "COMPLEX":
        return complex_operation(c, operator, left, right)
    if kind == "INTEGER":
        result = arithmetic.integer_operation(c.build, c.system, operator, left.register, right.register)
        return Value(kind, (result,))
    return Value(kind, (real_operation(c, operator, left.register, right.register),))


def real_operation(c: UnitContext, operator: str, left: Register, right: Register) -> Register:
    """Compute on two real numbers; whether the result is finite is asked once, of the whole expression."""
    return arithmetic.real_operation(c.build, c.system, operator, left, right, finite=False)


def complex_operation(c: UnitContext, operator: str, left: Value, right: Value) -> Value:
    def real(operator: str, one: Register, other: Register) -> Register:
        return real_operation(c, operator, one, other)

    (a, b), (x, y) = left.registers, right.registers
    if operator in "+-":
        return Value("COMPLEX", (real(operator, a, x), real(operator, b, y)))
    if operator == "/":
        return Value("COMPLEX", quotient(c, (a, b), (x, y)))
    first, second = real("-", real("*", a, x), real("*", b, y)), real("+", real("*", a, y), real("*", b, x))
    return Value("COMPLEX", (first, second))


def power(c: UnitContext, left: Value, exponent: syntax.Expression, right: Value) -> Value:
    """Raise integers to integers, real and complex numbers to integers, real numbers to real ones."""
    if isinstance(exponent, syntax.Integer) and 1 <= exponent.value <= SMALL_POWER:
        return repeat(c, left, exponent.value)
    if left.type == "COMPLEX":
        parts = [c.build.host("complex_power", *left.registers, right.register, c.build.int(part)) for part in (0, 1)]
        return Value("COMPLEX", tuple(part for part in parts if part is not None))
    kind = arithmetic_type(left.type, right.type)
    if kind == "INTEGER":
        greatest = c.build.int(c.system.greatest)
        result = c.build.host("integer_power", left.register, right.register, greatest)
        assert result is not None
        return Value("INTEGER", (result,))
    base, times = convert(c, left, kind).register, convert(c, right, kind).register
    if right.type != "INTEGER":
        fits = c.build.do(ops.RealCompare, ">=", base, c.build.real(0.0))
        c.build.perform(ops.Check, fits, arithmetic.undefined_power("**"), (base, times))
    return Value(kind, (arithmetic.real_power(c.build, c.system, "**", base, times),))


def repeat(c: UnitContext, value: Value, times: int) -> Value:
    """Multiply a value with itself."""
    result = value
    for _ in range(times - 1):
        result = operation(c, "*", result, value)
    return result


def negate(c: UnitContext, value: Value) -> Value:
    return Value(value.type, tuple(arithmetic.negative(c.build, register) for register in value.registers))
