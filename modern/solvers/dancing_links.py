"""Dancing links: Knuth's algorithm X on doubly linked lists, on the cell or piece with the fewest placements left.

Items are cells first, then pieces; of equal items the lowest is taken, and its placements in ascending order. Levels
count the pieces laid. Source: Knuth, The Art of Computer Programming 4B, section 7.2.2.1, algorithm X.
"""

from __future__ import annotations

import time
from collections.abc import Callable

import numpy as np

from modern.exact_cover.answer import Answer, OnSolution, Stop
from modern.exact_cover.problem import Problem
from modern.kernels.compiled import kernel
from modern.kernels.driving import BUFFER_FULL, FINISHED, OUT_OF_BUDGET, Bytes, Ints, Longs, drive

NAME = "dancing_links"
SUMMARY = "Knuth's dancing links: the cell or piece with the fewest placements left"
LISTS = True


def suits(problem: Problem) -> str | None:
    """Say None: every exact cover suits."""
    del problem
    return None


def solve(
    problem: Problem, *, on_solution: OnSolution | None = None, limit: int | None = None, stop: Stop | None = None
) -> Answer:
    """Search with minimum remaining values."""
    return solve_traced(problem, None, on_solution=on_solution, limit=limit, stop=stop)


def solve_traced(
    problem: Problem,
    on_trace: Callable[[bytes], None] | None,
    *,
    on_solution: OnSolution | None = None,
    limit: int | None = None,
    stop: Stop | None = None,
) -> Answer:
    """Search, and hand over the search tree piece by piece: the item chosen at each node, a byte each, in preorder.

    Cells are items from 0, pieces follow. A node where everything is covered chooses nothing and has no byte.
    """
    started = time.perf_counter()
    levels = len(problem.pieces)
    links = _links(problem)
    piece = np.array([p.piece for p in problem.placements], np.int32)
    statistics = np.zeros((1, levels), np.int64)
    laid, choice, state = np.zeros(levels, np.int32), np.zeros(levels + 1, np.int32), np.zeros(3, np.int64)
    trace = np.zeros(0 if on_trace is None else 1 << 20, np.uint8)
    buffer = np.zeros((1024, levels), np.int32)

    def stride(room: int, budget: int) -> tuple[int, int]:
        status, rows = _search(*links, piece, laid, choice, statistics, state, trace, buffer, room, budget)
        if on_trace is not None:
            on_trace(trace[: state[2]].tobytes())
            state[2] = 0
        return int(status), int(rows)

    solutions, finished = drive(stride, buffer, on_solution, limit, stop, budget=200_000)
    return Answer(solutions, tuple(map(int, statistics[0])), None, time.perf_counter() - started, finished)


def _links(problem: Problem) -> tuple[Ints, Ints, Ints, Ints, Ints, Ints]:
    """Return left, right (between items, 0 is the root), up, down, item and length.

    Items are numbered from 1; between two placements stands a spacer, whose item is minus the number of the placement
    after it, less one; up of a spacer is the first node of the placement before it, down the last of the one after it.
    """
    items = len(problem.cells) + len(problem.pieces)
    left = np.array([items, *range(items)], np.int32)
    right = np.array([*range(1, items + 1), 0], np.int32)
    up, down = list(range(items + 1)), list(range(items + 1))
    item, length = list(range(items + 1)), [0] * (items + 1)

    def spacer(number: int, first: int) -> None:
        up.append(first)
        down.append(0)
        item.append(-number - 1)

    spacer(0, 0)
    for number, placement in enumerate(problem.placements):
        before = len(item) - 1
        for i in [*(cell + 1 for cell in placement.cells), len(problem.cells) + 1 + placement.piece]:
            node = len(item)
            item.append(i)
            length[i] += 1
            up.append(up[i])
            down.append(i)
            down[up[i]] = node
            up[i] = node
        down[before] = len(item) - 1
        spacer(number + 1, before + 1)
    arrays = [np.array(column, np.int32) for column in (up, down, item, length)]
    return left, right, arrays[0], arrays[1], arrays[2], arrays[3]


@kernel
def _hide(option: int, up: Ints, down: Ints, item: Ints, length: Ints) -> None:
    node = option + 1
    while node != option:
        i = item[node]
        if i < 0:
            node = up[node]
        else:
            down[up[node]] = down[node]
            up[down[node]] = up[node]
            length[i] -= 1
            node += 1


@kernel
def _unhide(option: int, up: Ints, down: Ints, item: Ints, length: Ints) -> None:
    node = option - 1
    while node != option:
        i = item[node]
        if i < 0:
            node = down[node]
        else:
            down[up[node]] = node
            up[down[node]] = node
            length[i] += 1
            node -= 1


@kernel
def _cover(i: int, left: Ints, right: Ints, up: Ints, down: Ints, item: Ints, length: Ints) -> None:
    option = down[i]
    while option != i:
        _hide(option, up, down, item, length)
        option = down[option]
    right[left[i]] = right[i]
    left[right[i]] = left[i]


@kernel
def _uncover(i: int, left: Ints, right: Ints, up: Ints, down: Ints, item: Ints, length: Ints) -> None:
    right[left[i]] = i
    left[right[i]] = i
    option = up[i]
    while option != i:
        _unhide(option, up, down, item, length)
        option = up[option]


@kernel
def _search(
    left: Ints,
    right: Ints,
    up: Ints,
    down: Ints,
    item: Ints,
    length: Ints,
    piece: Ints,
    laid: Ints,
    choice: Ints,
    statistics: Longs,
    state: Longs,
    trace: Bytes,
    buffer: Ints,
    room: int,
    budget: int,
) -> tuple[int, int]:
    """Search on from `state` (level, whether a placement lies there, bytes in `trace`)."""
    level, lies = state[0], state[1]
    rows = 0
    while True:
        if lies == 0:
            if right[0] == 0:
                if level == len(laid):
                    buffer[rows] = laid
                    rows += 1
                level -= 1
                if level < 0:
                    return FINISHED, rows
                lies = 1
                if rows == room:
                    state[0], state[1] = level, lies
                    return BUFFER_FULL, rows
                continue
            best = right[0]
            i = right[best]
            while i != 0:
                if length[i] < length[best]:
                    best = i
                i = right[i]
            if len(trace):
                trace[state[2]] = best - 1
                state[2] += 1
            if length[best] == 0:
                level -= 1
                if level < 0:
                    return FINISHED, rows
                lies = 1
                continue
            _cover(best, left, right, up, down, item, length)
            option = down[best]
        else:
            option = choice[level]
            node = option - 1
            while node != option:
                if item[node] < 0:
                    node = down[node]
                else:
                    _uncover(item[node], left, right, up, down, item, length)
                    node -= 1
            best = item[option]
            option = down[option]
            if option == best:
                _uncover(best, left, right, up, down, item, length)
                level -= 1
                if level < 0:
                    return FINISHED, rows
                continue
        choice[level] = option
        statistics[0, level] += 1
        node = option + 1
        while node != option:
            if item[node] < 0:
                number = -item[node] - 2
                laid[piece[number]] = number
                node = up[node]
            else:
                _cover(item[node], left, right, up, down, item, length)
                node += 1
        level += 1
        lies = 0
        budget -= 1
        # Between two looks at the budget there may be one node more than placements laid, and the trace has room.
        if budget < 0:
            state[0], state[1] = level, lies
            return OUT_OF_BUDGET, rows
