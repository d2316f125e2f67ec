"""What the program printed, and its solutions."""

from __future__ import annotations

import re

from pydantic import NonNegativeInt

from getallenband.interpreters.source.diagnostics import UserError
from getallenband.modern.geometry import Cell
from getallenband.reports.checking.observed import Context, Observed
from getallenband.reports.checking.observers.geometry import piece_number
from getallenband.reports.runs.by_folder import observer


@observer
def output_numbers(context: Context, *, skip: NonNegativeInt = 0, run: str = "") -> Observed:
    """List the numbers that a run printed.

    observe = "output_numbers"
    with = { skip = 1 }

    Return the numbers in their order, the first `skip` left out. Facts: skipped.
    """
    numbers = [int(digits) for digits in re.findall(r"\d+", context.record(run)["output"])]
    return Observed(numbers[skip:], facts={"skipped": numbers[:skip]})


@observer
def in_one_quarter(context: Context, *, puzzle: str, piece: str) -> Observed:
    """Count the solutions with a piece's centre in one quarter of a rectangle.

    observe = "in_one_quarter"
    with = { puzzle = "pentominoes-6x10", piece = "X" }

    Return how many of all solutions have it in the upper right quarter.

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
