"""Lay a row of the tape with its mark on a field, by adding numbers: the fields it asks for, or those of the border.

observe = "placed"
with = { row = 21, width = 5, field = 2, columns = 10, rows = 6 }
"""

from __future__ import annotations

from typing import Literal

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
    aspect: Literal["fields", "border"] = "fields",
    tape: str = "tape",
) -> Observed:
    """Return the fields, the mark's first; or those of them that are border."""
    board = Board(columns, rows)
    positions = context.numbers(tape)[(row - 1) * width : row * width - 1]
    fields = board.covered(field, positions)
    return Observed([each for each in fields if aspect == "fields" or each not in board.fields])
