"""What each part of the native engine buys that exists for speed: whole commands without it, beside those with it.

python -m benchmarks.parts              # measures the parts, writes docs/parts.json and the table in docs/native.md
python -m benchmarks.parts --page       # writes the table from docs/parts.json
python -m benchmarks.parts --without "two tiers" -- run debruijn1972_pentomino/first24      # a command without a part

A figure is the CPU time of a command without the part, divided by that with it: above 1, the part gains.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Callable, Mapping
from importlib import import_module
from math import prod
from pathlib import Path
from statistics import median
from typing import Any

from tabulate import tabulate

from benchmarks.measure import ROOT

RECORD = ROOT / "docs" / "parts.json"
PAGE = ROOT / "docs" / "native.md"
BEGIN, END = "<!-- parts: python -m benchmarks.parts -->\n", "<!-- end of parts -->"
TIMES, FEW_TIMES = 10, 3
SHORT = (
    "debruijn1972_pentomino/first24", "debruijn1972_pentomino/algol-first24", "hitotumatu1968_rug/main",
    "kawai_hamekomi/tetrihex-100", "wada2002_pentomino/first", "perl2012_pentomino/exchange",
    "benchmarks/algol60_programs/jensen.a60", "benchmarks/algol60_programs/matrix.a60",
    "benchmarks/fortran_programs/linpack.f",
)  # fmt: skip
"""Runs whose command takes less than a second or two."""
LONG = ("debruijn1972_pentomino/full", "debruijn1972_pentomino/algol-full", "wada2002_pentomino/full")
"""Runs of many seconds, cut off after STATEMENTS."""
STATEMENTS = 400_000_000


def put(module: str, name: str, value: Any) -> Callable[[], None]:
    """Return what replaces a name of a module below interpreters/."""
    return lambda: setattr(import_module(f"getallenband.interpreters.{module}"), name, value)


def no_cached_code() -> None:
    """Compile always."""
    run = import_module("getallenband.interpreters.native.run")
    compiled = run.MachineCode
    run.MachineCode = lambda text, level, **_: compiled(text, level, cached=False)


PARTS: dict[str, tuple[tuple[str, ...], Callable[[], None]]] = {
    "two tiers": ((), put("native.run", "LONG", 2**62)),
    "tests of the fuel once in a loop": ((), put("native", "FEW_STATEMENTS", 2**62)),
    "choice of what is inlined": ((), put("native.function", "never_inline", lambda _: False)),
    "definite assignment": (
        ("transform/definite_assignment.py",),
        put("transform.simplification", "drop_definite_checks", lambda program: program),
    ),
    "merging of blocks": (
        ("transform/block_merging.py",), put("transform.simplification", "merge_blocks", lambda p: p)
    ),
    "cached code": ((), no_cached_code),
}  # fmt: skip
"""For each part its files below interpreters/, and what switches it off."""


def without(part: str, arguments: list[str]) -> None:
    """Run a command of getallenband without a part; "" is none."""
    if part:
        PARTS[part][1]()
    sys.argv[1:] = arguments
    import_module("getallenband._start").start()


def seconds(part: str, arguments: list[str], cache: str) -> float:
    """Return the CPU seconds of a command without a part; `cache` is its folder of cached code."""
    command = [sys.executable, "-m", "benchmarks.parts", "--without", part, "--", *arguments]
    environment = {**os.environ, "XDG_CACHE_HOME": cache}
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, cwd=ROOT, env=environment)
    _, _, usage = os.wait4(process.pid, 0)
    return usage.ru_utime + usage.ru_stime


def measure(parts: list[str]) -> dict[str, dict[str, float]]:
    """Measure all programs with and without each part, in turn; return the ratios of the medians."""
    rows: dict[str, dict[str, list[float]]] = {part: {"cold": [], "warm": [], "long": []} for part in parts}
    for program in SHORT + LONG:
        found: dict[tuple[str, str], list[float]] = {}
        limit = ["--max-statements", str(STATEMENTS)] if program in LONG else []
        kinds = ("long",) if program in LONG else ("cold", "warm")
        with tempfile.TemporaryDirectory() as kept:
            for turn in range(FEW_TIMES if program in LONG else TIMES):
                for part in ("", *parts):
                    for kind in kinds:
                        with tempfile.TemporaryDirectory() as fresh:
                            folder = fresh if kind == "cold" else f"{kept}/{part}"
                            Path(folder).mkdir(exist_ok=True)
                            if kind == "warm" and turn == 0:
                                seconds(part, ["run", program, *limit], folder)
                            taken = seconds(part, ["run", program, *limit], folder)
                        found.setdefault((part, kind), []).append(taken)
        for part in parts:
            for kind in kinds:
                rows[part][kind].append(median(found[part, kind]) / median(found["", kind]))
            print(program, part, *(f"{kind} {rows[part][kind][-1]:.2f}" for kind in kinds), flush=True)
    return {part: summary(kinds) for part, kinds in rows.items()}


def summary(kinds: Mapping[str, list[float]]) -> dict[str, float]:
    """Return the geometric mean of each kind, and the greatest ratio of all long runs."""
    means = {kind: round(prod(ratios) ** (1 / len(ratios)), 3) for kind, ratios in kinds.items()}
    return {**means, "longest": round(max(kinds["long"]), 3)}


def table(record: Mapping[str, Mapping[str, Any]]) -> str:
    """Write the table of the manual."""
    heads = ("part", "lines", "cold", "warm", "long runs", "at most")
    rows = [
        (part, row["lines"] or "", row["cold"], row["warm"], row["long"],
         row["longest"])
        for part, row in record.items()
    ]  # fmt: skip
    return tabulate(rows, heads, tablefmt="github", floatfmt=".2f")


def write_page() -> None:
    """Write the table into the manual."""
    before, _, rest = PAGE.read_text(encoding="utf-8").partition(BEGIN)
    _, _, after = rest.partition(END)
    record = json.loads(RECORD.read_text(encoding="utf-8"))
    PAGE.write_text(f"{before}{BEGIN}\n{table(record)}\n\n{END}{after}", encoding="utf-8")


def code_lines(files: tuple[str, ...]) -> int:
    """Return how many lines the files have that are not empty."""
    texts = [(ROOT / "interpreters" / file).read_text(encoding="utf-8") for file in files]
    return sum(bool(line.strip()) for text in texts for line in text.splitlines())


def main(arguments: list[str]) -> None:
    """Do what the arguments say."""
    if arguments[:1] == ["--without"]:
        without(arguments[1], arguments[3:])
    elif arguments != ["--page"]:
        record = json.loads(RECORD.read_text(encoding="utf-8")) if RECORD.exists() else {}
        for part, row in measure(arguments or list(PARTS)).items():
            record[part] = {"lines": code_lines(PARTS[part][0]), **row}
        RECORD.write_text(json.dumps(record, indent=1) + "\n", encoding="utf-8")
        write_page()
    else:
        write_page()


if __name__ == "__main__":
    main(sys.argv[1:])
