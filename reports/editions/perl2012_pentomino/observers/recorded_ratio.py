"""Hold the ratio of two published times against the ratio of work of two recorded searches.

observe = "recorded_ratio"
with = { file = "inputs/whole.toml", search = "all", under = "unique",
         work = ["calls of search"], under_work = ["calls of search"], low = 0.5, high = 2.0 }
"""

from __future__ import annotations

from reports.checking.observed import Context, Observed
from reports.editions.perl2012_pentomino.observers.recorded import quotient


def observe(
    context: Context,
    *,
    file: str,
    search: str,
    under: str,
    work: list[str],
    under_work: list[str],
    low: float = 0.5,
    high: float = 2.0,
) -> Observed:
    """Return the ratio of work; the ratio of the two published times agrees if it is `low` to `high` times that.

    Facts: over, under, ratio (of the times), low, high.
    """
    above, below = context.figures(file, search), context.figures(file, under)
    over, divisor = sum(above[name] for name in work), sum(below[name] for name in under_work)
    seconds, under_seconds = context.expected
    ratio, published = quotient(over, divisor), quotient(seconds, under_seconds)
    each = f"{1e6 * seconds / over:.1f} and {1e6 * under_seconds / divisor:.1f} µs each"
    why = f"{over:,} / {divisor:,}; published times {published:.3g} to 1, {each}"
    facts = {"over": over, "under": divisor, "ratio": published, "low": low, "high": high}
    interval = low * ratio * under_seconds, high * ratio * under_seconds
    return Observed(f"{ratio:.3g} to 1", why, judged=True, interval=interval, facts=facts)
