"""The reference: take each uncovered cell in turn, try every placement that fits there. Plain Python, no cleverness.

Every faster solver is compared with this one.
"""

from __future__ import annotations

from getallenband.modern.exact_cover.answer import Answer, OnSolution, Stop, takes_puzzles
from getallenband.modern.exact_cover.problem import Problem

LISTS = True
refusal = takes_puzzles


def solve(
    problem: Problem, *, on_solution: OnSolution | None = None, limit: int | None = None, stop: Stop | None = None
) -> Answer:
    """Search by recursion, lowest uncovered cell first."""
    owner: list[int | None] = [None] * len(problem.cells)
    placed: dict[int, int] = {}
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
        if len(placed) == len(problem.pieces):
            # Pieces that leave cells uncovered are no solution, and neither are covered cells with pieces left over.
            if None not in owner:
                solutions += 1
                if on_solution is not None:
                    on_solution(tuple(placed[piece] for piece in sorted(placed)))
                ended = solutions == limit
            return
        if None not in owner:
            return
        for index in problem.options_by_item[owner.index(None)]:
            placement = problem.placements[index]
            attempts[len(placed)] += 1
            if placement.piece in placed or any(owner[cell] is not None for cell in placement.cells):
                continue
            nodes[len(placed)] += 1
            placed[placement.piece] = index
            for cell in placement.cells:
                owner[cell] = placement.piece
            search()
            del placed[placement.piece]
            for cell in placement.cells:
                owner[cell] = None
            if ended:
                return

    search()
    return Answer(solutions, tuple(nodes), tuple(attempts), not ended)
