"""Divide a published time by the number of words of an alphabet: microseconds each, plausible or not.

observe = "time_per_item"
with = { letters = 63, longest = 12, low = { "6600-clock" = 1 }, high = { "x8-instruction" = 1 } }

`low` and `high` are actions of machines, as in time_per_statement.
"""

from __future__ import annotations

from pydantic import PositiveInt

from originals.values import rounded
from reports.checking.observed import Context, Observed
from reports.checking.observers.time_per_statement import Actions, Cost, microseconds, sources


def observe(context: Context, *, letters: PositiveInt, longest: PositiveInt, low: Actions, high: Actions) -> Observed:
    """Return the implied microseconds for each word of 1 to `longest` letters. Facts: words, low, high."""
    words = sum(letters**length for length in range(1, longest + 1))
    least, most = microseconds(context, low), microseconds(context, high)
    each = context.number * 1e6 / words
    cited = sources(context, [Cost(low=low, high=high)])
    why = f"{context.number:,g} s for {words:,} words; {least:g} to {most:g} µs each: {cited}"
    facts = {"words": words, "low": least, "high": most}
    interval = least * words / 1e6, most * words / 1e6
    return Observed(f"{rounded(each, 3)} µs each", why, judged=True, interval=interval, facts=facts)
