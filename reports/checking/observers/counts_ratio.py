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
) -> Observed:
    """Return the quotient. Facts: over, under."""
    above = executions(context.record(run)["counts"], over)
    below = executions(context.record(under_run or run)["counts"], under)
    if below == 0:
        raise UserError("the divisor never ran")
    return Observed(round(above / below, 6), f"{above:,} / {below:,}", facts={"over": above, "under": below})
