"""De Bruijn's words become boards: the plakjes of a printed line, laid one after the other at the first hole.

    drawing = "plakjes"
    with = { solution = 1 }

The tape gives each plakje's four relative positions and its piece; the cross, which is not printed, lies where the
other eleven leave room for it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from getallenband.interpreters.source.diagnostics import UserError, counted
from getallenband.modern.geometry import Cell
from getallenband.reports.checking.observed import Context
from getallenband.reports.runs.by_folder import drawing, gallery

ROWS, COLUMNS = 6, 10
COLUMN = ROWS + 1
CROSS = (6, 7, 8, 14)


FIELDS = tuple(column * COLUMN + row for column in range(COLUMNS) for row in range(1, COLUMN))
Form = tuple[tuple[int, ...], str]


@drawing("plakjes")
def draw(context: Context, *, solution: int, tape: str = "tape") -> dict[Cell, str]:
    """Return the board of a printed solution; raise UserError if it was not printed or fills no board."""
    lines = printed(context)
    for line in lines:
        if int(line.partition(":")[0]) == solution:
            return board_of(line, context.numbers(tape), 1)[1]
    raise UserError(f"solution {solution} was not printed: the run printed {counted(len(lines), 'solution')}")


@gallery("plakjes")
def draw_all(context: Context, *, tape: str = "tape") -> Iterator[tuple[str, dict[Cell, str]]]:
    """Yield every printed line with its board; the cross moves on only."""
    numbers, cross = context.numbers(tape), 1
    for line in printed(context):
        cross, board = board_of(line, numbers, cross)
        yield line, board


def printed(context: Context) -> list[str]:
    """Return the lines of the solutions, each its number, a colon and a word; the “klaar” after the last is no part."""
    lines = context.record()["output"].splitlines()
    return [found[0] for line in lines if (found := re.match(r"\s*\d+\s*:[\s\d]*", line))]


def board_of(line: str, numbers: list[int], first: int) -> tuple[int, dict[Cell, str]]:
    """Return the field of the cross, looked for from the first given, and the piece on every cell."""
    number, word = line.split(":", 1)
    letters = [int(letter) for letter in re.findall(r"\d+", word)]
    forms = [(tuple(numbers[5 * (letter - 1) : 5 * letter - 1]), str(numbers[5 * letter - 1])) for letter in letters]
    for place in range(first, ROWS + COLUMN * COLUMNS):
        board = laid(forms, place)
        if board is not None:
            return place, {((field - 1) % COLUMN, (field - 1) // COLUMN): piece for field, piece in board.items()}
    raise UserError(f"solution {number.strip()} fills no board")


def laid(forms: list[Form], cross: int) -> dict[int, str] | None:
    """Lay the cross with its mark on a field, then each form at the first hole; None if something does not fit."""
    board: dict[int, str] = {}
    holes = iter(FIELDS)
    for steps, piece in [(CROSS, "1"), *forms]:
        hole = cross if not board else next(field for field in holes if field not in board)
        for field in (hole, *(hole + step for step in steps)):
            if field in board or field % COLUMN == 0 or field > FIELDS[-1]:
                return None
            board[field] = piece
    return board
