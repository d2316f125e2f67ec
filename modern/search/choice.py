"""Which solver `auto` takes for a problem, and why.

choose(problem)  == ("bit_parallel", "…")
"""

from __future__ import annotations

from modern.exact_cover.answer import Solver, UnsuitedError
from modern.exact_cover.problem import Problem
from modern.puzzle_files.errors import PuzzleError, nearest
from modern.solvers import solver, solver_names

AUTO = "auto"


def choose(problem: Problem) -> tuple[str, str]:
    """Return the name of the fastest solver that suits, and the reason in a sentence."""
    reason = solver("bit_parallel").suits(problem)
    if reason is None:
        return "bit_parallel", "cells and pieces fit into a few machine words"
    return "dancing_links", f"it takes every problem, and bit_parallel does not take this one: {reason}"


def named(algorithm: str, problem: Problem, listing: bool) -> tuple[Solver, str]:
    """Return the solver of this name, or the one that `auto` chooses, with the reason; a PuzzleError if none."""
    if algorithm == AUTO:
        name, why = choose(problem)
        return solver(name), why
    if algorithm not in solver_names():
        raise PuzzleError(f"no algorithm is called {algorithm!r}{nearest(algorithm, [AUTO, *solver_names()])}")
    chosen = solver(algorithm)
    reason = chosen.suits(problem)
    if reason is not None:
        raise UnsuitedError(f"{algorithm} cannot solve {problem.name}: {reason}")
    if listing and not chosen.LISTS:
        raise UnsuitedError(f"{algorithm} counts without listing; it can neither list nor stop after some solutions")
    return chosen, "as asked"
