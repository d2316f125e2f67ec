"""Values without a FORMAT: how they are written, and read from text with commas or blanks between them.

written("REAL", 1.5)            # "1.5"
written_complex(1.0, 2.0)       # "(1.,2.)"
list(values("3*0., 2 (1.,2.)"))  # ["0.", "0.", "0.", "2", "(1.,2.)"]
parts_of("COMPLEX", "(1.,2.)", CDC_WORDS)     # [1.0, 2.0]
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import chain, repeat, starmap

from getallenband.interpreters.languages.cdc_fortran.library import fields
from getallenband.interpreters.languages.cdc_fortran.library.fields import DataFault
from getallenband.interpreters.languages.cdc_fortran.library.formats import Edit
from getallenband.interpreters.languages.cdc_fortran.library.words import Words

DIGITS = 14
"""Significant digits of a real number: as many as the 48 bits of the 6600's hold."""

VALUE = re.compile(r"\s*(?:(\d+)\*)?(\([^()]*\)|'[^']*'|[^\s,()]+)?\s*(,|(?=\S)|$)")
"""A value with its repeat count, up to the comma or blank after it."""


def written(kind: str, value: float) -> str:
    """Write a value in as few characters as it needs."""
    if kind == "LOGICAL":
        return "T" if value else "F"
    if kind == "INTEGER":
        return str(value)
    text = f"{value + 0.0:.{DIGITS}G}"  # a zero has no sign
    return text if "." in text or "E" in text else text + "."


def written_complex(real: float, imaginary: float) -> str:
    """Write the two parts of a complex number in brackets."""
    return f"({written('REAL', real)},{written('REAL', imaginary)})"


def values(text: str) -> Iterator[str]:
    """Divide text into values; one that is left out between commas is an empty string."""
    found, index = list[tuple[str, int]](), 0
    text = text.strip()
    while index < len(text):
        one = VALUE.match(text, index)
        if one is None or one.end() == index:
            raise DataFault(f"{text[index:][:40]!r} is no list of values")
        count = (one[1] or "1").lstrip("0")
        if not 0 < len(count) < 10:
            raise DataFault(f"{one[0].strip()[:40]!r} has {'too great a' if count else 'no'} repeat count")
        found.append((one[2] or "", int(count)))
        index = one.end()
    return chain.from_iterable(starmap(repeat, found))


def parts_of(kind: str, text: str, words: Words) -> list[float]:
    """Return the number in a text, or the parts of a complex one; trap where it is not of the type."""
    if kind == "LOGICAL":
        return [float(fields.read_logical(Edit("L", 1), text.lstrip(".")))]
    if kind == "INTEGER":
        return [fields.read(Edit("I", max(1, len(text))), 0, text, words)]
    inner = re.fullmatch(r"\(([^,]*[^,\s][^,]*),([^,]*[^,\s][^,]*)\)", text)
    if (kind == "COMPLEX") != (inner is not None):
        example = ", as (1.,2.) is" if kind == "COMPLEX" else ""
        raise DataFault(f"{text!r} is not {kind}{example}")
    texts = [part.strip() for part in inner.groups()] if inner else [text]
    return [fields.read(Edit("F", max(1, len(one)), 0), 0, one, words) for one in texts]
