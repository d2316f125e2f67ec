"""List the fields on which a piece's mark may lie so that its centre is left of and above the board's centre.

observe = "mark_fields"
with = { row = 1, width = 5, columns = 10, rows = 6 }
"""

from __future__ import annotations

from pydantic import PositiveInt

from reports.checking.observed import Context, Observed
from reports.editions.debruijn1972_pentomino.board import Board


def observe(
    context: Context,
    *,
    row: PositiveInt,
    width: PositiveInt,
    columns: PositiveInt,
    rows: PositiveInt,
    tape: str = "tape",
) -> Observed:
    """Return the fields, ascending; the piece is row number `row` of the tape, its last number left out."""
    board = Board(columns, rows)
    positions = context.numbers(tape)[(row - 1) * width : row * width - 1]
    column_limit, row_limit = board.centre(board.fields)
    found = []
    for mark in sorted(board.fields):
        covered = board.covered(mark, positions)
        if board.fields.issuperset(covered):
            column, line = board.centre(covered)
            if column < column_limit and line < row_limit:
                found.append(mark)
    return Observed(found)
