"""The board of a puzzle file: a shape, a drawing or a list of cells, perhaps without some of them.

read_board({"rectangle": [2, 3], "without": [[0, 0]]}, LATTICES["square"], source)
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from itertools import islice
from typing import Any

from modern.geometry.lattices import Cell, Lattice
from modern.puzzle_files.cells import read_drawing, read_list
from modern.puzzle_files.errors import Source

LARGEST = 4096


def read_board(data: Any, lattice: Lattice, source: Source) -> tuple[Cell, ...]:
    """Return the board's cells in ascending order of their coordinates: that is their numbering."""
    if not isinstance(data, dict):
        raise source.error("the board must be a table such as { rectangle = [6, 10] }", "board")
    source.check_keys(data, (*_SHAPES, "without"), "a board")
    kinds = [key for key in data if key != "without"]
    if len(kinds) != 1:
        raise source.error(f"a board needs exactly one of {', '.join(_SHAPES)}", "board")
    kind = kinds[0]
    wanted, make = _SHAPES[kind]
    if wanted not in (None, lattice.name):
        raise source.error(f"a {kind} needs the lattice {wanted!r}, not {lattice.name!r}", kind)
    try:
        cells = list(islice(make(data[kind], lattice), LARGEST + 1))
        without = read_list(data.get("without", []), lattice)
    except (TypeError, ValueError, IndexError) as error:
        raise source.error(f"invalid board: {error}", kind) from None
    _check(cells, without, kind, lattice, source)
    return tuple(sorted(set(cells) - set(without)))


def _check(cells: list[Cell], without: list[Cell], kind: str, lattice: Lattice, source: Source) -> None:
    if len(cells) > LARGEST:
        raise source.error(f"the board has more than {LARGEST} cells", kind)
    for cell, times in Counter(cells).items():
        if times > 1:
            raise source.error(f"the board has the cell {list(cell)} twice", kind)
    on_board = set(cells)
    for cell in without:
        if cell not in on_board:
            raise source.error(f"the cell {list(cell)} to be left out is not on the board", "without")
    if not on_board - set(without):
        raise source.error("the board has no cells", kind)
    if lattice.name == "face-centred cubic" and len({sum(cell) % 2 for cell in cells}) > 1:
        raise source.error("the sums of the coordinates must be all even or all odd", kind)


def _rectangle(size: list[int], _lattice: Lattice) -> Iterator[Cell]:
    rows, columns = size
    return ((row, column) for row in range(rows if columns > 0 else 0) for column in range(columns))


def _rhombus(size: list[int], _lattice: Lattice) -> Iterator[Cell]:
    rows, columns = size
    return ((x, y, down - x - y) for x in range(rows if columns > 0 else 0) for y in range(columns) for down in (1, 0))


def _box(size: list[int], _lattice: Lattice) -> Iterator[Cell]:
    layers, rows, columns = size
    return (
        (z, y, x) for z in range(layers if min(rows, columns) > 0 else 0) for y in range(rows) for x in range(columns)
    )


def _hexagon(side: int, _lattice: Lattice) -> Iterator[Cell]:
    for x in range(1 - side, side):
        for z in range(max(1 - side, 1 - side - x), min(side, side - x)):
            yield x, -x - z, z


def _octahedron(edge: int, _lattice: Lattice) -> Iterator[Cell]:
    for x in range(1 - edge, edge):
        for y in range(1 - edge + abs(x), edge - abs(x)):
            reach = edge - 1 - abs(x) - abs(y)
            for z in range(-reach, reach + 1, 2):
                yield x, y, z


_SHAPES: dict[str, tuple[str | None, Callable[[Any, Lattice], Iterable[Cell]]]] = {
    "rectangle": ("square", _rectangle),
    "rhombus": ("triangular", _rhombus),
    "hexagon": ("hexagonal", _hexagon),
    "octahedron": ("face-centred cubic", _octahedron),
    "box": ("cubic", _box),
    "drawing": (None, read_drawing),
    "cells": (None, read_list),
}
