"""Hold the ratio of two published times against the ratio of work of two recorded searches.

observe = "recorded_ratio"
with = { file = "inputs/whole.toml", search = "all", under = "unique", seconds = 54097, under_seconds = 17795,
         work = ["calls of search"], under_work = ["calls of search"], low = 0.5, high = 2.0 }
"""

from __future__ import annotations

from reports.checking.observed import Context, Observed
from reports.editions.perl2012_pentomino.observers.recorded import recorded


def observe(
    context: Context,
    *,
    file: str,
    search: str,
    under: str,
    seconds: float,
    under_seconds: float,
    work: list[str],
    under_work: list[str],
    low: float = 0.5,
    high: float = 2.0,
) -> Observed:
    """Return the ratio of work; the claim is consistent if the times' ratio is `low` to `high` times that."""
    above, below = recorded(context, file, search), recorded(context, file, under)
    over, divisor = sum(above[name] for name in work), sum(below[name] for name in under_work)
    ratio, published = over / divisor, seconds / under_seconds
    each = f"{1e6 * seconds / over:.1f} and {1e6 * under_seconds / divisor:.1f} µs each"
    why = f"{over:,} / {divisor:,}; published times {published:.3g} to 1, {each}"
    return Observed(f"{ratio:.3g} to 1", low <= published / ratio <= high, why, judged=True)
