"""Coloured cells: a piece lies only where its colours and the board's agree.

board.drawing = "ab/ba"
[pieces]
D = "ab"           # its cell a lies on a cell a of the board, or on one without a colour
E = "##"           # lies anywhere
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from getallenband.modern.exact_cover.problem import Placement
from getallenband.modern.geometry.lattices import Cell, Lattice, difference, transform, translate
from getallenband.modern.geometry.polyforms import Sides, motions
from getallenband.modern.puzzle_files.cells import read_coloured
from getallenband.modern.puzzle_files.sides import SidesOf
from getallenband.modern.puzzle_files.values import Value


def with_colours(
    data: Mapping[str, Value],
    lattice: Lattice,
    sides: SidesOf,
    names: Sequence[str],
    board: Sequence[Cell],
    sites: Sequence[Placement],
) -> tuple[Placement, ...]:
    """Return the placements on which the colours of piece and board agree."""
    drawing = data["board"].table().get("drawing")
    ground = {} if drawing is None else read_coloured(drawing, lattice)
    given = data["pieces"].table() if "pieces" in data else {}
    allowed: dict[int, set[tuple[int, ...]]] = {}
    for piece, name in enumerate(names):
        shape = read_coloured(given[name], lattice) if name in given else {}
        if any(shape.values()) and any(ground.values()):
            allowed[piece] = _places(shape, lattice, sides.of(name), board, ground)
    return tuple(site for site in sites if site.piece not in allowed or site.cells in allowed[site.piece])


def _places(
    shape: Mapping[Cell, str], lattice: Lattice, sides: Sides, board: Sequence[Cell], ground: Mapping[Cell, str]
) -> set[tuple[int, ...]]:
    """Return the numbers of the cells on which a coloured piece may lie, of each of its places."""
    number, found = {cell: at for at, cell in enumerate(board)}, set()
    for matrix in motions(lattice, sides):
        turned = {transform(matrix, cell): colour for cell, colour in shape.items()}
        start = min(turned)
        for target in board:
            step = difference(target, start)
            moved = {translate(cell, step): colour for cell, colour in turned.items()}
            if moved.keys() <= number.keys() and all(
                not colour or ground.get(cell, "") in ("", colour) for cell, colour in moved.items()
            ):
                found.add(tuple(sorted(number[cell] for cell in moved)))
    return found
