"""Lay one piece on an empty board and measure the connected regions that stay free.

observe = "free_regions"
with = { row = 1, width = 5, field = 2, columns = 10, rows = 6 }
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
    field: PositiveInt,
    columns: PositiveInt,
    rows: PositiveInt,
    tape: str = "tape",
) -> Observed:
    """Return the sizes, ascending; the piece is row number `row` of the tape, its mark lies on `field`."""
    board = Board(columns, rows)
    positions = context.numbers(tape)[(row - 1) * width : row * width - 1]
    return Observed(list(board.regions(board.covered(field, positions))))
