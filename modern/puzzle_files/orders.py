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

from collections.abc import Sequence

from getallenband.durable.names import hint, shown
from getallenband.modern.exact_cover.order import Form, LinearNumbering, Order, form_of
from getallenband.modern.exact_cover.problem import Problem
from getallenband.modern.geometry.lattices import LATTICES, Cell, difference
from getallenband.modern.geometry.polyforms import Shape, at_origin, orientations
from getallenband.modern.puzzle_files.cells import FARTHEST, read_cells
from getallenband.modern.puzzle_files.values import Value

KEYS = ("scan", "first", "at", "pieces", "sites", "leave_last")
GEOMETRIC = ("forms", "only", "stride", "watch")
AXES = {
    "square": ("row", "column"),
    "hexagonal": ("x", "y", "z"),
    "cubic": ("layer", "row", "column"),
    "face-centred cubic": ("x", "y", "z"),
}
PAIR = 'a piece and a drawing such as ["U", "###/#.#"]'
PAIRS = 'a list such as [["U", "###/#.#"]]'


def read_orders(given: Value, problem: Problem) -> dict[str, Order]:
    """Read the [orders.*] tables of a puzzle file."""
    return {name: _Reader(table, problem).order() for name, table in given.table("a table of orders by name").items()}


class _Reader:
    """One table [orders.NAME]."""

    def __init__(self, given: Value, problem: Problem) -> None:
        self.data = given.fields(KEYS + GEOMETRIC * problem.is_geometric, "an order", "a table, an order")
        self.problem = problem
        self.number = {cell: i for i, cell in enumerate(problem.cells)}
        self.forms: dict[int, frozenset[Shape]] = {}
        self.axes: tuple[str, ...] = ()
        """Those of a scan by axes."""
        self.scan = self.read_scan(self.data["scan"]) if "scan" in self.data else tuple(range(len(problem.cells)))
        self.rank = {cell: i for i, cell in enumerate(self.scan)}

    def order(self) -> Order:
        data = self.data
        if "at" in data and "first" not in data:
            raise data["at"].error("'at' needs 'first', the piece that begins there")
        keep = self.keep()
        return Order(
            self.scan,
            self.read_pieces(data["pieces"]) if "pieces" in data else tuple(range(len(self.problem.pieces))),
            forms=self.read_forms(data["forms"]) if "forms" in data else (),
            first=self.first(keep) if "first" in data else (),
            keep=keep if len(keep) < len(self.problem.placements) else None,
            numbering=self.numbering(data["stride"]) if "stride" in data else None,
            watch=self.watch(data["watch"]) if "watch" in data else None,
            leave_last="leave_last" in data and data["leave_last"].flag(),
        )

    def read_pieces(self, given: Value) -> tuple[int, ...]:
        pieces = tuple(map(self.piece, given.elements("a list of pieces")))
        if sorted(pieces) != list(range(len(self.problem.pieces))):
            raise given.error("the order must name every piece once")
        return pieces

    def piece(self, given: Value) -> int:
        return self.piece_named(given.string("the name of a piece"), given)

    def piece_named(self, name: str, given: Value) -> int:
        if name not in self.problem.pieces:
            raise given.error(f"unknown piece {shown(name)}{hint(name, self.problem.pieces)}")
        return self.problem.pieces.index(name)

    def cell(self, given: Value) -> int:
        """Return the number of a cell of the board."""
        if (
            not any(map(given.is_integers, {len(cell) for cell in self.number}))
            or tuple(given.content) not in self.number
        ):
            raise given.error(f"{shown(given.content)} is not a cell of the board")
        return self.number[tuple(given.content)]

    def read_forms(self, given: Value) -> tuple[Form, ...]:
        forms = []
        for pair in given.elements(PAIRS):
            both = pair.elements(PAIR)
            if len(both) != 2:
                raise pair.wrong(PAIR)
            forms.append(self.form(self.piece(both[0]), both[1]))
        return tuple(forms)

    def form(self, piece: int, given: Value) -> Form:
        if not self.axes:
            raise given.error("forms need a scan by axes")
        cells, possible = read_cells(given, LATTICES[self.problem.lattice]), self.forms_of(piece)
        if not cells or (possible and at_origin(cells) not in possible):
            raise given.error(f"this is no form of the piece {shown(self.problem.pieces[piece])}")
        cells.sort(key=lambda cell: _position(self.axes, cell, self.problem))
        return piece, tuple(difference(cell, cells[0]) for cell in cells)

    def forms_of(self, piece: int) -> frozenset[Shape]:
        """Return every image of a piece, at the origin; none of a piece that fits nowhere."""
        if piece not in self.forms:
            own = (self.problem.placements[i] for i in self.problem.placements_by_piece[piece][:1])
            cells = [self.problem.cells[cell] for placement in own for cell in placement.cells]
            lattice = LATTICES[self.problem.lattice]
            self.forms[piece] = frozenset(orientations(cells, lattice, "free") if cells else ())
        return self.forms[piece]

    def numbering(self, given: Value) -> LinearNumbering:
        axes = AXES.get(self.problem.lattice, ())
        if len(self.axes) != 2 or not set(self.axes) <= set(axes):
            raise given.error("a stride needs a scan by two axes, both ascending")
        return LinearNumbering(axes.index(self.axes[0]), axes.index(self.axes[1]), given.integer(1, 2 * FARTHEST))

    def watch(self, given: Value) -> tuple[int, int, int]:
        data = given.fields(("cell", "levels"), "a watch", "a table such as { cell = [0, 5], levels = [3, 5] }")
        for key in ("cell", "levels"):
            if key not in data:
                raise given.missing(key)
        lowest, highest = data["levels"].sizes(2)
        if max(lowest, highest) > FARTHEST:
            raise data["levels"].error(f"there are no levels beyond {FARTHEST}")
        return self.cell(data["cell"]), lowest, highest

    def keep(self) -> tuple[int, ...]:
        """Return the placements that `only` and `sites` allow."""
        problem, only, sites = self.problem, {}, {}
        for name, given in self.by_piece("only", "forms").items():
            piece = self.piece_named(name, given)
            only[piece] = {self.form(piece, drawing) for drawing in given.elements("a list of forms")}
        for name, given in self.by_piece("sites", "lists of cells").items():
            piece = self.piece_named(name, given)
            possible = {frozenset(problem.placements[i].cells) for i in problem.placements_by_piece[piece]}
            sites[piece] = {self.site(name, site, possible) for site in given.elements("a list of lists of cells")}
        return tuple(
            i
            for i, p in enumerate(problem.placements)
            if (p.piece not in only or form_of(problem, i, self.rank) in only[p.piece])
            and (p.piece not in sites or frozenset(p.cells) in sites[p.piece])
        )

    def by_piece(self, key: str, what: str) -> dict[str, Value]:
        return self.data[key].table(f"a table of {what} by piece") if key in self.data else {}

    def site(self, name: str, given: Value, possible: set[frozenset[int]]) -> frozenset[int]:
        site = frozenset(map(self.cell, given.elements("a list of cells")))
        if site not in possible:
            raise given.error(f"the piece {shown(name)} does not fit here")
        return site

    def first(self, keep: tuple[int, ...]) -> tuple[int, ...]:
        """Return the placements of the first piece, in the order of `at`."""
        name, piece, allowed = self.data["first"].content, self.piece(self.data["first"]), set(keep)
        by_cell = {
            min(self.problem.placements[i].cells, key=self.rank.__getitem__): i
            for i in self.problem.placements_by_piece[piece]
            if i in allowed
        }
        if "at" not in self.data:
            return tuple(by_cell[cell] for cell in sorted(by_cell))
        cells = []
        for given in self.data["at"].elements("a list of cells"):
            cells.append(self.cell(given))
            if cells[-1] not in by_cell:
                raise given.error(f"the piece {shown(name)} does not fit here")
        return tuple(by_cell[cell] for cell in cells)

    def read_scan(self, given: Value) -> tuple[int, ...]:
        """Return the numbers of the cells in the order of the scan."""
        problem, scan = self.problem, given.elements("a list of axes or of cells")
        if not any(isinstance(each.content, str) for each in scan):
            # Cells that are not named come after those that are.
            named = dict.fromkeys(map(self.cell, scan))
            if len(named) < len(scan):
                raise given.error("the scan must name cells of the board, each once")
            return (*named, *(i for i in range(len(problem.cells)) if i not in named))
        self.axes = tuple(map(self.axis, scan))
        if len({axis.removeprefix("-") for axis in self.axes}) < len(self.axes):
            raise given.error("the scan must name axes once")
        positions = [_position(self.axes, cell, problem) for cell in problem.cells]
        if len(set(positions)) < len(positions):
            raise given.error("two cells have the same place on these axes")
        return tuple(sorted(range(len(positions)), key=positions.__getitem__))

    def axis(self, given: Value) -> str:
        axis, known = given.string("an axis"), AXES.get(self.problem.lattice, ())
        if not known:
            raise given.error(f"the lattice {self.problem.lattice!r} has no axes; list the cells")
        if axis.removeprefix("-") not in known:
            raise given.error(f"unknown axis {shown(axis)}; expected one of {', '.join(known)}")
        return axis


def _position(axes: Sequence[str], cell: Cell, problem: Problem) -> tuple[int, ...]:
    number = {name: i for i, name in enumerate(AXES[problem.lattice])}
    return tuple(-cell[number[axis[1:]]] if axis.startswith("-") else cell[number[axis]] for axis in axes)
