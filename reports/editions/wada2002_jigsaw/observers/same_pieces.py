"""See whether two programs have the same pieces: what two patterns find in their texts, in order.

observe = "same_pieces"
with = { program = "c.transcription", pattern = '…', beside = "scheme.transcription", beside_pattern = '…' }
"""

from __future__ import annotations

import re

from reports.checking.observed import Context, Observed


def observe(
    context: Context, *, program: str, pattern: re.Pattern[str], beside: str, beside_pattern: re.Pattern[str]
) -> Observed:
    """Return how many pieces there are, if all are the same; else, in words, how many each has."""
    mine = [match.groups() for match in pattern.finditer(context.text(program))]
    theirs = [match.groups() for match in beside_pattern.finditer(context.text(beside))]
    if mine == theirs:
        return Observed(len(mine))
    same = sum(a == b for a, b in zip(mine, theirs, strict=False))
    return Observed(f"{len(mine)} and {len(theirs)} pieces, {same} of them the same")
