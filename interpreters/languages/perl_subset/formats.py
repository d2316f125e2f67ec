"""Perl's sprintf.

formatted(["%03d|%-4s|", 7, "ab"], 1000)      # "007|ab  |"
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from math import isfinite
from typing import Any

from interpreters.languages.perl_subset.faults import Exhaustion, Missing, out_of_memory
from interpreters.languages.perl_subset.texts import character
from interpreters.languages.perl_subset.values import LEAST, MOST, number_of, real_text, text_of, whole_of

CONVERSION = re.compile(
    r"%(?:(?P<argument>[1-9]\d*)\$)?(?P<flags>[-+ 0#]*)(?P<vector>v?)"
    r"(?P<width>\*(?:[1-9]\d*\$)?|[1-9]\d*|)"
    r"(?:\.(?P<precision>\*(?:[1-9]\d*\$)?|\d*))?(?P<size>hh|h|ll|[lqLV]|)(?P<kind>[%csdDiuUoOxXbBeEfFgGaAnp])"
)
BITS = {"h": 16, "hh": 8}
SYNONYMS = {"i": "d", "D": "d", "U": "u", "O": "o", "F": "f"}
BASES = {"u": "d", "o": "o", "x": "x", "X": "X", "b": "b", "B": "b"}
GREATEST = 2**63 - 1
LEAD = re.compile(r"[-+ ]?(?:0[xXbB](?=.))?")


@dataclass(frozen=True, slots=True)
class Field:
    """One conversion of a format with its flags, width and precision worked out; no precision is None."""

    kind: str
    flags: str
    width: int
    precision: int | None
    bits: int

    @property
    def sign(self) -> str:
        """What stands before a number that is not negative."""
        return "+" if "+" in self.flags else " " if " " in self.flags else ""

    @property
    def conversion(self) -> str:
        """Return the conversion of Python's % that writes most values as this field does, or nothing."""
        size = f"{self.width or ''}" + ("" if self.precision is None else f".{self.precision}")
        plain = self.kind == "d" and self.bits == 64 and self.precision is None and "#" not in self.flags
        alike = plain or self.kind in "eEfgG" or (self.kind == "s" and self.flags in ("", "-"))
        return f"%{self.flags}{size}{self.kind}" if alike else ""


def formatted(values: list[Any], most: int) -> str:
    """Return what sprintf makes of a format and its values; raise Exhaustion for a field wider than `most`.

    What is no conversion is printed as it is; values that are missing are undef.
    """
    if not values:
        return ""
    waiting, pieces = iter(values[1:]), list[str]()
    for literal, match, known in parsed(text_of(values[0])):
        pieces.append(literal)
        if match is None:
            break
        field, conversion = known or (field_of(match, values, waiting), "")
        if field.width > most or (field.precision or 0) > most:
            raise Exhaustion(out_of_memory(most))
        value = argument(match, values, waiting)
        kind = value.__class__
        if not conversion:
            pieces.append(written(field, value))
        elif field.kind == "s":
            pieces.append(conversion % text_of(value))
        elif (kind is int and LEAST <= value <= GREATEST) or (kind is float and field.kind != "d" and isfinite(value)):
            pieces.append(conversion % value)
        else:
            pieces.append(written(field, value))
    return "".join(pieces)


@lru_cache(1024)  # programs use the same few formats again and again
def parsed(form: str) -> list[tuple[str, re.Match[str] | None, tuple[Field, str] | None]]:
    """Return the conversions of a format, each with the text before it, and last the text after them.

    A field and its conversion in Python are known where no value is its width or precision.
    """
    found, at = list[tuple[str, re.Match[str] | None, tuple[Field, str] | None]](), 0
    for match in CONVERSION.finditer(form):
        known = None
        if "*" not in f"{match['width']}{match['precision']}" and not unsupported(match):
            field = field_of(match, [], iter(()))
            known = field, field.conversion
        found.append((form[at : match.start()], match, known))
        at = match.end()
    return [*found, (form[at:], None, None)]


def unsupported(match: re.Match[str]) -> bool:
    return match["kind"] in "anpA" or bool(match["vector"])


