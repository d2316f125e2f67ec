"""Count the solutions in which the centre of a piece lies in one quarter of a rectangle.

observe = "in_one_quarter"
with = { puzzle = "pentominoes-6x10", piece = "X" }
"""

from __future__ import annotations

from interpreters.source.diagnostics import UserError
from modern.geometry import Cell
from reports.checking.observed import Context, Observed
from reports.checking.observers.placements import piece_number


def observe(context: Context, *, puzzle: str, piece: str) -> Observed:
    """Return how many of all solutions have it in the upper right quarter.

    Raise UserError if the piece has no cell that touches all its others, or if a centre lies on an axis.
    """
    problem = context.oracle.puzzle(puzzle).problem
    number = piece_number(problem, piece)
    rows, columns = (1 + max(cell[axis] for cell in problem.cells) for axis in (0, 1))
    inside = set()
    for index, placement in enumerate(problem.placements):
        if placement.piece == number:
            row, column = centre([problem.cells[cell] for cell in placement.cells])
            if 2 * row + 1 == rows or 2 * column + 1 == columns:
                raise UserError("a centre lies between two quarters")
            if 2 * row + 1 < rows and 2 * column + 1 > columns:
                inside.add(index)
    return Observed(sum(not inside.isdisjoint(solution) for solution in context.oracle.solutions(puzzle)))


def centre(cells: list[Cell]) -> Cell:
    """Return the cell that touches all the others; raise UserError if there is none."""
    for cell in cells:
        if all(sum(abs(a - b) for a, b in zip(cell, other, strict=True)) == 1 for other in cells if other != cell):
            return cell
    raise UserError("the piece has no centre")
