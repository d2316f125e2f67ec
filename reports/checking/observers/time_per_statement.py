"""Divide a published running time by the statements that the run executed: microseconds each, plausible or not.

observe = "time_per_statement"
with = { low = 20, high = 200 }
"""

from __future__ import annotations

from interpreters.source.diagnostics import UserError
from reports.checking.observed import Context, Observed
from reports.checking.observers.count import executions


def observe(
    context: Context, *, low: float, high: float, statement: str | list[str] | None = None, run: str = ""
) -> Observed:
    """Return the implied microseconds for each execution of `statement` (default: of every statement).

    The published seconds agree if each execution takes `low` to `high` microseconds. Facts: executed, low, high.
    """
    counts = context.record(run)["counts"]
    executed = executions(counts, list(counts) if statement is None else statement)
    if executed == 0:
        raise UserError("nothing was executed")
    each = context.expected * 1e6 / executed
    why = (
        f"{context.expected:,g} s for {executed:,} executions; the machine's figures allow {low:g} to {high:g} µs each"
    )
    facts = {"executed": executed, "low": low, "high": high}
    return context.judge(f"{each:.3g} µs each", low * executed / 1e6, high * executed / 1e6, why, facts)
