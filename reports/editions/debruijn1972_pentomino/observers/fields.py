"""The numbered fields of the board, and pieces laid on them by adding numbers."""

from __future__ import annotations

from typing import Literal

from pydantic import PositiveInt

from getallenband.reports.checking.observed import Context, Observed
from getallenband.reports.editions.debruijn1972_pentomino.board import Board
from getallenband.reports.runs.by_folder import observer


@observer
def numbered_fields(context: Context, *, rows: PositiveInt) -> Observed:
    """Compare a printed table of field numbers with the right ones.

    observe = "numbered_fields"
    with = { rows = 6 }

    Return the table's lines with the right numbers where it prints any: column by column, the border below too.
    """
    printed = [line.split("\t") for line in str(context.expected).splitlines()]
    numbered = [
        "\t".join(str(column * (rows + 1) + line + 1) if cell else "" for column, cell in enumerate(cells))
        for line, cells in enumerate(printed)
    ]
    return Observed(numbered, expected=["\t".join(cells) for cells in printed])


@observer
def border_fields(
    context: Context, *, names: list[str], columns: PositiveInt, rows: PositiveInt, run: str = ""
) -> Observed:
    """List the fields of the border that probes saw.

    observe = "border_fields"
    with = { names = ["freed_1"], columns = 10, rows = 6 }

    Return the numbers that the probes saw and that are no fields of the board, ascending.
    """
    board = Board(columns, rows)
    return Observed(sorted({field for name in names for field in context.probe(name, run)} - board.fields))


@observer
def mark_fields(
    context: Context,
    *,
    row: PositiveInt,
    width: PositiveInt,
    columns: PositiveInt,
    rows: PositiveInt,
) -> Observed:
    """List the fields for a piece's mark that put its centre in the upper left quarter of the board.

    observe = "mark_fields"
    with = { row = 1, width = 5, columns = 10, rows = 6 }

    Return the fields, ascending; the piece is row number `row` of the tape, its last number left out.
    """
    board = Board(columns, rows)
    positions = positions_in(context, row, width)
    column_limit, row_limit = board.centre(board.fields)
    found = []
    for mark in sorted(board.fields):
        covered = board.covered(mark, positions)
        if board.fields.issuperset(covered):
            column, line = board.centre(covered)
            if column < column_limit and line < row_limit:
                found.append(mark)
    return Observed(found)


@observer
def placed(
    context: Context,
    *,
    row: PositiveInt,
    width: PositiveInt,
    field: PositiveInt,
    columns: PositiveInt,
    rows: PositiveInt,
    aspect: Literal["fields", "border"] = "fields",
) -> Observed:
    """List the fields that a row of the tape asks for, laid on a field; or those in the border.

    observe = "placed"
    with = { row = 21, width = 5, field = 2, columns = 10, rows = 6 }

    Return the fields, the mark's first; or those of them that are border.
    """
    board = Board(columns, rows)
    positions = positions_in(context, row, width)
    fields = board.covered(field, positions)
    return Observed([each for each in fields if aspect == "fields" or each not in board.fields])


@observer
def free_regions(
    context: Context,
    *,
    row: PositiveInt,
    width: PositiveInt,
    field: PositiveInt,
    columns: PositiveInt,
    rows: PositiveInt,
) -> Observed:
    """Lay one piece on the empty board and measure the free regions that remain.

    observe = "free_regions"
    with = { row = 1, width = 5, field = 2, columns = 10, rows = 6 }

    Return the sizes, ascending; the piece is row number `row` of the tape, its mark lies on `field`.
    """
    board = Board(columns, rows)
    positions = positions_in(context, row, width)
    return Observed(list(board.regions(board.covered(field, positions))))


def positions_in(context: Context, row: int, width: int) -> list[int]:
    """Return a row of the tape without its last number."""
    return context.numbers()[(row - 1) * width : row * width - 1]
