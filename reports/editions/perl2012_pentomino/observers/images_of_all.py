"""Sort all solutions of a puzzle by which image of the first of its images each is.

observe = "images_of_all"
with = { puzzle = "pentominoes-6x10" }
"""

from __future__ import annotations

from modern.exact_cover import canonical, symmetries
from reports.checking.observed import Context, Observed


def observe(context: Context, *, puzzle: str) -> Observed:
    """Return, for each symmetry of the board, how many images it makes of one solution of each set of images.

    In words, where a solution is counted twice or left out.
    """
    group = symmetries(context.oracle.puzzle(puzzle).problem)
    solutions = {tuple(sorted(solution)) for solution in context.oracle.solutions(puzzle)}
    chosen = {canonical(solution, group) for solution in solutions}
    kinds = [{tuple(sorted(image[placement] for placement in solution)) for solution in chosen} for image in group]
    if sum(map(len, kinds)) != len(solutions) or set().union(*kinds) != solutions:
        return Observed("not every solution is one image of one")
    return Observed([len(kind) for kind in kinds])
