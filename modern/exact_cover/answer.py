"""What a solver says, and what a solver is: the contract that every file of solvers/ keeps.

A solver module has

    NAME = "dancing_links"
    SUMMARY = "Knuth's dancing links, fewest candidates first"
    LISTS = True                       # False: it counts, and cannot list

    def suits(problem) -> str | None   # why it cannot solve this problem, or None
    def solve(problem, *, on_solution=None, limit=None, stop=None) -> Answer

`on_solution` is called with each solution as it is found: the indices of the placements in ascending order of
piece. The search ends early after `limit` solutions, or soon after `stop()` returns true (asked at least every
fraction of a second); the answer then has `finished` false and counts what was found so far.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Protocol

from modern.exact_cover.problem import Problem, Solution

OnSolution = Callable[[Solution], None]
Stop = Callable[[], bool]


@dataclass(frozen=True)
class Answer:
    """The outcome of a search.

    nodes     placements laid, per level (level 1 is the first piece laid); empty if the method has no levels
    attempts  placements tried, per level, where the method tries and fails; otherwise None
    seconds   time of the search alone, set-up included, compilation and start of the process not
    finished  false if a limit or a stop ended the search early
    counts    further statistics of the method by name, each per level
    """

    solutions: int
    nodes: tuple[int, ...]
    attempts: tuple[int, ...] | None = None
    seconds: float = 0.0
    finished: bool = True
    counts: Mapping[str, tuple[int, ...]] = field(default_factory=dict)


class Solver(Protocol):
    """A module of solvers/."""

    NAME: str
    SUMMARY: str
    LISTS: bool

    def suits(self, problem: Problem) -> str | None:
        """Say why this solver cannot take the problem, or None."""

    def solve(
        self,
        problem: Problem,
        *,
        on_solution: OnSolution | None = None,
        limit: int | None = None,
        stop: Stop | None = None,
    ) -> Answer:
        """Search the whole tree, or until `limit` or `stop`."""


class UnsuitedError(Exception):
    """A solver was asked for a problem that it cannot take; the message is for the user."""

    for_user = True
