"""Frontier counting: all ways to the same frontier with the same pieces are counted together, and never listed.

Cells are covered in a fixed scan, always at the first empty one. What can still happen depends on two sets alone: the
cells covered beyond the first empty one (the frontier), and the pieces used. Level by level, a table maps both to the
number of ways; the last level's is the number of solutions. This is a zero-suppressed decision diagram kept one
level at a time, eight bytes a state (`modern/kernels/frontier_levels.py`).

It needs boards where many ways merge: eighteen pieces in a rectangle of 5 by 18. `nodes` are the states.

Where pieces have copies, how many are left takes the place of the set, and exact covers of any kind are counted in the
same way (`modern/exact_cover/ways.py`).

    needed_memory(problem)         # Memory(bytes=1.3e8, error=3e7), from the states of some sets of pieces
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass
from math import comb, exp, log, sqrt

import numpy as np

from getallenband.modern.exact_cover import ways
from getallenband.modern.exact_cover.answer import Answer, OnSolution, Stop, UnsuitedError, takes_puzzles
from getallenband.modern.exact_cover.problem import Problem
from getallenband.modern.kernels.arrays import words
from getallenband.modern.kernels.frontier_tables import FrontierTables, ranks, reach

LISTS = False
_WORD = 64
_NEARLY_NONE = 1e-9
_SAMPLE = 1 << 14  # states from which on no more pieces are taken for the estimate
_STATE = 8  # bytes of a state, and of a set of pieces


def refusal(problem: Problem) -> str | None:
    """Refuse if a frontier does not fit a machine word, or a piece has more than one size."""
    if not has_sets(problem):
        return ways.refusal(problem)
    reason = takes_puzzles(problem)
    if reason is not None:
        return reason
    cells = reach(problem, ranks(problem))
    if max(cells, len(problem.pieces)) > _WORD - 2:
        return f"a frontier of {cells} cells or {len(problem.pieces)} pieces do not fit a word of {_WORD} bits"
    if len({(p.piece, len(p.cells)) for p in problem.placements}) > len(problem.pieces):
        return "the placements of a piece differ in size"
    return None


def solve(
    problem: Problem, *, on_solution: OnSolution | None = None, limit: int | None = None, stop: Stop | None = None
) -> Answer:
    """Count all solutions; the method cannot list them, and so takes no limit."""
    reason = refusal(problem)
    if reason is not None or on_solution is not None or limit is not None:
        raise UnsuitedError(reason or "frontier counting cannot list solutions, nor stop after some")
    if not has_sets(problem):
        return _count_in_order(problem, stop)
    tables = FrontierTables(problem)
    nodes: list[int] = []
    states = words(0)
    try:
        for states in tables.levels([*range(len(problem.pieces))], stop or (lambda: False)):
            nodes.append(len(states))
    except MemoryError:
        raise UnsuitedError("the memory is full of frontiers: take another algorithm") from None
    if len(nodes) < len(problem.pieces):
        return Answer(0, tuple(nodes), None, False)
    # All pieces are placed; if the board is not full, their volumes differed from the board's.
    full = sum(tables.volumes) == len(problem.cells)
    return Answer(int((states >> np.uint64(tables.window)).sum()) if full else 0, tuple(nodes), None)


def has_sets(problem: Problem) -> bool:
    """Whether the pieces used are a set: each is placed once."""
    return bool(problem.pieces) and not problem.has_copies


def _count_in_order(problem: Problem, stop: Stop | None) -> Answer:
    counted = ways.count_solutions(problem, stop)
    return Answer(counted.number, (), None, counted.finished)


@dataclass(frozen=True)
class Memory:
    """Bytes that are needed, and the standard error of that figure."""

    bytes: float
    error: float


def needed_memory(problem: Problem) -> Memory:
    """Estimate the memory of the states, from those of sets of some of the pieces.

    The pieces are put in a circle at random, and every arc of it is searched by itself: the mean number of states of a
    set of so many pieces, times the number of such sets, is a level's. Arcs are as long as is quickly done; beyond,
    the logarithm of the mean goes on as a parabola. With copies the states are counted as they are made.
    """
    if not has_sets(problem):
        return Memory(0, 0)
    tables, count = FrontierTables(problem), len(problem.pieces)
    circle = random.Random(1975).sample(range(count), count) * 2
    arc, states = 0, 0
    while arc < count and states < _SAMPLE:
        arc += 1
        states = sum(map(len, tables.levels(circle[:arc])))
    found = [
        [len(level) / comb(arc, size) for size, level in enumerate(tables.levels(circle[at : at + arc]), 1)]
        for at in range(count if arc < count else 1)
    ]
    means, errors = zip(*map(_mean, zip(*found, strict=True)), strict=True)
    levels = [comb(count, size) * (1 + mean) for size, mean in enumerate(_continued(means, count))]
    peak = max(range(1, count + 1), key=lambda size: levels[size - 1] + levels[size])
    needed, measured = _STATE * (levels[peak - 1] + levels[peak]), min(peak, arc) - 1
    return Memory(needed, needed * errors[measured] / (means[measured] or 1))


def _mean(numbers: Sequence[float]) -> tuple[float, float]:
    """Return the mean of some numbers, and its standard error."""
    mean = sum(numbers) / len(numbers)
    return mean, sqrt(sum((each - mean) ** 2 for each in numbers) / max(1, len(numbers) - 1) / len(numbers))


def _continued(means: Sequence[float], count: int) -> list[float]:
    """Return the mean number of states of sets of no, one … `count` pieces."""
    logarithms = [0.0, 0.0, *(log(max(mean, _NEARLY_NONE)) for mean in means)]
    while len(logarithms) < count + 2:
        before, last, now = logarithms[-3:]
        logarithms.append(now + (now - last) + min(0.0, now - 2 * last + before))
    return [exp(each) for each in logarithms[1:]]
