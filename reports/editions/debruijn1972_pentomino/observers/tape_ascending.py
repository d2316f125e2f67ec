"""Count the rows of an input whose columns ascend strictly from a least value.

observe = "tape_ascending"
with = { width = 5, first = 1, last = 4, least = 1 }
"""

from __future__ import annotations

from itertools import pairwise

from pydantic import PositiveInt

from reports.checking.observed import Context, Observed


def observe(
    context: Context, *, width: PositiveInt, first: PositiveInt, last: PositiveInt, least: int, tape: str = "tape"
) -> Observed:
    """Return in how many rows the columns `first` to `last` (from 1) ascend and none is less than `least`."""
    numbers = context.numbers(tape)
    rows = [numbers[start + first - 1 : start + last] for start in range(0, len(numbers), width)]
    return Observed(sum(bool(row) and row[0] >= least and all(a < b for a, b in pairwise(row)) for row in rows))
