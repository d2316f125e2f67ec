"""Which solver `auto` takes for a problem, and why."""

from __future__ import annotations

from durable.names import hint
from modern.exact_cover.answer import UnsuitedError
from modern.exact_cover.problem import Problem
from modern.puzzle_files.errors import PuzzleError
from modern.solvers import colouring, solver, solver_names

AUTO = "auto"


def choose_solver(algorithm: str, problem: Problem, one_by_one: bool) -> tuple[str, str]:
    """Return the name of this solver, or of the one that `auto` takes, and the reason.

    Raises PuzzleError for an unknown name, UnsuitedError if it cannot take the problem, or cannot list its solutions
    one by one.
    """
    if algorithm == AUTO:
        impossible = colouring.proof(problem)
        if impossible is not None:
            return "colouring", impossible
        reason = solver("bit_parallel").refusal(problem)
        if reason is None:
            return "bit_parallel", "the options still possible are bits of machine words"
        return "dancing_links", f"it takes every problem, and bit_parallel does not take this one: {reason}"
    if algorithm not in solver_names():
        raise PuzzleError(f"no algorithm is called {algorithm!r}{hint(algorithm, [AUTO, *solver_names()])}")
    reason = solver(algorithm).refusal(problem)
    if reason is not None:
        raise UnsuitedError(f"{algorithm} cannot solve {problem.name}: {reason}")
    if one_by_one and not solver(algorithm).LISTS:
        raise UnsuitedError(f"{algorithm} counts without listing; it can neither list nor stop after some solutions")
    return algorithm, "as asked"
