"""The five lattices: which cells are neighbours, and which isometries fix the origin.

    LATTICES["hexagonal"].neighbours      # six steps in cube coordinates, x + y + z = 0
    LATTICES["hexagonal"].point_group     # its twelve isometries, as integer matrices

Coordinates: square (row, column); hexagonal (x, y, z) with x + y + z = 0, as in Kawai's article; cubic
(layer, row, column); face-centred cubic (x, y, z) with all sums x + y + z of one parity, where a ball touches the
twelve that differ by (±1, ±1, 0) in some order; triangular (x, y, z) with x + y + z = 0 or 1, where a triangle of the
one sum has its three neighbours among those of the other.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import permutations, product

Cell = tuple[int, ...]
Matrix = tuple[tuple[int, ...], ...]


@dataclass(frozen=True)
class Lattice:
    """A lattice by its steps between neighbours and its point group.

    point_group  every isometry that fixes the origin, the identity first
    rotations    those that a piece can undergo without being turned over (in space: without a mirror)
    spread       how far the sums of the coordinates of a lattice's cells may lie apart, None: any sums
    """

    name: str
    dimension: int
    neighbours: tuple[Cell, ...]
    point_group: tuple[Matrix, ...]
    rotations: tuple[Matrix, ...]
    spread: int | None = None


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


def is_motion(matrix: Matrix, step: Cell, lattice: Lattice) -> bool:
    """Whether a matrix of the point group and a step after it take all cells of the lattice to cells.

    Half a turn exchanges the triangles that point up and down, so a step must make the sums 0 and -1 those of cells
    again. Where a board has triangles of one kind alone, the wrong step would seem to fit.
    """
    if lattice.spread is None:
        return True
    sums, sign = {0, lattice.spread}, sum(matrix[0])
    return {sign * each + sum(step) for each in sums} == sums


def _signed_permutation(order: tuple[int, ...], signs: tuple[int, ...]) -> Matrix:
    return tuple(
        tuple(s if column == o else 0 for column in range(len(order))) for o, s in zip(order, signs, strict=True)
    )


def _is_even(order: tuple[int, ...]) -> bool:
    inversions = sum(order[i] > order[j] for i in range(len(order)) for j in range(i + 1, len(order)))
    return inversions % 2 == 0


def _hypercubic(name: str, dimension: int, neighbours: tuple[Cell, ...]) -> Lattice:
    """Build a lattice whose point group is all signed permutations of the axes; rotations have determinant one."""
    group = []
    for order in permutations(range(dimension)):
        for signs in product((1, -1), repeat=dimension):
            proper = _is_even(order) == (signs.count(-1) % 2 == 0)
            group.append((_signed_permutation(order, signs), proper))
    return Lattice(name, dimension, neighbours, tuple(m for m, _ in group), tuple(m for m, proper in group if proper))


def _hexagonal(name: str, neighbours: tuple[Cell, ...], spread: int | None = None) -> Lattice:
    """Build a lattice whose point group is the permutations of x, y, z, and all signs together.

    Turning by 60° changes all signs and permutes cyclically, so an even permutation is a rotation with either sign.
    """
    group = [(_signed_permutation(o, (s, s, s)), _is_even(o)) for o in permutations(range(3)) for s in (1, -1)]
    proper = tuple(m for m, proper in group if proper)
    return Lattice(name, 3, neighbours, tuple(m for m, _ in group), proper, spread)


def _unit_steps(dimension: int) -> tuple[Cell, ...]:
    return tuple(
        sorted(set(permutations((1,) + (0,) * (dimension - 1))) | set(permutations((-1,) + (0,) * (dimension - 1))))
    )


_TOUCHING = tuple(sorted(c for c in product((-1, 0, 1), repeat=3) if sum(map(abs, c)) == 2))

LATTICES = {
    lattice.name: lattice
    for lattice in (
        _hypercubic("square", 2, _unit_steps(2)),
        _hexagonal("hexagonal", tuple(sorted(set(permutations((1, -1, 0)))))),
        _hypercubic("cubic", 3, _unit_steps(3)),
        _hypercubic("face-centred cubic", 3, _TOUCHING),
        _hexagonal("triangular", _unit_steps(3), 1),
    )
}
