"""Solutions as words of row numbers."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise
from typing import Literal

from pydantic import PositiveInt

from getallenband.reports.checking.observed import Context, Observed
from getallenband.reports.editions.debruijn1972_pentomino.board import Board
from getallenband.reports.runs.by_folder import observer


@observer
def words(
    context: Context, *, aspect: Literal["distinct", "beginnings", "numbered", "series"], run: str = ""
) -> Observed:
    """Count the words that a run prints: distinct ones, those numbered by place, or alphabetical series.

    observe = "words"
    with = { aspect = "distinct" }

    A word that comes before the last one in the alphabet begins a new puzzle.

    Return how many.

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


@observer
def tilings(
    context: Context,
    *,
    file: str,
    width: PositiveInt,
    columns: PositiveInt,
    rows: PositiveInt,
    fixed: PositiveInt,
    field: PositiveInt,
) -> Observed:
    """Count the published words that fill the board, each plakje laid on the first free field.

    observe = "tilings"
    with = { file = "solutions.transcription", width = 5, columns = 10, rows = 6, fixed = 1, field = 3 }

    Return how many lines "number: word" fill the board with every piece; row `fixed` is laid first, on `field`.
    """
    board = Board(columns, rows)
    numbers = context.numbers()
    tape_rows = [numbers[start : start + width] for start in range(0, len(numbers), width)]
    good, bad = 0, ""
    for line in context.text(file).splitlines():
        title, _, word = line.partition(":")
        if tiles(board, tape_rows, (fixed, field), [int(number) for number in re.findall(r"\d+", word)]):
            good += 1
        else:
            bad = bad or f"solution {title} does not fill the board"
    return Observed(good, bad)


def tiles(board: Board, tape_rows: Sequence[Sequence[int]], first: tuple[int, int], word: Sequence[int]) -> bool:
    """Tell whether the word, after the first piece and its field, fills the board with every piece once."""
    number, field = first
    free = set(board.fields)
    pieces = []
    for plate in (number, *word):
        if not 0 < plate <= len(tape_rows):
            return False
        *positions, piece = tape_rows[plate - 1]
        covered = set(board.covered(field, positions))
        if not covered <= free:
            return False
        free -= covered
        pieces.append(piece)
        field = min(free, default=0)
    return not free and sorted(pieces) == sorted({row[-1] for row in tape_rows})
