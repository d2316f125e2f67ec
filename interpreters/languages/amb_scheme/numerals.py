"""Numerals into numbers: those of a program, and what string->number is given (R5RS, 7.1.1).

numeral("-7/3")              Fraction(-7, 3)
numeral("#e1.5")             Fraction(3, 2)
numeral("ff", 16)            255
"""

from __future__ import annotations

import re
from fractions import Fraction

from getallenband.interpreters.languages.amb_scheme import reals
from getallenband.interpreters.languages.amb_scheme.values import Fault

Number = int | Fraction | float

PREFIX = re.compile("#[bodx](#[ei])?|#[ei](#[bodx])?", re.I)
RADIXES = {"b": 2, "o": 8, "d": 10, "x": 16}
RATIONAL = re.compile("([+-]?)([0-9a-z]+)(?:/([0-9a-z]+))?")
DECIMAL = re.compile(r"[+-]?(\d+\.\d*|\.\d+|\d+(?=e))(e[+-]?\d+)?", re.ASCII)
LONGEST = 4000
"""Characters of an exact numeral: more than the largest number has digits, fewer than Python reads."""


def numeral(text: str, base: int = 10, user: str = "a numeral") -> Number | None:
    """Return the number that a text stands for, None where it is no numeral; raise Fault where it is too large."""
    digits = text.lower()
    prefix = PREFIX.match(digits)
    marks = prefix[0] if prefix else ""
    digits, base = digits[len(marks) :], next((RADIXES[mark] for mark in marks if mark in RADIXES), base)
    if digits in reals.NOT_FINITE and "e" not in marks:
        return float(digits.removesuffix(".0"))
    found = decimal(digits, "e" in marks, user) if base == 10 else None
    found = rational(digits, base, user) if found is None else found
    return reals.real(found, user) if "i" in marks and found is not None else found


def decimal(digits: str, exactly: bool, user: str) -> Number | None:
    """Read a number with a point or an exponent, whose mark may be s, f, d or l; None where it is not."""
    digits = re.sub("[sfdl]", "e", digits)
    if not DECIMAL.fullmatch(digits):
        return None
    if not exactly:
        return float(digits)
    if len(digits) > LONGEST or re.search(r"e[+-]?0*[1-9]\d{4}", digits):
        raise Fault(f"the result of {user} has too many digits")
    return reals.number(Fraction(digits), user)


def rational(digits: str, base: int, user: str) -> Number | None:
    """Read an integer or a fraction of integers; None where it is not."""
    parts = RATIONAL.fullmatch(digits)
    sign, above, below = parts.groups("1") if parts else ("", "", "")
    if not above or any(int(digit, 36) >= base for digit in above + below) or not below.strip("0"):
        return None
    if len(digits) > LONGEST:
        raise Fault(f"the result of {user} has too many digits")
    return reals.number(Fraction(int(sign + above, base), int(below, base)), user)
