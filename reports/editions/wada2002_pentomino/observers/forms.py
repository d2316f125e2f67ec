"""The forms that a program keeps."""

from __future__ import annotations

import re
from typing import Annotated, Literal

from annotated_types import Ge
from pydantic import PositiveInt

from getallenband.interpreters.source.diagnostics import UserError
from getallenband.modern.geometry.polyforms import Shape, at_origin
from getallenband.reports.checking.observed import Context, Observed
from getallenband.reports.runs.by_folder import observer

Form = frozenset[tuple[int, int]]


@observer
def restricted_forms(
    context: Context, *, file: str, pattern: re.Pattern[str], width: Annotated[int, Ge(2)]
) -> Observed:
    r"""Check that the forms a program keeps of a piece are one of each set that symmetry makes equal.

    observe = "restricted_forms"
    with = { file = "c.transcription", pattern = '\{(\{.*\})\}, /\*F\*/', width = 16 }

    Return how many forms are kept, if they are one of each set that symmetry makes equal; else, in words, why not.

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


@observer
def kept_forms(
    context: Context,
    *,
    puzzle: str,
    order: str,
    aspect: Literal["forms", "reach"] = "forms",
    width: PositiveInt = 16,
) -> Observed:
    """Count the forms of each piece that an order of search keeps, or how far they reach.

    observe = "kept_forms"
    with = { puzzle = "pentominoes-6x10", order = "wada2002" }

    Return the number of forms piece by piece. Facts: forms (the sum).

    reach   instead, how many places a board, numbered row by row with `width` places a row, must have so that every
            form begun anywhere on it lies on places that there are
    """
    problem, chosen = context.ordered(puzzle, order)
    forms: dict[int, set[Shape]] = {piece: set() for piece in chosen.pieces}
    for index in range(len(problem.placements)) if chosen.keep is None else chosen.keep:
        placement = problem.placements[index]
        forms[placement.piece].add(at_origin(problem.cells[cell] for cell in placement.cells))
    numbers = [len(mine) for mine in forms.values()]
    if aspect == "reach":
        last = max(row * width + column for row, column in problem.cells)
        furthest = max(row * width + column for mine in forms.values() for form in mine for row, column in form)
        return Observed(1 + last + furthest)
    return Observed(numbers, facts={"forms": sum(numbers)})
