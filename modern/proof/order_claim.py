"""The claim of a certificate that has no tree: a number, and the order in which a checker can count it.

    order_claim(read_puzzle("t-tetrominoes-8x8"))["solutions"]      # "84"

The numbers are texts, since programs differ in how large numbers in JSON may be. `check_order.py` reads it.
"""

from __future__ import annotations

from typing import Any

from getallenband.modern.exact_cover.answer import Stop
from getallenband.modern.exact_cover.cover import Cover
from getallenband.modern.exact_cover.symmetry import Group, Permutation, symmetries_on_cells
from getallenband.modern.exact_cover.ways import (
    TooManyStatesError,
    Ways,
    count_fixed,
    count_solutions,
    order_of,
    refusal,
)
from getallenband.modern.puzzle_files.puzzle import Puzzle

FORMAT = 1
MOST = 9_000_000
"""States of all symmetries together: the checkers go through ten million, with those at the end, which are few."""


def order_claim(puzzle: Puzzle, stop: Stop = lambda: False) -> dict[str, Any] | None:
    """Count in order, and return the claim; None if that does not suit the puzzle, or if it was stopped.

    It suits pieces with copies. Of other exact covers it suits those where solutions are more than states: a tree names
    each solution. Pieces that are placed once merge seldom.
    """
    problem, symmetries = puzzle.problem, _symmetries(puzzle)
    of_cover = isinstance(problem, Cover)
    if refusal(problem) is not None or not (of_cover or problem.has_copies):
        return None
    try:
        whole = count_solutions(problem, stop)
        if of_cover and whole.states >= whole.number:
            return None
        fixed = [count_fixed(problem, placements, stop) for placements in symmetries]
    except TooManyStatesError:
        return None
    counts = [whole, *fixed]
    if sum(each.states for each in counts) > MOST or not all(each.finished for each in counts):
        return None
    return {
        "order_certificate": FORMAT,
        "puzzle": puzzle.given,
        "puzzle_sha256": puzzle.checksum,
        "solutions": f"{whole.number}",
        "solutions_up_to_symmetry": f"{_mean(counts)}",
        "order": order_of(problem),
        "symmetries": [*symmetries.values()],
    }


def _mean(counts: list[Ways]) -> int:
    return sum(each.number for each in counts) // len(counts)


def _symmetries(puzzle: Puzzle) -> dict[Permutation, Permutation]:
    """Return the symmetries but the identity: as permutations of the placements, and of the cells and pieces.

    None where two pieces of any number are alike: nothing in an option tells them apart.
    """
    problem = puzzle.problem
    if isinstance(problem, Cover) or len({*problem.options}) < len(problem.options):
        return {}
    # the identity is the first, and some other may leave all placements in their places as well
    on_cells = {placements: cells for cells, placements in reversed(symmetries_on_cells(problem))}
    group: Group = puzzle.symmetries[1:]
    return {g: (*on_cells[g], *_pieces(puzzle, g)) for g in group if g != puzzle.symmetries[0]}


def _pieces(puzzle: Puzzle, symmetry: Permutation) -> list[int]:
    """Return the item of the piece that each piece is taken to; a piece without placements stays."""
    problem, cells = puzzle.problem, len(puzzle.problem.cells)
    return [
        cells + (problem.placements[symmetry[own[0]]].piece if own else piece)
        for piece, own in enumerate(problem.placements_by_piece)
    ]
