"""Count the printed lines that match a pattern, or list what it captures.

observe = "output_lines"
with = { pattern = "^ *[0-9]+:" }
"""

from __future__ import annotations

import re

from reports.checking.observed import Context, Observed


def observe(context: Context, *, pattern: str, captured: bool = False, run: str = "") -> Observed:
    """Return the number of lines in which the pattern is found; with `captured`, the list of its first groups."""
    found = [match for line in context.record(run)["output"].splitlines() if (match := re.search(pattern, line))]
    return context.compared([match[1] for match in found] if captured else len(found))
