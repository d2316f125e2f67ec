"""The jigsaw's pieces and their letters."""

from __future__ import annotations

import re
from collections import Counter
from typing import Literal

from getallenband.interpreters.source.diagnostics import UserError
from getallenband.reports.checking.observed import Context, Observed
from getallenband.reports.runs.by_folder import observer
from getallenband.reports.runs.names import known


@observer
def distinct_pieces(context: Context, *, file: str) -> Observed:
    """Count the pieces of four letters that differ from each other and from themselves when turned.

    observe = "distinct_pieces"
    with = { file = "pieces.transcription" }

    Return how many of the pieces are neither turned into themselves nor into another of the list.
    """
    words = context.text(file).split()
    turned = [turns(word) for word in words]
    good = [
        word
        for index, word in enumerate(words)
        if word not in turned[index][1:]
        and not any(word in turned[other] for other in range(len(words)) if other != index)
    ]
    return Observed(len(good))


def turns(word: str) -> list[str]:
    """Return a piece and its three turns."""
    return [word[turn:] + word[:turn] for turn in range(len(word))]


@observer
def lettered_pieces(
    context: Context, *, text: str, code: str, program: str, pattern: re.Pattern[str], witness: str = ""
) -> Observed:
    r"""List the words in a list of pieces whose numbers are not those of the program.

    observe = "lettered_pieces"
    with = { text = "pieces", code = "R0 r7", program = "c", pattern = '\{(\d),(\d),(\d),(\d),' }

    Return the words of the list whose numbers are not those of the program, in order; `pattern` finds a piece. The list
    is the transcription's, or that of another `witness`.
    """
    numbers = {pair[0]: pair[1:] for pair in code.split()}
    words = (context.witnessed(text, witness) if witness else context.text(f"{text}.transcription")).split()
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


@observer
def letter_code(
    context: Context,
    *,
    file: str,
    program: str,
    pattern: re.Pattern[str],
    letters: str,
    aspect: Literal["code", "sums"] = "code",
) -> Observed:
    """Find the numbers that stand for letters in a list of pieces and a program, or their sums by pairs.

    observe = "letter_code"
    with = { file = "pieces.transcription", program = "scheme.transcription", pattern = '…', letters = "RGBWrgbw" }

    Return the number that stands for each letter most often; or the "sums" of a capital's and its small letter's.

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


@observer
def same_pieces(
    context: Context, *, program: str, pattern: re.Pattern[str], beside: str, beside_pattern: re.Pattern[str]
) -> Observed:
    """Count the pieces that two programs have in common, in order.

    observe = "same_pieces"
    with = { program = "c.transcription", pattern = '…', beside = "scheme.transcription", beside_pattern = '…' }

    Return how many pieces there are, if all are the same; else, in words, how many each has.
    """
    mine = [match.groups() for match in pattern.finditer(context.text(program))]
    theirs = [match.groups() for match in beside_pattern.finditer(context.text(beside))]
    if mine == theirs:
        return Observed(len(mine))
    same = sum(a == b for a, b in zip(mine, theirs, strict=False))
    return Observed(f"{len(mine)} and {len(theirs)} pieces, {same} of them the same")
