"""Cells as a puzzle file gives them: a drawing, or a list of coordinates.

read_cells("##/.#", LATTICES["square"]) == [(0, 0), (0, 1), (1, 1)]

In a drawing `#` is a cell, "/" or the end of a line ends a row, "|" ends a layer. In a hexagonal drawing the neighbours
in a row are two columns apart and each row is shifted by one column. In a triangular one, triangles that point down and
up take turns in a row, and each row begins with one that points down, one column further right; a triangle that points
up stands on the one below it.
"""

from __future__ import annotations

from typing import Any

from modern.geometry.lattices import Cell, Lattice


def read_cells(given: Any, lattice: Lattice) -> list[Cell]:
    """Return the cells; a TypeError or ValueError says what is wrong with them."""
    return read_drawing(given, lattice) if isinstance(given, str) else read_list(given, lattice)


def read_list(rows: Any, lattice: Lattice) -> list[Cell]:
    cells = [tuple(row) for row in rows]
    for cell in cells:
        if len(cell) != lattice.dimension or not all(type(number) is int for number in cell):
            raise ValueError(f"{list(cell)} is not a cell of {lattice.dimension} integers")
        if lattice.name == "hexagonal" and sum(cell):
            raise ValueError(f"the coordinates of {list(cell)} do not sum to 0")
        if lattice.name == "triangular" and sum(cell) not in (0, 1):
            raise ValueError(f"the coordinates of {list(cell)} do not sum to 0 or 1")
    return cells


def read_drawing(drawing: Any, lattice: Lattice) -> list[Cell]:
    """Return the cells row by row."""
    if not isinstance(drawing, str) or set(drawing) - set("#. /|\n"):
        raise ValueError("a drawing is a string of the characters # . / | and blanks")
    layers = [layer.replace("\n", "/").strip("/").split("/") for layer in drawing.split("|")]
    marks = [
        (layer, row, column)
        for layer, rows in enumerate(layers)
        for row, line in enumerate(rows)
        for column, character in enumerate(line)
        if character == "#"
    ]
    if lattice.name == "cubic":
        return list(marks)
    if len(layers) > 1 or lattice.name == "face-centred cubic":
        raise ValueError(f"the lattice {lattice.name!r} has no such drawings; list the cells")
    if lattice.name == "square":
        return [(row, column) for _, row, column in marks]
    if lattice.name == "triangular":
        slant = [(row, (column - row) // 2, 1 - (column - row) % 2) for _, row, column in marks]
        return [(row, place, points_down - row - place) for row, place, points_down in slant]
    if len({(column - row) % 2 for _, row, column in marks}) > 1:
        raise ValueError("in a hexagonal drawing each row must be shifted by one column")
    return [((column - row) // 2, -((column - row) // 2) - row, row) for _, row, column in marks]
