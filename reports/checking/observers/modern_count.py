"""Count the solutions of a puzzle with a modern solver.

observe = "modern_count"
with = { puzzle = "pentominoes-6x10", up_to_symmetry = true }
"""

from __future__ import annotations

from reports.checking.observed import Context, Observed


def observe(context: Context, *, puzzle: str, up_to_symmetry: bool = False, algorithm: str = "auto") -> Observed:
    """Return the number of all solutions, or of those that no symmetry of the board turns into each other."""
    result = context.oracle.result(puzzle, algorithm)
    why = f"by {result.algorithm}, from geometry alone"
    return Observed(result.solutions_up_to_symmetry if up_to_symmetry else result.solutions, why)
