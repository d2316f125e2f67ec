"""The orders of historical programs in a puzzle file: [orders.NAME] becomes an Order.

[orders.debruijn1972]
scan = ["column", "row"]             # cells by column, then by row; "-z" is descending; or a list of cells
first = "X"                          # placed before the scan begins …
at = [[2, 0], [1, 1]]                # … with its first scanned cell here, in this order
forms = [["U", "##/#./##"]]          # the forms tried at a hole, in order (default: pieces in order, then shape)
pieces = ["F", "I"]                  # the order of pieces (default: as in the file)
only = { F = ["##./.##/.#."] }       # forms allowed of some piece, to break symmetry
sites = { J = [[[2, 0, 1], [1, 1, 1]]] }     # … or placements allowed, each as its cells
stride = 7                           # the program numbers cells linearly, this many to a row: see LinearNumbering
watch = { cell = [0, 5], levels = [3, 5] }   # give up at these levels if this cell is empty and cut off
leave_last = true                    # after the last piece was placed, its other forms are not tried
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from durable.names import hint
from modern.exact_cover.order import Form, LinearNumbering, Order, form_of
from modern.exact_cover.problem import Problem
from modern.geometry.lattices import LATTICES, Cell, difference
from modern.puzzle_files.cells import read_cells
from modern.puzzle_files.errors import Source

KEYS = ("scan", "first", "at", "pieces", "sites", "leave_last")
GEOMETRIC = ("forms", "only", "stride", "watch")
AXES = {
    "square": ("row", "column"),
    "hexagonal": ("x", "y", "z"),
    "cubic": ("layer", "row", "column"),
    "face-centred cubic": ("x", "y", "z"),
}


def read_orders(data: Any, problem: Problem, source: Source) -> dict[str, Order]:
    """Read the [orders.*] tables of a puzzle file."""
    if not isinstance(data, Mapping):
        raise source.error("[orders] must be a table of orders by name", "orders")
    return {name: _Reader(table, problem, source).order() for name, table in data.items()}


class _Reader:
    """One table [orders.NAME]."""

    def __init__(self, data: Mapping[str, Any], problem: Problem, source: Source) -> None:
        source.check_keys(data, KEYS + GEOMETRIC * problem.is_geometric, "an order")
        self.data, self.problem, self.source = data, problem, source
        self.scan = self.read_scan(data["scan"]) if "scan" in data else tuple(range(len(problem.cells)))
        self.rank = {cell: i for i, cell in enumerate(self.scan)}

    def order(self) -> Order:
        data, problem = self.data, self.problem
        pieces = tuple(self.piece(name, "pieces") for name in data.get("pieces", problem.pieces))
        if sorted(pieces) != list(range(len(problem.pieces))):
            raise self.source.error("the order must name every piece once", "pieces")
        keep = self.keep()
        numbering = watch = None
        if "stride" in data:
            major, minor = (AXES[problem.lattice].index(axis) for axis in data["scan"])
            numbering = LinearNumbering(major, minor, int(data["stride"]))
        if "watch" in data:
            lowest, highest = data["watch"]["levels"]
            watch = (problem.cells.index(tuple(data["watch"]["cell"])), lowest, highest)
        return Order(
            self.scan,
            pieces,
            forms=tuple(self.form(name, drawing, "forms") for name, drawing in data.get("forms", ())),
            first=self.first(keep) if "first" in data else (),
            keep=keep if len(keep) < len(problem.placements) else None,
            numbering=numbering,
            watch=watch,
            leave_last=bool(data.get("leave_last", False)),
        )

    def piece(self, name: str, key: str) -> int:
        if name not in self.problem.pieces:
            raise self.source.error(f"unknown piece {name!r}{hint(name, self.problem.pieces)}", key)
        return self.problem.pieces.index(name)

    def form(self, name: str, drawing: Any, key: str) -> Form:
        cells = read_cells(drawing, LATTICES[self.problem.lattice])
        cells.sort(key=lambda cell: _position(self.data["scan"], cell, self.problem))
        return self.piece(name, key), tuple(difference(cell, cells[0]) for cell in cells)

    def keep(self) -> tuple[int, ...]:
        """Return the placements that `only` and `sites` allow."""
        problem, data = self.problem, self.data
        only = {
            self.piece(name, "only"): {self.form(name, drawing, "only") for drawing in drawings}
            for name, drawings in data.get("only", {}).items()
        }
        sites = {self.piece(name, "sites"): set(map(_site, listed)) for name, listed in data.get("sites", {}).items()}
        on_board = [frozenset(problem.cells[c] for c in p.cells) for p in problem.placements]
        for piece, allowed in sites.items():
            if not allowed <= {on_board[i] for i in problem.placements_by_piece[piece]}:
                name = problem.pieces[piece]
                raise self.source.error(f"the piece {name!r} does not fit at all of these sites", "sites")
        return tuple(
            i
            for i, p in enumerate(problem.placements)
            if (p.piece not in only or form_of(problem, i, self.rank) in only[p.piece])
            and (p.piece not in sites or on_board[i] in sites[p.piece])
        )

    def first(self, keep: tuple[int, ...]) -> tuple[int, ...]:
        """Return the placements of the first piece, in the order of `at`."""
        name = self.data["first"]
        piece = self.piece(name, "first")
        by_cell = {
            self.problem.cells[min(p.cells, key=self.rank.__getitem__)]: i
            for i, p in enumerate(self.problem.placements)
            if p.piece == piece and i in set(keep)
        }
        cells = [tuple(cell) for cell in self.data["at"]] if "at" in self.data else sorted(by_cell)
        if not set(cells) <= set(by_cell):
            raise self.source.error(f"the piece {name!r} does not fit at all of these cells", "at")
        return tuple(by_cell[cell] for cell in cells)

    def read_scan(self, axes: Any) -> tuple[int, ...]:
        """Return the numbers of the cells in the order of the scan."""
        problem = self.problem
        if all(isinstance(cell, list) for cell in axes):
            listed = [tuple(cell) for cell in axes]
            if len(set(listed)) < len(listed) or not set(listed) <= set(problem.cells):
                raise self.source.error("the scan must name cells of the board, each once", "scan")
            # Cells that are not named come after those that are.
            named = [problem.cells.index(cell) for cell in listed]
            return (*named, *(i for i in range(len(problem.cells)) if i not in named))
        known = AXES.get(problem.lattice, ())
        for axis in axes:
            if axis.removeprefix("-") not in known:
                raise self.source.error(f"unknown axis {axis!r}; expected one of {', '.join(known)}", "scan")
        positions = [_position(axes, cell, problem) for cell in problem.cells]
        if len(set(positions)) < len(positions):
            raise self.source.error("two cells have the same place on these axes", "scan")
        return tuple(sorted(range(len(positions)), key=positions.__getitem__))


def _site(cells: Any) -> frozenset[Cell]:
    return frozenset(map(tuple, cells))


def _position(axes: Any, cell: Cell, problem: Problem) -> tuple[int, ...]:
    number = {name: i for i, name in enumerate(AXES[problem.lattice])}
    return tuple(-cell[number[axis[1:]]] if axis.startswith("-") else cell[number[axis]] for axis in axes)
