"""A board whose cells are numbered so that moving a piece adds a number: its forms as lists of numbers.

forms_by_numbers(problem, [1, 7])        # {(6, 7, 8, 14), …}: what each form adds to the number of its first cell
"""

from __future__ import annotations

from collections.abc import Sequence

from getallenband.interpreters.source.diagnostics import UserError
from getallenband.modern.exact_cover import Problem
from getallenband.modern.geometry import Cell


def number(cell: Cell, steps: Sequence[int]) -> int:
    """Return a cell's number: `steps` says what a step along each axis adds."""
    if len(steps) != len(cell):
        raise UserError(f"steps = {list(steps)!r}: a cell has {len(cell)} coordinates")
    return sum(step * coordinate for step, coordinate in zip(steps, cell, strict=True))


def placements_by_numbers(problem: Problem, steps: Sequence[int]) -> list[tuple[int, ...]]:
    """Return the numbers that each placement covers, ascending."""
    numbers = [number(cell, steps) for cell in problem.cells]
    return [tuple(sorted(numbers[cell] for cell in placement.cells)) for placement in problem.placements]


def forms_by_numbers(problem: Problem, steps: Sequence[int], without: str = "") -> set[tuple[int, ...]]:
    """Return what each form of the pieces (all but one, if it is named) adds to the number of its first cell."""
    left_out = problem.pieces.index(without) if without in problem.pieces else None
    covered = placements_by_numbers(problem, steps)
    return {
        tuple(number - numbers[0] for number in numbers[1:])
        for numbers, placement in zip(covered, problem.placements, strict=True)
        if placement.piece != left_out
    }
