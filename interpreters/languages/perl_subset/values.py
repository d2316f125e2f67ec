"""Perl's values: how a text becomes a number and a number a text, what is true, and ranges.

A scalar is a str, an int, a float, None (undef) or a reference: an array is a Python list, a hash a dict, and a
reference to one is `Ref` around it.
"""

from __future__ import annotations

import re
from typing import Any

LEADING = re.compile(r"\s*([+-]?(?:\d+\.?\d*(?:[eE][+-]?\d+)?|\.\d+(?:[eE][+-]?\d+)?))")
WHOLE = re.compile(r"\s*[+-]?\d+\s*\Z")
NUMERIC = re.compile(r"\s*[+-]?(?:\d+\.?\d*(?:[eE][+-]?\d+)?|\.\d+(?:[eE][+-]?\d+)?)\s*\Z")
MAGIC = re.compile(r"[A-Za-z]*[0-9]*\Z")


class Ref:
    """A reference to an array or a hash; equal only to a reference to the same one."""

    __slots__ = ("to",)

    def __init__(self, to: list[Any] | dict[str, Any]) -> None:
        self.to = to

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Ref) and other.to is self.to

    def __hash__(self) -> int:
        return id(self.to)

    def __str__(self) -> str:
        return f"{'ARRAY' if isinstance(self.to, list) else 'HASH'}(0x{id(self.to) & 0xFFFFFFFF:x})"


def text_of(value: Any) -> str:
    """Return a scalar as text: undef is empty, numbers have up to 15 digits."""
    if value.__class__ is str:
        return str(value)
    if value is None:
        return ""
    if isinstance(value, float):
        if value.is_integer() and abs(value) < 1e15:
            return str(int(value))
        short = f"{value:.15g}"
        return re.sub(r"e([+-])0*(\d)$", r"e\g<1>0\2", short) if "e" in short else short
    return str(value)


def number_of(value: Any) -> int | float:
    """Return a scalar as a number: of a text what it begins with, or 0."""
    if value.__class__ is int or value.__class__ is float:
        number: int | float = value
        return number
    if isinstance(value, str):
        if WHOLE.match(value):
            return int(value)
        match = LEADING.match(value)
        if match is None:
            return 0
        found = float(match[1])
        return int(found) if found.is_integer() and abs(found) < 2**53 else found
    if value is None:
        return 0
    return id(value.to) if isinstance(value, Ref) else int(value)


def truth_of(value: Any) -> bool:
    """Tell whether a scalar is true: not undef, not 0, not "" and not "0"."""
    return value is not None and value != "" and value != "0" and value != 0


def looks_like_number(text: str) -> bool:
    """Tell whether a text is a number as a whole."""
    return NUMERIC.match(text) is not None


def range_of(first: Any, last: Any) -> list[Any]:
    """Return the items of first .. last: numbers, or texts by magical increment ("00" .. "59", "A" .. "L")."""
    if isinstance(first, str) and isinstance(last, str) and first != "":
        numbers = looks_like_number(first) and looks_like_number(last)
        if not numbers or (len(first) > 1 and first[0] == "0"):
            return magic_range(first, last)
    return list(range(int(number_of(first)), int(number_of(last)) + 1))


def magic_range(first: str, last: str) -> list[str]:
    """Count a text up until it equals another, or is longer."""
    found, current = [first], first
    while current != last and MAGIC.match(current):
        current = incremented(current)
        if len(current) > len(last):
            break
        found.append(current)
    return found


def incremented(text: str) -> str:
    """Return the magical successor of a text: "Az" is followed by "Ba", "a9" by "b0"."""
    signs = list(text)
    for index in range(len(signs) - 1, -1, -1):
        sign = signs[index]
        if sign not in "zZ9":
            signs[index] = chr(ord(sign) + 1)
            return "".join(signs)
        signs[index] = {"z": "a", "Z": "A", "9": "0"}[sign]
    return {"a": "a", "A": "A", "0": "1"}[signs[0]] + "".join(signs)
