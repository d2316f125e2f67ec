"""Count the printed lines that match a pattern, or list what it captures.

observe = "output_lines"
with = { pattern = "^ *[0-9]+:" }
"""

from __future__ import annotations

import re
from typing import Any

from pydantic import PositiveInt

from interpreters.source.diagnostics import UserError
from originals.values import DIGITS
from reports.checking.observed import Context, Observed


def observe(
    context: Context,
    *,
    pattern: re.Pattern[str],
    captured: bool = False,
    of_text: PositiveInt | None = None,
    run: str = "",
) -> Observed:
    """Return the number of lines in which the pattern is found.

    With `captured`, return its first groups, the blanks in each being one: a number where a group is all digits, a list
    where there are several. With `of_text` they are compared with what the pattern captures in so many lines of the
    published text.
    """
    if (captured or of_text) and not pattern.groups:
        raise UserError(f"the pattern {pattern.pattern!r} has no group to capture")
    output = context.record(run)["output"]
    if of_text:
        published = groups(str(context.expected), pattern)
        if isinstance(published, list) and len(published) != of_text:
            raise UserError(f"the pattern {pattern.pattern!r} finds {len(published)} lines in the text, not {of_text}")
        return Observed(groups(output, pattern), expected=published)
    return Observed(groups(output, pattern) if captured else sum(map(bool, map(pattern.search, output.splitlines()))))


def groups(text: str, pattern: re.Pattern[str]) -> Any:
    """Return what the first group captures, line by line; the only one, if alone. Numbers of many digits stay texts."""
    found = [match[1] for line in text.splitlines() if (match := pattern.search(line))]
    values = [int(group) if group.isdecimal() and len(group) <= DIGITS else " ".join(group.split()) for group in found]
    return values[0] if len(values) == 1 else values
