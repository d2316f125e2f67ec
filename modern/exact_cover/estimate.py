"""Knuth's estimate of the size of a search tree: random descents, each worth the product of the branchings it met.

    estimate = tree_size(problem, descents=100)
    estimate.nodes, estimate.error           # nodes expected, and the standard error of that

Source: Knuth, Estimating the efficiency of backtrack programs, Mathematics of Computation 29 (1975).
"""

from __future__ import annotations

import math
import random
from dataclasses import dataclass

from modern.exact_cover.problem import Problem
from modern.exact_cover.split import Conflicts, bits


@dataclass(frozen=True)
class Estimate:
    """Nodes of the tree with the fewest candidates first, and the standard error of the figure."""

    nodes: float
    error: float


def tree_size(problem: Problem, descents: int, seed: int = 1975) -> Estimate:
    """Estimate the nodes below the root; each descent chooses among the candidates with equal chances."""
    dice = random.Random(seed)
    conflicts = Conflicts(problem)
    sizes = [_descent(conflicts, dice) for _ in range(descents)] if problem.pieces else [0.0]
    mean = sum(sizes) / len(sizes)
    variance = sum((size - mean) ** 2 for size in sizes) / max(1, len(sizes) - 1)
    return Estimate(mean, math.sqrt(variance / len(sizes)))


def _descent(conflicts: Conflicts, dice: random.Random) -> float:
    alive, open_items = conflicts.all_placements, conflicts.all_items
    size, product = 0.0, 1.0
    while open_items:
        candidates = list(bits(conflicts.scarcest(alive, open_items)))
        if not candidates:
            break
        product *= len(candidates)
        size += product
        alive, open_items = conflicts.laid(alive, open_items, dice.choice(candidates))
    return size
