"""A search cut into shares that can be searched apart: in other processes, on other machines, at other times.

    shares = split(problem, wanted=64)
    sum(solve(problem.restricted(share.keep)).solutions for share in shares.shares)

The tree is cut level by level at the item (cell, then piece) with the fewest candidates, as the solvers that take the
fewest candidates first would grow it; so their nodes add up to those of one search.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import reduce
from operator import or_

from modern.exact_cover.problem import Problem


@dataclass(frozen=True)
class Share:
    """A part of the tree: the placements left when some are laid, and the part's weight by Knuth's estimate.

    weight  the chance that a random descent from the root comes here; the weights of all shares and of the dead ends
            met in splitting sum to one
    """

    keep: tuple[int, ...]
    weight: float


@dataclass(frozen=True)
class Shares:
    """All shares of a tree, in the order of the search; how deep it was cut, and the nodes above the cut per level."""

    shares: tuple[Share, ...]
    depth: int
    nodes: tuple[int, ...]


class Conflicts:
    """Which placements exclude which, as whole numbers used as sets of bits."""

    def __init__(self, problem: Problem) -> None:
        cells = len(problem.cells)
        self.items = [0] * (cells + len(problem.pieces))
        for i, p in enumerate(problem.placements):
            for item in (*p.cells, cells + p.piece):
                self.items[item] |= 1 << i
        self.excluded = [
            reduce(or_, (self.items[item] for item in (*p.cells, cells + p.piece))) for p in problem.placements
        ]
        self.covered = [reduce(or_, (1 << item for item in (*p.cells, cells + p.piece))) for p in problem.placements]
        self.all_items = (1 << len(self.items)) - 1
        self.all_placements = (1 << len(problem.placements)) - 1

    def scarcest(self, alive: int, open_items: int) -> int:
        """Return the candidates of the item with the fewest, cells before pieces, as a set of bits."""
        candidates = (alive & self.items[item] for item in bits(open_items))
        return min(candidates, key=int.bit_count)

    def laid(self, alive: int, open_items: int, placement: int) -> tuple[int, int]:
        """Return the placements still possible, and the items still open, after laying one."""
        return alive & ~self.excluded[placement], open_items & ~self.covered[placement]


def bits(number: int) -> Iterator[int]:
    """Yield the positions of the ones, ascending."""
    while number:
        lowest = number & -number
        yield lowest.bit_length() - 1
        number ^= lowest


def split(problem: Problem, wanted: int) -> Shares:
    """Cut the tree at the first level that has at least `wanted` nodes, or else at the level with the most."""
    conflicts = Conflicts(problem)
    # A node: placements laid, those possible, items open, weight.
    root: tuple[tuple[int, ...], int, int, float] = ((), conflicts.all_placements, conflicts.all_items, 1.0)
    level = [root] if problem.pieces else []
    nodes: list[int] = []
    widest, depth = level, 0
    while level and len(widest) < wanted and len(nodes) < len(problem.pieces) - 1:
        grown: list[tuple[tuple[int, ...], int, int, float]] = []
        count = 0
        for laid, alive, open_items, weight in level:
            candidates = conflicts.scarcest(alive, open_items)
            for placement in bits(candidates):
                count += 1
                left, items = conflicts.laid(alive, open_items, placement)
                if conflicts.scarcest(left, items):
                    grown.append(((*laid, placement), left, items, weight / candidates.bit_count()))
        level = grown
        nodes.append(count)
        if len(level) > len(widest):
            widest, depth = level, len(nodes)
    shares = tuple(Share(tuple(sorted((*laid, *bits(alive)))), weight) for laid, alive, _, weight in widest)
    return Shares(shares, depth, tuple(nodes[:depth]))
