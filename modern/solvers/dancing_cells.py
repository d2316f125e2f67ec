"""Dancing cells: algorithm X on sparse sets in arrays, where undoing is only the restoring of sizes.

Every item (cells first, then pieces) has its placements in one range of an array; a placement that can no longer be
laid is swapped to the end of that range. Nothing is moved back on the way up: the old sizes alone bring it all
back. The item with the fewest placements left is taken. Source: Knuth's program SSXCC and his lecture "Dancing Cells".
"""

from __future__ import annotations

import time

import numpy as np

from modern.exact_cover.answer import Answer, OnSolution, Stop
from modern.exact_cover.problem import Problem
from modern.kernels.compiled import kernel
from modern.kernels.driving import BUFFER_FULL, FINISHED, OUT_OF_BUDGET, Ints, Longs, drive, flat

NAME = "dancing_cells"
SUMMARY = "Knuth's dancing cells: sparse sets in place of links"
LISTS = True


def suits(problem: Problem) -> str | None:
    """Say None: every exact cover suits."""
    del problem
    return None


def solve(
    problem: Problem, *, on_solution: OnSolution | None = None, limit: int | None = None, stop: Stop | None = None
) -> Answer:
    """Search with minimum remaining values."""
    started = time.perf_counter()
    levels, cells = len(problem.pieces), len(problem.cells)
    options = [[*p.cells, cells + p.piece] for p in problem.placements]
    items: list[list[int]] = [[] for _ in range(cells + levels)]
    spot = []
    node = 0
    for option in options:
        for item in option:
            spot.append((item, len(items[item])))
            items[item].append(node)
            node += 1
    item_of, option_starts = flat(options)
    members, starts = flat(items)
    where = np.array([starts[item] + offset for item, offset in spot], np.int32)
    option_of = np.array([number for number, option in enumerate(options) for _ in option], np.int32)
    active = np.arange(len(items), dtype=np.int32)
    sizes = np.array([len(nodes) for nodes in items], np.int32)
    statistics = np.zeros((1, levels), np.int64)
    tables = (item_of, option_of, option_starts, starts, np.array([p.piece for p in problem.placements], np.int32))
    buffer = np.zeros((1024, levels), np.int32)
    work = (
        members,
        where,
        active,
        active.copy(),
        sizes,
        np.zeros((levels + 1, len(items)), np.int32),
        np.zeros((levels + 1, 3), np.int32),
        np.zeros(levels, np.int32),
    )
    state = np.array([0, 0, len(items)], np.int64)

    def stride(room: int, budget: int) -> tuple[int, int]:
        status, rows = _search(*tables, *work, statistics, state, buffer, room, budget)
        return int(status), int(rows)

    solutions, finished = drive(stride, buffer, on_solution, limit, stop, budget=200_000)
    return Answer(solutions, tuple(map(int, statistics[0])), None, time.perf_counter() - started, finished)


@kernel
def _search(
    item_of: Ints,
    option_of: Ints,
    option_starts: Ints,
    starts: Ints,
    piece: Ints,
    members: Ints,
    where: Ints,
    active: Ints,
    place: Ints,
    sizes: Ints,
    saved: Ints,
    frames: Ints,
    laid: Ints,
    statistics: Longs,
    state: Longs,
    buffer: Ints,
    room: int,
    budget: int,
) -> tuple[int, int]:
    """Search on from `state` (level, whether a placement lies there, active items).

    frames  per level: the item chosen, which of its placements lies, the number of items active before
    saved   per level: the sizes of all items before
    """
    level, lies, count = state[0], state[1], state[2]
    levels = len(laid)
    rows = 0
    while True:
        if lies == 0:
            if count == 0 or level == levels:
                if count == 0 and level == levels:
                    buffer[rows] = laid
                    rows += 1
                level -= 1
                if level < 0:
                    return FINISHED, rows
                lies = 1
                if rows == room:
                    state[0], state[1], state[2] = level, lies, count
                    return BUFFER_FULL, rows
                continue
            best = active[0]
            for k in range(1, count):
                i = active[k]
                if sizes[i] < sizes[best] or (sizes[i] == sizes[best] and i < best):
                    best = i
            frames[level, 0], frames[level, 1], frames[level, 2] = best, -1, count
            for k in range(count):
                saved[level, active[k]] = sizes[active[k]]
        else:
            best = frames[level, 0]
            count = frames[level, 2]
            for k in range(count):
                sizes[active[k]] = saved[level, active[k]]
        lies = 0
        frames[level, 1] += 1
        if frames[level, 1] == sizes[best]:
            level -= 1
            if level < 0:
                return FINISHED, rows
            lies = 1
            continue
        option = option_of[members[starts[best] + frames[level, 1]]]
        laid[piece[option]] = option
        statistics[0, level] += 1
        # Take the placement's items out of the active ones, then every placement that meets them out of the others.
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
        if budget < 0:
            state[0], state[1], state[2] = level, lies, count
            return OUT_OF_BUDGET, rows
