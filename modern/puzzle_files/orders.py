"""The orders of historical programs in a puzzle file: [orders.NAME] becomes an Order.

[orders.debruijn1972]
scan = ["column", "row"]             # cells by column, then by row; "-z" is descending; or a list of cells
first = "X"                          # laid before the scan begins …
at = [[2, 0], [1, 1]]                # … with its first scanned cell here, in this order
forms = [["U", "##/#./##"]]          # the forms tried at a hole, in order (default: pieces in order, then shape)
pieces = ["F", "I"]                  # the order of pieces (default: as in the file)
only = { F = ["##./.##/.#."] }       # forms allowed of some piece, to break symmetry
sites = { J = [[[2, 0, 1], [1, 1, 1]]] }     # … or placements allowed, each as its cells
strip = 7                            # the program numbers cells in one row, this many to a line: see Order
watch = { cell = [0, 5], levels = [3, 5] }   # give up at these levels if this cell is cut off
leave_last = true                    # after the last piece was laid, its other forms are not tried
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from modern.exact_cover.order import Form, Order, Strip, form_of
from modern.exact_cover.problem import Problem
from modern.geometry.lattices import Cell, difference
from modern.puzzle_files.errors import Source, nearest

KEYS = ("scan", "first", "at", "forms", "pieces", "only", "sites", "strip", "watch", "leave_last")
AXES = {
    "square": ("row", "column"),
    "hexagonal": ("x", "y", "z"),
    "cubic": ("layer", "row", "column"),
    "face-centred cubic": ("x", "y", "z"),
}


def read_orders(data: Any, problem: Problem, draw: Any, source: Source) -> dict[str, Order]:
    """Read the [orders.*] tables of a puzzle file; `draw` turns a drawing or a list into cells."""
    if not isinstance(data, Mapping):
        raise source.error("[orders] must be a table of orders by name", "orders")
    return {name: _order(table, problem, draw, source) for name, table in data.items()}


def _order(data: Mapping[str, Any], problem: Problem, draw: Any, source: Source) -> Order:
    source.check_keys(data, KEYS, "an order")
    scan = _scan(data["scan"], problem, source) if "scan" in data else tuple(range(len(problem.cells)))
    rank = {cell: i for i, cell in enumerate(scan)}
    number = {name: i for i, name in enumerate(problem.pieces)}

    def piece(name: str, key: str) -> int:
        if name not in number:
            raise source.error(f"unknown piece {name!r}{nearest(name, problem.pieces)}", key)
        return number[name]

    def form(name: str, drawing: Any, key: str) -> Form:
        cells = sorted(draw(drawing), key=lambda cell: _scan_key(data["scan"], cell, problem.lattice))
        return piece(name, key), tuple(difference(cell, cells[0]) for cell in cells)

    names = data.get("pieces", problem.pieces)
    pieces = tuple(piece(name, "pieces") for name in names)
    if sorted(pieces) != list(range(len(problem.pieces))):
        raise source.error("the order must name every piece once", "pieces")
    only = {
        piece(name, "only"): {form(name, drawing, "only") for drawing in drawings}
        for name, drawings in data.get("only", {}).items()
    }
    keep = tuple(
        i for i, p in enumerate(problem.placements) if p.piece not in only or form_of(problem, i, rank) in only[p.piece]
    )
    for name, sites in data.get("sites", {}).items():
        allowed = {frozenset(map(tuple, site)) for site in sites}
        here = piece(name, "sites")
        on_board = {
            frozenset(problem.cells[c] for c in p.cells): i for i, p in enumerate(problem.placements) if p.piece == here
        }
        if not allowed <= set(on_board):
            raise source.error(f"the piece {name!r} cannot be laid at all these sites", "sites")
        keep = tuple(
            i for i in keep if problem.placements[i].piece != here or i in {on_board[site] for site in allowed}
        )
    first: tuple[int, ...] = ()
    if "first" in data:
        of_first = {
            problem.cells[min(p.cells, key=rank.__getitem__)]: i
            for i, p in enumerate(problem.placements)
            if p.piece == piece(data["first"], "first") and i in set(keep)
        }
        spots = [tuple(cell) for cell in data["at"]] if "at" in data else sorted(of_first)
        if not set(spots) <= set(of_first):
            raise source.error(f"the piece {data['first']!r} cannot be laid at all these cells", "at")
        first = tuple(of_first[spot] for spot in spots)
    strip = None
    if "strip" in data:
        line, place = (AXES[problem.lattice].index(axis) for axis in data["scan"])
        strip = Strip(line, place, int(data["strip"]))
    watch = None
    if "watch" in data:
        lowest, highest = data["watch"]["levels"]
        watch = (problem.cells.index(tuple(data["watch"]["cell"])), lowest, highest)
    return Order(
        scan,
        pieces,
        forms=tuple(form(name, drawing, "forms") for name, drawing in data.get("forms", ())),
        first=first,
        keep=keep if len(keep) < len(problem.placements) else None,
        strip=strip,
        watch=watch,
        leave_last=bool(data.get("leave_last", False)),
    )


def _scan(axes: Any, problem: Problem, source: Source) -> tuple[int, ...]:
    if all(isinstance(cell, list) for cell in axes):
        listed = [tuple(cell) for cell in axes]
        if len(set(listed)) < len(listed) or not set(listed) <= set(problem.cells):
            raise source.error("the scan must name cells of the board, each once", "scan")
        # Cells that are not named come after those that are.
        first = [problem.cells.index(cell) for cell in listed]
        return (*first, *(i for i in range(len(problem.cells)) if i not in first))
    known = AXES.get(problem.lattice, ())
    for axis in axes:
        if axis.removeprefix("-") not in known:
            raise source.error(f"unknown axis {axis!r}; expected one of {', '.join(known)}", "scan")
    keys = [_scan_key(axes, cell, problem.lattice) for cell in problem.cells]
    if len(set(keys)) < len(keys):
        raise source.error("these axes do not tell all cells apart", "scan")
    return tuple(sorted(range(len(keys)), key=keys.__getitem__))


def _scan_key(axes: Any, cell: Cell, lattice: str) -> tuple[int, ...]:
    position = {name: i for i, name in enumerate(AXES[lattice])}
    return tuple(-cell[position[axis[1:]]] if axis.startswith("-") else cell[position[axis]] for axis in axes)
