"""Hold the ratio of two published times against the ratio of the work that two runs did.

observe = "time_ratio"
with = { run = "slow", under_run = "fast", low = 0.5, high = 2.0 }
"""

from __future__ import annotations

from interpreters.source.diagnostics import UserError
from reports.checking.observed import Context, Observed
from reports.checking.observers.count import executions


def observe(
    context: Context,
    *,
    run: str,
    under_run: str,
    low: float = 0.5,
    high: float = 2.0,
    statement: str | list[str] | None = None,
    under_statement: str | list[str] | None = None,
) -> Observed:
    """Return the ratio of executions of `run` to those of `under_run` (default: of all statements).

    The published ratio of times agrees if it is `low` to `high` times that ratio of work.

    Facts: over, under, low, high.
    """
    above, below = context.record(run)["counts"], context.record(under_run)["counts"]
    over = executions(above, list(above) if statement is None else statement)
    under = executions(below, list(below) if under_statement is None else under_statement)
    if not over or not under:
        raise UserError("one of the runs did nothing")
    work = over / under
    why = f"{over:,} / {under:,} executions; published times: {context.expected:g} to 1"
    facts = {"over": over, "under": under, "low": low, "high": high}
    return Observed(f"{work:.3g} to 1", why, judged=True, interval=(low * work, high * work), facts=facts)
