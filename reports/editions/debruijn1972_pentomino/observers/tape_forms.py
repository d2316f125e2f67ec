"""Hold every row of the tape against geometry: each must be another form of the pieces, as numbers added to its mark.

observe = "tape_forms"
with = { width = 5, puzzle = "pentominoes-6x10", steps = [1, 7] }
"""

from __future__ import annotations

from pydantic import PositiveInt

from reports.checking.numbering import forms_by_numbers
from reports.checking.observed import Context, Observed


def observe(context: Context, *, width: PositiveInt, puzzle: str, steps: list[int], tape: str = "tape") -> Observed:
    """Return how many forms of the puzzle's pieces stand on the tape, each row without its last number."""
    numbers = context.numbers(tape)
    rows = [tuple(numbers[start : start + width - 1]) for start in range(0, len(numbers), width)]
    forms = forms_by_numbers(context.oracle.puzzle(puzzle).problem, steps)
    wrong = [row for row in rows if row not in forms]
    return Observed(len(forms & set(rows)), f"not a form: {wrong}" if wrong else "")
