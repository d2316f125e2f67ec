"""Which solver `auto` takes for a problem, and why; how many nodes a search will have."""

from __future__ import annotations

from math import sqrt

from getallenband.durable.names import hint
from getallenband.modern.exact_cover.answer import UnsuitedError
from getallenband.modern.exact_cover.problem import Problem
from getallenband.modern.exact_cover.search_tree import Estimate, estimate_size
from getallenband.modern.puzzle_files.errors import PuzzleError
from getallenband.modern.puzzle_files.puzzle import Puzzle
from getallenband.modern.solvers import colouring, merged_by, scan_of, solver, solver_names

AUTO = "auto"
TOGETHER = 4, 256  # nodes side by side in a descent, at least and at most
DESCENDING = 1 << 29  # levels times items times options times nodes side by side: about a second


def choose_solver(algorithm: str, problem: Problem, one_by_one: bool) -> tuple[str, str]:
    """Return the name of this solver, or of the one that `auto` takes, and the reason.

    Raises PuzzleError for an unknown name, UnsuitedError if it cannot take the problem, or cannot list its solutions
    one by one.
    """
    if algorithm == AUTO:
        impossible = colouring.proof(problem)
        if impossible is not None:
            return "colouring", impossible
        if not one_by_one and problem.pieces and problem.has_copies:
            return "frontier", "only a count is asked, and with copies many ways lead to the same frontier"
        reason = solver("bit_parallel").refusal(problem)
        if reason is None:
            return "bit_parallel", "the state of its search is a few machine words"
        other = solver("dancing_links").refusal(problem)
        if other is not None:
            raise UnsuitedError(f"no solver takes {problem.name}: bit_parallel: {reason}; dancing_links: {other}")
        return "dancing_links", f"it takes every puzzle, and bit_parallel does not take this one: {reason}"
    if algorithm not in solver_names():
        raise PuzzleError(f"no algorithm is called {algorithm!r}{hint(algorithm, [AUTO, *solver_names()])}")
    reason = solver(algorithm).refusal(problem)
    if reason is not None:
        raise UnsuitedError(f"{algorithm} cannot solve {problem.name}: {reason}")
    if one_by_one and not solver(algorithm).LISTS:
        raise UnsuitedError(f"{algorithm} counts without listing; it can neither list nor stop after some solutions")
    return algorithm, "as asked"


def search_of(algorithm: str, puzzle: Puzzle) -> str:
    """Say which search a solver that has several takes for a puzzle; "" for the others."""
    how = getattr(solver(algorithm), "how", None)
    if how is None or not puzzle.cases:
        return ""
    return f"; search: {how(puzzle.problem.restrict(puzzle.cases[0].keep))}"


def expected_nodes(puzzle: Puzzle, algorithm: str) -> Estimate:
    """Return Knuth's estimate of the nodes of a whole search, all its symmetry cases together.

    0 ± 0 for a solver that merges nodes: its tree is another.
    """
    algorithm, _ = choose_solver(algorithm, puzzle.problem, one_by_one=False)
    if not solver(algorithm).LISTS:
        return Estimate(0, 0)
    given = [puzzle.problem.restrict(case.keep) for case in puzzle.cases]
    cases = [merged.problem if (merged := merged_by(algorithm, case)) else case for case in given]
    each = max(1, puzzle.problem.levels * puzzle.problem.items * len(puzzle.problem.options))
    together = min(max(TOGETHER[0], DESCENDING // each), TOGETHER[1]) // max(1, len(cases)) + 1
    sizes = [estimate_size(case, together, scan_of(algorithm, case)) for case in cases]
    return Estimate(sum(size.nodes for size in sizes), sqrt(sum(size.error**2 for size in sizes)))
