"""Hold the ratio of two published times against the ratio of the work that two runs did.

observe = "time_ratio"
with = { run = "slow", under_run = "fast", published = 3.1, low = 0.5, high = 2.0 }
"""

from __future__ import annotations

from reports.checking.observed import Context, Observed
from reports.checking.observers.count import executions


def observe(
    context: Context,
    *,
    run: str,
    under_run: str,
    published: float,
    low: float = 0.5,
    high: float = 2.0,
    statement: str | list[str] | None = None,
    under_statement: str | list[str] | None = None,
) -> Observed:
    """Return the ratio of executions of `run` to those of `under_run` (default: of all statements).

    The claim is consistent if the published ratio of times is between `low` and `high` times that ratio of work.
    """
    above, below = context.record(run)["counts"], context.record(under_run)["counts"]
    over = executions(above, list(above) if statement is None else statement)
    under = executions(below, list(below) if under_statement is None else under_statement)
    if not over or not under:
        return Observed(None, None, "one of the runs did nothing")
    work = over / under
    why = f"{over:,} / {under:,} executions; published times: {published:g} to 1"
    return Observed(f"{work:.3g} to 1", low <= published / work <= high, why, judged=True)
