"""Ask a modern solver, once for each question; answers are cached.

    oracle = Oracle()
    oracle("pentominoes-6x10", order="debruijn1972").attempts
    oracle.result("pentominoes-6x10").solutions_up_to_symmetry

With an order the search goes as a historical program's did, from geometry alone; a result is today's way, symmetry
broken first.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import asdict
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any

from getallenband.interpreters.source.diagnostics import UserError
from getallenband.modern.exact_cover import Answer, Solution, Stop
from getallenband.modern.puzzle_files import Puzzle, puzzle_names, read_puzzle
from getallenband.modern.puzzle_files.puzzle import parse_puzzle
from getallenband.modern.solvers import solver, solver_names
from getallenband.originals.files import PUZZLES, inside
from getallenband.originals.folders import folder_of
from getallenband.originals.tables import read_text
from getallenband.reports.runs.cache import ResultCache
from getallenband.reports.runs.names import UnknownNameError
from getallenband.reports.runs.progress import Progress
from getallenband.reports.runs.sources import machine, of_search, versions

if TYPE_CHECKING:
    from getallenband.modern.search import SearchResult

PACKAGES = ("llvmlite", "numba", "numpy")


def puzzle_called(name: str) -> Puzzle:
    """Read a puzzle of ours, or a file of an edition; nothing else is read, whatever the name."""
    if name in puzzle_names():
        return read_puzzle(name)
    edition, _, file = name.partition("/")
    if not file.endswith(PUZZLES):
        raise UnknownNameError("puzzle", name, puzzle_names())
    return parse_puzzle(read_text(inside(folder_of(edition), file)), Path(file), name)


class Oracle:
    """Modern answers by question, computed on first use and cached."""

    def __init__(self, cache: ResultCache | None = None) -> None:
        self.cache = cache or ResultCache()
        self.puzzles: dict[str, Puzzle] = {}
        self.asked: dict[tuple[str, ...], Any] = {}

    def puzzle(self, name: str) -> Puzzle:
        """Return a puzzle of ours, or EDITION/FILE; raise UnknownNameError for one that is not there."""
        if name not in self.puzzles:
            self.puzzles[name] = puzzle_called(name)
        return self.puzzles[name]

    def question(self, kind: str, puzzle: str, *how: str) -> dict[str, Any]:
        """Return everything that an answer depends on.

        A puzzle of our own is among the sources; it is not read for that, which takes longer than a cached answer.
        """
        return {
            "kind": kind,
            "puzzle": [puzzle, "" if puzzle in puzzle_names() else self.puzzle(puzzle).checksum],
            "how": how,
            "sources": of_search(),
            "versions": versions(*PACKAGES),
            "machine": machine(),
        }

    def ask(self, kind: str, puzzle: str, *how: str, make: Callable[[Stop], Any]) -> Any:
        """Return an answer as JSON gives it back, computed if it is not cached."""
        key = kind, puzzle, *how
        if key not in self.asked:

            def sought() -> Any:
                with Progress(f"{puzzle}, {next(filter(None, how), kind)}") as progress:
                    return make(progress.searching)

            self.asked[key] = self.cache.get(self.question(kind, puzzle, *how), sought)
        return self.asked[key]

    def result(self, puzzle: str, algorithm: str = "auto") -> SearchResult:
        """Return what a modern solver finds, its time without the compiler's; raise PuzzleError for a wrong name."""
        # with it comes numpy, a quarter of the time of a command that asks no solver
        from getallenband.modern.search import SearchOptions, SearchResult, solve

        def make(stop: Stop) -> dict[str, Any]:
            found = self.puzzle(puzzle)
            solve(found, SearchOptions(algorithm, limit=1), stop=stop)
            return asdict(solve(found, SearchOptions(algorithm), stop=stop))

        found = self.ask("result", puzzle, algorithm, make=make)
        nodes = None if found["nodes"] is None else tuple(found["nodes"])
        return SearchResult(**{**found, "nodes": nodes})

    def attempts(self, puzzle: str, algorithm: str) -> int:
        """Return how many placements a solver that tries and fails tries in all, in the search that `result` is of."""

        def make(stop: Stop) -> int:
            whole = self.puzzle(puzzle)
            parts = [whole.problem.restrict(case.keep) for case in whole.cases]
            answers = [solver(algorithm).solve(part, stop=stop) for part in parts]
            return sum(sum(answer.attempts or ()) for answer in answers)

        return int(self.ask("attempts", puzzle, algorithm, make=make))

    def title(self, puzzle: str) -> str:
        """Return the title of a puzzle."""
        return str(self.ask("title", puzzle, make=lambda _: self.puzzle(puzzle).title))

    def solutions(self, puzzle: str) -> list[Solution]:
        """Return every solution of a puzzle, symmetric ones too."""

        def make(stop: Stop) -> list[Solution]:
            found: list[Solution] = []
            solver("first_hole").solve(self.puzzle(puzzle).problem, on_solution=found.append, stop=stop)
            return found

        return [tuple(solution) for solution in self.ask("solutions", puzzle, make=make)]

    def __call__(self, puzzle: str, order: str = "", algorithm: str = "first_hole", limit: int | None = None) -> Answer:
        """Return the answer of one algorithm, in a historical program's order if one is named."""

        def make(stop: Stop) -> dict[str, Any]:
            return asdict(self.sought(self.puzzle(puzzle), order, algorithm, limit, stop))

        found = self.ask("answer", puzzle, order, algorithm, str(limit or ""), make=make)
        tables = {key: tuple(found[key]) if found[key] is not None else None for key in ("nodes", "attempts")}
        counts = {name: tuple(times) for name, times in found["counts"].items()}
        return Answer(**{**found, **tables, "counts": counts})

    def sought(self, puzzle: Puzzle, order: str, algorithm: str, limit: int | None, stop: Stop) -> Answer:
        """Search; raise UnknownNameError for an order or an algorithm that is not there."""
        if algorithm not in solver_names():
            raise UnknownNameError("algorithm", algorithm, solver_names())
        if not order:
            return solver(algorithm).solve(puzzle.problem, limit=limit, stop=stop)
        if order not in puzzle.orders:
            raise UnknownNameError(f"order of {puzzle.name}", order, puzzle.orders)
        module = import_module(f"getallenband.modern.solvers.{algorithm}")
        if not hasattr(module, "solve_in_order"):
            raise UserError(f"the algorithm {algorithm!r} has an order of its own and cannot search in {order!r}")
        answer: Answer = module.solve_in_order(puzzle.problem, puzzle.orders[order], limit=limit, stop=stop)
        return answer
