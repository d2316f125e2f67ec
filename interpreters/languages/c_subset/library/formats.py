"""Forms of printf as Python's % understands them, with marks for what Python's numbers lack.

print_numbers(host, "%4d|", 7)      prints "   7|"
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from functools import cache

from interpreters.ir.host import Host, HostExhausted
from interpreters.ir.types import bits_real
from interpreters.languages.c_subset.library.objects import string_at
from interpreters.languages.c_subset.library.streams import put

CONVERSION = re.compile(
    r"%(?:%|(?P<flags>[-+ #0]*)(?P<width>\*|\d*)(?:\.(?P<digits>\*|\d*))?(?P<mark>[hlL]?)(?P<kind>[a-zA-Z]))"
)
MARKS: dict[str, Callable[[int], float]] = {
    "": lambda value: value,
    "h": lambda value: value,
    "l": lambda value: value % 2**64,
    "L": lambda value: bits_real(value % 2**64),
}
"""How a conversion takes the 64 bits of its number: with a sign; l: without; L: as a double; h: by C's own rules."""


def print_numbers(host: Host, form: int, *values: int) -> None:
    """Print numbers with the text around them."""
    text = host.program.strings[form]
    found, sized = marks(text)
    if sized:
        refuse_wide(text, values)
    if not any(found):
        put(host, text % values)
    elif "h" in found:
        put(host, by_c(text, list(values)))
    else:
        put(host, text % tuple([MARKS[mark](value) for value, mark in zip(values, found, strict=True)]))


WIDEST = 1 << 20
"""Characters of a field: a thousand times what C90 asks for, and little enough for any memory."""


def refuse_wide(form: str, values: Sequence[int]) -> None:
    """End the run where a width or precision, written or given as one of the values, is beyond what is built."""
    written, given = sizes(form)
    for size in (*written, *(abs(values[place]) for place in given)):
        if size > WIDEST:
            raise HostExhausted(f"a field of {size} characters: at most {WIDEST} are printed")


@cache
def sizes(form: str) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Return the widths and precisions of a form, and the places of those that are given as values."""
    written, given, place = [], [], 0
    for match in CONVERSION.finditer(form):
        for size in (match["width"], match["digits"]):
            if size == "*":
                given.append(place)
                place += 1
            elif size:
                written.append(int(size[:10]))
        place += match["kind"] is not None
    return tuple(written), tuple(given)


@cache
def marks(form: str) -> tuple[tuple[str, ...], bool]:
    """Return the marks of a form's conversions, and whether it has widths or precisions; those given have no mark."""
    found: list[str] = []
    for match in CONVERSION.finditer(form):
        if match["kind"]:
            found += [""] * ((match["width"] == "*") + (match["digits"] == "*")) + [match["mark"]]
    return tuple(found), any(sizes(form))


def by_c(form: str, values: list[int]) -> str:
    """Print by a form with conversions that Python does otherwise: # before o and x, and a precision of 0."""

    def written(match: re.Match[str]) -> str:
        if not match["kind"]:
            return "%"
        value = MARKS[match["mark"]](values.pop(0))
        if match["mark"] != "h":
            return match.group() % value
        kind, flags = match["kind"], match["flags"]
        number = int(value) if kind in "di" else int(value) % 2**64
        digits = format(abs(number), kind if kind in "oxX" else "d")
        digits = "" if number == 0 and match["digits"] in ("", "0") else digits.rjust(int(match["digits"] or 1), "0")
        sign = "-" if number < 0 else "+" if "+" in flags and kind in "di" else ""
        if "#" in flags and kind == "o" and not digits.startswith("0"):
            sign = "0"
        elif "#" in flags and kind in "xX" and number:
            sign = f"0{kind}"
        width = int(match["width"] or 0)
        if "0" in flags and "-" not in flags and match["digits"] is None:
            digits = digits.rjust(width - len(sign), "0")
        return (sign + digits).ljust(width) if "-" in flags else (sign + digits).rjust(width)

    return CONVERSION.sub(written, form)


def string_format(host: Host, spec: int, *values: int) -> None:
    """Print a string by its conversion s; a width or precision may come before it."""
    *given, word = values
    form = host.strings[spec]
    if form == "%s":
        put(host, string_at(host, word).decode("latin-1"))
        return
    refuse_wide(form, values)
    most = re.search(r"\.(\*|\d*)", form)
    count = None if most is None else given[-1] if most[1] == "*" else int(most[1] or 0)
    text = string_at(host, word, count if count is not None and count >= 0 else None).decode("latin-1")
    put(host, form % (*given, text))
