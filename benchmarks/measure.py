"""Measure commands and compile C peers.

seconds, kilobytes = best(["./peer"], times=5)      # CPU seconds of the fastest run, its peak memory
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path

PEERS = Path(__file__).parent / "peers"
ROOT = Path(__file__).parent.parent


def once(command: list[str]) -> tuple[float, int, float]:
    """Run a command; return its CPU seconds, its peak memory in kilobytes and its wall seconds."""
    start = time.perf_counter()
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, cwd=ROOT)
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode:
        raise SystemExit(f"{' '.join(command)} ended with {process.returncode}")
    return usage.ru_utime + usage.ru_stime, usage.ru_maxrss, time.perf_counter() - start


def best(command: list[str], times: int = 5) -> tuple[float, int]:
    """Run a command several times; return the least CPU seconds and the greatest peak memory in kilobytes."""
    runs = [once(command) for _ in range(times)]
    return min(seconds for seconds, _, _ in runs), max(memory for _, memory, _ in runs)


def compiled(source: str, *flags: str) -> str | None:
    """Compile a C peer with gcc; return the program's path, or None where there is no gcc."""
    if shutil.which("gcc") is None:
        return None
    target = Path(tempfile.mkdtemp(prefix="peer")) / Path(source).stem
    subprocess.run(["gcc", *(flags or ("-O2",)), "-o", str(target), str(PEERS / source), "-lm"], check=True)
    return str(target)


def command(*arguments: str) -> list[str]:
    """Return the command line of getallenband in this Python."""
    return [sys.executable, "-m", "getallenband", *arguments]
