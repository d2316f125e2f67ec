"""Pieces, placements and solutions, from geometry and by a modern solver."""

from __future__ import annotations

from typing import Annotated, Literal

from annotated_types import Interval, Len

from getallenband.interpreters.source.diagnostics import UserError
from getallenband.modern import geometry
from getallenband.modern.exact_cover import Problem
from getallenband.modern.geometry import LATTICES, difference
from getallenband.reports.checking.numbering import forms_by_numbers, number, placements_by_numbers
from getallenband.reports.checking.observed import Context, Observed
from getallenband.reports.runs.by_folder import observer
from getallenband.reports.runs.names import known


@observer
def polyforms(
    context: Context,
    *,
    lattice: str,
    sizes: Annotated[list[Annotated[int, Interval(ge=1, le=8)]], Len(1, 8)],
    sides: Literal["free", "one-sided", "fixed"],
    planar: bool = False,
) -> Observed:
    """Count the polyforms of given sizes: connected sets of cells, free, one-sided or fixed.

    observe = "polyforms"
    with = { lattice = "hexagonal", sizes = [3, 4], sides = "free" }

    Return how many there are: free ones may be turned over, one-sided ones turned, fixed ones neither.

    With `planar` count only those within a plane. Facts: each (size by size).
    """
    context.computed_independently()
    chosen = known("lattice", lattice, LATTICES)
    try:
        each = [len(geometry.polyforms(chosen, size, sides, planar)) for size in sizes]
    except ValueError as error:  # there are too many
        raise UserError(str(error)) from None
    return Observed(sum(each), facts={"each": each})


@observer
def placements(
    context: Context,
    *,
    puzzle: str,
    piece: str | list[str] = "",
    others: bool = False,
    kind: Literal["placements", "forms", "pieces"] = "placements",
    each: bool = False,
) -> Observed:
    """Count the placements of a puzzle's pieces, their forms, or the pieces, from geometry alone.

    observe = "placements"
    with = { puzzle = "tetra", piece = "J" }

    Return how many there are of one piece, of several, or of all; with `others`, of all but these.

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


@observer
def numbered_placements(context: Context, *, puzzle: str, steps: list[int]) -> Observed:
    """Count positions that adding cell numbers allows on a numbered board and that are no placements.

    observe = "numbered_placements"
    with = { puzzle = "pentominoes-6x10", steps = [1, 7] }

    A program that tests no more than whether the numbers are those of free cells is right if none of these positions
    wraps around an edge.

    Return how many positions the numbers allow that are no placements. Facts: placements, all that there are.
    """
    problem = context.oracle.puzzle(puzzle).problem
    board = {number(cell, steps) for cell in problem.cells}
    if len(board) < len(problem.cells):
        raise UserError(f"steps = {steps!r}: two cells have one number")
    placements = set(placements_by_numbers(problem, steps))
    allowed = {
        (first, *(first + more for more in form))
        for form in forms_by_numbers(problem, steps)
        for first in board
        if all(first + more in board for more in form)
    }
    return Observed(len(allowed - placements), facts={"placements": len(placements)})


@observer
def modern_count(context: Context, *, puzzle: str, up_to_symmetry: bool = False, algorithm: str = "auto") -> Observed:
    """Count the solutions of a puzzle with a modern solver.

    observe = "modern_count"
    with = { puzzle = "pentominoes-6x10", up_to_symmetry = true }

    Return the number of all solutions, or of those that no symmetry of the board turns into each other.
    """
    result = context.oracle.result(puzzle, algorithm)
    why = f"by {result.algorithm}, from geometry alone"
    return Observed(result.solutions_up_to_symmetry if up_to_symmetry else result.solutions, why)
