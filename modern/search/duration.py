"""How long a count will take: Knuth's estimate of its nodes at the pace of its solver.

    forecast(read_puzzle("one-sided-6x15"), "bit_parallel")       # about 40 seconds of CPU, ± 5 %
    solve(puzzle, stop=forecasting(stop, puzzle, "bit_parallel", print))

A forecast takes a second or so, as long as many a count: it is made when a count has lasted for PATIENCE.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass

from getallenband.modern.exact_cover.answer import Stop
from getallenband.modern.puzzle_files.puzzle import Puzzle
from getallenband.modern.search.choice import choose_solver, expected_nodes
from getallenband.modern.solvers import solver

PATIENCE = 1.0
"""Seconds of a count before its forecast."""
TRIAL = 0.2
"""CPU seconds of a search that measure the solver's pace."""
LEAST = 5.0
"""CPU seconds of a count from which on a forecast is worth a line."""
UNITS = ((365 * 86400, "years"), (86400, "days"), (3600, "hours"), (60, "minutes"), (1, "seconds"))


@dataclass(frozen=True)
class Forecast:
    """Nodes and CPU seconds of a whole count, and the standard error of both, as a part of them."""

    nodes: float
    seconds: float
    error: float

    @property
    def duration(self) -> str:
        size, unit = next(((size, unit) for size, unit in UNITS if self.seconds >= 2 * size), UNITS[-1])
        return f"about {self.seconds / size:,.0f} {unit} of CPU"

    def __str__(self) -> str:
        return (
            f"the whole count takes {self.duration} (± {100 * self.error:.0f} %), "
            f"by Knuth's estimate of {self.nodes:,.0f} nodes"
        )


OnForecast = Callable[[Forecast], None]


def forecast(puzzle: Puzzle, algorithm: str, stop: Stop = lambda: False) -> Forecast | None:
    """Estimate how long a count takes; None for a solver that visits no tree, and if stopped."""
    algorithm, _ = choose_solver(algorithm, puzzle.problem, one_by_one=False)
    expected = expected_nodes(puzzle, algorithm)
    if not expected.nodes or not puzzle.cases or stop():
        return None
    began = time.process_time()
    answer = solver(algorithm).solve(
        puzzle.problem.restrict(puzzle.cases[0].keep), stop=lambda: stop() or time.process_time() > began + TRIAL
    )
    pace = max(1, sum(answer.nodes)) / max(1e-6, time.process_time() - began)
    return Forecast(expected.nodes, expected.nodes / pace, expected.error / expected.nodes)


def forecasting(stop: Stop, puzzle: Puzzle, algorithm: str, tell: OnForecast) -> Stop:
    """Return a function that is asked as `stop` is, and once, when it is time to, makes a forecast."""
    due = time.monotonic() + PATIENCE

    def asked() -> bool:
        nonlocal due
        if time.monotonic() > due:
            due = float("inf")
            found = forecast(puzzle, algorithm, stop)
            if found is not None and found.seconds >= LEAST:
                tell(found)
        return stop()

    return asked
