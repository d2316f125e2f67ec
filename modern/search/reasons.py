"""Why a puzzle has no solution, where that can be seen without a search.

why_none(problem)     # "nothing covers the cell [0, 2]", or None
"""

from __future__ import annotations

from getallenband.durable.names import shown
from getallenband.modern.exact_cover.cover import Cover
from getallenband.modern.exact_cover.problem import HOLE, Problem
from getallenband.modern.solvers import colouring


def why_none(problem: Problem) -> str | None:
    """Return a reason: an item that too few options cover, or what the number of cells says; None if there is none."""
    cells = len(problem.cells)
    for item in (*range(cells, problem.items), *range(cells)):  # pieces before cells
        low, found = problem.bounds[item][0], len(problem.options_by_item[item])
        if found < low:
            return _too_few(problem, item, low, found)
    return colouring.proof(problem)


def _too_few(problem: Problem, item: int, low: int, found: int) -> str:
    cells = len(problem.cells)
    if isinstance(problem, Cover):
        name = f"the item {shown(problem.wanted[item].name)}"
        return (
            f"no option has {name}" if low == 1 else f"{name} must be covered {low} times, and {found} options have it"
        )
    if item < cells:
        return f"nothing covers the cell {list(problem.cells[item])}"
    if problem.pieces[item - cells] == HOLE:
        return f"{low} cells must stay empty, and {found} can"
    name = f"the piece {shown(problem.pieces[item - cells])}"
    return f"{name} fits nowhere" if found == 0 else f"{name} must be placed {low} times, and has {found} places"
