"""Show one row of an input that holds rows of equal width.

observe = "tape_row"
with = { row = 21, width = 5 }
"""

from __future__ import annotations

from pydantic import PositiveInt

from reports.checking.observed import Context, Observed


def observe(
    context: Context,
    *,
    row: PositiveInt,
    width: PositiveInt,
    first: PositiveInt = 1,
    last: PositiveInt | None = None,
    tape: str = "tape",
) -> Observed:
    """Return row number `row` (from 1), or its columns `first` to `last`; a single column is a number, not a list."""
    numbers = context.numbers(tape)
    cells = numbers[(row - 1) * width : row * width][first - 1 : last]
    return Observed(cells[0] if first == last and cells else cells)
