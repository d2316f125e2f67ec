r"""Look whether the forms of a piece that a program keeps are one of each kind that the board's symmetries make equal.

observe = "restricted_forms"
with = { file = "c.transcription", pattern = '\{(\{.*\})\}, /\*F\*/', width = 16 }
"""

from __future__ import annotations

import re
from typing import Annotated

from annotated_types import Ge

from interpreters.source.diagnostics import UserError
from reports.checking.observed import Context, Observed

Form = frozenset[tuple[int, int]]


def observe(context: Context, *, file: str, pattern: re.Pattern[str], width: Annotated[int, Ge(2)]) -> Observed:
    """Return how many forms are kept, if they are one of each set that symmetry makes equal; else, in words, why not.

    The forms are lists of squares, numbered row by row with `width` numbers a row. The symmetries of
    a rectangle must make four forms of each, no form twice, and all forms of the piece: then every set of four
    solutions that the symmetries make of one has exactly one with a kept form.
    """
    match = pattern.search(context.text(file))
    if match is None or not pattern.groups:
        raise UserError("the text has no such forms")
    kept = [cells([int(word) for word in row.split(",")], width) for row in re.findall(r"\{([\d,]+)\}", match[1])]
    kinds = [frozenset(images(form)) for form in kept]
    if len(set(kinds)) < len(kinds):
        return Observed("two of the kept forms are of one kind")
    everything = {turned for form in kept for turned in (form, quarter(form)) for turned in images(turned)}
    if everything != set().union(*kinds):
        return Observed("forms of the piece are of no kept kind")
    sizes = [len(kind) for kind in kinds]
    if set(sizes) != {4}:
        return Observed(f"the kept forms have {sizes} images")
    return Observed(len(kept), "four forms are made of each")


def cells(squares: list[int], width: int) -> Form:
    """Return rows and columns; squares to the left of the first have high numbers less one row."""
    half = width // 2
    return moved({((square + half) // width, (square + half) % width) for square in squares})


def moved(form: set[tuple[int, int]]) -> Form:
    """Move a form to the corner."""
    top, left = min(row for row, _ in form), min(column for _, column in form)
    return frozenset((row - top, column - left) for row, column in form)


def images(form: Form) -> set[Form]:
    """Return what the four symmetries of a rectangle make of a form."""
    return {moved({(a * row, b * column) for row, column in form}) for a in (1, -1) for b in (1, -1)}


def quarter(form: Form) -> Form:
    """Turn a form a quarter."""
    return moved({(column, -row) for row, column in form})
