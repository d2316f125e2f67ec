r"""Look whether the forms of a piece that a program keeps are one of each kind that the board's symmetries make equal.

observe = "restricted_forms"
with = { file = "c.transcription", pattern = '\{(\{.*\})\}, /\*F\*/', width = 16 }
"""

from __future__ import annotations

import re

from interpreters.source.diagnostics import UserError
from reports.checking.observed import Context, Observed

Form = frozenset[tuple[int, int]]


def observe(context: Context, *, file: str, pattern: str, width: int) -> Observed:
    """Return, for each kept form, how many forms the symmetries of a rectangle make of it, no form twice.

    The forms are lists of squares, numbered row by row with `width` numbers a row. The restriction is sound if the
    sizes add up to all forms of the piece, and each is as great as the group, which has four members: then every set of
    four solutions that the symmetries make of one has exactly one with a kept form.
    """
    match = re.search(pattern, context.text(file))
    if match is None:
        raise UserError("the text has no such forms")
    kept = [cells([int(word) for word in row.split(",")], width) for row in re.findall(r"\{([\d,]+)\}", match[1])]
    kinds = [frozenset(images(form)) for form in kept]
    if len(set(kinds)) < len(kinds):
        return Observed([len(kind) for kind in kinds], agrees=False, why="two of the kept forms are of one kind")
    everything = {turned for form in kept for turned in (form, quarter(form)) for turned in images(turned)}
    if everything != set().union(*kinds):
        return Observed([len(kind) for kind in kinds], agrees=False, why="forms of the piece are of no kept kind")
    return Observed([len(kind) for kind in kinds])


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
