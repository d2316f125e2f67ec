"""The symmetries of a puzzle, found from its geometry, and the search cut down by them.

    group = symmetries(problem)                  # permutations of the placements, the identity first
    parts = broken(problem, group)               # every class of solutions lies in one part, once
    canonical(solution, group)                   # the least image: the same for a whole class, as a check afterwards

A symmetry is a permutation of the placements, as Kawai defines it: every placement of a piece goes to a placement of
one piece. A mirror may exchange two pieces (one-sided pieces and their images).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from modern.exact_cover.problem import Problem, Solution
from modern.geometry.lattices import LATTICES, difference, moved, shifted

Permutation = tuple[int, ...]


@dataclass(frozen=True)
class Part:
    """A share of the search: the indices of the placements kept, and what symmetry is left unbroken.

    If `group` has more than one element, a solution counts only if it is `canonical` under it.
    """

    keep: tuple[int, ...]
    group: tuple[Permutation, ...]


def symmetries(problem: Problem) -> tuple[Permutation, ...]:
    """Return the group of the board's isometries that take placements to placements, the identity first."""
    return tuple(on_placements for _, on_placements in symmetries_of_cells(problem))


def symmetries_of_cells(problem: Problem) -> tuple[tuple[Permutation, Permutation], ...]:
    """Return each symmetry as a permutation of the cells and as one of the placements, the identity first."""
    lattice = LATTICES[problem.lattice]
    number = {cell: i for i, cell in enumerate(problem.cells)}
    placements = _Placements(problem)
    group: dict[Permutation, Permutation] = {}
    for matrix in lattice.point_group:
        images = [moved(matrix, cell) for cell in problem.cells]
        step = difference(min(problem.cells), min(images))
        cells = tuple(number.get(shifted(image, step), -1) for image in images)
        # Different isometries may act alike (a flat board in space): one of them is enough.
        if -1 not in cells and cells not in group:
            permutation = placements.permuted(cells)
            if permutation is not None:
                group[cells] = permutation
    return tuple(group.items())


def canonical(solution: Solution, group: Iterable[Permutation]) -> Solution:
    """Return the least image of the solution under the group."""
    # Placements stand in ascending order of piece, so sorted indices are again in ascending order of piece.
    return min(tuple(sorted(permutation[i] for i in solution)) for permutation in group)


def images(solution: Solution, group: Iterable[Permutation]) -> int:
    """Return how many different solutions the group makes of one."""
    return len({tuple(sorted(permutation[i] for i in solution)) for permutation in group})


def no_solution_is_symmetric(problem: Problem, group: tuple[Permutation, ...]) -> bool:
    """Tell whether the pieces alone prove that every class of solutions has as many members as the group.

    They do if each symmetry but the identity has a piece that it keeps, yet none of whose placements it keeps.
    """
    by_piece = problem.placements_by_piece()
    return all(
        any(
            indices and all(g[i] != i and problem.placements[g[i]].piece == piece for i in indices)
            for piece, indices in enumerate(by_piece)
        )
        for g in group[1:]
    )


def broken(problem: Problem, group: tuple[Permutation, ...]) -> tuple[Part, ...]:
    """Break the symmetry before the search: one piece is kept to one placement of each orbit.

    The piece chosen is one with few orbits. Where a placement is itself kept by some symmetries, these are
    broken by a further piece, in a part of its own.
    """
    return tuple(_parts(problem, list(map(list, problem.placements_by_piece())), group, frozenset()))


def _parts(
    problem: Problem, kept: list[list[int]], group: tuple[Permutation, ...], fixed: frozenset[int]
) -> Iterator[Part]:
    choices = [
        (_orbits(kept[piece], group), piece)
        for piece in range(len(kept))
        if piece not in fixed and all(problem.placements[g[i]].piece == piece for g in group for i in kept[piece][:1])
    ]
    if len(group) == 1 or not choices:
        yield Part(tuple(sorted(i for indices in kept for i in indices)), group)
        return
    orbits, piece = min(choices, key=lambda choice: (_cost(choice[0]), choice[1]))
    shares: dict[tuple[Permutation, ...], list[int]] = {}
    for representative, stabiliser in orbits:
        shares.setdefault(stabiliser, []).append(representative)
    for stabiliser, representatives in sorted(shares.items(), key=lambda share: (len(share[0]), share[1])):
        narrowed = [representatives if p == piece else indices for p, indices in enumerate(kept)]
        yield from _parts(problem, narrowed, stabiliser, fixed | {piece})


def _cost(orbits: list[tuple[int, tuple[Permutation, ...]]]) -> int:
    """Return how little a choice is liked: few orbits are good, orbits that leave symmetry to be broken are not."""
    return sum(4 if len(stabiliser) > 1 else 1 for _, stabiliser in orbits)


def _orbits(indices: list[int], group: tuple[Permutation, ...]) -> list[tuple[int, tuple[Permutation, ...]]]:
    """Return the least placement of each orbit, with the symmetries that keep it."""
    return [
        (i, tuple(g for g in group if g[i] == i)) for i in indices if i == min(permutation[i] for permutation in group)
    ]


class _Placements:
    """The placements of a problem, prepared to find the images of all of them under a permutation of the cells."""

    def __init__(self, problem: Problem) -> None:
        self.cells = [[problem.placements[i].cells for i in indices] for indices in problem.placements_by_piece()]
        self.index = {(p.piece, p.cells): i for i, p in enumerate(problem.placements)}
        # Of several pieces of one shape the piece of the same rank is the image, the piece itself if it can be.
        self.alike: dict[frozenset[tuple[int, ...]], list[int]] = {}
        for piece, sites in enumerate(self.cells):
            self.alike.setdefault(frozenset(sites), []).append(piece)
        self.rank = [self.alike[frozenset(sites)].index(piece) for piece, sites in enumerate(self.cells)]

    def permuted(self, cells: Permutation) -> Permutation | None:
        """Turn a permutation of the cells into one of the placements; None if some placement has no image."""
        permutation: list[int] = []
        for piece, sites in enumerate(self.cells):
            images = [tuple(sorted([cells[c] for c in site])) for site in sites]
            own, alike = self.alike[frozenset(sites)], self.alike.get(frozenset(images), [])
            if len(own) != len(alike):
                return None
            target = alike[self.rank[piece]]
            permutation += [self.index[target, image] for image in images]
        return tuple(permutation)
