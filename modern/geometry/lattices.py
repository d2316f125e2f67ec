"""The lattices, each a file of `data/`: which cells are neighbours, and which isometries fix the origin.

    LATTICES["hexagonal"].neighbours      # six steps in cube coordinates, x + y + z = 0
    LATTICES["hexagonal"].point_group     # its twelve isometries, as integer matrices

A file says what the coordinates are, and of each kind of things one, from which the isometries make the others:

    about = "Squares: row, column."
    neighbours = [[0, 1]]                   # steps from a cell to its neighbours
    rotations = [[[0, -1], [1, 0]]]         # matrices from which all rotations follow: in the plane the least turn
    mirror = [[1, 0], [0, -1]]              # a piece is turned over by it, in space mirrored
    sums = [0, 1]                           # optional: the sums that the coordinates of a cell may have

Where pieces are moved by even steps only, `multiple = 2`, and `cells` has a cell of each kind; the neighbours are those
of the first.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from getallenband import durable
from getallenband.durable import toml

FOLDER = Path(__file__).parent / "data"

Cell = tuple[int, ...]
Matrix = tuple[tuple[int, ...], ...]


@dataclass(frozen=True)
class Lattice:
    """A lattice by its steps between neighbours and its point group.

    point_group  every isometry that fixes the origin, the identity first
    rotations    those that a piece can undergo without being turned over (in space: without a mirror)
    sums         those that the coordinates of a cell may have; empty: any
    multiple     each coordinate of a step that takes cells to cells is one of this
    cells        a cell of each kind that no step takes to another, its coordinates less than `multiple`
    near         the steps to the neighbours of each kind of cell
    crossings    whether two pieces that go straight on at the same place would cross, which they must not
    """

    name: str
    dimension: int
    neighbours: tuple[Cell, ...]
    point_group: tuple[Matrix, ...]
    rotations: tuple[Matrix, ...]
    sums: tuple[int, ...]
    multiple: int
    cells: tuple[Cell, ...]
    near: tuple[tuple[Cell, ...], ...]
    crossings: bool

    @property
    def spread(self) -> int | None:
        """How far the sums of the coordinates of a lattice's cells may lie apart; None: any sums."""
        return max(self.sums) - min(self.sums) if self.sums else None

    def around(self, cell: Cell) -> list[Cell]:
        """Return the cells beside a cell."""
        kind = 0 if self.multiple == 1 else self.cells.index(self.kind(cell))
        return [translate(cell, step) for step in self.near[kind]]

    def kind(self, cell: Cell) -> Cell:
        return tuple(at % self.multiple for at in cell)

    def has(self, cell: Cell) -> bool:
        """Whether these coordinates are those of a cell."""
        return (not self.sums or sum(cell) in self.sums) and (self.multiple == 1 or self.kind(cell) in self.cells)


def transform(matrix: Matrix, cell: Cell) -> Cell:
    return tuple(sum(m * c for m, c in zip(row, cell, strict=True)) for row in matrix)


def translate(cell: Cell, step: Cell) -> Cell:
    return tuple(a + b for a, b in zip(cell, step, strict=True))


def around(cell: Cell, rings: Cell) -> Cell:
    """Return the same cell where axes are closed to rings: `rings` has the length of each, 0 if it is open."""
    return tuple(at % length if length else at for at, length in zip(cell, rings, strict=True)) if rings else cell


def difference(a: Cell, b: Cell) -> Cell:
    """Return the step from `b` to `a`."""
    return tuple(x - y for x, y in zip(a, b, strict=True))


def order(matrix: Matrix) -> int:
    """Return how often an isometry is repeated until everything is in its place."""
    unit = cell = tuple(range(1, len(matrix) + 1))
    times = 1
    while (cell := transform(matrix, cell)) != unit:
        times += 1
    return times


def crossings(cells: Collection[Cell], *, both: bool = False) -> set[Cell]:
    """Return the places at which two sticks of these go straight on, in one direction or, with `both`, in both."""
    lines = [
        {translate(cell, step) for cell in cells if cell[axis] % 2 and translate(translate(cell, step), step) in cells}
        for axis, step in enumerate(((1, 0), (0, 1)))
    ]
    return lines[0] & lines[1] if both else lines[0] | lines[1]


def is_motion(matrix: Matrix, step: Cell, lattice: Lattice) -> bool:
    """Whether a matrix of the point group and a step after it take all cells of the lattice to cells.

    Half a turn exchanges the triangles that point up and down, so a step must make the sums 0 and -1 those of cells
    again. Where a board has triangles of one kind alone, the wrong step would seem to fit.
    """
    if any(at % lattice.multiple for at in step):
        return False
    if lattice.spread is None:
        return True
    sums, sign = {0, lattice.spread}, sum(matrix[0])
    return {sign * each + sum(step) for each in sums} == sums


def _read(path: Path) -> Lattice:
    data = toml.parsed(durable.read(path).decode())
    turns, mirror = [*map(_matrix, data["rotations"])], _matrix(data["mirror"])
    rotations, point_group = _generated(turns), _generated([*turns, mirror])
    dimension, multiple = len(mirror), data.get("multiple", 1)
    cells = tuple(map(tuple, data.get("cells", [[0] * dimension])))
    near = []
    for cell in cells:
        moved = {g: difference(transform(g, cells[0]), cell) for g in point_group}
        own = [g for g, step in moved.items() if not any(at % multiple for at in step)]
        near.append(tuple(sorted({transform(g, tuple(step)) for g in own for step in data["neighbours"]})))
    return Lattice(
        path.stem,
        dimension,
        tuple(sorted({step for steps in near for step in steps})),
        point_group,
        rotations,
        tuple(data.get("sums", ())),
        multiple,
        cells,
        tuple(near),
        data.get("crossings", False),
    )


def _matrix(given: Any) -> Matrix:
    return tuple(map(tuple, given))


def _generated(matrices: Sequence[Matrix]) -> tuple[Matrix, ...]:
    """Return all products of these matrices: the identity first, then by the axes that are exchanged, then by signs."""
    found = more = set(matrices)
    while more := {_product(one, other) for one in more for other in matrices} - found:
        found = found | more
    return tuple(sorted(found, key=_rank))


def _product(one: Matrix, other: Matrix) -> Matrix:
    return tuple(zip(*(transform(one, column) for column in zip(*other, strict=True)), strict=True))


def _rank(matrix: Matrix) -> tuple[list[int], list[int]]:
    """Return which axis each row takes, and with which sign: no row takes two."""
    return [[*map(abs, row)].index(1) for row in matrix], [-sum(row) for row in matrix]


LATTICES = {lattice.name: lattice for lattice in map(_read, sorted(FOLDER.glob("*.toml")))}
