"""The loop around a compiled search: it runs in slices, and in between solutions are handed over and `stop` is asked.

    solutions, finished = run(lambda buffer: search(..., state, buffer), state, levels, on_solution, limit, stop)

A search kernel keeps all it knows in arrays, so it can pause at any node and resume there. The first words of its
`state` mean the same in all of them; its own begin at OWN.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from getallenband.modern.exact_cover.answer import OnSolution, Stop
from getallenband.modern.exact_cover.problem import Problem
from getallenband.modern.kernels.arrays import Numbers, numbers
from getallenband.modern.kernels.compiled import kernel

BUDGET = 0  # placements that may be made before the next pause
FOUND = 1  # solutions found since the last pause
ROOM = 2  # solutions that may be found before the next pause
OWN = 3

EXHAUSTED = 0
PAUSED = 1

AT_A_TIME = 4096  # solutions that the buffer holds
SLICE = 1_000_000  # placements between two pauses: about a tenth of a second


class Progress(NamedTuple):
    """How far a search is: its state, the nodes made on each level, the option chosen on each."""

    state: Numbers
    nodes: Numbers
    path: Numbers


@dataclass
class Search:
    """A compiled search under way: `resume(buffer)` returns EXHAUSTED or PAUSED."""

    resume: Callable[[Numbers], int]
    state: Numbers
    nodes: Numbers


def piece_of(problem: Problem) -> Numbers:
    """Return the piece of each placement."""
    return np.array([placement.piece for placement in problem.placements], np.int64)


@kernel
def record(progress: Progress, buffer: Numbers) -> bool:
    """Count the solution whose options are in the path, write it to the buffer if there is one; True: pause now."""
    if len(buffer) > 0:
        start = progress.state[FOUND] * len(progress.path)
        for i in range(len(progress.path)):
            buffer[start + i] = progress.path[i]
    progress.state[FOUND] += 1
    return bool(progress.state[FOUND] == progress.state[ROOM])


def run(
    search: Callable[[Numbers], int],
    state: Numbers,
    levels: int,
    on_solution: OnSolution | None,
    limit: int | None,
    stop: Stop | None,
    budget: int | None = None,
) -> tuple[int, bool]:
    """Run slices to the end, the limit or the stop; return the number of solutions and whether the tree is exhausted.

    `search` gets the buffer for solutions, which is empty if nobody wants to see them, and returns EXHAUSTED or PAUSED.
    A solution has at most `levels` options; the rest of its place in the buffer is -1.
    """
    room = 1 << 62 if on_solution is None else 1  # and twice as many each time: who wants one need not wait for more
    buffer = numbers(0 if on_solution is None else AT_A_TIME * levels)
    total = 0
    while total != limit and not (stop is not None and stop()):
        state[BUDGET], state[FOUND] = budget or SLICE, 0
        state[ROOM] = room if limit is None else min(room, limit - total)
        outcome = search(buffer)
        found = int(state[FOUND])
        total += found
        if on_solution is not None:
            for chosen in buffer[: found * levels].reshape(found, levels).tolist():
                on_solution(tuple(sorted(option for option in chosen if option >= 0)))
            room = min(2 * room, AT_A_TIME)
        if outcome == EXHAUSTED:
            return total, True
    return total, False
