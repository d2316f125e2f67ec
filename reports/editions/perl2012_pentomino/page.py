"""The Perl page's texts into pieces, boards and rows: what several observers read from them."""

from __future__ import annotations

import re
from collections.abc import Iterable

from getallenband.interpreters.source.diagnostics import UserError

ROWS, COLUMNS = 6, 10
CELLS = ROWS * COLUMNS
LETTERS = "ABCDEFGHIJKL"
BOARD = re.compile(rf"(?<!\S)[{LETTERS}]{{{CELLS}}}(?!\S)")
ROW = re.compile(rf"(?<!\S)[{LETTERS}]{{{COLUMNS}}}(?!\S)")


def pieces_of(program: str) -> list[list[str]]:
    """Return the rows of @piece, the shapes as texts; raise UserError if the program has none."""
    match = re.search(r"@piece = \((.*?)\);", program, re.DOTALL)
    if match is None:
        raise UserError("the text has no @piece = (…);")
    return [re.findall(r"'([^']*)'", row) for row in re.findall(r"\[([^\]]*)\]", match[1])]


def boards_side_by_side(text: str, count: int) -> list[str]:
    """Return `count` boards that stand beside each other, row by row, as one text each."""
    rows = ROW.findall(text)
    if len(rows) != count * ROWS:
        raise UserError(f"expected {count * ROWS} rows of {COLUMNS} letters, found {len(rows)}")
    return ["".join(rows[number::count]) for number in range(count)]


def image_of(board: str, image: int) -> str:
    """Return a board's image: 0 itself, 1 left and right exchanged, 2 above and below, 3 both."""
    rows = [board[at : at + COLUMNS] for at in range(0, CELLS, COLUMNS)]
    return "".join(row[:: -1 if image % 2 else 1] for row in rows[:: -1 if image >= 2 else 1])


def firsts(boards: Iterable[str]) -> list[str]:
    """Return the boards that are no image of one before them."""
    kept: dict[str, None] = {}
    for board in boards:
        if not any(image_of(board, image) in kept for image in range(1, 4)):
            kept[board] = None
    return list(kept)


def offsets(shape: str) -> tuple[tuple[int, int], ...]:
    """Return the (row, column) offsets of a shape as the programs write it: "1-1:10:11:2-1"."""
    return tuple((int(part[0]), int(part[1:])) for part in shape.split(":"))


def placed(shape: str, cell: int) -> list[int] | None:
    """Return the five cells of a shape whose first is `cell`, or None where it leaves the board."""
    row, column = divmod(cell, COLUMNS)
    spots = [(row, column), *((row + down, column + across) for down, across in offsets(shape))]
    if any(down >= ROWS or not 0 <= across < COLUMNS for down, across in spots):
        return None
    return [down * COLUMNS + across for down, across in spots]
