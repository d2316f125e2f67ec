"""Forms of printf, printed by Python's % wherever that does the same, and otherwise by C's own rules (C90, 7.9.6.1).

print_numbers(host, "%*d|", 4, 7)      writes the size into the form, "%4d|", and prints "   7|"
"""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import lru_cache
from math import isfinite
from typing import NamedTuple

from getallenband.interpreters.ir.host import Host, HostExhausted
from getallenband.interpreters.ir.types import bits_real
from getallenband.interpreters.languages.c_subset.library.objects import string_at
from getallenband.interpreters.languages.c_subset.library.streams import put

CONVERSION = re.compile(
    r"%(?:%|(?P<flags>[-+ #0]*)(?P<width>\*|\d*)(?:\.(?P<digits>\*|\d*))?(?P<mark>[hlL]?)(?P<kind>[a-zA-Z]))"
)
MARKS: dict[str, Callable[[int], float]] = {
    "": lambda value: value,
    "l": lambda value: value % 2**64,
    "L": lambda value: bits_real(value % 2**64),
}
"""How a conversion takes the 64 bits of its number: with a sign; l: without; L: as a double."""
INTEGERS = "diuoxX"


class Form(NamedTuple):
    """What is known of a form before its values are."""

    stars: tuple[int, ...]
    """The places of the values that are widths and precisions."""
    marks: tuple[str, ...]
    python: str
    """The form for Python's %."""
    by_c: bool
    """Python's % does one of the conversions otherwise."""
    zeros: bool
    """A conversion of a real number has the flag 0, which Python's % obeys for inf and nan too."""


def print_numbers(host: Host, form: int, *values: int) -> None:
    """Print numbers with the text around them."""
    text = host.program.strings[form]
    known = understood(text)
    if known.stars:
        text = with_sizes(text, *[values[place] for place in known.stars])
        values = tuple([value for place, value in enumerate(values) if place not in known.stars])
        known = understood(text)
    numbers: tuple[float, ...] = values
    if any(known.marks):
        numbers = tuple([MARKS[mark](value) for mark, value in zip(known.marks, values, strict=True)])
    if known.by_c or (known.zeros and not all(map(isfinite, numbers))):
        put(host, by_c(text, list(numbers)))
    else:
        put(host, known.python % numbers)


def string_format(host: Host, spec: int, *values: int) -> None:
    """Print a string by its conversion s; a width or precision may come before it."""
    *given, word = values
    form = host.strings[spec]
    if form == "%s":
        put(host, string_at(host, word).decode("latin-1"))
        return
    python, most = string_form(with_sizes(form, *given) if given else form)
    put(host, python % string_at(host, word, most).decode("latin-1"))


# --- forms -------------------------------------------------------------------------------------------------------

WIDEST = 1 << 20
"""Characters of a field: a thousand times what C90 asks for, and little enough for any memory."""


@lru_cache(1000)  # a program may give any sizes
def with_sizes(form: str, *sizes: int) -> str:
    """Write into a form the widths and precisions that the arguments give.

    A width below 0 is the flag - and a width; a precision below 0 is as if it were not there.
    """
    left = list(sizes)

    def written(match: re.Match[str]) -> str:
        if not match["kind"]:
            return match.group()
        flags, width, digits = match["flags"], match["width"], match["digits"]
        if width == "*":
            size = left.pop(0)
            flags, width = flags + "-" * (size < 0), str(abs(size) or "")
        if digits == "*":
            size = left.pop(0)
            digits = None if size < 0 else str(size)
        return f"%{flags}{width}{'' if digits is None else f'.{digits}'}{match['mark']}{match['kind']}"

    return CONVERSION.sub(written, form)


@lru_cache(1000)
def understood(form: str) -> Form:
    """Return what is known of a form; end the run where a size that is written in it is beyond what is built."""
    stars, marks, by_c, zeros = list[int](), list[str](), False, False
    for match in CONVERSION.finditer(form):
        if match["kind"]:
            for size in (match["width"], match["digits"]):
                if size == "*":
                    stars.append(len(stars) + len(marks))
            refuse_wide(match)
            marks.append(match["mark"])
            by_c = by_c or differs(match)
            zeros = zeros or (match["mark"] == "L" and "0" in match["flags"])
    return Form(tuple(stars), tuple(marks), CONVERSION.sub(python_form, form), by_c, zeros)


def refuse_wide(match: re.Match[str]) -> None:
    """End the run where the width or precision of a conversion is beyond what is built."""
    for size in (match["width"], match["digits"]):
        if size and size != "*" and int(size.lstrip("0")[:10] or 0) > WIDEST:
            raise HostExhausted(f"a field of {size.lstrip('0')[:10]} characters: at most {WIDEST} are printed")


def python_form(match: re.Match[str], value: float = 0) -> str:
    """Return a conversion for Python's %, which would fill integers with a precision, inf and nan with zeros."""
    if not match["kind"]:
        return "%%"
    flags, digits = match["flags"], match["digits"]
    if (match["kind"] in INTEGERS and digits is not None) or not isfinite(value):
        flags = flags.replace("0", "")
    return f"%{flags}{match['width']}{'' if digits is None else f'.{digits}'}{match['kind']}"


def differs(match: re.Match[str]) -> bool:
    """Tell whether Python's % does a conversion of integers otherwise: # of o and x, and a precision of 0."""
    return match["kind"] in INTEGERS and ("#" in match["flags"] or no_digits(match))


def no_digits(match: re.Match[str]) -> bool:
    """Tell whether a conversion has the precision 0."""
    return match["digits"] is not None and not match["digits"].strip("0")


@lru_cache(1000)
def string_form(form: str) -> tuple[str, int | None]:
    """Return the conversion of a string for Python's %, and how many characters of the string are looked at."""
    match = CONVERSION.fullmatch(form)
    assert match is not None
    refuse_wide(match)
    most = None if match["digits"] is None else int(match["digits"] or 0)
    return python_form(match), most


# --- C's own rules -----------------------------------------------------------------------------------------------


def by_c(form: str, values: list[float]) -> str:
    """Print by a form with conversions, or values, that Python does otherwise."""

    def written(match: re.Match[str]) -> str:
        if not match["kind"]:
            return "%"
        value = values.pop(0)
        return integer(match, int(value)) if differs(match) else python_form(match, value) % value

    return CONVERSION.sub(written, form)


def integer(match: re.Match[str], value: int) -> str:
    """Print an integer."""
    kind, flags = match["kind"], match["flags"]
    number = value if kind in "di" else value % 2**64
    digits = format(abs(number), kind if kind in "oxX" else "d")
    digits = "" if number == 0 and no_digits(match) else digits.rjust(int(match["digits"] or 1), "0")
    sign = "-" if number < 0 else "+" if "+" in flags else " " if " " in flags else ""
    if "#" in flags and kind == "o" and not digits.startswith("0"):
        sign = "0"
    elif "#" in flags and kind in "xX" and number:
        sign = f"0{kind}"
    width = int(match["width"] or 0)
    if "0" in flags and "-" not in flags and match["digits"] is None:
        digits = digits.rjust(width - len(sign), "0")
    return (sign + digits).ljust(width) if "-" in flags else (sign + digits).rjust(width)
