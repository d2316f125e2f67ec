"""The order of a search: in which order cells are scanned, and pieces and their forms tried.

Backtracking programs differ in these choices alone: in the order of a historical program, made explicit, a solver here
must arrive at the same node statistics from geometry. puzzle_files/orders.py reads orders from a puzzle file.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from getallenband.modern.exact_cover.problem import Problem
from getallenband.modern.geometry.lattices import LATTICES, Cell, difference, translate
from getallenband.modern.geometry.polyforms import is_connected

Form = tuple[int, tuple[Cell, ...]]
"""A piece and the steps from its first scanned cell to all its cells."""


@dataclass(frozen=True)
class LinearNumbering:
    """The numbers of cells in a program that keeps its board in a linear array, row-major in its own scan order.

    major, minor  the axes of its rows, and of the cells in a row
    stride        the length of a row, sentinel cells included
    """

    major: int
    minor: int
    stride: int

    def number(self, cell: Cell) -> int:
        """Return the number of a cell, on the board or beyond it."""
        return cell[self.major] * self.stride + cell[self.minor]


@dataclass(frozen=True)
class Order:
    """How a search goes.

    scan        the numbers of all cells in the order in which holes are looked for
    pieces      the numbers of all pieces in the order in which they are tried
    forms       in the order tried; empty: by piece
    first       the placements of one piece to start from, in turn, before the scan; empty: none
    keep        the placements allowed, None for all
    numbering   how the program numbers cells, None if it knows the edge of the board everywhere. A form that sticks
                out further than the sentinel cells reach the number of another cell of the board; the program tests
                that cell, and so does the search here
    watch       (cell, lowest level, highest level): at these levels give up if this cell is empty and cut off
    leave_last  after the last piece was placed its other forms are not tried
    """

    scan: tuple[int, ...]
    pieces: tuple[int, ...]
    forms: tuple[Form, ...] = ()
    first: tuple[int, ...] = ()
    keep: tuple[int, ...] | None = None
    numbering: LinearNumbering | None = None
    watch: tuple[int, int, int] | None = None
    leave_last: bool = False


def natural(problem: Problem) -> Order:
    """Return an order that suits most boards: along the longest axis, so that the frontier of the search stays short.

    A piece to which symmetry breaking left few placements comes first.
    """
    scan: tuple[int, ...] = tuple(range(len(problem.cells)))
    if problem.is_geometric and problem.cells:
        extent = [max(axis) - min(axis) for axis in zip(*problem.cells, strict=True)]
        axes = sorted(range(len(extent)), key=lambda axis: -extent[axis])
        scan = tuple(sorted(scan, key=lambda cell: [problem.cells[cell][axis] for axis in axes]))
    pieces = tuple(range(len(problem.pieces)))
    fewest = min(problem.placements_by_piece, key=len, default=())
    return Order(scan, pieces, first=fewest if 4 * len(fewest) < len(problem.cells) else ())


def form_of(problem: Problem, index: int, rank: Mapping[int, int]) -> Form:
    """Return the form of a placement, its cells in scan order; `rank` is the place of a cell in the scan."""
    placement = problem.placements[index]
    cells = [problem.cells[cell] for cell in sorted(placement.cells, key=rank.__getitem__)]
    return placement.piece, tuple(difference(cell, cells[0]) for cell in cells)


def cells_of(problem: Problem, first: int, form: Form) -> tuple[Cell, ...]:
    """Return the cells of a form whose first cell is the cell of this number; some may lie beyond the board."""
    return tuple(translate(problem.cells[first], step) for step in form[1])


def neighbours(problem: Problem) -> tuple[tuple[int, ...], ...]:
    """Return for each cell the numbers of its neighbours on the board, ascending."""
    number = {cell: i for i, cell in enumerate(problem.cells)}
    around = LATTICES[problem.lattice].around
    return tuple(tuple(sorted(number[near] for near in around(cell) if near in number)) for cell in problem.cells)


def has_connected_pieces(problem: Problem) -> bool:
    """Whether each piece is connected, so that an island of empty cells is always filled by whole pieces.

    The placements of a piece are images of one shape, so the first tells.
    """
    lattice = LATTICES[problem.lattice]
    firsts = [problem.placements[indices[0]] for indices in problem.placements_by_piece if indices]
    return all(is_connected((problem.cells[cell] for cell in first.cells), lattice) for first in firsts)
