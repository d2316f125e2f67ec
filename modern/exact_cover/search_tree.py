"""The search tree of algorithm X with minimum remaining values, grown without a solver: to split it, and to size it up.

    split(problem, wanted=64).subtrees       # what can be searched apart: in other processes, at other times
    estimate_size(problem, together=100)     # Knuth's estimate of its nodes

The item with the fewest options is covered next; of equal items, the first. The solvers that do the same have the same
tree, so the nodes of the subtrees add up to those of one search. A search by a scan is cut along its scan.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import reduce
from itertools import groupby
from math import sqrt
from operator import or_

from getallenband.modern.exact_cover.problem import Problem

Scan = Callable[[Sequence[int]], Sequence[int]]
"""The items in the order in which a search covers them, given the options chosen so far."""


DESCENTS = 16

Node = tuple[tuple[int, ...], int, int, float]
"""Options chosen, those possible, items uncovered, the chance to come here."""


@dataclass(frozen=True)
class Subtree:
    """The placements left when some are made, as a bit set, and the chance that a random descent comes here.

    The chances of all subtrees, and of the dead ends met in splitting, sum to one.
    """

    bits: int
    chance: float

    @property
    def keep(self) -> tuple[int, ...]:
        """Return the indices of these placements, ascending: three times as fast as `members` where most are left."""
        return tuple(position for position, digit in enumerate(f"{self.bits:b}"[::-1]) if digit == "1")


@dataclass(frozen=True)
class Split:
    """All subtrees below a level, in the order of the search; that level, and the nodes per level down to it."""

    subtrees: tuple[Subtree, ...]
    depth: int
    nodes: tuple[int, ...]


@dataclass(frozen=True)
class Estimate:
    """The expected number of nodes, and the standard error of that figure."""

    nodes: float
    error: float


class Tree:
    """The tree of a problem; sets of options and of items are integers used as bit sets."""

    def __init__(self, problem: Problem, scan: Scan | None = None) -> None:
        self.scan = scan
        self.options_of = [_bit_set(options) for options in problem.options_by_item]
        self.items_of = [_bit_set(option) for option in problem.options]
        self.options = problem.options
        self.copies = {item: high for item, (_, high) in enumerate(problem.bounds) if high not in (1, None)}
        self.conflicting = [
            reduce(or_, (self.options_of[item] for item in option if item not in self.copies), 1 << index)
            for index, option in enumerate(problem.options)
        ]
        self._allow_same_colours(problem)
        self.all_options = (1 << len(problem.options)) - 1
        self.all_items = _bit_set(tuple(item for item, bounds in enumerate(problem.bounds) if bounds == (1, 1)))

    def _allow_same_colours(self, problem: Problem) -> None:
        """Allow options together that share only optional items, in the same colours, beside items with copies."""
        for index, colours in enumerate(problem.colours):
            of_item = dict(zip(problem.options[index], colours, strict=True))
            for item in self.copies:
                of_item.pop(item, None)
            for other in members(self.conflicting[index] ^ 1 << index):
                shared = dict(zip(problem.options[other], problem.colours[other], strict=True)).items()
                if all(colour and of_item[item] == colour for item, colour in shared if item in of_item):
                    self.conflicting[index] ^= 1 << other

    def next_item(self, possible: int, uncovered: int, chosen: Sequence[int] = ()) -> int:
        """Return the uncovered item that is first in the scan, or has the fewest options."""
        if self.scan is not None:
            return next(item for item in self.scan(chosen) if uncovered >> item & 1)
        return min(members(uncovered), key=lambda item: (possible & self.options_of[item]).bit_count())

    def branches(self, possible: int, uncovered: int, chosen: Sequence[int] = ()) -> int:
        """Return the possible options of the next item."""
        return possible & self.options_of[self.next_item(possible, uncovered, chosen)]

    def descend(self, possible: int, uncovered: int, chosen: Sequence[int]) -> tuple[int, int]:
        """Return the options still possible and the items still uncovered once the last of these was chosen."""
        option = chosen[-1]
        possible &= ~self.conflicting[option]
        for item in self.copies.keys() & self.options[option]:
            if sum(item in self.options[other] for other in chosen) == self.copies[item]:
                possible &= ~self.options_of[item]
        return possible, uncovered & ~self.items_of[option]


def is_solvers_tree(problem: Problem, scan: Scan | None) -> bool:
    """Whether the solvers search this tree: each item is covered once or optional, or a scan covers only cells.

    Otherwise this tree branches only on items covered exactly once; the solvers branch on the others too.
    """
    plain = all(bounds == (1, 1) or bounds[1] is None for bounds in problem.bounds)
    return plain or (scan is not None and max(problem.copies, default=1) > 1)


def split(problem: Problem, wanted: int, scan: Scan | None = None) -> Split:
    """Cut the tree at the first level that has at least `wanted` nodes, or else at the level with the most.

    Where it has many more, siblings stay together.

    With a scan the first item uncovered there is covered next, instead of the one with the fewest options. Where the
    solvers search another tree, its nodes are counted below the cut only.
    """
    tree = Tree(problem, scan)
    root: Node = ((), tree.all_options, tree.all_items, 1.0)
    level = [root] if problem.levels else []
    nodes: list[int] = []
    widest, depth = level, 0
    while tree.all_items and level and len(widest) < wanted and len(nodes) < problem.levels - 1:
        below: list[Node] = []
        count = 0
        for chosen, possible, uncovered, chance in level:
            branches = tree.branches(possible, uncovered, chosen)
            count += branches.bit_count()
            for option in members(branches):
                path = (*chosen, option)
                left, items = tree.descend(possible, uncovered, path)
                if not items or tree.branches(left, items, path):
                    below.append((path, left, items, chance / branches.bit_count()))
        if not all(items for _, _, items, _ in below):
            break  # a solution of an exact cover of any kind may be shorter than others
        level = below
        nodes.append(count)
        if len(level) > len(widest):
            widest, depth = level, len(nodes)
    size = max(1, len(widest) // max(1, wanted))
    subtrees = tuple(_join_siblings(widest, size))
    return Split(subtrees, depth, tuple(nodes[:depth])) if is_solvers_tree(problem, scan) else Split(subtrees, 0, ())


def _join_siblings(level: list[Node], size: int) -> Iterator[Subtree]:
    """Yield subtrees of up to `size` siblings: only one of these can be in a solution, so they can stay together."""
    for _, same in groupby(level, key=lambda node: node[0][:-1]):
        siblings = list(same)
        for start in range(0, len(siblings), size):
            joined = siblings[start : start + size]
            keep = reduce(or_, (possible | _bit_set(chosen) for chosen, possible, _, _ in joined))
            yield Subtree(keep, sum(chance for _, _, _, chance in joined))


def estimate_size(problem: Problem, together: int, scan: Scan | None = None) -> Estimate:
    """Estimate the nodes below the root by random descents of up to `together` nodes side by side.

    Of a level's children so many are kept, each standing for as many as there are for one kept: with one it is Knuth's
    estimate, whose descents seldom live long where most branches are dead. Where the solvers search another tree
    (`is_solvers_tree`) the estimate is of this one; without an item covered exactly once it is 0 nodes.
    Source: Knuth, Estimating the efficiency of backtrack programs, Mathematics of Computation 29 (1975); Rubinstein,
    Stochastic enumeration method for counting NP-hard problems, Methodology and Computing in Applied Probability 15
    (2013).
    """
    tree, dice = Tree(problem, scan), random.Random(1975)
    counted = problem.levels > 0 and tree.all_items > 0
    sizes = [_random_descent(tree, together, dice) for _ in range(DESCENTS)] if counted else [0.0]
    mean = sum(sizes) / len(sizes)
    variance = sum((size - mean) ** 2 for size in sizes) / max(1, len(sizes) - 1)
    return Estimate(mean, sqrt(variance / len(sizes)))


def _random_descent(tree: Tree, together: int, dice: random.Random) -> float:
    level: list[Node] = [((), tree.all_options, tree.all_items, 1.0)]
    size, weight = 0.0, 1.0
    while level:
        children = [
            (node, option) for node in level if node[2] for option in members(tree.branches(node[1], node[2], node[0]))
        ]
        size += weight * len(children)
        if len(children) > together:
            weight *= len(children) / together
            children = dice.sample(children, together)
        level = [
            (path := (*chosen, option), *tree.descend(possible, uncovered, path), chance)
            for (chosen, possible, uncovered, chance), option in children
        ]
    return size


def _bit_set(positions: tuple[int, ...]) -> int:
    return sum(1 << member for member in positions)


def members(bits: int) -> Iterator[int]:
    """Yield the positions of the ones, ascending."""
    while bits:
        lowest = bits & -bits
        yield lowest.bit_length() - 1
        bits ^= lowest
