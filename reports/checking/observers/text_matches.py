r"""List the numbers that a pattern finds in a text of the document, in their order.

observe = "text_matches"
with = { file = "ecol.transcription", pattern = '(\d+) RIJ' }
"""

from __future__ import annotations

import re

from durable.names import shown
from interpreters.source.diagnostics import UserError
from originals.values import DIGITS
from reports.checking.observed import Context, Observed


def observe(context: Context, *, file: str, pattern: re.Pattern[str]) -> Observed:
    """Return what the pattern's group captures, line by line, each a number."""
    if pattern.groups != 1:
        raise UserError(f"the pattern {pattern.pattern!r} has {pattern.groups} groups; expected one")
    captured = [match[1] for line in context.text(file).splitlines() for match in pattern.finditer(line)]
    wrong = [word for word in captured if not (word or "").isdecimal() or len(word) > DIGITS]
    if wrong:
        raise UserError(f"the pattern {pattern.pattern!r} captures {shown(wrong[0])}, which is not a number")
    return Observed([int(word) for word in captured])
