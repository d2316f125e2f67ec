"""Lay every form of a puzzle's pieces on a numbered board by adding numbers alone, and see whether it is ever wrong.

observe = "numbered_placements"
with = { puzzle = "pentominoes-6x10", steps = [1, 7] }

A program that tests no more than whether the numbers are those of free cells is right if none of these positions wraps
around an edge.
"""

from __future__ import annotations

from interpreters.source.diagnostics import UserError
from reports.checking.numbering import forms_by_numbers, number, placements_by_numbers
from reports.checking.observed import Context, Observed


def observe(context: Context, *, puzzle: str, steps: list[int]) -> Observed:
    """Return how many positions the numbers allow that are no placements. Facts: placements, all that there are."""
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
