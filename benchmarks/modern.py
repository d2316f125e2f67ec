"""The modern solvers beside their peers, in one run: CPU seconds, ratio, peak memory.

python -m benchmarks.modern                     # the whole table
python -m benchmarks.modern PROGRAM PUZZLE      # one program on one puzzle: solutions and seconds

Every program gets the same exact covers, symmetry broken before the search. Peers are two classic algorithms and a
bit-parallel one in C (peers/, gcc -O3 for this processor) and, where they can be imported, the packages xcover (dancing
cells, numba) and exact_cover (dancing links, C). Knuth's own programs ssxcc (dancing cells), dlx1 and dlx2 (dancing
links), which he publishes without a licence, are measured where they are on the path of commands. "solve" is the search
with its set-up in a process that is warm, "process" a whole process that has run before; both are CPU seconds of one
thread, the least of several runs.
"""

from __future__ import annotations

import json
import resource
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path

from tabulate import tabulate

from benchmarks.measure import ROOT, Row, best, command, compiled, once
from getallenband.modern.exact_cover.problem import Problem
from getallenband.modern.puzzle_files.puzzle import read_puzzle

OURS = "bit_parallel"
# Seconds that the search alone may take, and the whole process.
TARGETS: dict[str, tuple[float, float | None]] = {
    "pentominoes-6x10": (0.035, 1),
    "pentominoes-5x12": (0.015, 1),
    "pentominoes-4x15": (0.006, 1),
    "pentominoes-8x8": (0.012, 1),
    "tetrihex": (0.05, 1),
    "tetra": (0.7, None),
    "pentacubes-3x4x5": (3, None),
}
PACKAGES = {"xcover": "xcover", "exact_cover": "exact-cover"}
KNUTHS = ("ssxcc", "dlx1", "dlx2")
METHODS = (OURS, "dancing_links", "dancing_cells")
"""Ours and those in C; `choice.py` measures all of ours."""
WARM_UP = "pentominoes-3x20"
PATIENCE = 30  # CPU seconds for one program on one puzzle
QUICK = 5  # seconds up to which a search is worth repeating
TIMES = 3


@dataclass(frozen=True)
class Measured:
    """One program on one puzzle; seconds are None where there is nothing to measure or patience ran out."""

    puzzle: str
    program: str
    solutions: int | None
    solve: float | None
    process: float | None
    megabytes: float | None


def problems(puzzle: str) -> list[Problem]:
    """Return the exact covers that a puzzle falls into when its symmetry is broken."""
    read = read_puzzle(puzzle)
    return [read.problem.restrict(case.keep) for case in read.cases]


def counting(program: str) -> Callable[[Problem], int]:
    """Return a program's way to count the solutions of an exact cover."""
    if program == "xcover":
        covers = import_module("xcover").covers
        return lambda problem: sum(1 for _ in covers([list(option) for option in problem.options]))
    if program == "exact_cover":
        import numpy as np

        count = import_module("exact_cover").get_solution_count

        def by_matrix(problem: Problem) -> int:
            matrix = np.zeros((len(problem.options), problem.items), bool)
            for row, covered in zip(matrix, problem.options, strict=True):
                row[list(covered)] = True
            return int(count(matrix))

        return by_matrix
    solve = import_module(f"getallenband.modern.solvers.{program}").solve
    return lambda problem: int(solve(problem).solutions)


def alone(program: str, puzzle: str) -> tuple[int, float]:
    """Solve in this process until a second is spent, or three times; return the solutions and the least CPU seconds."""
    shares, count = problems(puzzle), counting(program)
    for problem in problems(WARM_UP):
        count(problem)
    least, spent, times = float("inf"), 0.0, 0
    while times < TIMES or spent < 1:
        # Not process_time: under a limit of CPU time Linux keeps that clock by ticks only.
        started = time.thread_time()
        solutions = sum(count(problem) for problem in shares)
        seconds = time.thread_time() - started
        least, spent, times = min(least, seconds), spent + seconds, times + 1
        if spent > QUICK:
            break
    return solutions, least


