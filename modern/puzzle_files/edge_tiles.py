"""The pieces of edge-matching puzzles: triangles, squares or hexagons, and what lies beside one, clockwise.

clockwise((0, 0), "square")          # [(-1, 0), (0, 1), (1, 0), (0, -1)]: above, right, below, left
"""

from __future__ import annotations

from getallenband.modern.geometry.lattices import LATTICES, Cell, Lattice, translate
from getallenband.modern.puzzle_files.boards import lattices_of
from getallenband.modern.puzzle_files.values import Value

STEPS: dict[str, tuple[tuple[Cell, ...], ...]] = {
    "triangular": (((0, 1, 0), (1, 0, 0), (0, 0, 1)), ((0, -1, 0), (-1, 0, 0), (0, 0, -1))),
    "square": (((-1, 0), (0, 1), (1, 0), (0, -1)),),
    "hexagonal": (((1, -1, 0), (0, -1, 1), (-1, 0, 1), (-1, 1, 0), (0, 1, -1), (1, 0, -1)),),
}
"""Clockwise, as pictures are drawn; of triangles first from those that point up, whose coordinates sum to 0."""
CALLED = {"triangular": "triangles", "square": "squares", "hexagonal": "hexagons"}
NUMBERS = {3: "three", 4: "four", 6: "six"}
LETTERS = "a string of three, four or six letters"


def clockwise(cell: Cell, lattice: str) -> list[Cell]:
    kinds = STEPS[lattice]
    return [translate(cell, step) for step in kinds[sum(cell) % len(kinds)]]


def sides_of(lattice: str) -> int:
    return len(STEPS[lattice][0])


def lattice_of(board: Value, pieces: Value) -> Lattice:
    """Return the lattice that the board is of; of several that with as many sides as the first piece has letters."""
    names = [name for name in STEPS if name in lattices_of(board)] or [*STEPS]
    given = pieces.table("a table of letters by piece")
    letters = next((len(piece.string(LETTERS)) for piece in given.values()), 4)
    return LATTICES[next((name for name in names if sides_of(name) == letters), names[-1])]
