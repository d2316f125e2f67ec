"""Exact covers of any kind beside Knuth's programs: Latin squares, Langford, queens, sticks.

python -m benchmarks covers

All list every solution, ours by `bit_parallel`; where ways merge there is a count by `frontier` besides. Peers are
Knuth's ssxcc (dancing cells) and dlx1 (dancing links), where the commands are on the path; they get the same file.
Seconds are CPU seconds: ours of a warm search with reading and set-up, theirs of the whole command.
"""

from __future__ import annotations

import shutil
import sys
import tempfile
import time
from contextlib import suppress
from itertools import product
from pathlib import Path
from types import ModuleType

from benchmarks.measure import TIMES, Row, interleaved, running
from getallenband.modern.exact_cover.ways import TooManyStatesError
from getallenband.modern.puzzle_files.puzzle import parse_puzzle
from getallenband.modern.solvers import bit_parallel, frontier

KNUTHS = ("ssxcc", "dlx1")
STICKS = {"I": ((0, 0, 0), (0, 1, 0)), "L": ((0, 0, 0), (0, 1, 1)), "U": ((0, 0, 0), (0, 0, 1), (0, 1, 1))}
"""Sticks (row, column, 0: to the right or 1: down) of pieces, in one of their positions."""


def latin(order: int) -> str:
    """Return Latin squares of an order as a cover: places, rows with values, columns with values."""
    numbers = range(order)
    items = " ".join(f"{kind}{a}{b}" for kind in "prc" for a, b in product(numbers, repeat=2))
    return items + "".join(f"\np{r}{c} r{r}{v} c{c}{v}" for r, c, v in product(numbers, repeat=3))


def langford(pairs: int) -> str:
    slots = range(1, 2 * pairs + 1)
    items = [*map(str, range(1, pairs + 1)), *(f"s{slot}" for slot in slots)]
    options = [f"{k} s{i} s{i + k + 1}" for k in range(1, pairs + 1) for i in slots if i + k + 1 in slots]
    return "\n".join([" ".join(items), *options])


def queens(size: int) -> str:
    numbers = range(size)
    diagonals = [*(f"a{i}" for i in range(2 * size - 1)), *(f"b{i}" for i in range(1 - size, size))]
    items = [*(f"r{i}" for i in numbers), *(f"c{i}" for i in numbers), "|", *diagonals]
    return "\n".join([" ".join(items), *(f"r{i} c{j} a{i + j} b{i - j}" for i, j in product(numbers, repeat=2))])


def sticks(size: int) -> str:
    """Return the ways to lay three pieces of sticks, as they are or turned, on a grid: no two on the same stick."""
    edges = [*product(range(size + 1), range(size), "0"), *product(range(size), range(size + 1), "1")]
    known = {(row, column, int(way)) for row, column, way in edges}
    lines = [" ".join([*STICKS, "|", *(f"e{row}.{column}.{way}" for row, column, way in edges)])]
    for name, shape in STICKS.items():
        turned = [shape, tuple((column, row, 1 - way) for row, column, way in shape)]
        for form, down, right in product(turned, range(size + 1), range(size + 1)):
            moved = [(row + down, column + right, way) for row, column, way in form]
            if known.issuperset(moved):
                lines.append(" ".join([name, *(f"e{row}.{column}.{way}" for row, column, way in moved)]))
    return "\n".join(lines)


COVERS = {
    "Latin squares of order 5": (latin(5), 161_280),
    "Langford 11": (langford(11), 35_584),
    "queens 11": (queens(11), 2_680),
    "three pieces of sticks on a grid of 6": (sticks(6), None),
}
"""Covers in Knuth's format, and the solutions that the literature gives."""


def ours(text: str, solver: ModuleType) -> float:
    """Return the CPU seconds of a solver of ours, with reading."""
    began = time.process_time()
    solver.solve(parse_puzzle(text, Path("cover.dlx"), "cover.dlx").problem)
    return time.process_time() - began


def rows() -> list[Row]:
    """Measure."""
    for name in (name for name in KNUTHS if not shutil.which(name)):
        print(f"{name} is left out: it is not here", file=sys.stderr)
    found = []
    with tempfile.TemporaryDirectory() as folder:
        for what, (text, expected) in COVERS.items():
            problem = parse_puzzle(text, Path("cover.dlx"), "cover.dlx").problem
            solutions = bit_parallel.solve(problem).solutions
            if solutions != (expected or solutions):
                raise SystemExit(f"{what}: {solutions:,} solutions, not {expected:,}")
            file = Path(folder) / "cover.dlx"
            file.write_text(text + "\n", encoding="utf-8")
            peers = [name for name in KNUTHS if shutil.which(name)]
            commands = [running(["sh", "-c", f"{name} < {file} >/dev/null 2>&1; exit 0"]) for name in peers]
            mine, *theirs = interleaved([lambda text=text: ours(text, bit_parallel), *commands], TIMES)  # type: ignore[misc]
            what = f"{what}, {solutions:,} solutions"
            found.append(Row(f"{what}: listed, CPU seconds", f"{min(mine):.4f}"))
            found += [
                Row(f"{what}: listed ÷ {name}", f"{min(mine) / max(1e-4, min(seconds)):.2f}", "1")
                for name, seconds in zip(peers, theirs, strict=True)
            ]
            with suppress(TooManyStatesError):
                merged = min(ours(text, frontier) for _ in range(TIMES))
                found.append(Row(f"{what}: only counted, CPU seconds", f"{merged:.4f}"))
    return found
