"""Count a puzzle's solutions with a modern solver, which knows nothing of the historical program.

observe = "modern_count"
with = { puzzle = "pentominoes-6x10", up_to_symmetry = true }
"""

from __future__ import annotations

from modern.symmetry import no_solution_is_symmetric, symmetries
from reports.observed import Context, Observed


def observe(
    context: Context, *, puzzle: str, up_to_symmetry: bool = False, algorithm: str = "bit_parallel"
) -> Observed:
    """Return the number of solutions, or of their classes under the board's symmetries.

    Classes are counted where no solution is symmetric; raise ValueError where that is not known.
    """
    solutions = context.witness(puzzle, algorithm=algorithm).solutions
    if not up_to_symmetry:
        return context.compared(solutions)
    problem = context.witness.puzzle(puzzle).problem
    group = symmetries(problem)
    if not no_solution_is_symmetric(problem, group):
        raise ValueError(f"a solution of {puzzle} may be symmetric: classes cannot be counted by division")
    return context.compared(
        solutions // len(group), f"{solutions:,} solutions, no one symmetric, {len(group)} symmetries"
    )
