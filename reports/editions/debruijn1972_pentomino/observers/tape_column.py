"""Count how often each value stands in a column of an input that holds rows of equal width.

observe = "tape_column"
with = { column = 5, width = 5 }
"""

from __future__ import annotations

from collections import Counter

from pydantic import PositiveInt

from reports.checking.observed import Context, Observed


def observe(context: Context, *, column: PositiveInt, width: PositiveInt, tape: str = "tape") -> Observed:
    """Return how often the least value stands in the column (from 1), the next one, and so on."""
    counts = Counter(context.numbers(tape)[column - 1 :: width])
    return Observed([times for _, times in sorted(counts.items())])
