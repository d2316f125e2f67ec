"""Divide a published time by the number of words of an alphabet: microseconds each, plausible or not.

observe = "time_per_item"
with = { letters = 63, longest = 12, low = 0.1, high = 6 }
"""

from __future__ import annotations

from reports.checking.observed import Context, Observed


def observe(context: Context, *, letters: int, longest: int, low: float, high: float) -> Observed:
    """Return the implied microseconds for each word of 1 to `longest` letters; they agree from `low` to `high`.

    Facts: words, low, high.
    """
    words = sum(letters**length for length in range(1, longest + 1))
    each = context.expected * 1e6 / words
    why = f"{context.expected:g} s for {words:,} words; the machines' figures allow {low:g} to {high:g} µs each"
    facts = {"words": words, "low": low, "high": high}
    return context.judge(f"{each:.3g} µs each", low * words / 1e6, high * words / 1e6, why, facts)