def patiently(line: list[str]) -> str | None:
    """Run a command; return what it printed, or None if it used up our patience."""
    limit = (PATIENCE, PATIENCE)
    run = subprocess.run(
        line, capture_output=True, text=True, cwd=ROOT,
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_CPU, limit),
    )  # fmt: skip
    if run.returncode in (-signal.SIGXCPU, -signal.SIGKILL):
        return None
    if run.returncode:
        raise SystemExit(f"{' '.join(line)} ended with {run.returncode}\n{run.stderr}")
    return run.stdout


def in_python(program: str, puzzle: str) -> Measured:
    """Measure a solver of ours or a package: warm in a process of its own, then as whole processes."""
    printed = patiently([sys.executable, "-m", "benchmarks.modern", program, puzzle])
    if printed is None:
        return Measured(puzzle, program, None, None, None, None)
    solutions, solve = printed.split()
    if program in PACKAGES or float(solve) > QUICK:
        return Measured(puzzle, program, int(solutions), float(solve), None, None)
    process, kilobytes = best(command("solve", puzzle, "--algorithm", program, "--count"), TIMES)
    return Measured(puzzle, program, int(solutions), float(solve), process, kilobytes / 1024)


def in_c(peer: str, program: str, puzzle: str) -> Measured:
    """Measure a peer in C, reading the exact covers from a file."""
    with tempfile.NamedTemporaryFile("w", suffix=".txt") as file:
        for problem in problems(puzzle):
            print(problem.items, len(problem.options), file=file)
            for option in problem.options:
                print(len(option), *option, file=file)
        file.flush()
        started = time.perf_counter()
        printed = patiently([peer, file.name])
        if printed is None:
            return Measured(puzzle, program, None, None, None, None)
        solutions = int(printed.split()[0])
        process, _ = best([peer, file.name], TIMES if time.perf_counter() - started < QUICK else 1)
    # The peak memory of so small a process is that of Python just before it became another program.
    return Measured(puzzle, program, solutions, process, process, None)


def by_knuth(program: str, puzzle: str) -> Measured:
    """Measure a program of Knuth's on the exact covers in his format; it counts, and says so on standard error."""
    seconds, solutions = [], 0
    with tempfile.TemporaryDirectory() as folder:
        for number, problem in enumerate(problems(puzzle)):
            lines = [range(problem.items), *problem.options]
            path = Path(folder) / str(number)
            path.write_text("".join(" ".join(f"i{item}" for item in line) + "\n" for line in lines), encoding="utf-8")
            line = ["sh", "-c", f"{program} < {path} 2>&1; exit 0"]  # their exit codes mean nothing
            printed = patiently(line)
            if printed is None or "Altogether" not in printed:
                return Measured(puzzle, f"{program}, Knuth", None, None, None, None)
            solutions += int(printed.partition("Altogether ")[2].split()[0])
            seconds.append(best(line, TIMES)[0])
    return Measured(puzzle, f"{program}, Knuth", solutions, sum(seconds), sum(seconds), None)


def everything() -> Iterator[Measured]:
    """Measure each program on each puzzle."""
    packages = [name for name in PACKAGES if find_spec(name)]
    for name in PACKAGES.keys() - set(packages):
        print(f"{name} is left out: it cannot be imported (pip install {PACKAGES[name]})", file=sys.stderr)
    knuths = [name for name in KNUTHS if shutil.which(name)]
    for name in {*KNUTHS} - {*knuths}:
        print(f"{name} is left out: no such command (https://cs.stanford.edu/~knuth/programs.html)", file=sys.stderr)
    peers = {name: compiled(f"{name}.c", "-O3", "-march=native") for name in METHODS}
    for puzzle in TARGETS:
        for program in METHODS:
            if all(
                import_module(f"getallenband.modern.solvers.{program}").refusal(p) is None for p in problems(puzzle)
            ):
                yield in_python(program, puzzle)
        for program in packages:
            yield in_python(program, puzzle)
        for program in knuths:
            yield by_knuth(program, puzzle)
        for program, peer in peers.items():
            if peer is None:
                print(f"{program} is left out: no gcc here", file=sys.stderr)
            else:
                yield in_c(peer, f"{program}, C", puzzle)


