"""Count the executions of a statement, or of several.

observe = "count"
with = { statement = "86" }
"""

from __future__ import annotations

from collections.abc import Mapping

from interpreters.source.diagnostics import UserError
from reports.checking.observed import Context, Observed


def observe(
    context: Context, *, statement: str | list[str], less: str | list[str] | None = None, run: str = ""
) -> Observed:
    """Return how often the statement ran (of several: the sum), less how often others did."""
    counts = context.record(run)["counts"]
    return Observed(executions(counts, statement) - executions(counts, less or []))


def executions(counts: Mapping[str, int], statement: str | list[str]) -> int:
    """Return the sum of the counts of one statement or of several; raise UserError for one that is not there."""
    wanted = [statement] if isinstance(statement, str) else statement
    for label in wanted:
        if label not in counts:
            raise UserError(f"the program has no statement {label!r}")
    return sum(counts[label] for label in wanted)
