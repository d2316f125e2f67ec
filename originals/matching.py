"""Two sequences of lines or words, matched: difflib's matcher, for what it gets through.

matcher(ours, theirs).get_opcodes()
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from difflib import SequenceMatcher

from getallenband.originals.errors import EditionError

MOST = 50_000_000
"""Pairs of equal parts: difflib looks at each, several times, and takes a minute for so many."""


def matcher(ours: Sequence[str], theirs: Sequence[str]) -> SequenceMatcher[str]:
    """Return the matcher; raise EditionError where so many parts are equal that it would not end."""
    times = Counter(theirs)
    pairs = sum(times[part] for part in ours)
    if pairs > MOST:
        raise EditionError(
            f"the texts have {pairs:,} pairs of equal lines or words, and at most {MOST:,} are compared: divide them"
        )
    return SequenceMatcher(None, ours, theirs, autojunk=False)
