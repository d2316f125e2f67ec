"""Dancing links: Knuth's algorithm X on doubly linked lists, on the item with the fewest options left.

Of equal items the lowest is covered, and its options are tried in ascending order. Levels count the pieces placed.
Source: Knuth, The Art of Computer Programming 4B, section 7.2.2.1, algorithm X.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from modern.exact_cover.answer import Answer, OnSolution, Stop, takes_puzzles
from modern.exact_cover.problem import Problem
from modern.kernels.arrays import Bytes, Ints, Numbers, ints, numbers
from modern.kernels.compiled import kernel
from modern.kernels.resumable import BUDGET, EXHAUSTED, OWN, PAUSED, record, run

LISTS = True
refusal = takes_puzzles

SLICE = 200_000
LEVEL, BACKTRACKING, TRACED = OWN, OWN + 1, OWN + 2


def solve(
    problem: Problem, *, on_solution: OnSolution | None = None, limit: int | None = None, stop: Stop | None = None
) -> Answer:
    return solve_and_trace(problem, None, on_solution=on_solution, limit=limit, stop=stop)


def solve_and_trace(
    problem: Problem,
    on_trace: Callable[[bytes], None] | None,
    *,
    on_solution: OnSolution | None = None,
    limit: int | None = None,
    stop: Stop | None = None,
) -> Answer:
    """Search, and hand over the search tree bit by bit: the item chosen at each node, a byte each, in preorder.

    A node where everything is covered chooses nothing and has no byte.
    """
    levels = len(problem.pieces)
    path, choice, nodes, state = numbers(levels), ints(levels), numbers(levels), numbers(OWN + 3)
    # One byte for each placement, and for the dead end below it.
    trace = np.zeros(0 if on_trace is None else 2 * SLICE + levels, np.uint8)
    arrays = (*_links(problem), choice, path, nodes, trace, state)

    def search(buffer: Numbers) -> int:
        outcome = _search(*arrays, buffer)
        if on_trace is not None:
            on_trace(trace[: state[TRACED]].tobytes())
            state[TRACED] = 0
        return outcome

    solutions, finished = run(search, state, levels, on_solution, limit, stop, SLICE)
    return Answer(solutions, tuple(nodes.tolist()), None, finished)


def _links(problem: Problem) -> tuple[Ints, Ints, Ints, Ints, Ints, Ints]:
    """Return left, right (between items, 0 is the root), up, down, item and length.

    Items are numbered from 1. Between two options there is a spacer: its item is minus the number of the option after
    it, minus one; its up is the first node of the option before it, its down the last node of the option after it.
    """
    left = np.array([problem.items, *range(problem.items)], np.int32)
    right = np.array([*range(1, problem.items + 1), 0], np.int32)
    up, down = list(range(problem.items + 1)), list(range(problem.items + 1))
    item, length = list(range(problem.items + 1)), [0] * (problem.items + 1)
    first = 0
    for number, option in enumerate((*problem.options, ())):
        spacer = len(item)
        up.append(first)
        down.append(spacer + len(option))
        item.append(-number - 1)
        first = spacer + 1
        for i in (each + 1 for each in option):
            node = len(item)
            item.append(i)
            length[i] += 1
            up.append(up[i])
            down.append(i)
            down[up[i]] = node
            up[i] = node
    up_, down_, item_, length_ = (np.array(column, np.int32) for column in (up, down, item, length))
    return left, right, up_, down_, item_, length_


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
    choice: Ints,
    path: Numbers,
    nodes: Numbers,
    trace: Bytes,
    state: Numbers,
    buffer: Numbers,
) -> int:
    level, backtracking, budget = state[LEVEL], state[BACKTRACKING], state[BUDGET]
    pause = False
    while level >= 0 and budget > 0 and not pause:
        if not backtracking:
            if right[0] == 0:
                pause = record(path, state, buffer)
                backtracking = 1
                level -= 1
                continue
            best = right[0]
            i = right[best]
            while i != 0:
                if length[i] < length[best]:
                    best = i
                i = right[i]
            if len(trace) > 0:
                trace[state[TRACED]] = best - 1
                state[TRACED] += 1
            if length[best] == 0:
                backtracking = 1
                level -= 1
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
                continue
        choice[level] = option
        nodes[level] += 1
        node = option + 1
        while node != option:
            if item[node] < 0:
                path[level] = -item[node] - 2
                node = up[node]
            else:
                _cover(item[node], left, right, up, down, item, length)
                node += 1
        level += 1
        backtracking = 0
        budget -= 1
    state[LEVEL], state[BACKTRACKING] = level, backtracking
    return EXHAUSTED if level < 0 else PAUSED
