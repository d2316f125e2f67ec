"""Short Perl programs (benchmarks/perl_programs) beside perl, in CPU seconds, building and running apart.

Each program also runs with a line in front of it that ends it at once, where no compiler can know that: what that takes
is reading and building here, and the start of perl there; the rest is running. What is built anew because a run lasts
is part of running. Here everything happens in one process, whose own start is not counted. The runs are interleaved.
"""

from __future__ import annotations

import shutil
import tempfile
import time
from functools import partial
from pathlib import Path
from statistics import median

from benchmarks.measure import Row, interleaved, once, spread
from getallenband.interpreters import Limits, Options, Request, SourceText, run

PROGRAMS = Path(__file__).parent / "perl_programs"
NUMERIC = ("fib", "sieve", "arrays")
ENDS_AT_ONCE = "exit if time >= 0;\n"


def rows() -> list[Row]:
    """Measure."""
    if shutil.which("perl") is None:
        return []
    seconds_here(ENDS_AT_ONCE)
    return [
        row for path in sorted(PROGRAMS.glob("*.pl")) for row in rows_of(path.stem, path.read_text(encoding="utf-8"))
    ]


def rows_of(name: str, program: str) -> list[Row]:
    """Measure one program."""
    measured = [partial(seconds_here, ENDS_AT_ONCE + program), partial(seconds_here, program)]
    measured += [partial(seconds_in_perl, ENDS_AT_ONCE + program), partial(seconds_in_perl, program)]
    build, here, start, there = interleaved(measured)
    mine, perl = (
        [min(whole) - min(part), median(whole) - median(part)] for whole, part in ((here, build), (there, start))
    )
    ratios = f"{mine[0] / perl[0]:.2f} ({mine[1] / perl[1]:.2f})"
    return [
        Row(f"{name}: building, s", spread(build)),
        Row(f"{name}: running, s", f"{mine[0]:.3f} ({mine[1]:.3f})"),
        Row(f"{name}: running ÷ perl", ratios, "1" if name in NUMERIC else "3"),
    ]


def seconds_here(text: str) -> float:
    """Run a program in this process; return its CPU seconds."""
    start = time.process_time()
    request = Request(Options("ieee754"), limits=Limits(), cached_code=False)
    outcome = run(SourceText("case.pl", text), "perl_subset", request)
    spent = time.process_time() - start
    assert outcome.ending.kind == "finished", outcome.ending
    return spent


def seconds_in_perl(text: str) -> float:
    """Run a program in perl; return its CPU seconds."""
    with tempfile.NamedTemporaryFile("w", suffix=".pl", encoding="utf-8") as file:
        file.write(text)
        file.flush()
        return once(["perl", file.name])[0]
