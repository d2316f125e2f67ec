"""Divide a published running time by the statements that the run executed: microseconds each, plausible or not.

observe = "time_per_statement"
with = { seconds = 360, low = 20, high = 200 }
"""

from __future__ import annotations

from reports.checking.observed import Context, Observed
from reports.checking.observers.count import executions


def observe(
    context: Context,
    *,
    seconds: float,
    low: float,
    high: float,
    statement: str | list[str] | None = None,
    run: str = "",
) -> Observed:
    """Return the implied microseconds for each execution of `statement` (default: of every statement).

    The claim is consistent with the machine's known speed if they lie between `low` and `high`.
    """
    counts = context.record(run)["counts"]
    executed = executions(counts, list(counts) if statement is None else statement)
    if executed == 0:
        return Observed(None, None, "nothing was executed")
    each = seconds * 1e6 / executed
    why = f"{seconds:g} s for {executed:,} executions; the machine's figures allow {low:g} to {high:g} µs each"
    return Observed(f"{each:.3g} µs each", low <= each <= high, why, judged=True)
