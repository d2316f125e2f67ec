"""Puzzles in which pieces occur several times: copies of a piece are alike, so exchanging two is no other solution.

    RepeatedPieces("dominoes", ("I",), cells, placements, "square", often=(8,))

The item of such a piece is covered as often as there are copies.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from functools import cached_property

from modern.exact_cover.problem import Problem, Solution


@dataclass(frozen=True)
class RepeatedPieces(Problem):
    """A puzzle with a number of copies of each piece."""

    often: tuple[int, ...]

    @property
    def copies(self) -> tuple[int, ...]:
        return self.often

    @cached_property
    def names(self) -> tuple[str, ...]:
        """The pieces' names, from the second copy on with a number."""
        pieces = zip(self.pieces, self.copies, strict=True)
        return tuple(f"{name} {copy}".removesuffix(" 1") for name, count in pieces for copy in range(1, count + 1))

    @cached_property
    def levels(self) -> int:
        """At most so many placements in a row are chosen, or pieces left because all copies are placed."""
        return sum(self.copies) + sum(count > 1 for count in self.copies)

    @cached_property
    def bounds(self) -> tuple[tuple[int, int | None], ...]:
        return ((1, 1),) * len(self.cells) + tuple((count, count) for count in self.copies)

    def is_solution(self, solution: Solution) -> bool:
        times = Counter(item for index in solution for item in self.options[index])
        wanted = {item: low for item, (low, _) in enumerate(self.bounds)}
        return times == wanted and list(solution) == sorted(solution)