def field_of(match: re.Match[str], values: list[Any], waiting: Iterator[Any]) -> Field:
    """Return the field of a conversion."""

    def number(given: str | None) -> int | None:
        """Return a width or precision: written, or the next value, or the one with a number."""
        if given is None or not given.startswith("*"):
            return None if given is None else int(given.lstrip("0")[:20] or 0)  # so wide a field fills all memory
        return whole_of(next(waiting, None) if given == "*" else value_at(values, given[1:-1]))

    if unsupported(match):
        raise Missing(f"{match.group()} in a format is not supported")
    width, precision = number(match["width"]) or 0, number(match["precision"])
    flags = match["flags"] + ("-" if width < 0 else "")
    precision = None if precision is not None and precision < 0 else precision
    kind, bits = SYNONYMS.get(match["kind"], match["kind"]), BITS.get(match["size"], 64)
    return Field(kind, flags, abs(width), precision, bits)


def argument(match: re.Match[str], values: list[Any], waiting: Iterator[Any]) -> Any:
    """Return the value of a conversion: none for %%, the one with a number, or the next."""
    if match["kind"] == "%":
        return None
    return value_at(values, match["argument"]) if match["argument"] else next(waiting, None)


def value_at(values: list[Any], number: str) -> Any:
    """Return a value by its number; one that is missing is undef."""
    return values[int(number)] if len(number) < 10 and int(number) < len(values) else None


def written(field: Field, value: Any) -> str:
    """Return a value as its field shows it."""
    body = "%" if field.kind == "%" else CONVERSIONS[field.kind](field, value)
    if "-" in field.flags:
        return body.ljust(field.width)
    if "0" not in field.flags or (field.kind in WHOLE and field.precision is not None and not body.endswith(ENDLESS)):
        return body.rjust(field.width)
    lead = LEAD.match(body) if field.kind not in "sc%" and not body.endswith(ENDLESS) else None
    size = lead.end() if lead else 0
    return body[:size] + body[size:].rjust(field.width - size, "0")


def one_character(field: Field, value: Any) -> str:
    """Write %c."""
    return character(whole_of(value) & MOST)[: field.precision]


def a_string(field: Field, value: Any) -> str:
    """Write %s."""
    return text_of(value)[: field.precision]


def endless(field: Field, value: Any) -> str:
    """Write a number that is infinite or none, or return nothing."""
    number = number_of(value)
    if number == number and abs(number) != float("inf"):
        return ""
    return ("+" if number > 0 and field.sign else "") + real_text(float(number))


def a_real_number(field: Field, value: Any) -> str:
    """Write %e, %f or %g."""
    alternative, precision = "#" if "#" in field.flags else "", 6 if field.precision is None else field.precision
    return endless(field, value) or f"%{field.sign}{alternative}.{precision}{field.kind}" % number_of(value)


def a_whole_number(field: Field, value: Any) -> str:
    """Write %d."""
    if shown := endless(field, value):
        return shown
    half = 1 << (field.bits - 1)
    whole = (whole_of(value) + half) % (2 * half) - half
    return ("-" if whole < 0 else field.sign) + digits_of(field, abs(whole), "d")


def a_natural_number(field: Field, value: Any) -> str:
    """Write %u, %o, %x and %b, with # their prefix."""
    if shown := endless(field, value):
        return shown
    whole = whole_of(value) % (1 << field.bits)
    digits = digits_of(field, whole, BASES[field.kind])
    if "#" not in field.flags or field.kind == "u":
        return digits
    if field.kind == "o":
        return digits if digits.startswith("0") else f"0{digits}"
    return f"0{field.kind}{digits}" if whole else digits


def digits_of(field: Field, number: int, base: str) -> str:
    """Write a number's digits, as many as the precision asks for; zero with the precision 0 has none."""
    return "" if number == 0 == field.precision else format(number, base).rjust(field.precision or 0, "0")


ENDLESS = ("Inf", "NaN")
WHOLE = frozenset("duoxXbB")
CONVERSIONS = {
    "c": one_character, "s": a_string, "d": a_whole_number, **dict.fromkeys("uoxXbB", a_natural_number),
    **dict.fromkeys("eEfgG", a_real_number),
}  # fmt: skip
