"""Edge-matching jigsaws as exact cover: pieces with a letter on each side, rotated but not turned over.

    lattice = "edge-matching"
    board = { rectangle = [3, 3] }
    pairs = ["Rr", "Gg", "Bb", "Ww"]     # the letters that match
    border = "_"                         # optional: the letter of all sides on the edge of the board
    symmetries = "turns"                 # optional: those that count, see edge_symmetries.py
    [pieces]
    "0" = "gwgW"                         # top, right, bottom, left

Pieces are squares, triangles or hexagons, as many sides as they have letters; these go clockwise, and begin anywhere.
Besides the nine squares of the board there is a cell for each inner edge and each letter. The piece on one side of the
edge covers all of the edge's letters but its own; the piece on the other side covers the letter that matches its own.
Together they cover each letter once exactly if their letters match.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from getallenband.durable.names import shown
from getallenband.modern.exact_cover.placements import MOST
from getallenband.modern.exact_cover.problem import HOLE, Placement, Problem
from getallenband.modern.exact_cover.repeated import RepeatedPieces, tighten
from getallenband.modern.exact_cover.symmetry import Group
from getallenband.modern.geometry.lattices import Cell, Lattice, translate
from getallenband.modern.puzzle_files.boards import read_board, read_rings
from getallenband.modern.puzzle_files.copies import in_use, read_copies, volume
from getallenband.modern.puzzle_files.edge_symmetries import EdgeSymmetries
from getallenband.modern.puzzle_files.edge_tiles import CALLED, LETTERS, NUMBERS, clockwise, lattice_of, sides_of
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
    lattice = lattice_of(data["board"], data["pieces"])
    board = read_board(data["board"], lattice)
    if read_rings(data["board"]):
        raise data["board"].error("the board of an edge-matching puzzle is not closed to a ring")
    inside = frozenset(mate)
    border = _border(data["border"]) if "border" in data else ""
    mate = dict.fromkeys(border, border) | mate
    number_of_sides = sides_of(lattice.name)
    pieces = in_use(data, _pieces(data["pieces"], mate, number_of_sides))
    size = len(board)
    often = read_copies(data, dict.fromkeys(pieces, 1), size)
    least, most = volume(often, [1] * len(pieces), size)
    if not least <= size <= most:
        count = most if most < size else least
        raise data["pieces"].error(f"there are {count} pieces, the board has {size} {CALLED[lattice.name]}")
    bounds = tighten(often, [1] * len(pieces), size)
    if number_of_sides * len(pieces) * size > MOST:
        raise data["pieces"].error(f"the pieces have more than {MOST} placements")
    cells = _cells(board, lattice, len(mate))
    number = {cell: i for i, cell in enumerate(cells)}
    table = []
    for piece, sides in enumerate(pieces.values()):
        for place in board:
            beside = clockwise(place, lattice.name)
            out = [cell not in number for cell in beside]
            for rotated in dict.fromkeys(sides[turn:] + sides[:turn] for turn in range(len(sides))):
                if _may_lie(rotated, out, border, inside):
                    edges = _cover(place, beside, rotated, mate)
                    covered = sorted(number[cell] for cell in (place, *edges) if cell in number)
                    table.append((piece, tuple(covered), place, rotated))
    table.sort()
    sites = [(piece, place, sides) for piece, _, place, sides in table]
    symmetries = EdgeSymmetries([*pieces.values()], often, board, lattice, mate, border)
    group, called = symmetries.group(sites, data.get("symmetries"))
    placements = tuple(Placement(piece, covered) for piece, covered, _, _ in table)
    kind = LATTICE if lattice.name == "square" else f"{lattice.name} {LATTICE}"
    if all(pair == (1, 1) for pair in bounds):
        return Problem(name, tuple(pieces), cells, placements, kind), group, called
    return RepeatedPieces(name, tuple(pieces), cells, placements, kind, bounds), group, called


def _border(given: Value) -> str:
    letter = given.string("a letter")
    if len(letter) != 1:
        raise given.error(f"{shown(letter)} is not one letter")
    return letter


def _may_lie(sides: str, out: Sequence[bool], border: str, inside: frozenset[str]) -> bool:
    """Whether a piece may lie there: with the border's letter outside, and letters that have a mate inside."""
    return all(
        letter in (border or letter) if outside else letter in inside
        for letter, outside in zip(sides, out, strict=True)
    )


def _cells(board: Sequence[Cell], lattice: Lattice, letters: int) -> tuple[Cell, ...]:
    """Return the cells of the board; then, one per letter, the edges, each the sum of the cells on both its sides."""
    on_board = set(board)
    edges = {translate(cell, near) for cell in board for near in clockwise(cell, lattice.name) if near in on_board}
    return (*board, *((*edge, letter) for edge in sorted(edges) for letter in range(letters)))


def _cover(place: Cell, beside: Sequence[Cell], sides: str, mate: Mapping[str, str]) -> list[Cell]:
    """Return the cells of edges that a piece covers, those beyond the board included."""
    letters, covered = sorted(mate), []
    for near, letter in zip(beside, sides, strict=True):
        edge = translate(place, near)
        if place < near:
            covered += [(*edge, i) for i, other in enumerate(letters) if other != letter]
        else:
            covered.append((*edge, letters.index(mate[letter])))
    return covered


def _pieces(given: Value, mate: Mapping[str, str], number: int) -> dict[str, str]:
    """Return the letters of each piece's sides."""
    pieces = {}
    for name, piece in given.table("a table of letters by piece").items():
        if name == HOLE:
            raise piece.error(f"the name {shown(name)} is that of holes")
        pieces[name] = sides = piece.string(LETTERS)
        if len(sides) != number or set(sides) - mate.keys():
            wanted = f"{NUMBERS[number]} letters of {''.join(mate)}"
            raise piece.error(f"the piece {shown(name)} must have {wanted}, not {shown(sides)}")
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
