"""Short Perl programs (benchmarks/perl_programs) beside perl, in CPU seconds, building and running told apart.

Each program also runs with a line in front of it that ends it at once, where no compiler can know that: what that takes
is reading and building here, and the start of perl there; the rest is running. What is built anew because a run lasts
is part of running. Here everything happens in one process, whose own start is not counted. The runs are interleaved.
"""

from __future__ import annotations

import platform
import shutil
import subprocess
import sys
import tempfile
import time
from importlib.metadata import version
from pathlib import Path
from statistics import median

from benchmarks.measure import once
from interpreters import Limits, Options, Request, SourceText, run

PROGRAMS = Path(__file__).parent / "perl_programs"
NUMERIC = ("fib", "sieve", "arrays")
TIMES = 5
ENDS_AT_ONCE = "exit if time >= 0;\n"
HEADERS = ("program", "build here", "run here", "start of perl", "run in perl", "run here ÷ in perl", "at most")


def caption() -> str:
    """Return what the figures hold for."""
    perl = subprocess.run([perl_command(), "-e", "print $^V"], capture_output=True, text=True, check=True).stdout
    here = f"CPython {platform.python_version()}, llvmlite {version('llvmlite')}; perl {perl}; {processor()}"
    return f"CPU seconds, least and median of {TIMES} runs each; {here}"


def processor() -> str:
    """Return the name of the processor, where the system tells it."""
    try:
        lines = Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines()
    except OSError:
        return platform.machine()
    names = (line.partition(":")[2].strip() for line in lines if line.startswith("model name"))
    return next(names, platform.machine())


def rows() -> list[tuple[str, ...]]:
    """Measure; each row is a program, with the columns of HEADERS."""
    seconds_here(ENDS_AT_ONCE)
    return [row(path.stem, path.read_text(encoding="utf-8")) for path in sorted(PROGRAMS.glob("*.pl"))]


def row(name: str, program: str) -> tuple[str, ...]:
    """Measure one program."""
    print(f"{name} …", file=sys.stderr, flush=True)
    build, here, start, there = list[float](), list[float](), list[float](), list[float]()
    for _ in range(TIMES):
        build.append(seconds_here(ENDS_AT_ONCE + program))
        start.append(seconds_in_perl(ENDS_AT_ONCE + program))
        here.append(seconds_here(program))
        there.append(seconds_in_perl(program))
    run_here, run_there = beyond(here, build), beyond(there, start)
    ratios = " ".join(f"{mine / perl:.2f}" for mine, perl in zip(run_here, run_there, strict=True))
    columns = ((min(build), median(build)), run_here, (min(start), median(start)), run_there)
    return name, *(f"{least:.3f} {middle:.3f}" for least, middle in columns), ratios, "1" if name in NUMERIC else "3"


def beyond(whole: list[float], part: list[float]) -> tuple[float, float]:
    """Return by how much the least and the median of some seconds are more than those of others."""
    return min(whole) - min(part), median(whole) - median(part)


def seconds_here(text: str) -> float:
    """Run a program in this process; return its CPU seconds."""
    start = time.process_time()
    outcome = run(SourceText("case.pl", text), "perl_subset", Request(Options("ieee754"), limits=Limits()))
    spent = time.process_time() - start
    assert outcome.ending.kind == "finished", outcome.ending
    return spent


def perl_command() -> str:
    """Return the path of perl; without it, end."""
    perl = shutil.which("perl")
    if perl is None:
        raise SystemExit("no perl here")
    return perl


def seconds_in_perl(text: str) -> float:
    """Run a program in perl; return its CPU seconds."""
    with tempfile.NamedTemporaryFile("w", suffix=".pl", encoding="utf-8") as file:
        file.write(text)
        file.flush()
        return once([perl_command(), file.name])[0]
