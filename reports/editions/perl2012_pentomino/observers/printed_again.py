"""See whether a part of a program that the page prints a second time is, but for comments and blanks, the same.

observe = "printed_again"
with = { file = "search.transcription", program = "all.transcription" }
"""

from __future__ import annotations

import re

from reports.checking.observed import Context, Observed

COMMENT = re.compile(r"# (?:[\d ]*[^\x00-\x7f])+")
"""The copy has no line ends; a comment ends with its last sign that is not ASCII."""


def observe(context: Context, *, file: str, program: str) -> Observed:
    """Return how often the part stands in the program."""
    return Observed(code(context.text(program)).count(code(context.text(file))))


def code(text: str) -> str:
    """Return a text without comments and blanks."""
    return "".join(COMMENT.sub("", text).split())
