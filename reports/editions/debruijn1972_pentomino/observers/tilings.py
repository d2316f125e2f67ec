"""Lay published solutions on the board: each a word of row numbers of the tape, laid on the first free field in turn.

observe = "tilings"
with = { file = "solutions.transcription", width = 5, columns = 10, rows = 6, fixed = 1, field = 3 }
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from pydantic import PositiveInt

from reports.checking.observed import Context, Observed
from reports.editions.debruijn1972_pentomino.board import Board


def observe(
    context: Context,
    *,
    file: str,
    width: PositiveInt,
    columns: PositiveInt,
    rows: PositiveInt,
    fixed: PositiveInt,
    field: PositiveInt,
    tape: str = "tape",
) -> Observed:
    """Return how many lines "number: word" fill the board with every piece; row `fixed` is laid first, on `field`."""
    board = Board(columns, rows)
    numbers = context.numbers(tape)
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
