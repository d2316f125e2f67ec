"""A board of an edition becomes what the player draws it from: polygons, edges, and how it is read from variables.

drawn(board, oracle)["cells"]        # [[8, "34,0 68,0 68,34 34,34"], …]
"""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

from getallenband.modern.geometry import Cell
from getallenband.originals.boards import Board
from getallenband.reports.publishing.drawings import check_cells
from getallenband.reports.publishing.drawings.board import hexagon, square
from getallenband.reports.publishing.pictures import COLOURS, edges, number, scaled, written
from getallenband.reports.runs.names import known
from getallenband.reports.runs.oracle import Oracle

READ = ("value", "free", "piece", "characters", "marks", "letters")
"""What the player evaluates, beside the pieces that are laid."""


def drawn(board: Board, oracle: Oracle) -> dict[str, Any]:
    """Return a board for the player; an edge names the places of its two cells, -1 for outside.

    Raise EditionError for an order that is not there, for cells that the lattice does not have, and for more marks or
    fewer than a cell has sides.
    """
    numbered = places(board, oracle)
    with board.entry.blamed("lattice"):
        check_cells(board.lattice, numbered)
    shapes, width, height = scaled(board.lattice, numbered)
    if board.marks:
        check_marks(board, {len(shapes[cell]) for cell in numbered})
    order = {cell: place for place, cell in enumerate(numbered)}
    lines = [
        [f"M{number(start[0])} {number(start[1])}L{number(end[0])} {number(end[1])}",
         *([order[cell] for cell in cells] + [-1])[:2]]
        for (start, end), cells in edges(shapes).items()
    ]  # fmt: skip
    return {
        "cells": [[named, written(shapes[cell])] for cell, named in numbered.items()],
        "edges": lines,
        "width": number(width),
        "height": number(height),
        "colours": COLOURS,
        **{key: getattr(board, key) for key in READ},
        "laid": [asdict(part) for part in board.laid],
    }


def check_marks(board: Board, sides: set[int]) -> None:
    if sides != {len(board.marks)}:
        expected = " or ".join(map(str, sorted(sides)))
        raise board.entry.error(f'"marks" has {len(board.marks)} expressions; a cell has {expected} sides', "marks")


def places(board: Board, oracle: Oracle) -> dict[Cell, int]:
    """Return the number of each cell of the lattice."""
    if board.puzzle:
        with board.entry.blamed("puzzle"):
            puzzle = oracle.puzzle(board.puzzle)
        with board.entry.blamed("order"):
            scan = known(f"order of {board.puzzle}", board.order, puzzle.orders).scan
        return {puzzle.problem.cells[cell]: box for box, cell in enumerate(scan, start=1)}
    place = hexagon if board.lattice == "hexagonal" else square
    return {
        place(row, column): named for row, numbers in enumerate(board.cells) for column, named in enumerate(numbers)
    }
