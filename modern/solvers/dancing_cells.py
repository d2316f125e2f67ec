"""Dancing cells: algorithm X on sparse sets in arrays, where undoing means only restoring sizes.

Every item has its options in one range of an array; an option that is no longer possible is swapped beyond the end of
the active part. Nothing is moved back on the way up: the old sizes alone bring it all back. The item with the fewest
options left is covered; its options are taken away once for all of its choices. Source: Knuth's program SSXCC and his
lecture "Dancing Cells".
"""

from __future__ import annotations

import numpy as np

from modern.exact_cover.answer import Answer, OnSolution, Stop, takes_puzzles
from modern.exact_cover.problem import Problem
from modern.kernels.arrays import Ints, Numbers, flatten, ints, numbers
from modern.kernels.compiled import kernel
from modern.kernels.resumable import BUDGET, EXHAUSTED, OWN, PAUSED, record, run

LISTS = True
refusal = takes_puzzles

SLICE = 200_000
ALL_ITEMS = 1 << 62
LEVEL, BACKTRACKING, ACTIVE = OWN, OWN + 1, OWN + 2


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
    arrays = (
        item_of, option_of, option_starts, starts,
        members, where, np.arange(items, dtype=np.int32), np.arange(items, dtype=np.int32), sizes,
        ints(levels * items), ints(levels), ints(levels), ints(levels), numbers(levels), nodes, state,
    )  # fmt: skip
    solutions, finished = run(lambda buffer: _search(*arrays, buffer), state, levels, on_solution, limit, stop, SLICE)
    return Answer(solutions, tuple(nodes.tolist()), None, finished)


@kernel
def _deactivate(i: int, last: int, active: Ints, rank: Ints) -> None:
    """Take an item out of the active ones, of which the last stands at `last`."""
    other, here = active[last], rank[i]
    active[last], rank[i] = i, last
    active[here], rank[other] = other, here


@kernel
def _take_away(
    i: int,
    before: int,
    count: int,
    item_of: Ints,
    option_of: Ints,
    option_starts: Ints,
    starts: Ints,
    members: Ints,
    where: Ints,
    rank: Ints,
    sizes: Ints,
) -> bool:
    """Take an item's options away from the items ranked below `before`; False if one below `count` has none left."""
    alive = True
    for m in range(starts[i], starts[i] + sizes[i]):
        option = option_of[members[m]]
        for node in range(option_starts[option], option_starts[option + 1]):
            j = item_of[node]
            if rank[j] < before and j != i:
                sizes[j] -= 1
                end, hole = starts[j] + sizes[j], where[node]
                moved = members[end]
                members[hole], where[moved] = moved, hole
                members[end], where[node] = node, end
                alive = alive and (sizes[j] > 0 or rank[j] >= count)
    return alive


@kernel
def _search(
    item_of: Ints,
    option_of: Ints,
    option_starts: Ints,
    starts: Ints,
    members: Ints,
    where: Ints,
    active: Ints,
    rank: Ints,
    sizes: Ints,
    saved_sizes: Ints,
    saved_active: Ints,
    chosen_item: Ints,
    chosen: Ints,
    path: Numbers,
    nodes: Numbers,
    state: Numbers,
    buffer: Numbers,
) -> int:
    """Resume the search; per level are kept the item covered, which of its options is chosen, and what was before."""
    level, backtracking, count, budget = state[LEVEL], state[BACKTRACKING], state[ACTIVE], state[BUDGET]
    items = len(rank)
    pause = False
    while level >= 0 and budget > 0 and not pause:
        if not backtracking:
            if count == 0:
                pause = record(path, state, buffer)
                backtracking = 1
                level -= 1
                continue
            fewest = ALL_ITEMS
            for k in range(count):
                fewest = min(fewest, (sizes[active[k]] << 32) | active[k])
            best = fewest & 0xFFFFFFFF
            if fewest == best:
                backtracking = 1
                level -= 1
                continue
            count -= 1
            _deactivate(best, count, active, rank)
            _take_away(best, count, count, item_of, option_of, option_starts, starts, members, where, rank, sizes)
            chosen_item[level], chosen[level], saved_active[level] = best, 0, count
            for k in range(count):
                saved_sizes[level * items + active[k]] = sizes[active[k]]
        else:
            best = chosen_item[level]
            count = saved_active[level]
            for k in range(count):
                sizes[active[k]] = saved_sizes[level * items + active[k]]
            chosen[level] += 1
            if chosen[level] == sizes[best]:
                level -= 1
                continue
        option = option_of[members[starts[best] + chosen[level]]]
        path[level] = option
        nodes[level] += 1
        budget -= 1
        before = count
        for node in range(option_starts[option], option_starts[option + 1]):
            if item_of[node] != best:
                count -= 1
                _deactivate(item_of[node], count, active, rank)
        backtracking = 0
        for k in range(count, before):
            if not _take_away(
                active[k], before, count, item_of, option_of, option_starts, starts, members, where, rank, sizes
            ):
                backtracking = 1
                break
        if not backtracking:
            level += 1
    state[LEVEL], state[BACKTRACKING], state[ACTIVE] = level, backtracking, count
    return EXHAUSTED if level < 0 else PAUSED
