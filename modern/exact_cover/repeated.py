"""Puzzles in which pieces occur several times, or may be left out; exchanging two copies is no other solution.

    RepeatedPieces("dominoes", ("I",), cells, placements, "square", often=((8, 8),))
    RepeatedPieces("some of two", ("I", "V"), cells, placements, "square", often=((0, 3), (0, None)))

A piece with bounds (low, high) is placed at least `low` and at most `high` times; without `high` any number of
times, and its item is in no option.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from getallenband.modern.exact_cover.problem import Problem, Solution

Often = tuple[int, int | None]


@dataclass(frozen=True)
class RepeatedPieces(Problem):
    """A puzzle with a number of copies of each piece, or a range of numbers."""

    often: tuple[Often, ...]

    @cached_property
    def copies(self) -> tuple[int, ...]:
        # Placements of one piece may differ in size: a jigsaw's squares on the border cover fewer edges.
        smallest = [min((len(self.placements[i].cells) for i in own), default=1) for own in self.placements_by_piece]
        fits = [len(self.cells) // max(1, size) for size in smallest]
        return tuple(fit if high is None else high for fit, (_, high) in zip(fits, self.often, strict=True))

    @cached_property
    def levels(self) -> int:
        """The greatest depth of the search: placements chosen in a row, or pieces of which no more are placed."""
        smallest = min((len(p.cells) for p in self.placements), default=0)
        most = min(sum(self.copies), len(self.cells) // max(1, smallest))
        return most + sum(high is not None and (low, high) != (1, 1) for low, high in self.often)

    @cached_property
    def bounds(self) -> tuple[Often, ...]:
        return ((1, 1),) * len(self.cells) + self.often

    @cached_property
    def options(self) -> tuple[tuple[int, ...], ...]:
        unbounded = {piece for piece, (_, high) in enumerate(self.often) if high is None}
        items = [() if piece in unbounded else (len(self.cells) + piece,) for piece in range(len(self.pieces))]
        return tuple((*p.cells, *items[p.piece]) for p in self.placements)

    def is_solution(self, solution: Solution) -> bool:
        times = Counter(item for index in solution for item in self.options[index])
        return list(solution) == sorted(solution) and all(
            high is None or low <= times[item] <= high for item, (low, high) in enumerate(self.bounds)
        )


def tighten(often: Sequence[Often], sizes: Sequence[int], cells: int) -> tuple[Often, ...]:
    """Return the numbers of each piece that volume allows; those asked for, as far as they fit, if it allows none.

    A piece that volume alone bounds gets no upper bound. Twelve pentominoes and any number of holes on 8 by 8 become
    twelve pentominoes and four holes.
    """
    fits = [cells // size for size in sizes]
    bounds = [(low, fit if high is None else min(high, fit)) for (low, high), fit in zip(often, fits, strict=True)]
    least, most = (sum(bound[end] * size for bound, size in zip(bounds, sizes, strict=True)) for end in (0, 1))
    tighter = [
        (max(low, high - (most - cells) // size), min(high, low + (cells - least) // size))
        for (low, high), size in zip(bounds, sizes, strict=True)
    ]
    if any(low > high for low, high in tighter):
        tighter = bounds
    return tuple(
        (low, None) if low == 0 and high >= fit else (low, max(1, high))
        for (low, high), fit in zip(tighter, fits, strict=True)
    )
