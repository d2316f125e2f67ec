"""Polyforms by enumeration: every connected set of n cells of a lattice, up to the motions allowed.

    len(polyforms(LATTICES["square"], 5, "free")) == 12
    len(polyforms(LATTICES["square"], 5, "one-sided")) == 18
    len(polyforms(LATTICES["square"], 5, "fixed")) == 63

Free pieces may be rotated and reflected, one-sided ones only rotated, fixed ones only translated.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from typing import Literal

from getallenband.modern.geometry.lattices import Cell, Lattice, Matrix, difference, transform

Shape = tuple[Cell, ...]
Sides = Literal["free", "one-sided", "fixed"]

MOST = 3000
"""Polyforms that are enumerated: a few seconds of work."""


def at_origin(cells: Iterable[Cell], multiple: int = 1) -> Shape:
    """Return the cells in ascending order, translated so that the first is the origin.

    With a `multiple` the first is as near to it as a step of multiples takes it.
    """
    ordered = sorted(cells)
    step = tuple(at - at % multiple for at in ordered[0])
    return tuple(difference(cell, step) for cell in ordered)


def motions(lattice: Lattice, sides: Sides) -> tuple[Matrix, ...]:
    """Return the isometries a piece may undergo, not counting translations; the identity first."""
    return {"free": lattice.point_group, "one-sided": lattice.rotations, "fixed": lattice.point_group[:1]}[sides]


def orientations(shape: Iterable[Cell], lattice: Lattice, sides: Sides) -> tuple[Shape, ...]:
    """Return the distinct images of a shape under the motions, each at the origin, ascending."""
    cells = tuple(shape)
    turned = [[transform(matrix, cell) for cell in cells] for matrix in motions(lattice, sides)]
    return tuple(sorted({at_origin(each, lattice.multiple) for each in turned}))


def canonical_form(shape: Iterable[Cell], lattice: Lattice, sides: Sides) -> Shape:
    """Return the least orientation: the same for two shapes exactly if a motion takes one to the other."""
    return orientations(shape, lattice, sides)[0]


def lie_in(cells: Iterable[Cell], lattice: Lattice) -> bool:
    """Whether cells whose sums differ may be cells of one lattice."""
    sums = [sum(cell) for cell in cells]
    return lattice.spread is None or max(sums) - min(sums) <= lattice.spread


def is_connected(cells: Iterable[Cell], lattice: Lattice) -> bool:
    waiting = set(cells)
    front = [waiting.pop()] if waiting else []
    while front:
        cell = front.pop()
        for neighbour in lattice.around(cell):
            if neighbour in waiting:
                waiting.remove(neighbour)
                front.append(neighbour)
    return not waiting


def is_planar(shape: Shape) -> bool:
    """Whether the cells, of three coordinates, lie in one plane."""
    steps = [difference(cell, shape[0]) for cell in shape[1:]]
    return all(_determinant(a, b, c) == 0 for a in steps for b in steps for c in steps)


@cache
def polyforms(lattice: Lattice, size: int, sides: Sides, planar: bool = False) -> tuple[Shape, ...]:
    """Return the canonical forms of all polyforms of `size` cells, ascending; with `planar`, those within a plane.

    Raise ValueError where there are more than MOST, or more of a smaller size.
    """
    shapes = {canonical_form([cell], lattice, sides) for cell in lattice.cells}
    for _ in range(size - 1):
        grown = set()
        for shape in shapes:
            present = set(shape)
            edge = {beside for cell in shape for beside in lattice.around(cell)} - present
            grown |= {canonical_form([*shape, c], lattice, sides) for c in edge if lie_in([*shape, c], lattice)}
            if len(grown) > MOST:
                raise ValueError(f"there are more than {MOST} polyforms of {len(shape) + 1} cells")
        shapes = grown
    return tuple(sorted(shape for shape in shapes if not planar or is_planar(shape)))


def _determinant(a: Cell, b: Cell, c: Cell) -> int:
    return a[0] * (b[1] * c[2] - b[2] * c[1]) - a[1] * (b[0] * c[2] - b[2] * c[0]) + a[2] * (b[0] * c[1] - b[1] * c[0])
