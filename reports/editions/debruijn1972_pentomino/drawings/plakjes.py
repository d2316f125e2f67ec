"""De Bruijn's words become boards: the plakjes of a printed line, laid one after the other at the first hole.

    drawing = "plakjes"
    with = { solution = 1 }

The tape gives each plakje's four relative positions and its piece; the cross, which is not printed, lies where the
other eleven leave room for it.
"""

from __future__ import annotations

import re

from interpreters.source.diagnostics import UserError
from modern.geometry import Cell
from reports.checking.observed import Context

ROWS, COLUMNS = 6, 10
COLUMN = ROWS + 1
CROSS = (6, 7, 8, 14)


def draw(context: Context, *, solution: int, tape: str = "tape") -> dict[Cell, str]:
    """Return the board of a printed solution; raise UserError if it was not printed or fills no board."""
    lines = [line for line in context.record()["output"].splitlines() if re.match(rf"\s*{solution}\s*:", line)]
    if not lines:
        raise UserError(f"solution {solution} was not printed")
    word = [int(number) for number in re.findall(r"\d+", lines[0].split(":", 1)[1])]
    numbers = context.numbers(tape)
    forms = [(tuple(numbers[5 * (letter - 1) : 5 * letter - 1]), str(numbers[5 * letter - 1])) for letter in word]
    for place in range(1, ROWS + COLUMN * COLUMNS):
        board = laid(forms, place)
        if board is not None:
            return {((field - 1) % COLUMN, (field - 1) // COLUMN): piece for field, piece in board.items()}
    raise UserError(f"solution {solution} fills no board")


def laid(forms: list[tuple[tuple[int, ...], str]], cross: int) -> dict[int, str] | None:
    """Lay the cross with its mark on a field, then each form at the first hole; None if something does not fit."""
    fields = [column * COLUMN + row for column in range(COLUMNS) for row in range(1, COLUMN)]
    board: dict[int, str] = {}
    for steps, piece in [(CROSS, "1"), *forms]:
        hole = cross if not board else next(field for field in fields if field not in board)
        covered = [hole, *(hole + step for step in steps)]
        if any(field in board or field not in fields for field in covered):
            return None
        board.update(dict.fromkeys(covered, piece))
    return board
