"""The board of a puzzle file: a shape, a drawing or a list of cells, perhaps without some of them.

{ rectangle = [2, 3], without = [[0, 0]] } becomes ((0, 1), (0, 2), (1, 0), (1, 1), (1, 2)).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from itertools import islice

from getallenband.modern.geometry.lattices import Cell, Lattice
from getallenband.modern.puzzle_files.cells import read_coloured, read_list
from getallenband.modern.puzzle_files.picture import size
from getallenband.modern.puzzle_files.values import Value

LARGEST = 4096
ANY = "any"
LIKE = 0.6
"""How much the name of a board that there is not looks like one that is offered: a sphere is no torus."""
LARGEST_PICTURE = 10_000_000
"""Characters of a picture of the board: one that is drawn for each solution."""


def read_board(given: Value, lattice: Lattice) -> tuple[Cell, ...]:
    """Return the board's cells in ascending order of their coordinates: that is their numbering."""
    data = given.fields((*_SHAPES, "without"), "a board", "a table such as { rectangle = [6, 10] }", LIKE)
    kinds = [key for key in data if key != "without"]
    if len(kinds) != 1:
        raise given.error(f"a board needs exactly one of {', '.join(_SHAPES)}")
    kind = kinds[0]
    make = _SHAPES[kind].get(lattice.name) or _SHAPES[kind].get(ANY)
    if make is None:
        wanted = " or ".join(map(repr, _SHAPES[kind]))
        raise given.error(f"a {kind} needs the lattice {wanted}, not {lattice.name!r}", kind)
    cells = list(islice(make(data[kind], lattice), LARGEST + 1))
    without = read_list(data["without"], lattice) if "without" in data else []
    if len(cells) > LARGEST:
        raise data[kind].error(f"the board has more than {LARGEST} cells")
    if lattice.name == "face-centred cubic" and len({sum(cell) % 2 for cell in cells}) > 1:
        raise data[kind].error("the sums of the coordinates must be all even or all odd")
    on_board = set(cells)
    for number, cell in enumerate(without):
        if cell not in on_board:
            raise data["without"].error(f"the cell {list(cell)} to be left out is not on the board", number)
    left = on_board - set(without)
    if not left:
        raise data[kind].error("the board has no cells")
    if size(lattice.name, left) > LARGEST_PICTURE:
        raise data[kind].error(f"a picture of the board has more than {LARGEST_PICTURE:,} characters, blanks too")
    return tuple(sorted(left))


def lattices_of(given: Value) -> list[str]:
    """Return the lattices that have a board of this shape; none where any may have it."""
    return [name for kind in given.table() for name in _SHAPES.get(kind, {}) if name != ANY]


def read_rings(given: Value) -> Cell:
    """Return the length of each axis of the board that is closed to a ring, 0 for an open one; empty: all are open."""
    data = given.table()
    if "torus" in data:
        return tuple(data["torus"].sizes(2))
    return (0, data["cylinder"].sizes(2)[1]) if "cylinder" in data else ()


def _drawing(given: Value, lattice: Lattice) -> Iterable[Cell]:
    given.string("a drawing")
    return read_coloured(given, lattice)


def _rectangle(given: Value, _lattice: Lattice) -> Iterator[Cell]:
    rows, columns = given.sizes(2)
    return ((row, column) for row in range(rows) for column in range(columns))


def _sides_of_squares(given: Value, _lattice: Lattice) -> Iterator[Cell]:
    rows, columns = given.sizes(2)
    return ((y, x) for y in range(2 * rows + 1) for x in range(2 * columns + 1) if (y + x) % 2)


def _rhombus(given: Value, _lattice: Lattice) -> Iterator[Cell]:
    rows, columns = given.sizes(2)
    return ((x, y, down - x - y) for x in range(rows) for y in range(columns) for down in (1, 0))


def _box(given: Value, _lattice: Lattice) -> Iterator[Cell]:
    layers, rows, columns = given.sizes(3)
    return ((z, y, x) for z in range(layers) for y in range(rows) for x in range(columns))


def _hexagon(given: Value, _lattice: Lattice) -> Iterator[Cell]:
    side = given.integer(1, LARGEST)
    for x in range(1 - side, side):
        for z in range(max(1 - side, 1 - side - x), min(side, side - x)):
            yield x, -x - z, z


def _hexagon_of_triangles(given: Value, _lattice: Lattice) -> Iterator[Cell]:
    side = given.integer(1, LARGEST)
    return _triangles(range(-side, side), range(-side, side), range(2 - side, side + 2))


def _triangle(given: Value, _lattice: Lattice) -> Iterator[Cell]:
    side = given.integer(1, LARGEST)
    return _triangles(range(side), range(side), range(2 - side, 2))


def _triangles(xs: range, ys: range, zs: range) -> Iterator[Cell]:
    """Yield the triangles between lines of the three directions: coordinates number the strips that they lie in."""
    return ((x, y, z) for x in xs for y in ys for z in (-x - y, 1 - x - y) if z in zs)


def _octahedron(given: Value, _lattice: Lattice) -> Iterator[Cell]:
    edge = given.integer(1, LARGEST)
    for x in range(1 - edge, edge):
        for y in range(1 - edge + abs(x), edge - abs(x)):
            reach = edge - 1 - abs(x) - abs(y)
            for z in range(-reach, reach + 1, 2):
                yield x, y, z


_SHAPES: dict[str, dict[str, Callable[[Value, Lattice], Iterable[Cell]]]] = {
    "rectangle": {"square": _rectangle, "sticks": _sides_of_squares},
    "torus": {"square": _rectangle},
    "cylinder": {"square": _rectangle},
    "rhombus": {"triangular": _rhombus},
    "hexagon": {"hexagonal": _hexagon, "triangular": _hexagon_of_triangles},
    "triangle": {"triangular": _triangle},
    "octahedron": {"face-centred cubic": _octahedron},
    "box": {"cubic": _box},
    "drawing": {ANY: _drawing},
    "cells": {ANY: read_list},
}
"""How the cells of a board are made, by its shape and its lattice."""
