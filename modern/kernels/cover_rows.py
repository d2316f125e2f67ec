"""The tables of `cover_sets.py` for a problem: which row each item has, how large they are, how the search begins.

search = cover_search(problem)
search.resume(buffer)
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

import numpy as np

from getallenband.modern.exact_cover.problem import Problem
from getallenband.modern.kernels import cover_sets
from getallenband.modern.kernels.arrays import Numbers, Words, flatten, numbers, words
from getallenband.modern.kernels.resumable import Progress, Search


@dataclass(frozen=True)
class CoverRows:
    """The rows of a problem's items, and of its items in one colour.

    single  rows of items that are covered once
    bounds  how often the items after these are covered at least and at most
    """

    problem: Problem
    items: tuple[int, ...]
    colours: Mapping[tuple[int, str], int]
    single: int
    bounds: tuple[tuple[int, int], ...]

    @classmethod
    def of(cls, problem: Problem) -> CoverRows:
        once = [item for item, bounds in enumerate(problem.bounds) if bounds == (1, 1)]
        several = [
            (item, low, high)
            for item, (low, high) in enumerate(problem.bounds)
            if high is not None and (low, high) != (1, 1)
        ]
        optional = [item for item, (_, high) in enumerate(problem.bounds) if high is None]
        single = len(once)
        rows = {item: row for row, item in enumerate(once)}
        rows |= {item: row for row, item in enumerate([item for item, _, _ in several] + optional, single)}
        shades = {
            (item, colour)
            for option, colours in zip(problem.options, problem.colours, strict=False)
            for item, colour in zip(option, colours, strict=True)
            if colour
        }
        coloured = {shade: row for row, shade in enumerate(sorted(shades), single + len(several) + len(optional))}
        bounds = tuple((low, high) for _, low, high in several)
        return cls(problem, tuple(rows[item] for item in range(problem.items)), coloured, single, bounds)

    @property
    def widths(self) -> list[int]:
        """Return the words of a row in each tier."""
        block = cover_sets.BLOCK
        widths = [block * max(1, -(-len(self.problem.options) // (64 * block)))]
        while widths[-1] > block:
            widths.append(block * -(-widths[-1] // (2 * block)))
        return widths

    @property
    def across(self) -> int:
        """Words that hold a bit for each item to be covered."""
        return max(1, -(-(self.single + len(self.bounds)) // 64))

    @property
    def height(self) -> int:
        return 1 + max([*self.items, *self.colours.values(), self.single])

    def words(self) -> int:
        """Return the size of all tables."""
        return sum(self.widths) * (self.height + 2 * self.problem.levels + 2)

    def nodes(self) -> tuple[Numbers, Numbers, Numbers]:
        """Return the row of each item of each option, that of its colour or -1, and where each option starts."""
        options, colours = self.problem.options or ((),), self.problem.colours
        items, starts = flatten([[self.items[item] for item in option] for option in options])
        if not colours:
            return items, np.full(len(items), -1), starts
        pairs = [zip(*both, strict=True) for both in zip(options, colours, strict=True)]
        return items, flatten([[self.colours.get(pair, -1) for pair in each] for each in pairs])[0], starts

    def items_at(self, rows: Numbers) -> Numbers:
        """Return the items that have these rows."""
        item_at = numbers(self.height)
        item_at[list(self.items)] = np.arange(len(self.items))
        return item_at[rows]

    def rest(self) -> Words:
        """Return as bits the items to be covered, on the first level; room for the others."""
        rest = words((self.problem.levels + 1) * self.across)
        required = [row for row, (_, high) in zip(self.items, self.problem.bounds, strict=True) if high is not None]
        for row in required:
            rest[row >> 6] |= np.uint64(1 << (row & 63))
        return rest


def cover_search(
    problem: Problem, on_trace: Callable[[Numbers], None] | None = None, nodes_per_slice: int = 0
) -> Search:
    """Begin a search; `on_trace` gets the items covered at the nodes of the search tree, in preorder.

    A node where everything is covered covers nothing. A traced slice makes at most `nodes_per_slice` nodes.
    """
    rows = CoverRows.of(problem)
    items, colours, starts = rows.nodes()
    # The search begins by making tables, which it takes to be done if they are of no options: then it would not visit
    # its root. So there is always an option, without items and thus never a candidate.
    count = max(1, len(problem.options))
    levels, multiple, widths = problem.levels, len(rows.bounds), rows.widths
    tiers = np.zeros((len(widths), cover_sets.TIER_STATE), np.int64)
    tiers[:, cover_sets.WORDS] = widths
    before = np.cumsum([0, *widths[:-1]])
    tiers[:, cover_sets.COVERS] = before * rows.height
    tiers[:, cover_sets.SETS] = before * (levels + 1)
    tiers[:, cover_sets.NAMES] = before * 64
    names = numbers(64 * sum(widths))
    names[:count] = np.arange(count)
    progress = Progress(numbers(cover_sets.STATE), numbers(levels), numbers(levels))
    state = progress.state
    state[cover_sets.UNTABLED] = count
    bounds = numbers(2 * multiple * (levels + 1))
    bounds[: 2 * multiple] = [bound for pair in rows.bounds for bound in pair]
    trace = numbers(0 if on_trace is None else nodes_per_slice + widths[0] + 2)
    arguments = (
        cover_sets.Sizes(rows.single, multiple, rows.across, rows.height),
        tiers.ravel(),
        cover_sets.Options(items, colours, starts, names),
        cover_sets.Rows(
            words(sum(widths) * rows.height), words(sum(widths) * (levels + 1)), words(sum(widths) * (levels + 1)),
            rows.rest(), bounds, numbers(levels + 1),
        ),
        progress,
        trace,
    )  # fmt: skip

    def resume(buffer: Numbers) -> int:
        outcome = cover_sets.search(*arguments, buffer)
        if on_trace is not None:
            on_trace(rows.items_at(trace[: state[cover_sets.TRACED]]))
            state[cover_sets.TRACED] = 0
        return outcome

    return Search(resume, state, progress.nodes)
