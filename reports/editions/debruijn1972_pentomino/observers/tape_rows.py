"""List the rows of an input that hold a value in a column.

observe = "tape_rows"
with = { width = 5, column = 5, value = 12 }
"""

from __future__ import annotations

from pydantic import PositiveInt

from reports.checking.observed import Context, Observed


def observe(
    context: Context, *, width: PositiveInt, column: PositiveInt, value: int, count: bool = False, tape: str = "tape"
) -> Observed:
    """Return the numbers of the rows (from 1), ascending; with `count`, how many there are."""
    cells = context.numbers(tape)[column - 1 :: width]
    rows = [row for row, cell in enumerate(cells, start=1) if cell == value]
    return Observed(len(rows) if count else rows)
