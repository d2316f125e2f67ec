"""Pieces with names of their own but the same placements, searched as copies of one piece: no exchange is tried.

merged = merge_alike(problem)                              # None if all pieces differ
answer = solve_merged(merged, solve, None, None, None)     # as solve(problem) would answer, in another order
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import groupby, permutations
from math import factorial, prod
from typing import Protocol

from getallenband.modern.exact_cover.answer import Answer, OnSolution, Stop, takes_puzzles
from getallenband.modern.exact_cover.problem import Placement, Problem, Solution
from getallenband.modern.exact_cover.repeated import RepeatedPieces


class Solve(Protocol):
    """The function `solve` of a solver."""

    def __call__(
        self, problem: Problem, *, on_solution: OnSolution | None, limit: int | None, stop: Stop | None
    ) -> Answer: ...


@dataclass(frozen=True)
class Merged:
    """A problem in which alike pieces became copies of one.

    placements  for each placement in it, that of each of the alike pieces in the problem as given
    """

    problem: RepeatedPieces
    placements: tuple[tuple[int, ...], ...]

    @property
    def ways(self) -> int:
        """How many solutions of the problem as given are one solution here."""
        return prod(map(factorial, self.problem.copies))

    def exchanges(self, solution: Solution) -> Iterator[Solution]:
        """Yield the solutions of the problem as given that are this one."""
        groups = [tuple(same) for _, same in groupby(solution, lambda i: self.problem.placements[i].piece)]
        for orders in _orders(groups):
            yield tuple(sorted(self.placements[i][rank] for order in orders for rank, i in enumerate(order)))


def _orders(groups: Sequence[tuple[int, ...]]) -> Iterator[tuple[tuple[int, ...], ...]]:
    """Yield the groups in all their orders, as itertools.product would if it kept no lists."""
    if not groups:
        yield ()
        return
    for first in permutations(groups[0]):
        for rest in _orders(groups[1:]):
            yield first, *rest


def merge_alike(problem: Problem) -> Merged | None:
    """Make pieces with the same placements copies of one; None if all pieces differ, or are copies already.

    Pieces that may cover no cell stay as they are: two can be placed alike.
    """
    if takes_puzzles(problem) is not None:
        return None
    groups: dict[object, list[int]] = {}
    for piece, indices in enumerate(problem.placements_by_piece):
        sites = tuple(problem.placements[i].cells for i in indices)
        groups.setdefault(sites if all(sites) else piece, []).append(piece)
    if len(groups) == len(problem.pieces):
        return None
    columns = [tuple(zip(*(problem.placements_by_piece[p] for p in alike), strict=True)) for alike in groups.values()]
    table = tuple(
        Placement(piece, problem.placements[same[0]].cells) for piece, column in enumerate(columns) for same in column
    )
    names = tuple(problem.pieces[alike[0]] for alike in groups.values())
    often = tuple((len(alike), len(alike)) for alike in groups.values())
    merged = RepeatedPieces(problem.name, names, problem.cells, table, problem.lattice, often, rings=problem.rings)
    return Merged(merged, tuple(same for column in columns for same in column))


def solve_merged(
    merged: Merged, solve: Solve, on_solution: OnSolution | None, limit: int | None, stop: Stop | None
) -> Answer:
    """Search the merged problem; count and hand over the solutions of the problem as given."""
    least = None if limit is None else -(-limit // merged.ways)
    if on_solution is None:
        answer = solve(merged.problem, on_solution=None, limit=least, stop=stop)
        total = answer.solutions * merged.ways
        return replace(answer, solutions=total if limit is None else min(total, limit))
    handed_over = 0

    def hand_over(solution: Solution) -> None:
        nonlocal handed_over
        for exchanged in merged.exchanges(solution):
            if handed_over == limit or (stop is not None and stop()):
                return
            handed_over += 1
            on_solution(exchanged)

    answer = solve(merged.problem, on_solution=hand_over, limit=least, stop=stop)
    finished = answer.finished and handed_over == answer.solutions * merged.ways
    return replace(answer, solutions=handed_over, finished=finished)
