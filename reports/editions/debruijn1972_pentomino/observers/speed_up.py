"""Judge a factor between a program that was timed for a part of its search, and one of counted machine instructions.

observe = "speed_up"
with = { run = "full", timed_run = "first24", faster_run = "skip" }
with.cost = [{ statement = ["62"], low = { x8-instruction-least = 2 }, high = { x8-instruction = 6 } }]
"""

from __future__ import annotations

from typing import Annotated

from annotated_types import Len

from interpreters.source.diagnostics import UserError
from originals.values import rounded
from reports.checking.observed import Context, Observed
from reports.checking.observers.time_per_statement import Cost, seconds, sources


def observe(
    context: Context, *, run: str, timed_run: str, faster_run: str, cost: Annotated[list[Cost], Len(1)]
) -> Observed:
    """Return the hours that the whole search takes at the pace of the run that was timed.

    The published factor is the first value, the seconds of the timed run are the second. It agrees if the faster
    program, at the costs of its statements, takes that factor less. Facts: lines, timed_lines, decisions, hours.
    """
    _, published = context.expected
    lines, timed = (sum(context.record(name)["counts"].values()) for name in (run, timed_run))
    if not timed:
        raise UserError(f"the run {timed_run} did nothing")
    decisions, low, high = seconds(context, cost, faster_run)
    slow = published * lines / timed
    why = (
        f"{lines:,} lines at {1e6 * published / timed:.3g} µs against {decisions:,} decisions in {low:,.0f} to"
        f" {high:,.0f} s: {sources(context, cost)}"
    )
    facts = {"lines": lines, "timed_lines": timed, "decisions": decisions, "hours": slow / 3600}
    return Observed(
        f"{rounded(slow / 3600, 3)} hours", why, judged=True, interval=(slow / high, slow / low), facts=facts
    )
