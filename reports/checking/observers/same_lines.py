"""Hold the output of two runs against each other: the lines that match a pattern must be the same, in the same order.

observe = "same_lines"
with = { other = "full", pattern = "^ *[0-9]+:" }
"""

from __future__ import annotations

import re

from reports.checking.observed import Context, Observed
from reports.checking.observers.output import first_difference


def observe(context: Context, *, other: str, pattern: str) -> Observed:
    """Return how many lines are the same up to the first difference; only what the pattern matches is compared.

    If the pattern has a group, only the group is compared.
    """
    mine, theirs = (matching(context.record(run)["output"], pattern) for run in ("", other))
    difference = first_difference(theirs, mine)
    if difference is None:
        return Observed(len(mine))
    pair = [repr(lines[difference]) if difference < len(lines) else "nothing" for lines in (theirs, mine)]
    return Observed(
        difference, agrees=False, why=f"line {difference + 1}: {other} printed {pair[0]}, this run {pair[1]}"
    )


def matching(output: str, pattern: str) -> list[str]:
    """Return the first group (or all) of the pattern's match in every line that has one."""
    found = (re.search(pattern, line) for line in output.splitlines())
    return [match[match.re.groups and 1] for match in found if match]
