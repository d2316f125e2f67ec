"""See whether probes ever saw a field of the border.

observe = "border_fields"
with = { names = ["freed_1"], columns = 10, rows = 6 }
"""

from __future__ import annotations

from pydantic import PositiveInt

from reports.checking.observed import Context, Observed
from reports.editions.debruijn1972_pentomino.board import Board


def observe(context: Context, *, names: list[str], columns: PositiveInt, rows: PositiveInt, run: str = "") -> Observed:
    """Return the numbers that the probes saw and that are no fields of the board, ascending."""
    board = Board(columns, rows)
    return Observed(sorted({field for name in names for field in context.probe(name, run)} - board.fields))
