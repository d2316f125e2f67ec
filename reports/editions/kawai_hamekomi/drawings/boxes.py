"""Printed lines of piece numbers become boards: the number of the piece in every box, box by box.

    drawing = "boxes"
    with = { solution = 100, puzzle = "tetrihex", order = "kawai" }

Boxes and pieces are numbered as the puzzle's order scans its cells and lists its pieces.
"""

from __future__ import annotations

import re

from interpreters.source.diagnostics import UserError
from modern.geometry import Cell
from reports.checking.observed import Context


def draw(context: Context, *, solution: int, puzzle: str, order: str) -> dict[Cell, str]:
    """Return the board of the line "solution: piece piece …"; raise UserError if it is missing or does not fit."""
    found = context.oracle.puzzle(puzzle)
    if order not in found.orders:
        raise UserError(f"the puzzle {puzzle} has no order {order!r}; it has: {', '.join(found.orders) or 'none'}")
    problem, chosen = found.problem, found.orders[order]
    lines = [line for line in context.record()["output"].splitlines() if re.match(rf"\s*{solution}\s*:", line)]
    if not lines:
        raise UserError(f"solution {solution} was not printed")
    numbers = [int(number) for number in re.findall(r"\d+", lines[0].split(":", 1)[1])]
    if len(numbers) != len(problem.cells) or not set(numbers) <= set(range(1, len(problem.pieces) + 1)):
        raise UserError(f"solution {solution} does not name one of {len(problem.pieces)} pieces for every box")
    return {
        problem.cells[cell]: problem.pieces[chosen.pieces[number - 1]]
        for cell, number in zip(chosen.scan, numbers, strict=True)
    }
