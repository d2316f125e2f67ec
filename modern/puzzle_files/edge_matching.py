"""Edge-matching jigsaws as exact cover: square pieces with a letter on each side, to be turned but not turned over.

    lattice = "edge-matching"
    board = { rectangle = [3, 3] }
    pairs = ["Rr", "Gg", "Bb", "Ww"]     # the letters that match
    [pieces]
    "0" = "gwgW"                         # top, right, bottom, left

Beside the nine places there are further cells, one for each inner edge and each letter. The piece on one side of
the edge covers all of the edge's letters but its own; the piece on the other side covers the letter that matches its
own. Together they cover each letter once exactly if their letters match.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from modern.exact_cover.problem import Placement, Problem
from modern.exact_cover.symmetry import Permutation
from modern.geometry.lattices import Cell
from modern.puzzle_files.errors import Source

LATTICE = "edge-matching"


def read(name: str, data: Mapping[str, Any], source: Source) -> tuple[Problem, tuple[Permutation, ...]]:
    """Turn the puzzle file's data into an exact cover and the turns of the whole board, the identity first.

    Cells are numbered places first, row by row, then edges.
    """
    mate = _mates(data.get("pairs", []), source)
    rectangle = data["board"].get("rectangle") if isinstance(data["board"], dict) else None
    if rectangle is None:
        raise source.error("an edge-matching board must be a rectangle", "board")
    rows, columns = rectangle
    pieces = data.get("pieces", {})
    if len(pieces) != rows * columns:
        raise source.error(f"there are {len(pieces)} pieces, the board has {rows * columns} places", "pieces")
    for piece, marks in pieces.items():
        if len(marks) != 4 or set(marks) - set(mate):
            raise source.error(f"the piece {piece!r} must have four letters of {''.join(mate)}", piece)
    cells = _cells(rows, columns, len(mate))
    number = {cell: i for i, cell in enumerate(cells)}
    table = []
    for piece, marks in enumerate(pieces.values()):
        for place in cells[: rows * columns]:
            for turned in dict.fromkeys(marks[turn:] + marks[:turn] for turn in range(4)):
                covered = sorted(number[cell] for cell in _covered(place, turned, mate) if cell in number)
                table.append((piece, tuple(covered), place, turned))
    table.sort()
    index = {(piece, place, turned): i for i, (piece, _, place, turned) in enumerate(table)}
    group = []
    for quarters in (0, 1, 2, 3) if rows == columns else (0, 2):
        group.append(
            tuple(index[piece, *_turned(place, marks, quarters, rows, columns)] for piece, _, place, marks in table)
        )
    placements = tuple(Placement(piece, covered) for piece, covered, _, _ in table)
    return Problem(name, tuple(pieces), cells, placements, LATTICE), tuple(group)


def _cells(rows: int, columns: int, letters: int) -> tuple[Cell, ...]:
    """Return the places (r, c); then for the edges (2r, 2c + 1) to the right and (2r + 1, 2c) below, one per letter."""
    places = [(row, column) for row in range(rows) for column in range(columns)]
    upright = [(2 * row, 2 * column + 1) for row in range(rows) for column in range(columns - 1)]
    level = [(2 * row + 1, 2 * column) for row in range(rows - 1) for column in range(columns)]
    return (*places, *((*edge, letter) for edge in sorted(upright + level) for letter in range(letters)))


def _covered(place: Cell, marks: str, mate: Mapping[str, str]) -> list[Cell]:
    """Return what a piece covers, cells beyond the board's rim included."""
    letters = sorted(mate)
    row, column = 2 * place[0], 2 * place[1]
    top, right, bottom, left = tuple(marks)
    return [
        place,
        *((row, column + 1, i) for i, letter in enumerate(letters) if letter != right),
        *((row + 1, column, i) for i, letter in enumerate(letters) if letter != bottom),
        (row - 1, column, letters.index(mate[top])),
        (row, column - 1, letters.index(mate[left])),
    ]


def _turned(place: Cell, marks: str, quarters: int, rows: int, columns: int) -> tuple[Cell, str]:
    """Turn a placement clockwise with the whole board."""
    for _ in range(quarters):
        place, marks, rows, columns = (place[1], rows - 1 - place[0]), marks[-1:] + marks[:-1], columns, rows
    return place, marks


def _mates(pairs: Any, source: Source) -> dict[str, str]:
    mate: dict[str, str] = {}
    for pair in pairs:
        if len(pair) != 2 or set(pair) & set(mate):
            raise source.error(f"{pair!r} is not a pair of new letters", "pairs")
        mate[pair[0]], mate[pair[1]] = pair[1], pair[0]
    if not mate:
        raise source.error("the key 'pairs' is missing")
    return mate
