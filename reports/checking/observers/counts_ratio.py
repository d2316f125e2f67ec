"""Divide the executions of one statement by those of another.

observe = "counts_ratio"
with = { over = "60", under = "75" }
"""

from __future__ import annotations

from interpreters.source.diagnostics import UserError
from reports.checking.observed import Context, Observed
from reports.checking.observers.count import executions


def observe(
    context: Context,
    *,
    over: str | list[str],
    under: str | list[str],
    run: str = "",
    under_run: str = "",
    judged: bool = False,
) -> Observed:
    """Return the quotient; `judged` where it is held against words such as "a little".

    Facts: over, under, per_cent (of the difference).
    """
    above = executions(context.record(run)["counts"], over)
    below = executions(context.record(under_run or run)["counts"], under)
    if below == 0:
        raise UserError("the divisor never ran")
    facts = {"over": above, "under": below, "per_cent": 100 * abs(above - below) / below}
    return Observed(round(above / below, 6), f"{above:,} / {below:,}", judged=judged, facts=facts)