def two_workers(program: str) -> float:
    """Return what part of the wall time of one worker two workers take for Tetra."""

    def seconds(workers: int) -> float:
        line = command("solve", "tetra", "--algorithm", program, "--count", "--json", "--workers", str(workers))
        runs = [subprocess.run(line, capture_output=True, text=True, check=True, cwd=ROOT) for _ in range(TIMES)]
        return min(float(json.loads(run.stdout)["seconds"]) for run in runs)

    once(command("solve", "tetra", "--algorithm", program, "--count"))
    return seconds(2) / seconds(1)


def rows() -> list[Row]:
    """Measure."""
    found = []
    for measured in everything():
        print(*line(measured, None), file=sys.stderr)
        found.append(measured)
    print(table(found), end="\n\n")
    two = [(program, two_workers(program)) for program in (OURS, "dancing_links")]
    return figures(found) + [
        Row(f"tetra by {program}: two workers ÷ one, wall", f"{part:.2f}", "0.54") for program, part in two
    ]


def figures(found: list[Measured]) -> list[Row]:
    """Return what is followed of what was measured."""
    measured = []
    for mine in (m for m in found if m.program == OURS):
        puzzle = mine.puzzle
        solve, process = TARGETS[puzzle]
        peer = min(
            (m.solve for m in found if m.puzzle == puzzle and ("," in m.program or m.program in PACKAGES) and m.solve),
            default=None,
        )
        measured.append(Row(f"{puzzle}: search, CPU seconds", f"{mine.solve:.4f}", str(solve)))
        measured.append(Row(f"{puzzle}: whole process, CPU seconds", f"{mine.process:.2f}", str(process or "")))
        measured.append(Row(f"{puzzle}: peak memory, MB", f"{mine.megabytes:.0f}", "300"))
        if peer and mine.solve:
            measured.append(Row(f"{puzzle}: {OURS} ÷ fastest peer", f"{mine.solve / peer:.3f}", "1"))
        taken = {m.program: m.solve for m in found if m.puzzle == puzzle}
        for program, peer, goal in (
            ("dancing_cells", "dancing_cells, C", "1.2"),
            ("dancing_links", "dancing_links, C", "1"),
            ("dancing_cells", "ssxcc, Knuth", "1"),
            ("dancing_links", "dlx1, Knuth", "1"),
        ):
            ours, theirs = taken.get(program), taken.get(peer)
            if ours and theirs:
                measured.append(Row(f"{puzzle}: {program} ÷ {peer}", f"{ours / theirs:.2f}", goal))
    return measured


def table(found: list[Measured]) -> str:
    """Return everything measured as one table, each puzzle's ratios against our fastest solver."""
    ours = {m.puzzle: m.solve for m in found if m.program == OURS}
    headers = ("puzzle", "program", "solutions", "solve, s", "process, s", f"÷ {OURS}", "MB")
    lines = [line(m, ours[m.puzzle]) for m in found]
    return tabulate(lines, headers=headers, disable_numparse=True, colalign=["left"] * 2 + ["right"] * 5)


def line(m: Measured, ours: float | None) -> list[str]:
    """Return a line of the table; `ours` is what the ratio is taken to."""
    solve = f"> {PATIENCE}" if m.solutions is None else shown(m.solve, 4)
    ratio = shown(m.solve / ours if m.solve and ours else None, 1)
    return [m.puzzle, m.program, str(m.solutions or ""), solve, shown(m.process, 2), ratio, shown(m.megabytes, 0)]


def shown(number: float | None, places: int) -> str:
    """Return a number for the table, or nothing."""
    return "" if number is None else f"{number:.{places}f}"


def main() -> None:
    """Print the whole table, or solve one puzzle by one program."""
    if len(sys.argv) == 3:
        print(*alone(*sys.argv[1:]))
    else:
        print(tabulate(rows(), headers=("what", "measured", "goal")))


if __name__ == "__main__":
    main()
