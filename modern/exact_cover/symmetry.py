"""The symmetries of a puzzle, found from its geometry, and the search reduced by them.

    group = symmetries(problem)                  # permutations of the placements, the identity first
    cases = break_symmetry(problem, group)       # every class of solutions is found in one case, once
    canonical(solution, group)                   # the least image: the same for a whole class

A symmetry is a permutation of the placements, as Kawai defines it: all placements of a piece go to placements of one
piece. A mirror may exchange two pieces (one-sided pieces and their mirror images).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import product

from getallenband.modern.exact_cover.problem import Problem, Solution
from getallenband.modern.exact_cover.repeated import Often
from getallenband.modern.geometry.lattices import (
    LATTICES,
    Cell,
    Matrix,
    around,
    difference,
    is_motion,
    transform,
    translate,
)

Permutation = tuple[int, ...]
Group = tuple[Permutation, ...]
"""The identity comes first."""


@dataclass(frozen=True)
class SymmetryCase:
    """A part of the search: the indices of the placements kept, and the symmetries that are left.

    If `group` has more than one element, a solution counts only if it is `canonical` under it.
    """

    keep: tuple[int, ...]
    group: Group


def symmetries(problem: Problem, matrices: Sequence[Matrix] | None = None) -> Group:
    """Return the isometries of the board that take placements to placements, as permutations of the placements.

    Only those of `matrices` if these are given.
    """
    return tuple(on_placements for _, on_placements in symmetries_on_cells(problem, matrices))


def symmetries_on_cells(
    problem: Problem, matrices: Sequence[Matrix] | None = None
) -> tuple[tuple[Permutation, Permutation], ...]:
    """Return each symmetry as a permutation of the cells and as one of the placements, in the order of the matrices.

    The first matrix of a lattice's point group is the identity. On a board that is closed each matrix is followed by
    every shift along the rings.
    """
    number = {cell: i for i, cell in enumerate(problem.cells)}
    images = _Images(problem)
    group: dict[Permutation, Permutation] = {}
    lattice = LATTICES[problem.lattice]
    for matrix in lattice.point_group if matrices is None else matrices:
        moved = [transform(matrix, cell) for cell in problem.cells]
        start = difference(min(problem.cells), min(moved))
        if not is_motion(matrix, start, lattice) or not _keeps(matrix, problem.rings):
            continue
        for shift in product(*(range(length or 1) for length in problem.rings)):
            step = translate(start, shift) if shift else start
            on_cells = tuple(number.get(around(translate(cell, step), problem.rings), -1) for cell in moved)
            # Different isometries may act alike (on a flat board in space): one of them is enough.
            if -1 not in on_cells and on_cells not in group:
                on_placements = images.permutation(on_cells)
                if on_placements is not None:
                    group[on_cells] = on_placements
    return tuple(group.items())


def _keeps(matrix: Matrix, rings: Cell) -> bool:
    """Whether an isometry takes each closed axis to one that is as long."""
    return all(
        rings[to] == rings[axis] for to, row in enumerate(matrix) for axis, factor in enumerate(row) if factor and rings
    )


def canonical(solution: Solution, group: Iterable[Permutation]) -> Solution:
    """Return the least image of the solution under the group."""
    return min(_image(solution, permutation) for permutation in group)


def orbit_size(solution: Solution, group: Iterable[Permutation]) -> int:
    """Return the number of distinct images of a solution under the group."""
    return len({_image(solution, permutation) for permutation in group})


def _image(solution: Solution, permutation: Permutation) -> Solution:
    # Placements are in ascending order of piece, so sorted indices are again in ascending order of piece.
    return tuple(sorted(permutation[i] for i in solution))


def acts_freely(problem: Problem, group: Group) -> bool:
    """Whether the pieces alone prove that no solution is symmetric: every class has as many members as the group.

    They do if each symmetry but the identity takes some piece to itself, but fixes none of its placements. Of several
    copies it could exchange two.
    """
    return all(
        any(
            indices and all(g[i] != i and problem.placements[g[i]].piece == piece for i in indices)
            for piece, indices in enumerate(problem.placements_by_piece)
            if piece not in _repeated(problem)
        )
        for g in group[1:]
    )


def break_symmetry(problem: Problem, group: Group) -> tuple[SymmetryCase, ...]:
    """Split the search into cases in which some piece keeps one placement of each orbit.

    The piece chosen has few orbits. Where some symmetries fix a placement, a further piece breaks these, in a case of
    its own.
    """
    return tuple(_cases(problem, list(problem.placements_by_piece), group, _repeated(problem)))


def _repeated(problem: Problem) -> frozenset[int]:
    """Return the pieces of which there are several copies."""
    return frozenset(piece for piece, often in enumerate(problem.bounds[len(problem.cells) :]) if often != (1, 1))


def _cases(
    problem: Problem, kept: list[tuple[int, ...]], group: Group, fixed: frozenset[int]
) -> Iterator[SymmetryCase]:
    choices = [
        (_orbits(kept[piece], group), piece)
        for piece in range(len(kept))
        if piece not in fixed and all(problem.placements[g[i]].piece == piece for g in group for i in kept[piece][:1])
    ]
    if len(group) == 1 or not choices:
        yield SymmetryCase(tuple(sorted({i for indices in kept for i in indices})), group)
        return
    orbits, piece = min(choices, key=lambda choice: (_cost(choice[0]), choice[1]))
    by_stabiliser: dict[Group, list[int]] = {}
    for representative, stabiliser in orbits:
        by_stabiliser.setdefault(stabiliser, []).append(representative)
    for stabiliser, representatives in sorted(by_stabiliser.items(), key=lambda item: (len(item[0]), item[1])):
        narrowed = [tuple(representatives) if p == piece else indices for p, indices in enumerate(kept)]
        yield from _cases(problem, narrowed, stabiliser, fixed | {piece})


def _cost(orbits: list[tuple[int, Group]]) -> int:
    """Return the cost of keeping these placements: few orbits are good, orbits that leave symmetry unbroken are not."""
    return sum(4 if len(stabiliser) > 1 else 1 for _, stabiliser in orbits)


def _orbits(indices: tuple[int, ...], group: Group) -> list[tuple[int, Group]]:
    """Return the least placement of each orbit, with its stabiliser."""
    return [(i, tuple(g for g in group if g[i] == i)) for i in indices if i == min(g[i] for g in group)]


class _Images:
    """The placements of a problem, prepared to find their images under a permutation of the cells."""

    def __init__(self, problem: Problem) -> None:
        self.sites = [[problem.placements[i].cells for i in indices] for indices in problem.placements_by_piece]
        self.index = {(p.piece, p.cells): i for i, p in enumerate(problem.placements)}
        # The image of a piece has its number of copies, wherever the file names it; of several pieces alike in shape
        # and number it is that of the same rank, the piece itself if it can be.
        self.often = problem.bounds[len(problem.cells) :]
        self.alike: dict[tuple[frozenset[tuple[int, ...]], Often], list[int]] = {}
        for piece, sites in enumerate(self.sites):
            self.alike.setdefault((frozenset(sites), self.often[piece]), []).append(piece)

    def permutation(self, cells: Permutation) -> Permutation | None:
        """Turn a permutation of the cells into one of the placements; None if some placement has no image."""
        permutation: list[int] = []
        for piece, sites in enumerate(self.sites):
            images = [tuple(sorted([cells[c] for c in site])) for site in sites]
            often = self.often[piece]
            own, alike = self.alike[frozenset(sites), often], self.alike.get((frozenset(images), often), [])
            if len(own) != len(alike):
                return None
            target = alike[own.index(piece)]
            permutation += [self.index[target, image] for image in images]
        return tuple(permutation)
