"""Pieces and a board become every place where a piece fits.

placements(lattice, "free", {"I": ((0, 0), (0, 1))}, board=((0, 0), (0, 1), (1, 0)))
== (Placement(0, (0, 1)), Placement(0, (0, 2)))
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from modern.exact_cover.problem import Placement
from modern.geometry.lattices import Cell, Lattice, shifted
from modern.geometry.polyforms import Shape, Sides, orientations


def placements(
    lattice: Lattice, sides: Sides, pieces: Mapping[str, Shape], board: Sequence[Cell]
) -> tuple[Placement, ...]:
    """Return all placements, ascending by piece and cells; cells are numbered as `board` lists them."""
    number = {cell: i for i, cell in enumerate(board)}
    found = set()
    for piece, shape in enumerate(pieces.values()):
        for form in orientations(shape, lattice, sides):
            for corner in board:
                # A form stands at the origin with its least cell, so `corner` is the least cell covered.
                covered = [number.get(shifted(corner, cell)) for cell in form]
                if None not in covered:
                    found.add((piece, tuple(sorted(c for c in covered if c is not None))))
    return tuple(Placement(piece, cells) for piece, cells in sorted(found))
