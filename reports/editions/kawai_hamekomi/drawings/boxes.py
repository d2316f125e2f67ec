"""Printed lines of piece numbers become boards: the number of the piece in every box, box by box.

    drawing = "boxes"
    with = { solution = 100, puzzle = "tetrihex", order = "kawai" }

Boxes and pieces are numbered as the puzzle's order scans its cells and lists its pieces.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from getallenband.interpreters.source.diagnostics import UserError, counted
from getallenband.modern.geometry import Cell
from getallenband.reports.checking.observed import Context
from getallenband.reports.runs.by_folder import drawing, gallery


@drawing("boxes")
def draw(context: Context, *, solution: int, puzzle: str, order: str) -> dict[Cell, str]:
    """Return the board of the line "solution: piece piece …"; raise UserError if it is missing or does not fit."""
    printed = list(solutions(context))
    for number, line in printed:
        if number == solution:
            return board(context, line, puzzle, order)
    raise UserError(f"solution {solution} was not printed: the run printed {counted(len(printed), 'solution')}")


@gallery("boxes")
def draw_all(context: Context, *, puzzle: str, order: str) -> Iterator[tuple[str, dict[Cell, str]]]:
    """Yield every printed solution with its board; raise UserError for one that does not fit."""
    for _, line in solutions(context):
        yield line, board(context, line, puzzle, order)


def solutions(context: Context) -> Iterator[tuple[int, str]]:
    """Yield the number of each printed solution, and its line."""
    for line in context.record()["output"].splitlines():
        match = re.match(r"\s*(\d+)\s*:", line)
        if match is not None:
            yield int(match[1]), line


def board(context: Context, line: str, puzzle: str, order: str) -> dict[Cell, str]:
    """Return the board of a printed line."""
    found = context.oracle.puzzle(puzzle)
    if order not in found.orders:
        raise UserError(f"the puzzle {puzzle} has no order {order!r}; it has: {', '.join(found.orders) or 'none'}")
    problem, chosen = found.problem, found.orders[order]
    solution, *numbers = [int(number) for number in re.findall(r"\d+", line)]
    if len(numbers) != len(problem.cells) or not set(numbers) <= set(range(1, len(problem.pieces) + 1)):
        raise UserError(f"solution {solution} does not name one of {len(problem.pieces)} pieces for every box")
    return {
        problem.cells[cell]: problem.pieces[chosen.pieces[number - 1]]
        for cell, number in zip(chosen.scan, numbers, strict=True)
    }
