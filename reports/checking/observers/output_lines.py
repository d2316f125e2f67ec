"""Count the printed lines that match a pattern, or list what it captures.

observe = "output_lines"
with = { pattern = "^ *[0-9]+:" }
"""

from __future__ import annotations

import re

from interpreters.source.diagnostics import UserError
from reports.checking.observed import Context, Observed


def observe(context: Context, *, pattern: str, captured: bool = False, run: str = "") -> Observed:
    """Return the number of lines in which the pattern is found.

    With `captured`, return its first groups, the blanks in each being one: a number where a group is all digits, a list
    where there are several.
    """
    try:
        wanted = re.compile(pattern)
    except re.error as error:
        raise UserError(f"the pattern {pattern!r} is no regular expression: {error}") from None
    found = [match for line in context.record(run)["output"].splitlines() if (match := wanted.search(line))]
    if not captured:
        return Observed(len(found))
    groups = [int(match[1]) if match[1].isdecimal() else " ".join(match[1].split()) for match in found]
    return Observed(groups[0] if len(groups) == 1 else groups)
