"""The two Perl programs of 2012, from their piece data to their boards: a faithful model, fast enough for the whole.

    model = Model(pieces)                       # the rows of @piece, as the program has them
    model.all_boards().boards                   # in the order of pento_all.dat
    model.unique_boards(symmetry=False).events  # how often each step of the second program is taken

Nothing is searched otherwise than in the programs: same order, same tests, same cuts. The hashes %symmetry and %uniq
hold the pieces' placements instead of the board as a text, which tells boards apart just as well.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from modern.kernels.arrays import Numbers
from modern.kernels.perl_page import CELLS, COLUMNS, PIECES, SHAPES, SQUARES, search_all, search_unique

EVENTS_ALL = (
    "calls of search", "pieces taken", "shapes tried", "rows worked out", "columns worked out", "cells looked up",
    "cells free", "placements", "boards printed", "removals", "cells looked up below the board",
)  # fmt: skip
EVENTS_UNIQUE = (
    "calls of search", "pieces taken", "shapes tried", "shapes on the board", "cells looked up", "placements",
    "boards filled", "calls of symmetry", "top row open", "two rows full", "mirrored before", "stored",
    "boards printed", "removals", "two rows full at once", "mirrored boards", "boards upside down", "turned boards",
)  # fmt: skip
ROWS = CELLS // COLUMNS
NO_LIMIT = 2**62
BOARDS = 9356 * 2
"""Room for boards; a search that needs more is an error of the piece data."""
SEEN = 2**22
"""Words of the first table of half-filled boards; it grows as need be."""


@dataclass(frozen=True, slots=True)
class Searched:
    """The boards printed, letters A to L row by row, and how often each event happened."""

    boards: tuple[str, ...]
    events: dict[str, int]


def offsets(shape: str) -> tuple[tuple[int, int], ...]:
    """Return the (row, column) offsets of a shape as the programs write it: "1-1:10:11:2-1"."""
    return tuple((int(part[0]), int(part[1:])) for part in shape.split(":"))


class Model:
    """Both searches over the same pieces."""

    def __init__(self, pieces: Sequence[Sequence[str]]) -> None:
        if len(pieces) != PIECES or any(not 1 <= len(shapes) <= SHAPES for shapes in pieces):
            raise ValueError(f"expected {PIECES} pieces of 1 to {SHAPES} shapes")
        self.shapes = [[offsets(shape) for shape in shapes] for shapes in pieces]

    def all_boards(self, *, most_calls: int = NO_LIMIT, most_boards: int = NO_LIMIT) -> Searched:
        """Run the first program, or its beginning: up to a number of calls of `search`, or of boards."""
        table = np.zeros(PIECES * 65 + PIECES, np.int64)
        for piece, shapes in enumerate(self.shapes):
            table[piece] = len(shapes)
            for number, shape in enumerate(shapes):
                at = PIECES + (piece * SHAPES + number) * 8
                table[at : at + 8] = [part for offset in shape for part in offset]
        board = np.zeros(CELLS + COLUMNS, np.int64)
        board[CELLS:] = 1
        events, boards = np.zeros(len(EVENTS_ALL), np.int64), room()
        found = search_all(table, events, boards, board, np.zeros(8 * PIECES, np.int64), most_calls, most_boards)
        return Searched(letters(boards, found), dict(zip(EVENTS_ALL, map(int, events), strict=True)))

    def unique_boards(
        self,
        *,
        last_line: bool = True,
        symmetry: bool = True,
        count: int = PIECES,
        closed_rows: Sequence[int] = (),
        most_calls: int = NO_LIMIT,
        most_boards: int = NO_LIMIT,
    ) -> Searched:
        """Run the second program, or its beginning, with or without its two cuts.

        To see the cuts at work sooner, only the first `count` pieces are laid, and some rows are full from the start.
        """
        places, images = self.placements()
        size = SEEN
        while True:
            events, boards = np.zeros(len(EVENTS_UNIQUE), np.int64), room()
            found = search_unique(
                places,
                images,
                events,
                boards,
                np.array([int(cell // COLUMNS in closed_rows) for cell in range(CELLS)]) * (PIECES + 1),
                np.zeros(8 * PIECES, np.int64),
                np.full(PIECES, -1, np.int64),
                np.zeros(size, np.uint64),
                np.zeros(2**15, np.uint64),
                count,
                int(last_line),
                int(symmetry),
                most_calls,
                most_boards,
            )
            if found >= 0:
                return Searched(letters(boards, found), dict(zip(EVENTS_UNIQUE, map(int, events), strict=True)))
            size *= 8

    def placements(self) -> tuple[Numbers, Numbers]:
        """Return the second program's %piece as numbers, and every placement's three mirrored placements."""
        counts = [len(shapes) for shapes in self.shapes]
        starts = np.zeros(PIECES * SHAPES * CELLS, np.int64)
        placed: list[tuple[int, tuple[int, ...]]] = []
        for piece, shapes in enumerate(self.shapes):
            for number, shape in enumerate(shapes):
                for cell in range(CELLS):
                    row, column = divmod(cell, COLUMNS)
                    spots = [(row, column)] + [(row + down, column + across) for down, across in shape]
                    if all(0 <= down < ROWS and 0 <= across < COLUMNS for down, across in spots):
                        placed.append((piece, tuple(down * COLUMNS + across for down, across in spots)))
                        starts[(piece * SHAPES + number) * CELLS + cell] = len(placed)
        within: dict[tuple[int, frozenset[int]], int] = {}
        for piece, cells in placed:
            within[piece, frozenset(cells)] = sum(key[0] == piece for key in within)
        images = [
            within[piece, frozenset(mirrored(cell, image) for cell in cells)]
            for piece, cells in placed
            for image in range(4)
        ]
        flat = [cell for _, cells in placed for cell in cells]
        assert len(flat) == SQUARES * len(placed)
        return np.concatenate([np.array(counts), starts, np.array(flat)]).astype(np.int64), np.array(images, np.int64)


def mirrored(cell: int, image: int) -> int:
    """Return a cell's image: 0 itself, 1 left and right exchanged, 2 above and below, 3 both."""
    row, column = divmod(cell, COLUMNS)
    return (ROWS - 1 - row if image >= 2 else row) * COLUMNS + (COLUMNS - 1 - column if image % 2 else column)


def room() -> Numbers:
    """Return an array for the boards of a search."""
    return np.zeros(BOARDS * CELLS, np.int64)


def letters(boards: Numbers, found: int) -> tuple[str, ...]:
    """Write boards as the programs do."""
    return tuple(
        "".join(chr(ord("A") + int(piece)) for piece in boards[index * CELLS : (index + 1) * CELLS])
        for index in range(found)
    )
