"""Perl's operators on values: arithmetic and comparison.

OPERATIONS["+"]("3 apples", "1e1")      # 13
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable
from operator import add, mul, sub
from typing import Any

from getallenband.interpreters.languages.perl_subset.faults import Fault
from getallenband.interpreters.languages.perl_subset.values import (
    EXACT,
    LEAST,
    MOST,
    exact,
    fitted,
    identified,
    incremented,
    looks_like_number,
    number_of,
    numeric,
)


def operand(value: Any) -> int | float:
    """Return a scalar as a number of arithmetic."""
    kind = value.__class__
    if kind is int:
        return int(value)
    if kind is str:
        text: str = value
        if len(text) < 19 and text.isdecimal() and text.isascii():
            return int(text)
        return operand_of(text)
    return exact(value) if kind is float else 0.0 if value is None else number_of(value)


def as_it_is(value: Any) -> int | float:
    """Return what negation, abs, int and % take: a text as arithmetic takes it, a real number as it is."""
    return operand(value) if isinstance(value, str) else number_of(value)


def operand_of(text: str) -> int | float:
    """Return a text as a number of arithmetic: real where it has a point or only begins with a number.

    With an exponent it is whole as far as 64 bits go, as in Perl, which takes 1e16 for real and "1e16" for whole.
    The empty text is whole as well: a comparison that does not hold gives it.
    """
    number, exponent = numeric(text), "e" in text.lower()
    if text and (not looks_like_number(text) or ("." in text and not exponent)):
        return float(number)
    return int(number) if exponent and LEAST <= number <= MOST and number % 1 == 0 else number


def added(left: Any, right: Any, sign: int = 1) -> int | float:
    """Add or subtract; two real numbers as integers where they are such, of up to 62 bits and a sign."""
    one, two = operand(left), operand(right)
    real = isinstance(left, float) and isinstance(right, float)
    if real and all(-(2**62) <= number < 2**62 and number % 1 == 0 for number in (one, two)):
        one, two = int(one), int(two)
    return computed(add if sign > 0 else sub, one, two)


def successor(text: str) -> int | float | str:
    """Return what ++ makes of a text: the next text, or 1 more than its number."""
    following = incremented(text)
    return added(text, 1) if following is None else following


def computed(operation: Callable[[Any, Any], Any], one: int | float, two: int | float) -> int | float:
    """Compute with integers as far as 64 bits hold the result, else with real numbers."""
    result: int | float = operation(one, two)
    if isinstance(result, float) or LEAST <= result <= MOST:
        return result
    return float(operation(float(one), float(two)))


def divided(left: Any, right: Any) -> int | float:
    """Divide; the quotient is real, but for great whole numbers that the divisor goes into."""
    dividend, divisor = operand(left), operand(right)
    if divisor == 0:
        raise Fault(f"Illegal division by zero: {identified(left)} / {identified(right)}")
    if isinstance(dividend, int) and isinstance(divisor, int) and abs(dividend) > EXACT and dividend % divisor == 0:
        return fitted(dividend // divisor)
    return dividend / divisor


def modulo(left: Any, right: Any) -> int | float:
    """Take the remainder of whole numbers, with the sign of the divisor."""
    dividend, divisor = as_it_is(left), as_it_is(right)
    whole = abs(dividend) <= MOST and abs(divisor) <= MOST
    size = int(abs(divisor)) if whole else rounded_modulus(abs(float(divisor)))
    if size == 0:
        raise Fault(f"Illegal modulus zero: {identified(left)} % {identified(right)}")
    return fitted(int(dividend) % int(divisor)) if whole else real_remainder(dividend, divisor, size)


def rounded_modulus(size: float) -> float:
    """Round as Perl does: by a sum in doubles, which is 1 just below a half; from 2 ** 52 on all are whole."""
    return math.floor(size + 0.5) if size < 2**52 else size


def real_remainder(dividend: int | float, divisor: int | float, size: float) -> float:
    """Take the remainder where one of the numbers is beyond 64 bits, or is none: it is real then."""
    rest = math.fmod(abs(dividend), size) if math.isfinite(dividend) else math.nan
    if rest and (dividend < 0) != (divisor < 0):
        rest = size - rest
    return -rest if divisor < 0 else rest


def power(left: Any, right: Any) -> int | float:
    """Raise to a power; the result is whole where Perl computes it so: the base's bits times the power fit in 64."""
    base, exponent = operand(left), operand(right)
    if isinstance(base, int) and isinstance(exponent, int) and exponent >= 0:
        size = abs(base)
        if size & (size - 1) and size.bit_length() * exponent <= 64:
            return fitted(base**exponent)
    try:
        return math.pow(base, exponent)
    except OverflowError:
        return -math.inf if base < 0 and exponent % 2 == 1 else math.inf
    except ValueError:
        return math.inf if base == 0 else math.nan


def ordered(left: int | float, right: int | float) -> int | None:
    """Compare two numbers, as real ones if one of them is: -1, 0 or 1; undef if one is no number at all."""
    if isinstance(left, float) or isinstance(right, float):
        left, right = float(left), float(right)
    return int(left > right) - int(left < right) if left == left and right == right else None


def compared(left: str, right: str) -> int:
    """Compare two texts: -1, 0 or 1."""
    return int(left > right) - int(left < right)


def negated(value: Any) -> int | float | str:
    """Negate: of a text that begins like a name, put - before it; of one that begins with a sign, exchange that."""
    if isinstance(value, str):
        if re.match(r"[A-Za-z_]", value):
            return f"-{value}"
        if value.startswith("+") or (value.startswith("-") and not looks_like_number(value)):
            return ("-" if value[0] == "+" else "+") + value[1:]
    if value is None or (isinstance(value, str) and not looks_like_number(value)):
        return -float(number_of(value))
    return fitted(-as_it_is(value))


OPERATIONS: dict[str, Callable[[Any, Any], Any]] = {
    "+": added, "-": lambda a, b: added(a, b, -1), "*": lambda a, b: computed(mul, operand(a), operand(b)), "**": power,
}  # fmt: skip
