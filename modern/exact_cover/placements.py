"""Every place where a piece fits on the board.

placements(LATTICES["square"], "free", {"I": ((0, 0), (0, 1))}, board=((0, 0), (0, 1), (1, 0)))
== (Placement(0, (0, 1)), Placement(0, (0, 2)))
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from getallenband.modern.exact_cover.problem import Placement
from getallenband.modern.geometry.lattices import Cell, Lattice, around, crossings, difference, translate
from getallenband.modern.geometry.polyforms import Shape, Sides, orientations

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

    `sides` says how all pieces, or each, may be moved; `rings`, which axes of the board are closed. A piece that goes
    straight on at a crossing of the board covers it.

    Raise ValueError where there are more than MOST.
    """
    number = {cell: i for i, cell in enumerate(board)}
    found = set()
    for piece, (name, shape) in enumerate(pieces.items()):
        for form in orientations(shape, lattice, sides if isinstance(sides, str) else sides[name]):
            for least in board:
                step = difference(least, form[0])
                if any(at % lattice.multiple for at in step) or around(translate(step, form[-1]), rings) not in number:
                    continue  # most misses are seen here
                moved = [around(translate(step, cell), rings) for cell in form]
                covered = [number.get(cell, -1) for cell in moved]
                # On a short ring a long piece would cover a cell twice.
                if -1 not in covered and len({*covered}) == len(covered):
                    passed = crossings(moved) if lattice.crossings else ()
                    covered += [number[place] for place in passed if place in number]
                    found.add((piece, tuple(sorted(covered))))
            if len(found) > MOST:
                raise ValueError(f"the pieces have more than {MOST} placements")
    return tuple(Placement(piece, cells) for piece, cells in sorted(found))
