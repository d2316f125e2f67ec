"""Count the forms of each piece that an order of search keeps, in the order of its pieces, or see how far they reach.

observe = "kept_forms"
with = { puzzle = "pentominoes-6x10", order = "wada2002" }
"""

from __future__ import annotations

from typing import Literal

from pydantic import PositiveInt

from modern.geometry.polyforms import Shape, at_origin
from reports.checking.observed import Context, Observed


def observe(
    context: Context,
    *,
    puzzle: str,
    order: str,
    aspect: Literal["forms", "reach"] = "forms",
    width: PositiveInt = 16,
) -> Observed:
    """Return the number of forms piece by piece. Facts: forms (the sum).

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
