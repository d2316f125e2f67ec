"""Dancing cells: algorithm X on sparse sets in arrays, where undoing means only restoring sizes.

Every item has its options in one range of an array; an option that is no longer possible is swapped beyond the end of
the active part. Nothing is moved back on the way up: the old sizes alone bring it all back. The item with the fewest
options left is covered. Source: Knuth's program SSXCC and his lecture "Dancing Cells".
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
def _search(
    item_of: Ints,
    option_of: Ints,
    option_starts: Ints,
    starts: Ints,
    members: Ints,
    where: Ints,
    active: Ints,
    place: Ints,
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
    items = len(place)
    pause = False
    while level >= 0 and budget > 0 and not pause:
        if not backtracking:
            if count == 0:
                pause = record(path, state, buffer)
                backtracking = 1
                level -= 1
                continue
            best = active[0]
            for k in range(1, count):
                i = active[k]
                if sizes[i] < sizes[best] or (sizes[i] == sizes[best] and i < best):
                    best = i
            if sizes[best] == 0:
                backtracking = 1
                level -= 1
                continue
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
        backtracking = 0
        option = option_of[members[starts[best] + chosen[level]]]
        path[level] = option
        nodes[level] += 1
        # Deactivate the option's items, then remove every option that shares one of them from the active ones.
        before = count
        for node in range(option_starts[option], option_starts[option + 1]):
            count -= 1
            i, last = item_of[node], active[count]
            active[place[i]], place[last] = last, place[i]
            active[count], place[i] = i, count
        for k in range(count, before):
            i = active[k]
            for m in range(starts[i], starts[i] + sizes[i]):
                other = option_of[members[m]]
                if other == option:
                    continue
                for node in range(option_starts[other], option_starts[other + 1]):
                    j = item_of[node]
                    if place[j] < count:
                        end = starts[j] + sizes[j] - 1
                        if where[node] <= end:
                            sizes[j] -= 1
                            moved, hole = members[end], where[node]
                            members[hole], where[moved] = moved, hole
                            members[end], where[node] = node, end
        level += 1
        budget -= 1
    state[LEVEL], state[BACKTRACKING], state[ACTIVE] = level, backtracking, count
    return EXHAUSTED if level < 0 else PAUSED
