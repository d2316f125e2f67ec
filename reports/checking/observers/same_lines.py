"""Hold the output of two runs against each other: the lines that match a pattern must be the same, in the same order.

observe = "same_lines"
with = { other = "full", pattern = "^ *[0-9]+:" }
"""

from __future__ import annotations

import re

from reports.checking.observed import Context, Observed
from reports.checking.observers.output import first_difference


def observe(context: Context, *, other: str, pattern: re.Pattern[str]) -> Observed:
    """Return how many lines there are, if both runs print the same; else, in words, where the first difference is.

    Only what the pattern matches is compared, or its first group if it has one.
    """
    mine, theirs = (matching(context.record(run)["output"], pattern) for run in ("", other))
    difference = first_difference(theirs, mine)
    if difference is None:
        return Observed(len(mine))
    pair = [repr(lines[difference]) if difference < len(lines) else "nothing" for lines in (theirs, mine)]
    return Observed(f"line {difference + 1} differs", f"{other} printed {pair[0]}, this run {pair[1]}")


def matching(output: str, pattern: re.Pattern[str]) -> list[str]:
    """Return the first group (or all) of the pattern's match in every line that has one."""
    found = (pattern.search(line) for line in output.splitlines())
    return [match[match.re.groups and 1] for match in found if match]
