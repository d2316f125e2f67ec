"""Count the placements of a puzzle's pieces, or their forms, from geometry alone.

observe = "placements"
with = { puzzle = "tetra", piece = "J" }
"""

from __future__ import annotations

from typing import Literal

from interpreters.source.diagnostics import UserError
from modern.exact_cover import Problem
from modern.geometry import difference
from reports.checking.observed import Context, Observed


def observe(
    context: Context,
    *,
    puzzle: str,
    piece: str | list[str] = "",
    others: bool = False,
    kind: Literal["placements", "forms", "pieces"] = "placements",
    each: bool = False,
) -> Observed:
    """Return how many there are of one piece, of several, or of all; with `others`, of all but these.

    `each` returns the numbers piece by piece, in ascending order. A form is a placement whatever its position; "pieces"
    counts the pieces themselves.
    """
    problem = context.oracle.puzzle(puzzle).problem
    named = [piece] if isinstance(piece, str) and piece else list(piece)
    chosen = {piece_number(problem, name) for name in named}
    wanted = [number for number in range(len(problem.pieces)) if not named or (number in chosen) != others]
    numbers = [counted(problem, number, kind) for number in wanted]
    return Observed(sorted(numbers) if each else sum(numbers))


def piece_number(problem: Problem, name: str) -> int:
    """Return a piece's number in a puzzle; raise UserError if there is no piece of that name."""
    if name not in problem.pieces:
        raise UserError(f"the puzzle has no piece {name!r}; it has: {', '.join(problem.pieces)}")
    return problem.pieces.index(name)


def counted(problem: Problem, piece: int, kind: str) -> int:
    """Return how many placements, or forms, a piece has."""
    mine = [placement.cells for placement in problem.placements if placement.piece == piece]
    if kind == "placements":
        return len(mine)
    if kind == "pieces":
        return 1
    cells = problem.cells
    return len({tuple(sorted(difference(cells[cell], cells[covered[0]]) for cell in covered)) for covered in mine})
