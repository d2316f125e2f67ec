"""Numbers: IEEE 754 doubles beside the exact numbers, and how both are written (R5RS, 6.2).

(+ 1/2 0.25)                 0.75: an operation on an inexact number is inexact
(number->string 255 16)      ff
"""

from __future__ import annotations

import math
from collections.abc import Callable
from fractions import Fraction

from getallenband.interpreters.languages.amb_scheme.values import Fault, Value, short

NOT_FINITE = ("+inf.0", "-inf.0", "+nan.0", "-nan.0")
DIGITS = "0123456789abcdefghijklmnopqrstuvwxyz"
LARGEST = 1 << 13_000
"""Whole numbers, and both parts of rationals, are smaller: they have less than 4000 digits."""


def number(value: int | Fraction | float, user: str) -> int | Fraction | float:
    """Return a result in its simplest form."""
    if type(value) is float:
        return value
    assert isinstance(value, int | Fraction)
    if type(value) is Fraction:
        if value.denominator != 1:
            if abs(value.numerator) >= LARGEST or value.denominator >= LARGEST:
                raise Fault(f"the result of {user} has too many digits")
            return value
        value = value.numerator
    if not -LARGEST < value < LARGEST:
        raise Fault(f"the result of {user} has too many digits")
    return value


def real(value: int | float | Fraction, user: str) -> float:
    """Return a number as a double."""
    try:
        return float(value)
    except OverflowError:
        raise Fault(f"{user}: {short(value)} is too large for a real number") from None


def mixed(values: tuple[Value, ...], user: str) -> tuple[Value, ...]:
    """Return numbers as doubles where one of them is."""
    return tuple(real(value, user) for value in values) if float in map(type, values) else values


def rounded(function: Callable[[Value], int]) -> Callable[[Value], Value]:
    """Make floor, ceiling, truncate or round: of a double it is a double, of its sign."""

    def applied(value: Value) -> Value:
        if type(value) is not float:
            return function(value)
        return math.copysign(function(value), value) if math.isfinite(value) else value

    return applied


def elementary(name: str, function: Callable[..., float]) -> Callable[..., Value]:
    """Make a function of the mathematical library; outside its domain it is a fault."""

    def applied(*values: Value) -> float:
        for value in values:
            if type(value) not in (int, float, Fraction):
                raise Fault(f"{name} needs a number, not {short(value)}")
        try:
            return function(*(real(value, name) for value in values))
        except (ValueError, OverflowError):
            raise Fault(f"{name} has no value at {' '.join(map(short, values))}") from None

    return applied


def root(value: Value) -> Value:
    """(sqrt x): exact where x is the square of an exact number."""
    if type(value) is float or not isinstance(value, int | Fraction) or value < 0:
        return elementary("sqrt", math.sqrt)(value)
    part = Fraction(value)
    above, below = math.isqrt(part.numerator), math.isqrt(part.denominator)
    if above * above != part.numerator or below * below != part.denominator:
        return elementary("sqrt", math.sqrt)(value)
    found = Fraction(above, below)
    return found.numerator if found.denominator == 1 else found


def power(base: Value, exponent: Value) -> float:
    """Return a power of which a part is inexact, or the exponent is no integer."""
    found: float = elementary("expt", math.pow)(base, exponent)
    return found


def exact(value: Value, user: str = "inexact->exact") -> Value:
    """(inexact->exact x)."""
    if type(value) is not float:
        return value
    if not math.isfinite(value):
        raise Fault(f"{user}: {short(value)} is not finite")
    found = Fraction(value)
    return found.numerator if found.denominator == 1 else found


def part(name: str) -> Callable[[Value], Value]:
    """Make numerator or denominator: of a double it is a double."""

    def applied(value: Value) -> Value:
        found: int = getattr(Fraction(exact(value, name)), name)
        return real(found, name) if type(value) is float else found

    return applied


def in_base(value: Value, base: Value = 10) -> str:
    """(number->string x radix)."""
    if type(base) is not int or not 2 <= base <= 36:
        raise Fault(f"number->string needs a radix from 2 to 36, not {short(base)}")
    if base == 10:
        return short(value) if type(value) is float else str(value)
    if type(value) is float:
        raise Fault(f"number->string writes {short(value)} in radix 10 only")
    if type(value) is Fraction:
        return f"{in_base(value.numerator, base)}/{in_base(value.denominator, base)}"
    sign, rest, digits = "-" if value < 0 else "", abs(value), ""
    while rest or not digits:
        rest, digit = divmod(rest, base)
        digits = DIGITS[digit] + digits
    return sign + digits
