"""Divide a published time by the number of words of an alphabet: microseconds each, plausible or not.

observe = "time_per_item"
with = { seconds = 3.15576e15, letters = 63, longest = 12, low = 0.1, high = 6 }
"""

from __future__ import annotations

from reports.checking.observed import Context, Observed


def observe(_context: Context, *, seconds: float, letters: int, longest: int, low: float, high: float) -> Observed:
    """Return the implied microseconds for each word of 1 to `longest` letters; consistent between `low` and `high`."""
    words = sum(letters**length for length in range(1, longest + 1))
    each = seconds * 1e6 / words
    why = f"{seconds:g} s for {words:,} words; the machines' figures allow {low:g} to {high:g} µs each"
    return Observed(f"{each:.3g} µs each", low <= each <= high, why, judged=True)
