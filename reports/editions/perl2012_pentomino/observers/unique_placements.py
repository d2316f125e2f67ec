"""Count the puzzles with one answer: how many placed pieces single a solution out among all solutions.

observe = "unique_placements"
with = { puzzle = "pentominoes-6x10", aspect = "solutions" }
"""

from __future__ import annotations

from collections import Counter
from itertools import combinations
from typing import Literal

from modern.exact_cover import Solution, canonical, symmetries
from reports.checking.observed import Context, Observed

Holders = dict[int, set[int]]
"""For each placement, the solutions that have it."""


def observe(
    context: Context,
    *,
    puzzle: str,
    aspect: Literal["pieces", "totals", "solutions", "more than one"],
    among: Literal["all", "one of each"] = "all",
) -> Observed:
    """Return the figures. `among` says which solutions must not have the pieces too: all, or one of each set of images.

    pieces      each piece, by name, with the number of its placements that are in one solution alone, if there are any;
                images of a placement count once
    totals      how many such pieces, and placements, there are
    solutions   of the solutions up to symmetry, how many need 1 piece, 2, 3, ...
    more than one   how many of them need more than one
    """
    problem = context.oracle.puzzle(puzzle).problem
    group = symmetries(problem)
    solutions = context.oracle.solutions(puzzle)
    chosen = sorted({canonical(solution, group) for solution in solutions})
    if among == "one of each":
        solutions = chosen
    holders: Holders = {}
    for number, solution in enumerate(solutions):
        for placement in solution:
            holders.setdefault(placement, set()).add(number)
    if aspect in ("pieces", "totals"):
        alone = {min(image[at] for image in group) for at, held in holders.items() if len(held) == 1}
        counts = Counter(problem.placements[at].piece for at in alone)
        if aspect == "totals":
            return Observed([len(counts), counts.total()])
        return Observed(sorted([problem.pieces[piece], times] for piece, times in counts.items()))
    needed = Counter(least(solution, holders) for solution in chosen)
    if aspect == "more than one":
        return Observed(len(chosen) - needed[1])
    return Observed([needed[number] for number in range(1, max(needed) + 1)])


def least(solution: Solution, holders: Holders) -> int:
    """Return how many of a solution's placements are needed so that no other solution has them."""
    for number in range(1, len(solution)):
        for some in combinations(solution, number):
            if len(set.intersection(*(holders[placement] for placement in some))) == 1:
                return number
    return len(solution)
