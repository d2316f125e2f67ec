"""Count the printed lines that match a pattern, or list what it captures.

observe = "output_lines"
with = { pattern = "^ *[0-9]+:" }
"""

from __future__ import annotations

import re

from interpreters.source.diagnostics import UserError
from reports.checking.observed import Context, Observed


def observe(context: Context, *, pattern: re.Pattern[str], captured: bool = False, run: str = "") -> Observed:
    """Return the number of lines in which the pattern is found.

    With `captured`, return its first groups, the blanks in each being one: a number where a group is all digits, a list
    where there are several.
    """
    found = [match for line in context.record(run)["output"].splitlines() if (match := pattern.search(line))]
    if captured and not pattern.groups:
        raise UserError(f"the pattern {pattern.pattern!r} has no group to capture")
    if not captured:
        return Observed(len(found))
    groups = [int(match[1]) if match[1].isdecimal() else " ".join(match[1].split()) for match in found]
    return Observed(groups[0] if len(groups) == 1 else groups)
