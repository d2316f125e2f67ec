"""All solvers on all puzzles: whether `auto` takes the fastest, and what two sets of pentominoes take.

python -m benchmarks choice

CPU seconds of the search with its set-up, warm, the least of three. Puzzles that take `auto` over PATIENCE are left
out; a solver that takes SLOWER times as long as `auto` is stopped.
"""

from __future__ import annotations

import sys
import tempfile
import time
from pathlib import Path
from types import ModuleType

from tabulate import tabulate

from benchmarks.measure import Row
from getallenband.modern.exact_cover.problem import Problem
from getallenband.modern.puzzle_files.puzzle import puzzle_names, read_puzzle
from getallenband.modern.search.choice import AUTO, choose_solver
from getallenband.modern.solvers import solver, solver_names

PATIENCE = 2.0
SLOWER = 1.5
TIMES = 3
SOLUTIONS = 2000
"""Of two sets of pentominoes."""
EXCHANGES = 2**12
"""Of the pieces of a solution with their like."""


def rows() -> list[Row]:
    names = [name for name in solver_names() if name != "brute_force"]
    rows, lines = [], []
    for puzzle in puzzle_names():
        read = read_puzzle(puzzle)
        cases = [read.problem.restrict(case.keep) for case in read.cases]
        auto, _ = choose_solver(AUTO, read.problem, one_by_one=False)
        taken: dict[str, float | None] = {auto: seconds(solver(auto), cases, PATIENCE)}
        least = taken[auto]
        if least is None:
            print(f"{puzzle} is left out: it takes over {PATIENCE} s", file=sys.stderr)
            continue
        for name in names:
            if name != auto and all(solver(name).refusal(problem) is None for problem in cases):
                taken[name] = seconds(solver(name), cases, SLOWER * least + 0.01)
        lines.append((puzzle, auto, *(shown(taken, name) for name in names)))
        fastest = min(found for found in taken.values() if found is not None)
        rows.append(Row(f"{puzzle}: auto ÷ the fastest solver", f"{least / fastest:.2f}", "1.2"))
    print(tabulate(lines, headers=("puzzle", AUTO, *names), disable_numparse=True), end="\n\n")
    return [*rows, *twice()]


def seconds(chosen: ModuleType, cases: list[Problem], patience: float) -> float | None:
    """Return the least CPU seconds of all cases together, None if they take more than our patience."""
    least = float("inf")
    for _ in range(TIMES):
        started = time.thread_time()
        for problem in cases:
            if not chosen.solve(problem, stop=lambda end=started + patience: time.thread_time() > end).finished:
                return None
        least = min(least, time.thread_time() - started)
    return least


def shown(taken: dict[str, float | None], name: str) -> str:
    found = taken.get(name)
    return "" if name not in taken else "slower" if found is None else f"{found:.4f}"


def twice() -> list[Row]:
    """Compare `bit_parallel` and `dancing_links` on two sets of pentominoes: more items than two words hold.

    With pieces of two names, exchanging the two of a kind is another solution; with copies it is none. `bit_parallel`
    finds all exchanges at once, so its seconds are those of whole solutions.
    """
    given = read_puzzle("pentominoes-6x10").path.read_text(encoding="utf-8").partition("[orders")[0]
    heading, _, pieces = given.partition("[pieces]\n")
    heading = heading.replace("polyforms = [{ size = 5 }]\n", "").replace("[6, 10]", "[10, 12]")
    lines = [line for line in pieces.splitlines() if line]
    second = "".join(f"{line[0]}2{line[1:]}\n" for line in lines)
    named = f"{heading}[pieces]\n{pieces}{second}"
    copies = f"{heading}copies = {{ {', '.join(f'{line[0]} = 2' for line in lines)} }}\n[pieces]\n{pieces}"
    theirs = of_first_solutions("dancing_links", named, SOLUTIONS)
    ours = of_first_solutions("bit_parallel", named, SOLUTIONS * EXCHANGES) / EXCHANGES
    apart = of_first_solutions("bit_parallel", copies, SOLUTIONS)
    what = "pentominoes twice on 10×12, a solution"
    return [
        Row(f"{what}: bit_parallel ÷ dancing_links", f"{ours / theirs:.5f}", "0.05"),
        Row(f"{what} up to exchanges by bit_parallel ÷ one by dancing_links", f"{apart / theirs:.3f}"),
    ]


def of_first_solutions(name: str, text: str, solutions: int) -> float:
    """Return the CPU seconds that a solver takes for the first solutions of a puzzle."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "twice.toml"
        path.write_text(text, encoding="utf-8")
        problem = read_puzzle(path).problem
    solver(name).solve(problem, limit=1)
    started = time.thread_time()
    solver(name).solve(problem, limit=solutions)
    return time.thread_time() - started
