"""Hold two published times of one algorithm against each other, counted in additions of the machines.

observe = "additions"
run = "tetra"
with = { action = "tosbac-add", other = "tetrihex", other_action = "facom-add", low = 1, high = 5 }

The claim's value is the time on the first machine, then that on the other.
"""

from __future__ import annotations

from pydantic import PositiveFloat

from interpreters.source.diagnostics import UserError
from originals.values import rounded
from reports.checking.observed import Context, Observed


def observe(
    context: Context,
    *,
    action: str,
    other: str,
    other_action: str,
    low: PositiveFloat,
    high: PositiveFloat,
    run: str = "",
) -> Observed:
    """Return how many additions a statement took on the other machine for each that it took on the first.

    The first time agrees if that is `low` to `high`. Facts: mine, others (additions for a statement).
    """
    if not isinstance(context.expected, list) or len(context.expected) != 2:
        raise UserError("the claim's value is not two times")
    seconds, other_seconds = context.expected
    executed, other_executed = (sum(context.record(name)["counts"].values()) for name in (run, other))
    each = context.machine(action).microseconds * executed / 1e6
    mine = seconds / each
    others = other_seconds * 1e6 / context.machine(other_action).microseconds / other_executed
    return Observed(
        f"{rounded(others / mine, 3)} to 1",
        f"{mine:.3g} and {others:.3g} additions a statement",
        judged=True,
        interval=(others / high * each, others / low * each),
        facts={"mine": mine, "others": others, "low": low, "high": high},
    )
