"""Hold the ratio of two published times against the ratio of work of two runs.

observe = "time_by_work"
with = { over = ["25", "27"], under = ["44", "46"], under_run = "table", low = 0.8, high = 2.0 }
"""

from __future__ import annotations

from interpreters.source.diagnostics import UserError
from reports.checking.observed import Context, Observed
from reports.checking.observers.count import executions


def observe(
    context: Context, *, over: list[str], under: list[str], under_run: str, low: float, high: float
) -> Observed:
    """Return the ratio of work; the ratio of the two published times agrees if it is `low` to `high` times that.

    The work of each run is how often some statements ran. Facts: over, under, ratio (of the times), low, high.
    """
    mine = executions(context.record()["counts"], over)
    theirs = executions(context.record(under_run)["counts"], under)
    seconds, under_seconds = context.expected
    if theirs == 0 or under_seconds == 0:
        raise UserError("the divisor is zero")
    ratio, published = mine / theirs, seconds / under_seconds
    each = f"{1e6 * seconds / mine:.1f} and {1e6 * under_seconds / theirs:.1f} µs each"
    why = f"{mine:,} / {theirs:,}; published times {published:.3g} to 1, {each}"
    facts = {"over": mine, "under": theirs, "ratio": published, "low": low, "high": high}
    interval = low * ratio * under_seconds, high * ratio * under_seconds
    return Observed(f"{ratio:.3g} to 1", why, judged=True, interval=interval, facts=facts)
