r"""Hold a published list of pieces in letters against the numbers that stand for them in a program's text.

observe = "lettered_pieces"
with = { file = "pieces.transcription", code = "R0 r7", program = "c", pattern = '\{(\d),(\d),(\d),(\d),' }
"""

from __future__ import annotations

import re

from interpreters.source.diagnostics import UserError
from reports.checking.observed import Context, Observed
from reports.running.names import known


def observe(context: Context, *, file: str, code: str, program: str, pattern: re.Pattern[str]) -> Observed:
    """Return the words of the list whose numbers are not those of the program, in order; `pattern` finds a piece."""
    numbers = {pair[0]: pair[1:] for pair in code.split()}
    words = context.text(file).split()
    for letter in "".join(words):
        known("letter in the code", letter, numbers)
    pieces = ["".join(match.groups("")) for match in pattern.finditer(context.text(program))]
    if len(words) != len(pieces):
        raise UserError(f"the list has {len(words)} pieces, the program {len(pieces)}")
    coded = ["".join(numbers[letter] for letter in word) for word in words]
    wrong = [
        f"{word} is {' '.join(mine)}, the program has {' '.join(theirs)}"
        for word, mine, theirs in zip(words, coded, pieces, strict=True)
        if mine != theirs
    ]
    return Observed(wrong)
