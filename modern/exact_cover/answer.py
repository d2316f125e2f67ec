"""What a solver is, and what it answers: the contract that every module of solvers/ keeps.

    LISTS = True                          # False: it counts, and cannot list
    def refusal(problem) -> str | None    # why it cannot solve this problem, or None
    def solve(problem, *, on_solution=None, limit=None, stop=None) -> Answer

`on_solution` is called with each solution as it is found. The search ends early after `limit` solutions, or soon after
`stop()`, asked at least every fraction of a second, returns true; the answer then has `finished` false and counts what
was found so far.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Protocol

from getallenband.durable.errors import Error
from getallenband.modern.exact_cover.problem import Problem, Solution

OnSolution = Callable[[Solution], None]
Stop = Callable[[], bool]


@dataclass(frozen=True)
class Answer:
    """The outcome of a search.

    nodes     placements made, per level (level 1 is the first piece placed); empty if the method has no levels
    attempts  placements tried, per level, where the method tries and fails; otherwise None
    finished  false if a limit or a stop ended the search early
    counts    further statistics of the method by name, each per level
    """

    solutions: int
    nodes: tuple[int, ...]
    attempts: tuple[int, ...] | None = None
    finished: bool = True
    counts: Mapping[str, tuple[int, ...]] = field(default_factory=dict)


class Solver(Protocol):
    """A module of solvers/."""

    LISTS: bool

    def refusal(self, problem: Problem) -> str | None: ...

    def solve(
        self,
        problem: Problem,
        *,
        on_solution: OnSolution | None = None,
        limit: int | None = None,
        stop: Stop | None = None,
    ) -> Answer: ...


class UnsuitedError(Error):
    """A solver was asked for a problem that it cannot take; the message is for the user."""


def takes_puzzles(problem: Problem) -> str | None:
    """Refuse exact covers of any kind, and repeated pieces: the `refusal` of solvers that place each piece once."""
    if not problem.pieces:
        return "it needs pieces, and this is an exact cover of any kind"
    return "it places each piece once" if any(bounds != (1, 1) for bounds in problem.bounds) else None
