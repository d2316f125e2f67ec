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
    kind: Literal["placements", "forms"] = "placements",
    each: bool = False,
) -> Observed:
    """Return how many there are of one piece, of several, or of all; with `others`, of all but these.

    `each` returns the numbers piece by piece, in ascending order. A form is a placement whatever its position.
    """
    problem = context.oracle.puzzle(puzzle).problem
    named = [piece] if isinstance(piece, str) and piece else list(piece)
    unknown = [name for name in named if name not in problem.pieces]
    if unknown:
        raise UserError(f"the puzzle {puzzle} has no piece {unknown[0]!r}; it has: {', '.join(problem.pieces)}")
    wanted = [name for name in problem.pieces if not named or (name in named) != others]
    numbers = [counted(problem, problem.pieces.index(name), kind) for name in wanted]
    return Observed(sorted(numbers) if each else sum(numbers))


def counted(problem: Problem, piece: int, kind: str) -> int:
    """Return how many placements, or forms, a piece has."""
    mine = [placement.cells for placement in problem.placements if placement.piece == piece]
    if kind == "placements":
        return len(mine)
    cells = problem.cells
    return len({tuple(sorted(difference(cells[cell], cells[covered[0]]) for cell in covered)) for covered in mine})
