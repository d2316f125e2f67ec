"""Short Perl programs (benchmarks/perl_programs) beside perl, in CPU seconds without reading and building.

Each program also runs with `exit` in front of it; what that takes is subtracted, here and there. The runs are
interleaved; the least and the median of five are told.
"""

from __future__ import annotations

import shutil
import tempfile
import time
from pathlib import Path
from statistics import median

from benchmarks.measure import once
from interpreters import Limits, Options, Request, SourceText, run

PROGRAMS = Path(__file__).parent / "perl_programs"
NUMERIC = ("fib", "sieve", "arrays")
TIMES = 5


def rows() -> list[tuple[str, str, str]]:
    """Measure; each row is what, measured, target."""
    found = []
    for path in sorted(PROGRAMS.glob("*.pl")):
        text = path.read_text(encoding="utf-8")
        pairs = [(ours(text), theirs(text)) for _ in range(TIMES)]
        mine, perl = zip(*pairs, strict=True)
        least, middle = min(mine) / min(perl), median(mine) / median(perl)
        seconds = f"{min(mine):.3f} and {min(perl):.3f}"
        target = "1" if path.stem in NUMERIC else "3"
        found.append((f"{path.stem}: here and in perl, CPU seconds, least", seconds, ""))
        found.append((f"{path.stem}: here ÷ perl, least (median)", f"{least:.2f} ({middle:.2f})", target))
    return found


def ours(text: str) -> float:
    """Return the CPU seconds of a program here, without those of reading and building it."""
    return seconds_here(text) - seconds_here(f"exit;\n{text}")


def seconds_here(text: str) -> float:
    """Run a program in this process; return its CPU seconds."""
    start = time.process_time()
    outcome = run(SourceText("case.pl", text), "perl_subset", Request(Options("ieee754"), limits=Limits()))
    spent = time.process_time() - start
    assert outcome.ending.kind == "finished", outcome.ending
    return spent


def theirs(text: str) -> float:
    """Return the CPU seconds of a program in perl, without those of its start."""
    perl = shutil.which("perl")
    if perl is None:
        raise SystemExit("no perl here")
    with tempfile.TemporaryDirectory() as folder:
        seconds = []
        for number, program in enumerate((text, f"exit;\n{text}")):
            path = Path(folder) / f"{number}.pl"
            path.write_text(program, encoding="utf-8")
            seconds.append(once([perl, str(path)])[0])
    return seconds[0] - seconds[1]
