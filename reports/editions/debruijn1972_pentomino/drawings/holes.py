"""The plakjes whose row on the tape has lost a number in the copy, each with the square that closes the hole.

    drawing = "holes"
    with = { tape = "tape" }

A correction of the tape is called after its plakje: plakje-55. The number that it restores is the row's first.
"""

from __future__ import annotations

from getallenband.interpreters.source.diagnostics import UserError
from getallenband.modern.geometry import Cell
from getallenband.reports.checking.observed import Context
from getallenband.reports.editions.debruijn1972_pentomino.drawings.plakjes import COLUMN, FIELDS
from getallenband.reports.runs.by_folder import drawing

RESTORED = "+"
ACROSS, DOWN = 6, 6
"""Squares from one plakje to the next, and from one row of plakjes to the next."""


@drawing("holes")
def draw(context: Context, *, tape: str = "tape") -> dict[Cell, str]:
    """Return the restored plakjes side by side, two rows of them: the number of each, "+" on the restored square."""
    numbers = context.numbers(tape)
    restored = [
        int(each.identifier.removeprefix("plakje-"))
        for each in context.emendations
        if each.identifier.startswith("plakje-")
    ]
    laid: dict[Cell, str] = {}
    for place, plakje in enumerate(restored):
        row, column = divmod(place, (len(restored) + 1) // 2)
        squares = squares_of(numbers[5 * (plakje - 1) : 5 * plakje - 1])
        top = min(down for down, _ in squares)
        for number, (down, across) in enumerate(squares):
            cell = (row * DOWN + down - top, column * ACROSS + across)
            laid[cell] = RESTORED if number == 1 else str(plakje)
    return laid


def squares_of(steps: list[int]) -> list[tuple[int, int]]:
    """Return row and column of a plakje's squares, the mark first; raise UserError if it lies nowhere on the board."""
    for field in FIELDS:
        covered = [field, *(field + step for step in steps)]
        if all(each in FIELDS for each in covered):
            return [((each - 1) % COLUMN, (each - 1) // COLUMN) for each in covered]
    raise UserError(f"the plakje {steps} lies nowhere on the board")
