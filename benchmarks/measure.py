"""Measure commands and compile peers: CPU seconds, interleaved with what they are compared with.

ours, theirs = interleaved([seconds_here, seconds_in_c])
Row("sieve ÷ gcc -O2", ratio(ours, theirs), "1.5")      # "1.44 (1.47)": of the least, and of the medians
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from statistics import median
from typing import NamedTuple

PEERS = Path(__file__).parent / "peers"
ROOT = Path(__file__).parent.parent
TIMES = 5
FEW_TIMES = 3
"""How often what takes ten seconds is measured."""


class Row(NamedTuple):
    """A figure: the less, the better; `measured` begins with the number that is followed, `goal` may be empty."""

    what: str
    measured: str
    goal: str = ""


class Failed(SystemExit):
    """A command ended with an error: `said` is its exit code and the last line of its standard error."""

    def __init__(self, command: Sequence[str], code: int, errors: str) -> None:
        self.said = f"exit code {code}{''.join(f': {line.strip()}' for line in errors.splitlines()[-1:])}"
        super().__init__(f"{' '.join(command)}: {self.said}")


def once(command: list[str]) -> tuple[float, int, float]:
    """Run a command; return its CPU seconds, its peak memory in kilobytes and its wall seconds."""
    start = time.perf_counter()
    with tempfile.TemporaryFile("w+", encoding="utf-8") as errors:
        process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=errors, cwd=ROOT)
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
        if process.returncode:
            errors.seek(0)
            raise Failed(command, process.returncode, errors.read())
    return usage.ru_utime + usage.ru_stime, usage.ru_maxrss, time.perf_counter() - start


def best(command: list[str], times: int = TIMES) -> tuple[float, int]:
    """Run a command several times; return the least CPU seconds and the greatest peak memory in kilobytes."""
    runs = [once(command) for _ in range(times)]
    return min(seconds for seconds, _, _ in runs), max(memory for _, memory, _ in runs)


def interleaved(work: Sequence[Callable[[], float]], times: int = TIMES) -> list[list[float]]:
    """Measure several things in turn, again and again; return the seconds of each."""
    rounds = [[measure() for measure in work] for _ in range(times)]
    return [list(seconds) for seconds in zip(*rounds, strict=True)]


def running(command: list[str]) -> Callable[[], float]:
    """Return what measures the CPU seconds of a command."""
    return lambda: once(command)[0]


def spread(seconds: list[float], digits: int = 3) -> str:
    """Return the least, and the median in brackets."""
    return f"{min(seconds):.{digits}f} ({median(seconds):.{digits}f})"


def ratio(ours: list[float], theirs: list[float]) -> str:
    """Return the ratio of the least seconds, and that of the medians in brackets."""
    return f"{min(ours) / min(theirs):.2f} ({median(ours) / median(theirs):.2f})"


def compiled(source: str | Path, *flags: str) -> str | None:
    """Compile a C program (a peer's name, or a path) with gcc; return its path, or None where there is no gcc."""
    if shutil.which("gcc") is None:
        return None
    target = Path(tempfile.mkdtemp(prefix="peer")) / Path(source).stem
    subprocess.run(["gcc", *(flags or ("-O2",)), "-o", str(target), str(PEERS / source), "-lm"], check=True)
    return str(target)


def command(*arguments: str) -> list[str]:
    """Return the command line of getallenband in this Python."""
    return [sys.executable, "-m", "getallenband", *arguments]
