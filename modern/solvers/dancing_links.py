"""Dancing links: Knuth's algorithm X on doubly linked lists, on the item with the fewest options left.

Of equal items the lowest is covered, and its options are tried in ascending order. Levels count the pieces placed.
Source: Knuth, The Art of Computer Programming 4B, section 7.2.2.1, algorithm X; he gives the idea of the links to
H. Hitotumatu and K. Noshita, 1979 (docs/modern.md).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

import numpy as np

from getallenband.modern.exact_cover.answer import Answer, OnSolution, Stop, takes_puzzles
from getallenband.modern.exact_cover.problem import Problem
from getallenband.modern.kernels.arrays import Bytes, Ints, Numbers, ints, numbers
from getallenband.modern.kernels.compiled import kernel
from getallenband.modern.kernels.resumable import BUDGET, EXHAUSTED, OWN, PAUSED, Progress, record, run

LISTS = True
refusal = takes_puzzles

SLICE = 200_000
LEVEL, BACKTRACKING, TRACED = OWN, OWN + 1, OWN + 2


class Links(NamedTuple):
    """The links of the nodes: see `_links`."""

    left: Ints
    right: Ints
    up: Ints
    down: Ints
    item: Ints
    length: Ints


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
    arguments = (_links(problem), choice, Progress(state, nodes, path), trace)

    def search(buffer: Numbers) -> int:
        outcome = _search(*arguments, buffer)
        if on_trace is not None:
            on_trace(trace[: state[TRACED]].tobytes())
            state[TRACED] = 0
        return outcome

    solutions, finished = run(search, state, levels, on_solution, limit, stop, SLICE)
    return Answer(solutions, tuple(nodes.tolist()), None, finished)


def _links(problem: Problem) -> Links:
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
    return Links(left, right, up_, down_, item_, length_)


@kernel
def _hide(option: int, links: Links) -> None:
    node = option + 1
    while node != option:
        i = links.item[node]
        if i < 0:
            node = links.up[node]
        else:
            links.down[links.up[node]] = links.down[node]
            links.up[links.down[node]] = links.up[node]
            links.length[i] -= 1
            node += 1


@kernel
def _unhide(option: int, links: Links) -> None:
    node = option - 1
    while node != option:
        i = links.item[node]
        if i < 0:
            node = links.down[node]
        else:
            links.down[links.up[node]] = node
            links.up[links.down[node]] = node
            links.length[i] += 1
            node -= 1


@kernel
def _cover(i: int, links: Links) -> None:
    option = links.down[i]
    while option != i:
        _hide(option, links)
        option = links.down[option]
    links.right[links.left[i]] = links.right[i]
    links.left[links.right[i]] = links.left[i]


@kernel
def _uncover(i: int, links: Links) -> None:
    links.right[links.left[i]] = i
    links.left[links.right[i]] = i
    option = links.up[i]
    while option != i:
        _unhide(option, links)
        option = links.up[option]


@kernel
def _search(links: Links, choice: Ints, progress: Progress, trace: Bytes, buffer: Numbers) -> int:
    level, backtracking, budget = progress.state[LEVEL], progress.state[BACKTRACKING], progress.state[BUDGET]
    pause = False
    while level >= 0 and budget > 0 and not pause:
        if not backtracking:
            if links.right[0] == 0:
                pause = record(progress, buffer)
                backtracking = 1
                level -= 1
                continue
            best = links.right[0]
            i = links.right[best]
            while i != 0:
                if links.length[i] < links.length[best]:
                    best = i
                i = links.right[i]
            if len(trace) > 0:
                trace[progress.state[TRACED]] = best - 1
                progress.state[TRACED] += 1
            if links.length[best] == 0:
                backtracking = 1
                level -= 1
                continue
            _cover(best, links)
            option = links.down[best]
        else:
            option = choice[level]
            node = option - 1
            while node != option:
                if links.item[node] < 0:
                    node = links.down[node]
                else:
                    _uncover(links.item[node], links)
                    node -= 1
            best = links.item[option]
            option = links.down[option]
            if option == best:
                _uncover(best, links)
                level -= 1
                continue
        choice[level] = option
        progress.nodes[level] += 1
        node = option + 1
        while node != option:
            if links.item[node] < 0:
                progress.path[level] = -links.item[node] - 2
                node = links.up[node]
            else:
                _cover(links.item[node], links)
                node += 1
        level += 1
        backtracking = 0
        budget -= 1
    progress.state[LEVEL], progress.state[BACKTRACKING] = level, backtracking
    return EXHAUSTED if level < 0 else PAUSED
