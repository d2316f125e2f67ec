"""The definition: take each uncovered cell in turn, try every placement that fits there. Plain Python, no cleverness.

Every faster solver is compared with this one.
"""

from __future__ import annotations

import time

from modern.exact_cover.answer import Answer, OnSolution, Stop
from modern.exact_cover.problem import Problem

NAME = "obvious"
SUMMARY = "the definition in plain Python: first uncovered cell, every placement in turn"
LISTS = True


def suits(problem: Problem) -> str | None:  # noqa: ARG001 - the contract's signature
    """Say None: the definition takes every problem."""
    return None


def solve(
    problem: Problem, *, on_solution: OnSolution | None = None, limit: int | None = None, stop: Stop | None = None
) -> Answer:
    """Search by recursion; solutions come in the order of the placements laid, lowest uncovered cell first."""
    started = time.perf_counter()
    candidates = problem.placements_by_cell()
    owner: list[int | None] = [None] * len(problem.cells)
    laid: dict[int, int] = {}
    nodes = [0] * len(problem.pieces)
    attempts = [0] * len(problem.pieces)
    solutions = 0
    ended = False

    def search() -> None:
        nonlocal solutions, ended
        if stop is not None and stop():
            ended = True
        if ended:
            return
        if len(laid) == len(problem.pieces):
            # Pieces that leave cells uncovered are no solution, and neither are covered cells with pieces left over.
            if None not in owner:
                solutions += 1
                if on_solution is not None:
                    on_solution(tuple(laid[piece] for piece in sorted(laid)))
                ended = solutions == limit
            return
        if None not in owner:
            return
        for index in candidates[owner.index(None)]:
            placement = problem.placements[index]
            attempts[len(laid)] += 1
            if placement.piece in laid or any(owner[cell] is not None for cell in placement.cells):
                continue
            nodes[len(laid)] += 1
            laid[placement.piece] = index
            for cell in placement.cells:
                owner[cell] = placement.piece
            search()
            del laid[placement.piece]
            for cell in placement.cells:
                owner[cell] = None
            if ended:
                return

    search()
    return Answer(solutions, tuple(nodes), tuple(attempts), time.perf_counter() - started, not ended)
