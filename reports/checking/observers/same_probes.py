"""Hold probes against each other, pair by pair: each value must have been seen as often by both.

observe = "same_probes"
with = { names = ["laid", "stored"], others = ["lifted", "restored"] }
"""

from __future__ import annotations

from interpreters.source.diagnostics import UserError
from reports.checking.observed import Context, Observed


def observe(context: Context, *, names: list[str], others: list[str], run: str = "") -> Observed:
    """Return the probes that did not see just what their pair did. Facts: seen, how often the others saw anything."""
    if len(names) != len(others):
        raise UserError(f"{len(names)} probes cannot be paired with {len(others)}")
    differ = []
    seen = 0
    for name, other in zip(names, others, strict=True):
        mine = context.probe(name, run)
        if mine != context.probe(other, run):
            differ.append(name)
        else:
            seen += sum(mine.values())
    return Observed(differ, facts={"seen": seen})
