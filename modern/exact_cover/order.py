"""The order of a search: in which order cells are scanned, pieces and their forms tried.

Backtracking programs differ in these choices alone; with the order of a historical program made explicit, a solver here
must come to the same node statistics from geometry. puzzle_files/orders.py reads orders from a puzzle file.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from modern.exact_cover.problem import Problem
from modern.geometry.lattices import LATTICES, Cell, difference, shifted

Form = tuple[int, tuple[Cell, ...]]


@dataclass(frozen=True)
class Strip:
    """The numbering of a program that keeps its board in one row: line times length plus place in the line.

    line, place  the coordinates that the scan goes by; length of a line, rim included
    """

    line: int
    place: int
    length: int

    def number(self, cell: Cell) -> int:
        """Return the number of a cell, on the board or beyond it."""
        return cell[self.line] * self.length + cell[self.place]


@dataclass(frozen=True)
class Order:
    """How a search goes.

    scan        the numbers of all cells in the order in which holes are looked for
    pieces      the numbers of all pieces in the order in which they are tried
    forms       (piece, steps from its first scanned cell to all its cells) in the order tried; empty: by piece
    first       the placements of one piece to be laid before the scan, in turn; empty: none
    keep        the placements allowed, None for all
    strip       the program numbers the cells line after line, so many numbers to a line of the scan, rim included.
                Where a form sticks out by more than the rim, the number it comes to may be that of another cell of
                the board, and the program tests that one: so does the search here. None: it knows the rim everywhere
    watch       (cell, lowest level, highest level): at these levels give up if this cell is free and cut off
    leave_last  after the last piece was laid its other forms are not tried
    """

    scan: tuple[int, ...]
    pieces: tuple[int, ...]
    forms: tuple[Form, ...] = ()
    first: tuple[int, ...] = ()
    keep: tuple[int, ...] | None = None
    strip: Strip | None = None
    watch: tuple[int, int, int] | None = None
    leave_last: bool = False


def natural(problem: Problem) -> Order:
    """Return an order that suits most boards: along the longest axis, so that the front of the search stays short.

    A piece that symmetry-breaking left with few placements is laid first.
    """
    scan: tuple[int, ...] = tuple(range(len(problem.cells)))
    if problem.is_geometric and problem.cells:
        extent = [max(axis) - min(axis) for axis in zip(*problem.cells, strict=True)]
        axes = sorted(range(len(extent)), key=lambda axis: -extent[axis])
        scan = tuple(sorted(scan, key=lambda cell: [problem.cells[cell][axis] for axis in axes]))
    pieces = tuple(range(len(problem.pieces)))
    scarcest = min(problem.placements_by_piece(), key=len, default=())
    few = scarcest if 4 * len(scarcest) < len(problem.cells) else ()
    return Order(scan, pieces, first=few)


def form_of(problem: Problem, index: int, rank: Mapping[int, int]) -> Form:
    """Return a placement as a form: the piece and the steps from its first scanned cell, in scan order."""
    placement = problem.placements[index]
    cells = [problem.cells[cell] for cell in sorted(placement.cells, key=rank.__getitem__)]
    return placement.piece, tuple(difference(cell, cells[0]) for cell in cells)


def cells_of(problem: Problem, first: int, steps: tuple[Cell, ...]) -> tuple[Cell, ...]:
    """Return the cells of a form whose first cell is the cell of this number; some may lie beyond the board."""
    return tuple(shifted(problem.cells[first], step) for step in steps)


def neighbours(problem: Problem) -> tuple[tuple[int, ...], ...]:
    """Return for each cell the numbers of its neighbours on the board, ascending."""
    number = {cell: i for i, cell in enumerate(problem.cells)}
    steps = LATTICES[problem.lattice].neighbours
    return tuple(
        tuple(sorted(number[near] for step in steps if (near := shifted(cell, step)) in number))
        for cell in problem.cells
    )
