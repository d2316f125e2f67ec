"""Dancing cells: algorithm X on sparse sets in arrays, where undoing means only restoring sizes.

Every item has its options in one range of an array; an option that is no longer possible is swapped beyond the end of
the active part. Nothing is moved back on the way up: the old sizes alone bring it all back. The item with the fewest
options left is covered; its options are taken away once for all of its choices. Source: Knuth's program SSXCC and his
lecture "Dancing Cells".
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from getallenband.modern.exact_cover.answer import Answer, OnSolution, Stop, takes_puzzles
from getallenband.modern.exact_cover.problem import Problem
from getallenband.modern.kernels.arrays import Ints, Numbers, flatten, ints, numbers
from getallenband.modern.kernels.compiled import kernel
from getallenband.modern.kernels.resumable import BUDGET, EXHAUSTED, OWN, PAUSED, Progress, record, run

LISTS = True
refusal = takes_puzzles

SLICE = 200_000
ALL_ITEMS = 1 << 62
LEVEL, BACKTRACKING, ACTIVE = OWN, OWN + 1, OWN + 2


class Options(NamedTuple):
    """The item of each node, its option, and the first node of each option."""

    item_of: Ints
    option_of: Ints
    starts: Ints


class Sets(NamedTuple):
    """members[starts[i]:starts[i] + sizes[i]] are the nodes left of item i; where each node is among the members.

    The active items come first in `active`; rank is the place of each item there.
    """

    starts: Ints
    members: Ints
    where: Ints
    active: Ints
    rank: Ints
    sizes: Ints


class Saved(NamedTuple):
    """For each level the sizes before, the number of active items, the item covered, which of its options is chosen."""

    sizes: Ints
    active: Ints
    item: Ints
    chosen: Ints


def solve(
    problem: Problem, *, on_solution: OnSolution | None = None, limit: int | None = None, stop: Stop | None = None
) -> Answer:
    levels, items = len(problem.pieces), problem.items
    item_of, option_starts = (array.astype(np.int32) for array in flatten(problem.options))
    option_of = np.repeat(np.arange(len(problem.options), dtype=np.int32), np.diff(option_starts))
    # The nodes of each item, and where each node is among them.
    members = np.argsort(item_of, kind="stable").astype(np.int32)
    where = np.argsort(members).astype(np.int32)
    sizes = np.bincount(item_of, minlength=items).astype(np.int32)
    starts = (np.cumsum(sizes) - sizes).astype(np.int32)
    nodes, state = numbers(levels), numbers(OWN + 3)
    state[ACTIVE] = items
    arguments = (
        Options(item_of, option_of, option_starts),
        Sets(starts, members, where, np.arange(items, dtype=np.int32), np.arange(items, dtype=np.int32), sizes),
        Saved(ints(levels * items), ints(levels), ints(levels), ints(levels)),
        Progress(state, nodes, numbers(levels)),
    )
    solutions, finished = run(
        lambda buffer: _search(*arguments, buffer), state, levels, on_solution, limit, stop, SLICE
    )
    return Answer(solutions, tuple(nodes.tolist()), None, finished)


@kernel
def _deactivate(i: int, last: int, sets: Sets) -> None:
    """Take an item out of the active ones, of which the last stands at `last`."""
    other, here = sets.active[last], sets.rank[i]
    sets.active[last], sets.rank[i] = i, last
    sets.active[here], sets.rank[other] = other, here


@kernel
def _take_away(i: int, before: int, count: int, options: Options, sets: Sets) -> bool:
    """Take an item's options away from the items ranked below `before`; False if one below `count` has none left."""
    alive = True
    for m in range(sets.starts[i], sets.starts[i] + sets.sizes[i]):
        option = options.option_of[sets.members[m]]
        for node in range(options.starts[option], options.starts[option + 1]):
            j = options.item_of[node]
            if sets.rank[j] < before and j != i:
                sets.sizes[j] -= 1
                end, hole = sets.starts[j] + sets.sizes[j], sets.where[node]
                moved = sets.members[end]
                sets.members[hole], sets.where[moved] = moved, hole
                sets.members[end], sets.where[node] = node, end
                alive = alive and (sets.sizes[j] > 0 or sets.rank[j] >= count)
    return alive


@kernel
def _search(options: Options, sets: Sets, saved: Saved, progress: Progress, buffer: Numbers) -> int:
    """Resume the search; per level are kept the item covered, which of its options is chosen, and what was before."""
    level, backtracking, count, budget = (
        progress.state[LEVEL],
        progress.state[BACKTRACKING],
        progress.state[ACTIVE],
        progress.state[BUDGET],
    )
    items = len(sets.rank)
    pause = False
    while level >= 0 and budget > 0 and not pause:
        if not backtracking:
            if count == 0:
                pause = record(progress, buffer)
                backtracking = 1
                level -= 1
                continue
            fewest = ALL_ITEMS
            for k in range(count):
                fewest = min(fewest, (sets.sizes[sets.active[k]] << 32) | sets.active[k])
            best = fewest & 0xFFFFFFFF
            if fewest == best:
                backtracking = 1
                level -= 1
                continue
            count -= 1
            _deactivate(best, count, sets)
            _take_away(best, count, count, options, sets)
            saved.item[level], saved.chosen[level], saved.active[level] = best, 0, count
            for k in range(count):
                saved.sizes[level * items + sets.active[k]] = sets.sizes[sets.active[k]]
        else:
            best = saved.item[level]
            count = saved.active[level]
            for k in range(count):
                sets.sizes[sets.active[k]] = saved.sizes[level * items + sets.active[k]]
            saved.chosen[level] += 1
            if saved.chosen[level] == sets.sizes[best]:
                level -= 1
                continue
        option = options.option_of[sets.members[sets.starts[best] + saved.chosen[level]]]
        progress.path[level] = option
        progress.nodes[level] += 1
        budget -= 1
        before = count
        for node in range(options.starts[option], options.starts[option + 1]):
            if options.item_of[node] != best:
                count -= 1
                _deactivate(options.item_of[node], count, sets)
        backtracking = 0
        for k in range(count, before):
            if not _take_away(sets.active[k], before, count, options, sets):
                backtracking = 1
                break
        if not backtracking:
            level += 1
    progress.state[LEVEL], progress.state[BACKTRACKING], progress.state[ACTIVE] = level, backtracking, count
    return EXHAUSTED if level < 0 else PAUSED
