"""Ask a modern solver what it finds, once for each question.

    oracle = Oracle()
    oracle("pentominoes-6x10", order="debruijn1972").attempts
    oracle.result("pentominoes-6x10").solutions_up_to_symmetry

With an order the search goes as a historical program's did, from geometry alone; a result is today's way, symmetry
broken first.
"""

from __future__ import annotations

from importlib import import_module

from interpreters.source.diagnostics import UserError
from modern.exact_cover import Answer, Stop
from modern.puzzle_files import Puzzle, read_puzzle
from modern.search import Result, Wishes, solve
from modern.solvers import solver, solver_names
from reports.running.names import UnknownNameError
from reports.running.progress import Progress


class Oracle:
    """Modern answers by question; an answer is sought when it is first asked for."""

    def __init__(self) -> None:
        self.answers: dict[tuple[str, str, str, int | None], Answer] = {}
        self.results: dict[tuple[str, str], Result] = {}
        self.puzzles: dict[str, Puzzle] = {}

    def puzzle(self, name: str) -> Puzzle:
        """Return a puzzle; raise PuzzleError for one that is not there."""
        if name not in self.puzzles:
            self.puzzles[name] = read_puzzle(name)
        return self.puzzles[name]

    def result(self, puzzle: str, algorithm: str = "auto") -> Result:
        """Return what a modern solver finds, its time without the compiler's; raise PuzzleError for a wrong name."""
        question = puzzle, algorithm
        if question not in self.results:
            found = self.puzzle(puzzle)
            with Progress(f"{puzzle}, {algorithm}") as progress:
                solve(found, Wishes(algorithm, limit=1), stop=progress.searching)
                self.results[question] = solve(found, Wishes(algorithm), stop=progress.searching)
        return self.results[question]

    def attempts(self, puzzle: str, algorithm: str) -> int:
        """Return how many placements a solver that tries and fails tries in all, in the search that `result` is of."""
        whole = self.puzzle(puzzle)
        with Progress(f"{puzzle}, {algorithm}") as progress:
            parts = [whole.problem.restricted(part.keep) for part in whole.parts]
            answers = [solver(algorithm).solve(part, stop=progress.searching) for part in parts]
        return sum(sum(answer.attempts or ()) for answer in answers)

    def __call__(self, puzzle: str, order: str = "", algorithm: str = "first_hole", limit: int | None = None) -> Answer:
        """Return the answer of one algorithm, in a historical program's order if one is named."""
        question = puzzle, order, algorithm, limit
        if question not in self.answers:
            with Progress(f"{puzzle}, {order or algorithm}") as progress:
                self.answers[question] = self.sought(self.puzzle(puzzle), order, algorithm, limit, progress.searching)
        return self.answers[question]

    def sought(self, puzzle: Puzzle, order: str, algorithm: str, limit: int | None, stop: Stop) -> Answer:
        """Search; raise UnknownNameError for an order or an algorithm that is not there."""
        if algorithm not in solver_names():
            raise UnknownNameError("algorithm", algorithm, solver_names())
        if not order:
            return solver(algorithm).solve(puzzle.problem, limit=limit, stop=stop)
        if order not in puzzle.orders:
            raise UnknownNameError(f"order of {puzzle.name}", order, puzzle.orders)
        module = import_module(f"modern.solvers.{algorithm}")
        if not hasattr(module, "solve_in_order"):
            raise UserError(f"the algorithm {algorithm!r} has an order of its own and cannot search in {order!r}")
        answer: Answer = module.solve_in_order(puzzle.problem, puzzle.orders[order], limit=limit, stop=stop)
        return answer
