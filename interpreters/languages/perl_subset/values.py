"""Perl's values: how a text becomes a number and a number a text, what is true, and ranges.

A scalar is a str, an int, a float, None (undef) or a reference.
Whole numbers are ints as far as Perl's have 64 bits, signed or not.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

LEADING = re.compile(r"[ \t\n\r\f\v]*([+-]?(?:\d+\.?\d*(?:[eE][+-]?\d+)?|\.\d+(?:[eE][+-]?\d+)?))", re.ASCII)
NUMERIC = re.compile(rf"{LEADING.pattern}[ \t\n\r\f\v]*\Z", re.ASCII)
WHOLE = re.compile(r"[ \t\n\r\f\v]*[+-]?\d{1,20}(?![\d.eE])", re.ASCII)
ENDLESS = re.compile(r"[ \t\n\r\f\v]*([+-]?)(inf(?:inity)?|nan)", re.ASCII | re.IGNORECASE)
MAGIC = re.compile(r"[A-Za-z]*[0-9]*\Z")
LEAST, MOST = -(2**63), 2**64 - 1
EXACT = 2**53
"""Below this a real number without a fraction is as good as a whole one, and Perl takes it for one in arithmetic."""


@dataclass(frozen=True, slots=True)
class Ref:
    """A reference to an array or a hash, by its address; `kind` is what ref() says."""

    kind: str
    address: int

    def __str__(self) -> str:
        return f"{self.kind}(0x{self.address:x})"


def text_of(value: Any) -> str:
    """Return a scalar as text: undef is empty, numbers have up to 15 digits."""
    if value.__class__ is str:
        text: str = value
        return text
    if value is None:
        return ""
    return real_text(value) if value.__class__ is float else str(value)


def real_text(value: float) -> str:
    """Return a real number as text."""
    if value == 0:
        return "0"
    short = f"{value:.15g}"
    return {"inf": "Inf", "-inf": "-Inf", "nan": "NaN"}.get(short, short)


def number_of(value: Any) -> int | float:
    """Return a scalar as a number: of a text what it begins with, or 0."""
    kind = value.__class__
    if kind is int or kind is float:
        number: int | float = value
        return number
    if kind is str:
        return numeric(value)
    return 0 if value is None else int(value.address)


def numeric(text: str) -> int | float:
    """Return the number that a text begins with."""
    whole = WHOLE.match(text)
    if whole is not None:
        return fitted(int(whole.group()))
    match = LEADING.match(text)
    if match is not None:
        return exact(float(match[1]))
    endless = ENDLESS.match(text)
    return float(endless[1] + endless[2]) if endless else 0


def fitted(number: int | float) -> int | float:
    """Turn a whole number that Perl's 64 bits do not hold into a real one, or infinity."""
    if LEAST <= number <= MOST or number.__class__ is float:
        return number
    try:
        return float(number)
    except OverflowError:
        return math.inf if number > 0 else -math.inf


def exact(number: int | float) -> int | float:
    """Turn a real number without a fraction into a whole one where Perl does so in arithmetic."""
    if number.__class__ is float and -EXACT < number < EXACT and number == int(number):
        return int(number)
    return number


def whole_of(value: Any) -> int:
    """Return a scalar as a whole number, cut towards zero; what is too great is the greatest there is."""
    number = number_of(value)
    if isinstance(value, str):  # as sv_2iv does
        if not looks_like_number(value):
            number = float(number)
        elif "." in value and "e" not in value.lower():
            number = numeric(value.partition(".")[0])
    if number.__class__ is int:
        return int(number)
    if number != number:
        return 0
    return int(max(LEAST, min(MOST, number)))


def looks_like_number(text: str) -> bool:
    """Tell whether a text is a number as a whole."""
    return NUMERIC.match(text) is not None or ENDLESS.fullmatch(text.rstrip()) is not None or text == "0 but true"


def identified(value: Any) -> str:
    """Write a scalar as a message shows it."""
    if value.__class__ is str:
        return f'"{value}"' if len(value) <= 40 else f'"{value[:40]}"…'
    return "undef" if value is None else text_of(value)


def counts_numbers(first: Any, last: Any) -> bool:
    """Tell whether first .. last counts numbers: texts do so if they look like numbers and the first not like 00."""
    for end in (first, last):
        if end is not None and not isinstance(end, str):
            return True
    ends_in_number = last is None or looks_like_number(last)
    if first is None:
        return last is not None and ends_in_number
    return looks_like_number(first) and (first == "0" or not first.startswith("0")) and ends_in_number


def magic_range(first: str, last: str) -> Iterator[str]:
    """Count a text up ("00" .. "59", "A" .. "L") until it equals another, or is longer."""
    current: str | None = first
    while current is not None and len(current) <= len(last):
        yield current
        if current == last:
            return
        current = incremented(current)


def incremented(value: str) -> str | None:
    """Return the next text after one of letters and then digits ("Az", "Ba"); None for all else."""
    if value == "" or not MAGIC.match(value):
        return None
    signs = list(value)
    for index in range(len(signs) - 1, -1, -1):
        sign = signs[index]
        if sign not in "zZ9":
            signs[index] = chr(ord(sign) + 1)
            return "".join(signs)
        signs[index] = {"z": "a", "Z": "A", "9": "0"}[sign]
    return {"a": "a", "A": "A", "0": "1"}[signs[0]] + "".join(signs)


def constant(text: str) -> int | float:
    """Return the value of a number as written: 0x hexadecimal, 0b binary, a leading 0 octal, with . or e real."""
    if text[:2].lower() in ("0x", "0b"):
        return fitted(int(text, 0))
    if text.isdigit():
        octal = len(text) > 1 and text[0] == "0"
        return fitted(int(text, 8)) if octal else numeric(text)
    return float(text)
