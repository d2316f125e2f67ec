"""Find the code of letters by numbers from a list of pieces in letters and the same pieces, as numbers, in a program.

observe = "letter_code"
with = { file = "pieces.transcription", program = "scheme.transcription", pattern = '…', letters = "RGBWrgbw" }
"""

from __future__ import annotations

import re
from collections import Counter
from typing import Literal

from interpreters.source.diagnostics import UserError
from reports.checking.observed import Context, Observed
from reports.running.names import known


def observe(
    context: Context,
    *,
    file: str,
    program: str,
    pattern: re.Pattern[str],
    letters: str,
    aspect: Literal["code", "sums"] = "code",
) -> Observed:
    """Return the number that stands for each letter most often; or the "sums" of a capital's and its small letter's.

    Where all sums are one number, that number.
    """
    words = context.text(file).split()
    pieces = [match.groups("") for match in pattern.finditer(context.text(program))]
    if len(words) != len(pieces):
        raise UserError(f"the list has {len(words)} pieces, the program {len(pieces)}")
    numbers: dict[str, Counter[int]] = {}
    for word, piece in zip(words, pieces, strict=True):
        for letter, number in zip(word, piece, strict=True):
            numbers.setdefault(letter, Counter())[int(number)] += 1
    code = {letter: known("letter in the list", letter, numbers).most_common(1)[0][0] for letter in letters}
    if aspect == "code":
        return Observed(list(code.values()))
    sums = [number + code[letter.lower()] for letter, number in code.items() if letter.isupper()]
    return Observed(sums[0] if len(set(sums)) == 1 else sums)
