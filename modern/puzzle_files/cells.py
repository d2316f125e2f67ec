"""Cells as a puzzle file gives them: a drawing, or a list of coordinates.

"##/.#" on the square lattice becomes [(0, 0), (0, 1), (1, 1)].

In a drawing `#` is a cell, and of boards and pieces so is a small letter, the cell's colour; "/" or the end of a line
ends a row, "|" ends a layer. In a hexagonal drawing the neighbours in a row are two columns apart and each row is
shifted by one column. In a triangular one, triangles that point down and up take turns in a row, and each row begins
with one that points down, one column further right; a triangle that points up stands on the one below it. In a drawing
of sticks rows of horizontal and of vertical ones take turns, and so do columns: ".#./#.#/.#." is a square.
"""

from __future__ import annotations

from dataclasses import replace
from string import ascii_lowercase

from getallenband.durable.names import shown
from getallenband.modern.geometry.lattices import Cell, Lattice
from getallenband.modern.puzzle_files.values import Value

FARTHEST = 4096
"""Coordinates go so far from zero: the cells of a board that hangs together need no more."""


def read_cells(given: Value, lattice: Lattice) -> list[Cell]:
    """Return the cells of a drawing or a list."""
    if not isinstance(given.content, str | list):
        raise given.wrong("a drawing or a list of cells")
    return read_drawing(given, lattice) if isinstance(given.content, str) else read_list(given, lattice)


def read_coloured(given: Value, lattice: Lattice) -> dict[Cell, str]:
    """Return the cells of a board or a piece, each with its colour, "" for none: a small letter instead of `#`.

    Sticks have no colours.
    """
    if not isinstance(given.content, str) or lattice.crossings:
        return dict.fromkeys(read_cells(given, lattice), "")
    found = dict.fromkeys(read_drawing(_drawn(given, ascii_lowercase), lattice), "")
    for letter in sorted(set(given.content) & set(ascii_lowercase)):
        found |= dict.fromkeys(read_drawing(_drawn(given, letter), lattice), letter)
    return found


def _drawn(given: Value, letters: str) -> Value:
    """Return a drawing in which these letters are cells, and other letters are not; `#` is one if all letters are."""
    table = {ord(letter): "#" if letter in letters else "." for letter in ascii_lowercase}
    whole = {} if letters == ascii_lowercase else {ord("#"): "."}
    return replace(given, content=given.content.translate(table | whole))


def read_list(given: Value, lattice: Lattice) -> list[Cell]:
    cells: dict[Cell, None] = {}
    for each in given.elements("a list of cells"):
        cell = _cell(each, lattice)
        if cell in cells:
            raise each.error(f"the cell {list(cell)} is there already")
        cells[cell] = None
    return list(cells)


def _cell(given: Value, lattice: Lattice) -> Cell:
    said = shown(given.content)
    if not given.is_integers(lattice.dimension):
        raise given.error(f"{said} is not a cell of {lattice.dimension} integers")
    cell: Cell = tuple(given.content)
    if any(abs(number) > FARTHEST for number in cell):
        raise given.error(f"the cell {said} is too far away: coordinates go from {-FARTHEST} to {FARTHEST}")
    _check(cell, given, lattice)
    return cell


def _check(cell: Cell, given: Value, lattice: Lattice) -> None:
    if not lattice.has(cell) and lattice.sums:
        raise given.error(f"the coordinates of {list(cell)} do not sum to {' or '.join(map(str, lattice.sums))}")
    if not lattice.has(cell):
        raise given.error(f"{list(cell)} is no stick: one coordinate is even, the other odd")


def read_drawing(given: Value, lattice: Lattice) -> list[Cell]:
    """Return the cells row by row."""
    drawing = given.string("a drawing")
    if strange := sorted(set(drawing) - set("#. /|\n")):
        signs = "# . / | and blanks" if lattice.crossings else "# . / |, small letters and blanks"
        raise given.error(f"a drawing has the characters {signs}, not {strange[0]!r}")
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
        raise given.error(f"the lattice {lattice.name!r} has no such drawings; list the cells")
    if lattice.dimension == 2:
        for _, row, column in marks:
            _check((row, column), given, lattice)
        return [(row, column) for _, row, column in marks]
    if lattice.name == "triangular":
        slant = [(row, (column - row) // 2, 1 - (column - row) % 2) for _, row, column in marks]
        return [(row, place, points_down - row - place) for row, place, points_down in slant]
    if len({(column - row) % 2 for _, row, column in marks}) > 1:
        raise given.error("in a hexagonal drawing each row must be shifted by one column")
    return [((column - row) // 2, -((column - row) // 2) - row, row) for _, row, column in marks]
