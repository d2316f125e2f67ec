"""Look at the words that a run prints, "number: word".

observe = "words"
with = { aspect = "distinct" }

A word that comes before the last one in the alphabet begins a new puzzle.
"""

from __future__ import annotations

import re
from itertools import pairwise
from typing import Literal

from reports.checking.observed import Context, Observed


def observe(
    context: Context, *, aspect: Literal["distinct", "beginnings", "numbered", "series"], run: str = ""
) -> Observed:
    """Return how many.

    distinct     different words, whatever their puzzle
    beginnings   different words without their last letter, puzzle by puzzle
    numbered     words whose number is their place
    series       series of words in alphabetical order
    """
    lines = [line.partition(":") for line in context.record(run)["output"].splitlines() if ":" in line]
    words = [[int(letter) for letter in re.findall(r"\d+", word)] for _, _, word in lines]
    puzzles = [0]
    for before, after in pairwise(words):
        puzzles.append(puzzles[-1] + (after <= before))
    counted = {
        "distinct": len({tuple(word) for word in words}),
        "beginnings": len({(puzzle, *word[:-1]) for puzzle, word in zip(puzzles, words, strict=False)}),
        "numbered": sum(title.strip() == str(place) for place, (title, _, _) in enumerate(lines, 1)),
        "series": puzzles[-1] + 1 if words else 0,
    }
    return Observed(counted[aspect])
