"""Boards that a program printed as text become boards: one sign a cell.

    drawing = "board"
    with = { solution = 1, rows = 6, columns = 10 }
    with = { solution = 1, widths = [6, 5, 6, 5, 6], hexagonal = true, signs = "[1-7]" }
    with = { solution = 1, rows = 6, columns = 10, file = "pentomino.dat", one_line = true }

On a hexagonal board each second row is shifted half a cell to the right. With `one_line` the rows of a board stand end
to end in one line.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import accumulate, islice, pairwise

from pydantic import PositiveInt

from getallenband.interpreters.source.diagnostics import UserError, counted
from getallenband.modern.geometry import Cell
from getallenband.originals.boards import LARGEST
from getallenband.reports.checking.observed import Context
from getallenband.reports.runs.by_folder import drawing, gallery


@drawing("board")
def draw(
    context: Context,
    *,
    solution: PositiveInt,
    rows: int = 0,
    columns: int = 0,
    widths: list[int] | None = None,
    hexagonal: bool = False,
    signs: str = r"\S",
    file: str = "",
    one_line: bool = False,
) -> dict[Cell, str]:
    """Return the n-th board: consecutive lines of as many signs as the board's rows have cells (blanks do not count).

    Boards are looked for in what was printed, or in what was written to a file. Raise UserError if there are fewer.
    """
    printed = draw_all(
        context, rows=rows, columns=columns, widths=widths, hexagonal=hexagonal, signs=signs, file=file,
        one_line=one_line,
    )  # fmt: skip
    boards = [board for _, board in islice(printed, solution)]
    if len(boards) < solution:
        raise UserError(f"solution {solution} was not printed: the run printed {counted(len(boards), 'board')}")
    return boards[-1]


@gallery("board")
def draw_all(
    context: Context,
    *,
    rows: int = 0,
    columns: int = 0,
    widths: list[int] | None = None,
    hexagonal: bool = False,
    signs: str = r"\S",
    file: str = "",
    one_line: bool = False,
) -> Iterator[tuple[str, dict[Cell, str]]]:
    """Yield every board, with its rows as they were printed."""
    wanted = widths or [columns] * min(rows, LARGEST + 1)
    if not (wanted and min(wanted) > 0 and sum(wanted) <= LARGEST):
        raise UserError(f'"rows" and "columns", or "widths", must give a board of at most {LARGEST:,} cells')
    printed = context.written(file) if file else context.record()["output"]
    lines = ["".join(line.split()) for line in printed.splitlines()]
    if one_line:
        ends = [*accumulate(wanted, initial=0)]
        lines = [line[start:end] for line in lines if len(line) >= ends[-1] for start, end in pairwise(ends)]
    try:
        row_of = {width: re.compile(rf"(?:{signs}){{{width}}}") for width in wanted}
    except (re.error, RecursionError, OverflowError):
        raise UserError(f'"signs" must be a regular expression, not {signs!r}') from None
    place = hexagon if hexagonal else square
    start = 0
    while start + len(wanted) <= len(lines):
        block = lines[start : start + len(wanted)]
        fits = all(row_of[width].fullmatch(line) for width, line in zip(wanted, block, strict=True))
        if fits:
            cells = {place(row, column): sign for row, text in enumerate(block) for column, sign in enumerate(text)}
            yield " ".join(block), cells
        start += len(wanted) if fits else 1


def square(row: int, column: int) -> Cell:
    """Return the cell of a square lattice."""
    return row, column


def hexagon(row: int, column: int) -> Cell:
    """Return the cell of a hexagonal lattice whose odd rows are shifted to the right."""
    x = column - row // 2
    return x, -x - row, row
