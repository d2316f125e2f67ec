"""Divide the executions of one statement by those of another.

observe = "counts_ratio"
with = { over = "60", under = "75", within = 0.5 }
"""

from __future__ import annotations

from reports.checking.observed import Context, Observed
from reports.checking.observers.count import executions


def observe(
    context: Context,
    *,
    over: str | list[str],
    under: str | list[str],
    within: float = 0.0,
    at_least: float | None = None,
    run: str = "",
    under_run: str = "",
) -> Observed:
    """Return the quotient; it agrees if it lies within `within` of the expected one, or is `at_least` so much."""
    above = executions(context.record(run)["counts"], over)
    below = executions(context.record(under_run or run)["counts"], under)
    if below == 0:
        return Observed(None, False, "the divisor never ran")
    ratio = above / below
    agrees = ratio >= at_least if at_least is not None else abs(ratio - float(context.expected)) <= within
    return Observed(round(ratio, 6), agrees, f"{above:,} / {below:,}")
