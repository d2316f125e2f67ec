"""Colouring: prove that a board cannot be filled by counting cells of two colours, without any search.

    refusal(problem)        # None: the colours prove that there is no solution
    proof(problem)          # the argument in words

Neighbours of the square, cubic and triangular lattice have different colours, and every isometry keeps or exchanges
the colours. So a piece covers the same number of cells more of one colour than of the other wherever it lies, and these
differences, each with one sign or the other, must add up to that of the board. The best known case: 11 of the 35
hexominoes cover two cells more of one colour, eleven numbers that are 2 or -2 do not add up to 0, so they fill no
rectangle.
"""

from __future__ import annotations

from collections import Counter

from modern.exact_cover.answer import Answer, OnSolution, Stop, UnsuitedError, takes_puzzles
from modern.exact_cover.problem import Problem

LISTS = True
LATTICES = ("square", "cubic", "triangular")


def refusal(problem: Problem) -> str | None:
    return "two colours prove nothing about it" if proof(problem) is None else None


def solve(
    problem: Problem, *, on_solution: OnSolution | None = None, limit: int | None = None, stop: Stop | None = None
) -> Answer:
    del on_solution, limit, stop
    reason = refusal(problem)
    if reason is not None:
        raise UnsuitedError(reason)
    return Answer(0, ())


def proof(problem: Problem) -> str | None:
    """Return why the problem has no solution, None if the colours do not show it."""
    if problem.lattice not in LATTICES or takes_puzzles(problem) or not all(problem.placements_by_piece):
        return None
    places = [indices[0] for indices in problem.placements_by_piece]
    board = _difference(problem, tuple(range(len(problem.cells))))
    pieces = [_difference(problem, problem.placements[place].cells) for place in places]
    sums = {0}
    for piece in pieces:
        sums = {total + sign * piece for total in sums for sign in (1, -1)}
    if board in sums:
        return None
    times = Counter(pieces)
    listed = "".join(f", {times[more]} cover {more} more of one colour" for more in sorted(times) if more)
    return (
        f"coloured like a chessboard, the board has {(len(problem.cells) + board) // 2} cells of one colour and "
        f"{(len(problem.cells) - board) // 2} of the other; {times[0]} of the pieces cover as many of both{listed}; "
        f"with any signs these differences do not add up to {board}"
    )


def _difference(problem: Problem, cells: tuple[int, ...]) -> int:
    """Return how many cells more have one colour than have the other."""
    odd = sum(sum(problem.cells[cell]) % 2 for cell in cells)
    return abs(len(cells) - 2 * odd)
