"""Edge-matching jigsaws as exact cover: square pieces with a letter on each side, rotated but not turned over.

    lattice = "edge-matching"
    board = { rectangle = [3, 3] }
    pairs = ["Rr", "Gg", "Bb", "Ww"]     # the letters that match
    border = "_"                         # optional: the letter of all sides on the edge of the board
    symmetries = "turns"                 # optional: those that count, see edge_symmetries.py
    [pieces]
    "0" = "gwgW"                         # top, right, bottom, left

Besides the nine squares of the board there is a cell for each inner edge and each letter. The piece on one side of the
edge covers all of the edge's letters but its own; the piece on the other side covers the letter that matches its own.
Together they cover each letter once exactly if their letters match.
"""

from __future__ import annotations

from collections.abc import Mapping

from getallenband.durable.names import shown
from getallenband.modern.exact_cover.placements import MOST
from getallenband.modern.exact_cover.problem import HOLE, Placement, Problem
from getallenband.modern.exact_cover.repeated import RepeatedPieces, tighten
from getallenband.modern.exact_cover.symmetry import Group
from getallenband.modern.geometry.lattices import Cell
from getallenband.modern.puzzle_files.copies import in_use, read_copies, volume
from getallenband.modern.puzzle_files.edge_symmetries import EdgeSymmetries
from getallenband.modern.puzzle_files.values import Value

LATTICE = "edge-matching"
MOST_PAIRS = 32
"""Each inner edge has a cell for each letter."""


def read(name: str, root: Value) -> tuple[Problem, Group, str]:
    """Turn the puzzle file's data into a problem, the symmetries that count, and what they are called.

    The squares of the board are numbered first, row by row, then the edges.
    """
    data = root.table()
    for key in ("fixed", "holes", "polyforms", "sides"):
        if key in data:
            raise data[key].error(f"the key {key!r} does not belong to edge-matching puzzles")
    for key in ("pairs", "pieces"):
        if key not in data:
            raise root.missing(key)
    mate = _mates(data["pairs"])
    board = data["board"].fields(("rectangle",), "an edge-matching board", "a table such as { rectangle = [3, 3] }")
    if "rectangle" not in board:
        raise data["board"].missing("rectangle")
    rows, columns = board["rectangle"].sizes(2)
    inside = frozenset(mate)
    border = _border(data["border"]) if "border" in data else ""
    mate = dict.fromkeys(border, border) | mate
    pieces = in_use(data, _pieces(data["pieces"], mate))
    often = read_copies(data, dict.fromkeys(pieces, 1), rows * columns)
    least, most = volume(often, [1] * len(pieces), rows * columns)
    if not least <= rows * columns <= most:
        count = most if most < rows * columns else least
        raise data["pieces"].error(f"there are {count} pieces, the board has {rows * columns} squares")
    bounds = tighten(often, [1] * len(pieces), rows * columns)
    if 4 * len(pieces) * rows * columns > MOST:
        raise data["pieces"].error(f"the pieces have more than {MOST} placements")
    cells = _cells(rows, columns, len(mate))
    number = {cell: i for i, cell in enumerate(cells)}
    table = []
    for piece, sides in enumerate(pieces.values()):
        for square in cells[: rows * columns]:
            for rotated in dict.fromkeys(sides[turn:] + sides[:turn] for turn in range(4)):
                if _may_lie(square, rotated, (rows, columns), border, inside):
                    covered = sorted(number[cell] for cell in _cover(square, rotated, mate) if cell in number)
                    table.append((piece, tuple(covered), square, rotated))
    table.sort()
    sites = [(piece, square, sides) for piece, _, square, sides in table]
    edges = EdgeSymmetries([*pieces.values()], often, (rows, columns), mate, border)
    group, called = edges.group(sites, data.get("symmetries"))
    placements = tuple(Placement(piece, covered) for piece, covered, _, _ in table)
    if all(pair == (1, 1) for pair in bounds):
        return Problem(name, tuple(pieces), cells, placements, LATTICE), group, called
    return RepeatedPieces(name, tuple(pieces), cells, placements, LATTICE, bounds), group, called


def _border(given: Value) -> str:
    letter = given.string("a letter")
    if len(letter) != 1:
        raise given.error(f"{shown(letter)} is not one letter")
    return letter


def _may_lie(square: Cell, sides: str, size: Cell, border: str, inside: frozenset[str]) -> bool:
    """Whether a piece may lie on a square: with the border's letter outside, and letters that have a mate inside."""
    (row, column), (rows, columns) = square, size
    at_border = (row == 0, column == columns - 1, row == rows - 1, column == 0)
    return all(
        letter in (border or letter) if out else letter in inside for letter, out in zip(sides, at_border, strict=True)
    )


def _cells(rows: int, columns: int, letters: int) -> tuple[Cell, ...]:
    """Return the squares (r, c); then, one per letter, the edges (2r, 2c + 1) to the right and (2r + 1, 2c) below."""
    squares = [(row, column) for row in range(rows) for column in range(columns)]
    vertical = [(2 * row, 2 * column + 1) for row in range(rows) for column in range(columns - 1)]
    horizontal = [(2 * row + 1, 2 * column) for row in range(rows - 1) for column in range(columns)]
    return (*squares, *((*edge, letter) for edge in sorted(vertical + horizontal) for letter in range(letters)))


def _cover(square: Cell, sides: str, mate: Mapping[str, str]) -> list[Cell]:
    """Return the cells that a piece covers, cells beyond the edge of the board included."""
    letters = sorted(mate)
    row, column = 2 * square[0], 2 * square[1]
    top, right, bottom, left = tuple(sides)
    return [
        square,
        *((row, column + 1, i) for i, letter in enumerate(letters) if letter != right),
        *((row + 1, column, i) for i, letter in enumerate(letters) if letter != bottom),
        (row - 1, column, letters.index(mate[top])),
        (row, column - 1, letters.index(mate[left])),
    ]


def _pieces(given: Value, mate: Mapping[str, str]) -> dict[str, str]:
    """Return the letters of each piece's sides."""
    pieces = {}
    for name, piece in given.table("a table of letters by piece").items():
        if name == HOLE:
            raise piece.error(f"the name {shown(name)} is that of holes")
        pieces[name] = sides = piece.string("a string of four letters")
        if len(sides) != 4 or set(sides) - mate.keys():
            raise piece.error(f"the piece {shown(name)} must have four letters of {''.join(mate)}, not {shown(sides)}")
    return pieces


def _mates(given: Value) -> dict[str, str]:
    mate: dict[str, str] = {}
    pairs = given.elements('a list such as ["Rr", "Gg"]')
    if not 0 < len(pairs) <= MOST_PAIRS:
        raise given.error(f"there are {len(pairs)} pairs; expected 1 to {MOST_PAIRS}")
    for each in pairs:
        pair = each.string("a string of two letters")
        if len(pair) != 2 or set(pair) & mate.keys():
            raise each.error(f"{shown(pair)} is not a pair of new letters")
        mate[pair[0]], mate[pair[1]] = pair[1], pair[0]
    return mate
