"""Look whether figures of digits are fillings: the cells of each digit one piece of the puzzle, no piece twice.

observe = "drawn_pieces"
with = { file = "results.transcription", puzzle = "rug" }
"""

from __future__ import annotations

import re

from reports.checking.observed import Context, Observed


def observe(context: Context, *, file: str, puzzle: str) -> Observed:
    """Return how many figures in the text are fillings. A figure is lines of digits other than 0, row by row."""
    problem = context.oracle.puzzle(puzzle).problem
    pieces = {frozenset(placement.cells): placement.piece for placement in problem.placements}
    order = sorted(range(len(problem.cells)), key=lambda cell: (problem.cells[cell][2], problem.cells[cell][0]))
    digits = "".join(re.findall(r"^[1-9 ]+$", context.text(file), re.MULTILINE)).replace(" ", "")
    figures = [digits[start : start + len(order)] for start in range(0, len(digits), len(order))]
    return Observed(sum(is_filling(figure, order, pieces) for figure in figures))


def is_filling(figure: str, order: list[int], pieces: dict[frozenset[int], int]) -> bool:
    """Tell whether the cells of each digit are a placement, and the placements are of all pieces, once each."""
    laid = [
        pieces.get(frozenset(cell for cell, sign in zip(order, figure, strict=False) if sign == digit))
        for digit in set(figure)
    ]
    return None not in laid and sorted(map(str, laid)) == sorted(map(str, set(pieces.values())))
