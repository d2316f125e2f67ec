"""Colouring: prove that a board cannot be filled by counting its cells, or those of two colours, without any search.

    refusal(problem)        # None: the colours prove that there is no solution
    proof(problem)          # the argument in words

Neighbours of the square, cubic and triangular lattice have different colours, and every isometry keeps or exchanges
the colours. So a piece covers the same number of cells more of one colour than of the other wherever it lies, and these
differences, each with one sign or the other, must add up to that of the board. The best known case: 11 of the 35
hexominoes cover two cells more of one colour, eleven numbers that are 2 or -2 do not add up to 0, so they fill no
rectangle. Pieces with copies are counted as often as they may be placed.
"""

from __future__ import annotations

from collections import Counter

from getallenband.modern.exact_cover.answer import Answer, OnSolution, Stop, UnsuitedError
from getallenband.modern.exact_cover.problem import HOLE, Problem

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
    """Return why the problem has no solution, None if counting cells does not show it."""
    if not problem.is_geometric:
        return None
    if not all(sites for sites, (low, _) in zip(problem.placements_by_piece, _bounds(problem), strict=True) if low):
        return None
    return _by_volume(problem) or (_by_colours(problem) if problem.lattice in LATTICES else None)


def _bounds(problem: Problem) -> list[tuple[int, int]]:
    """Return how often each piece is placed at least and at most."""
    bounds = zip(problem.bounds[len(problem.cells) :], problem.copies, strict=True)
    return [(low, most if problem.placements_by_piece[p] else 0) for p, ((low, _), most) in enumerate(bounds)]


def _adding(sums: int, step: int, times: int) -> int:
    """Return the sums, as a set of bits, after adding a step up to `times` times."""
    together = 1
    while times:
        together = min(together, times)
        sums |= sums << step * together
        times -= together
        together *= 2
    return sums


def _by_volume(problem: Problem) -> str | None:
    sums, cells = 1, len(problem.cells)
    for piece, (low, most) in enumerate(_bounds(problem)):
        size = _cells_of(problem, piece)
        sums = _adding(sums << low * size, size, most - low)
    if sums >> cells & 1:
        return None
    below, above = (sums & (1 << cells) - 1).bit_length() - 1, sums >> cells
    nearest = [below] * (below >= 0) + [cells + (above & -above).bit_length() - 1] * (above > 0)
    what = "the pieces and holes" if HOLE in problem.pieces else "the pieces"
    return f"the board has {cells} cells; the nearest that {what} can cover is {' or '.join(map(str, nearest))}"


def _by_colours(problem: Problem) -> str | None:
    """Add up the differences of the colours: of a piece placed n times, any n signs; of one left out, nothing.

    Bit 0 of the sums stands for all differences with a minus.
    """
    board = _difference(problem, tuple(range(len(problem.cells))))
    sums, zero, times, up_to = 1, 0, Counter[int](), ""
    for piece, (low, most) in enumerate(_bounds(problem)):
        sites = problem.placements_by_piece[piece]
        more = _difference(problem, problem.placements[sites[0]].cells) if sites else 0
        sums = _adding(_adding(sums, 2 * more, low), more, 2 * (most - low))
        zero += most * more
        times[more] += most
        up_to = up_to or ("up to " if low < most else "")
    if sums >> (zero + board) & 1:
        return None
    listed = "".join(f", {up_to}{times[more]} cover {more} more of one colour" for more in sorted(times) if more)
    both = f"{up_to}{times[0]} of the pieces cover as many of both{listed}"
    return (
        f"coloured like a chessboard, the board has {(len(problem.cells) + board) // 2} cells of one colour and "
        f"{(len(problem.cells) - board) // 2} of the other; {both}; "
        f"with any signs these differences do not add up to {board}"
    )


def _cells_of(problem: Problem, piece: int) -> int:
    sites = problem.placements_by_piece[piece]
    return len(problem.placements[sites[0]].cells) if sites else 0


def _difference(problem: Problem, cells: tuple[int, ...]) -> int:
    """Return how many cells more have one colour than have the other."""
    odd = sum(sum(problem.cells[cell]) % 2 for cell in cells)
    return abs(len(cells) - 2 * odd)
