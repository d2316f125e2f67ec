"""Counts of tilings beside programs that merge alike states too, and the memory of counts as solutions multiply.

python -m benchmarks counting                        # the rows of docs/performance.md
python -m benchmarks.counting graphillion 8x8 D      # one program on one board: solutions and CPU seconds

Peers are Knuth's dlx6 (dancing links with a memo cache, a ZDD; dlx6-in-order is dlx6 with his change file
dlx6-noMRV.ch), measured where the commands are on the path, and the packages dxz (the same method, by others) and
graphillion (frontier search of TdZdd), where they can be imported. dxz counts in 32 bits, and walks to each solution in
the end; to Graphillion dominoes are edges of a graph, and other pieces cannot be said. All get the cells as items and
the placements as options, any number of each piece, and count all solutions. Seconds are CPU seconds: ours of a warm
search with reading and set-up, those of packages without their import, those of commands from start to end.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path

from benchmarks.measure import FEW_TIMES, ROOT, Row, best, command, interleaved, running
from getallenband.modern.exact_cover.problem import Problem
from getallenband.modern.puzzle_files.puzzle import parse_puzzle
from getallenband.modern.solvers import frontier

SHAPES = {"D": "##", "I": "###", "L": "##/#.", "T": "###/.#."}
BOARDS = [
    ("8x8", "D", 12_988_816),
    ("10x10", "D", 258_584_046_368),
    ("12x12", "D", 53_060_477_521_960_000),
    ("8x8", "T", 84),
    ("12x12", "T", 78_696),
    ("16x16", "T", 1_668_091_536),
    ("9x9", "L", 1_193_600),
    ("12x12", "L", 2_033_502_499_954),
    ("9x9", "IL", 928_789_262_080),
]
"""Boards, the pieces of which there are any number, and the solutions."""
KNUTHS = ("dlx6", "dlx6-in-order")
PACKAGES = {"dxz": "dxz", "graphillion": "graphillion"}
DXZ_MOST = 1 << 24
"""Solutions that dxz can be given to walk to."""
PATIENCE = 5
"""CPU seconds for a command: dlx6 fills a gigabyte with its memos in less than two."""
METHODS = ("frontier", "bit_parallel")


def puzzle_text(board: str, pieces: str) -> str:
    """Return the puzzle file of a board."""
    height, _, width = board.partition("x")
    lines = [f'{name} = "{SHAPES[name]}"' for name in pieces]
    head = f'lattice = "square"\nboard = {{ rectangle = [{height}, {width}] }}\ncopies = "any"\n[pieces]\n'
    return head + "\n".join(lines) + "\n"


def problem_of(board: str, pieces: str) -> Problem:
    """Read the puzzle file of a board."""
    return parse_puzzle(puzzle_text(board, pieces), Path("board.toml"), "board.toml").problem


def ours(board: str, pieces: str) -> float:
    """Count a board; return the CPU seconds."""
    began = time.process_time()
    frontier.solve(problem_of(board, pieces))
    return time.process_time() - began


def by_dxz(problem: Problem) -> Callable[[], int]:
    matrix = [0] * (len(problem.placements) * len(problem.cells))
    for number, placement in enumerate(problem.placements):
        for cell in placement.cells:
            matrix[number * len(problem.cells) + cell] = 1
    count = import_module("dxz").dxz_count
    return lambda: int(count(len(problem.placements), len(problem.cells), matrix))


def by_graphillion(problem: Problem) -> Callable[[], int]:
    graphs = import_module("graphillion").GraphSet
    graphs.set_universe([placement.cells for placement in problem.placements])
    once = dict.fromkeys(range(len(problem.cells)), 1)
    return lambda: int(graphs.graphs(degree_constraints=once).len())


def alone(program: str, board: str, pieces: str) -> tuple[int, float]:
    """Count by a package in this process; return the solutions and CPU seconds."""
    count = {"dxz": by_dxz, "graphillion": by_graphillion}[program](problem_of(board, pieces))
    began = time.process_time()
    return count(), time.process_time() - began


def by_package(program: str, board: str, pieces: str, solutions: int) -> float:
    """Count by a package in a process of its own, after another, as it may keep what it found; return CPU seconds."""
    line = [sys.executable, "-m", "benchmarks.counting", program, board, pieces]
    printed = subprocess.run(
        line, capture_output=True, text=True, cwd=ROOT, check=True, env=os.environ | {"OMP_NUM_THREADS": "1"}
    ).stdout
    found, seconds = printed.split()
    if int(found) != solutions:
        raise SystemExit(f"{program} finds {found} solutions of {pieces} on {board}, not {solutions}")
    return float(seconds)


def by_knuth(program: str, file: Path, solutions: int) -> Callable[[], float]:
    """Return what measures a program of Knuth's, or says that it takes longer than our patience lasts.

    It says on standard error how many solutions there are, and its exit code means nothing.
    """
    line = ["sh", "-c", f"ulimit -t {PATIENCE}; {program} < {file} 2>&1; exit 0"]
    printed = subprocess.run(line, capture_output=True, text=True, check=True).stdout
    if f"Altogether {solutions} solution" in printed:
        return running(line)
    if "Altogether" in printed:
        raise SystemExit(f"{program} does not find {solutions} solutions of {file.stem}:\n{printed}")
    return lambda: PATIENCE


def peers(board: str, pieces: str, solutions: int, folder: Path) -> dict[str, Callable[[], float]]:
    """Return what measures each peer that is here and takes this board."""
    problem = problem_of(board, pieces)
    file = folder / f"{pieces}-{board}.dlx"
    lines = [range(len(problem.cells)), *(placement.cells for placement in problem.placements)]
    file.write_text("".join(" ".join(f"c{cell}" for cell in line) + "\n" for line in lines), encoding="utf-8")
    found = {name: by_knuth(name, file, solutions) for name in KNUTHS if shutil.which(name)}
    for name in PACKAGES:
        takes = pieces == "D" if name == "graphillion" else solutions < DXZ_MOST
        if find_spec(name) and takes:
            found[name] = lambda name=name: by_package(name, board, pieces, solutions)  # type: ignore[misc]
    return found


def beside_peers() -> list[Row]:
    """Measure our count of each board in turn with those of the peers."""
    for name in [*(name for name in KNUTHS if not shutil.which(name)), *(n for n in PACKAGES if not find_spec(n))]:
        print(f"{name} is left out: it is not here", file=sys.stderr)
    found = []
    ours(*BOARDS[0][:2])
    with tempfile.TemporaryDirectory() as folder:
        for board, pieces, solutions in BOARDS:
            what = f"{' and '.join(pieces)} on {board}, {solutions:,} solutions"
            if frontier.solve(problem_of(board, pieces)).solutions != solutions:
                raise SystemExit(f"we do not find {what}")
            others = peers(board, pieces, solutions, Path(folder))
            mine, *theirs = interleaved([lambda b=board, p=pieces: ours(b, p), *others.values()], FEW_TIMES)  # type: ignore[misc]
            found.append(Row(f"{what}: CPU seconds", f"{min(mine):.4f}", "1"))
            found += [
                Row(f"{what}: ÷ {name}", f"{min(mine) / min(seconds):.3f}{' or less' * (seconds[0] == PATIENCE)}", "1")
                for name, seconds in zip(others, theirs, strict=True)
                if min(seconds) > 0
            ]
            print(*found[-1 - len(others) :], sep="\n", file=sys.stderr)
    return found


def memory() -> list[Row]:
    """Measure whole processes: memory must not grow with the solutions, merged or visited one by one."""
    found = []
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "dominoes.toml"
        for board, solutions in (("6x8", 167_089), ("8x8", 12_988_816)):
            path.write_text(puzzle_text(board, "D"), encoding="utf-8")
            for method in METHODS:
                name = f"{solutions:,} tilings by dominoes, {method}"
                seconds, kilobytes = best(command("solve", f"{path}", "--algorithm", method), FEW_TIMES)
                found.append(Row(f"{name}: whole process, CPU seconds", f"{seconds:.2f}"))
                found.append(Row(f"{name}: peak memory, MB", f"{kilobytes / 1024:.0f}", "150"))
    return found


def rows() -> list[Row]:
    """Measure."""
    return beside_peers() + memory()


if __name__ == "__main__":
    print(*alone(*sys.argv[1:]))
