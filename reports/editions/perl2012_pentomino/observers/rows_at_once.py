"""Lay pieces in turn on the first free cell, and see which boards have the rows that a page prints.

observe = "rows_at_once"
with = { file = "rows.transcription", program = "unique.transcription", pieces = "KBLFD" }
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Annotated

from pydantic import Field

from interpreters.source.diagnostics import UserError
from reports.checking.observed import Context, Observed
from reports.editions.perl2012_pentomino.page import CELLS, COLUMNS, LETTERS, pieces_of, placed

FREE = " "


def observe(
    context: Context, *, file: str, program: str, pieces: Annotated[str, Field(pattern="^[A-L]{1,11}$")]
) -> Observed:
    """Return how many boards of these pieces have the printed first two rows, both filled by the last piece alone.

    The third row must have the printed letters in the printed order: its empty cells are not to be relied on.
    """
    lines = ["".join(sign for sign in line if sign in LETTERS) for line in context.text(file).splitlines()]
    if len(lines) < 3:
        raise UserError(f"{file} has {len(lines)} lines; expected three rows of a board")
    first, second, third = lines[:3]
    table = pieces_of(context.text(program))
    fitting = [
        (board, before)
        for board, before in boards(table, pieces)
        if board[: 2 * COLUMNS] == first + second and board[2 * COLUMNS : 3 * COLUMNS].replace(FREE, "") == third
    ]
    at_once = [board for board, before in fitting if FREE in before[:COLUMNS] and FREE in before[COLUMNS : 2 * COLUMNS]]
    rows = ", ".join(board[2 * COLUMNS : 3 * COLUMNS].replace(FREE, ".") for board in at_once)
    return Observed(len(at_once), f"third row: {rows}")


def boards(table: Sequence[Sequence[str]], pieces: str, board: str = FREE * CELLS) -> Iterator[tuple[str, str]]:
    """Yield each board of these pieces, laid in this order, with the board before the last piece."""
    cell = board.index(FREE)
    for shape in table[LETTERS.index(pieces[0])]:
        cells = placed(shape, cell)
        if cells is None or any(board[spot] != FREE for spot in cells):
            continue
        laid = "".join(pieces[0] if spot in cells else sign for spot, sign in enumerate(board))
        if len(pieces) == 1:
            yield laid, board
        else:
            yield from boards(table, pieces[1:], laid)
