"""Puzzles of pieces on a lattice: the board, the pieces, how often each is placed, and where it may be.

problem, symmetries = read("own", root)

fixed = { X = [[0, 1], [1, 0]] }       # these cells are covered by the piece X, as if printed on the board
symmetries = "rotations"               # or "all", "none", or a list such as ["half-turn"]
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from getallenband.durable.names import shown
from getallenband.modern.exact_cover.placements import placements
from getallenband.modern.exact_cover.problem import HOLE, Placement, Problem
from getallenband.modern.exact_cover.repeated import RepeatedPieces
from getallenband.modern.exact_cover.symmetry import Group
from getallenband.modern.geometry.lattices import LATTICES, Cell, Lattice, crossings
from getallenband.modern.geometry.polyforms import Shape
from getallenband.modern.puzzle_files.boards import read_board, read_rings
from getallenband.modern.puzzle_files.cells import read_cells
from getallenband.modern.puzzle_files.colours import with_colours
from getallenband.modern.puzzle_files.copies import fit_volume, in_use, read_copies, read_holes
from getallenband.modern.puzzle_files.group import read_group
from getallenband.modern.puzzle_files.pieces import read_pieces
from getallenband.modern.puzzle_files.sides import SidesOf, read_sides
from getallenband.modern.puzzle_files.values import Value


def read(name: str, root: Value) -> tuple[Problem, Group, str]:
    """Turn the puzzle file's data into a problem, the symmetries that count, and what they are called."""
    data = root.table()
    lattice = LATTICES[data["lattice"].content]
    for key in ("pairs", "border"):
        if key in data:
            raise data[key].error(f"the key {key!r} belongs to edge-matching puzzles only")
    problem = _read_problem(name, root, lattice)
    try:
        return problem, read_group(data.get("symmetries"), problem, lattice), "symmetry"
    except ValueError as too_many:
        raise data["board"].error(str(too_many)) from None


def _read_problem(name: str, root: Value, lattice: Lattice) -> Problem:
    data = root.table()
    sides = read_sides(data.get("sides"))
    board, rings = read_board(data["board"], lattice), read_rings(data["board"])
    if "pieces" not in data and "polyforms" not in data:
        raise root.missing("pieces")
    every = read_pieces(data, lattice, sides)
    if own := data.get("sides"):
        sides.check(own, every)
    shapes = in_use(data, every)
    sizes = {name: len(shape) for name, shape in shapes.items()}
    often = read_copies(data, sizes, len(board))
    empty: Sequence[Cell] = ()
    if "holes" in data:
        empty, number = read_holes(data["holes"], lattice, board)
        often, sizes = [*often, number], sizes | {HOLE: 1}
    bounds = fit_volume(often, [*sizes.values()], len(board), data)
    if lattice.crossings:
        if "holes" in data:
            raise data["holes"].error("puzzles of sticks have no holes")
        if empty := sorted(crossings({*board}, both=True)):
            board = tuple(sorted((*board, *empty)))
            bounds, sizes = (*bounds, (0, None)), sizes | {HOLE: 1}
    sites = _placements(data, lattice, sides, shapes, board, rings)
    sites = with_colours(data, lattice, sides, [*shapes], board, sites)
    sites = (*sites, *(Placement(len(shapes), (i,)) for i, cell in enumerate(board) if cell in set(empty)))
    if "fixed" in data:
        once = {piece for piece, (_, high) in enumerate(bounds) if high == 1}
        sites = tuple(_fix(data["fixed"], lattice, [*shapes], board, sites, once))
    if all(pair == (1, 1) for pair in bounds):
        return Problem(name, tuple(sizes), board, sites, lattice.name, rings=rings)
    return RepeatedPieces(name, tuple(sizes), board, sites, lattice.name, bounds, rings=rings)


def _placements(
    data: Mapping[str, Value],
    lattice: Lattice,
    sides: SidesOf,
    shapes: Mapping[str, Shape],
    board: tuple[Cell, ...],
    rings: Cell,
) -> tuple[Placement, ...]:
    try:
        return placements(lattice, {name: sides.of(name) for name in shapes}, shapes, board, rings)
    except ValueError as too_many:
        raise data["pieces" if "pieces" in data else "polyforms"].error(str(too_many)) from None


def _fix(
    given: Value,
    lattice: Lattice,
    pieces: Sequence[str],
    board: Sequence[Cell],
    sites: Iterable[Placement],
    once: set[int],
) -> list[Placement]:
    """Return the placements that cover the cells fixed for their piece, and none of those fixed for another.

    `once` are the pieces of which there is one: its placement covers all of its cells.
    """
    owner = _owners(given, lattice, pieces, board)
    wanted = {piece: {cell for cell, its in owner.items() if its == piece} for piece in once}
    left = [
        site
        for site in sites
        if all(owner.get(cell, site.piece) == site.piece for cell in site.cells)
        and wanted.get(site.piece, set()).issubset(site.cells)
    ]
    covered = {cell for site in left for cell in site.cells}
    for cell, piece in owner.items():
        if cell not in covered:
            name = pieces[piece]
            raise given.error(
                f"no placement of the piece {shown(name)} covers these cells and no other fixed ones", name
            )
    return left


def _owners(given: Value, lattice: Lattice, pieces: Sequence[str], board: Sequence[Cell]) -> dict[int, int]:
    """Return the piece of each cell that is fixed, both by number."""
    number = {cell: i for i, cell in enumerate(board)}
    owner: dict[int, int] = {}
    for name, cells in given.fields(pieces, "fixed", "a table of cells by piece").items():
        for place, cell in enumerate(read_cells(cells, lattice)):
            at = (place,) if isinstance(cells.content, list) else ()
            if cell not in number:
                raise cells.error(f"the cell {list(cell)} is not on the board", *at)
            if number[cell] in owner:
                other = pieces[owner[number[cell]]]
                raise cells.error(f"the cell {list(cell)} is fixed for {shown(other)} already", *at)
            owner[number[cell]] = pieces.index(name)
    return owner
