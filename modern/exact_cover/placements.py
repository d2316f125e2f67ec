"""Every place where a piece fits on the board.

placements(LATTICES["square"], "free", {"I": ((0, 0), (0, 1))}, board=((0, 0), (0, 1), (1, 0)))
== (Placement(0, (0, 1)), Placement(0, (0, 2)))
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from modern.exact_cover.problem import Placement
from modern.geometry.lattices import Cell, Lattice, around, translate
from modern.geometry.polyforms import Shape, Sides, orientations

MOST = 200_000
"""Placements of a puzzle: a few seconds of work, far more than any search gets through."""


def placements(
    lattice: Lattice,
    sides: Sides | Mapping[str, Sides],
    pieces: Mapping[str, Shape],
    board: Sequence[Cell],
    rings: Cell = (),
) -> tuple[Placement, ...]:
    """Return all placements, ascending by piece and cells; cells are numbered as `board` lists them.

    `sides` says how all pieces, or each, may be moved; `rings`, which axes of the board are closed.

    Raise ValueError where there are more than MOST.
    """
    number = {cell: i for i, cell in enumerate(board)}
    found = set()
    for piece, (name, shape) in enumerate(pieces.items()):
        for form in orientations(shape, lattice, sides if isinstance(sides, str) else sides[name]):
            for least in board:
                # A form's least cell is at the origin, so `least` is the least cell covered.
                if around(translate(least, form[-1]), rings) not in number:
                    continue  # most misses are seen here
                covered = [number.get(around(translate(least, cell), rings), -1) for cell in form]
                # On a short ring a long piece would cover a cell twice.
                if -1 not in covered and len({*covered}) == len(covered):
                    found.add((piece, tuple(sorted(covered))))
            if len(found) > MOST:
                raise ValueError(f"the pieces have more than {MOST} placements")
    return tuple(Placement(piece, cells) for piece, cells in sorted(found))
