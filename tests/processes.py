"""Commands in processes of their own: what is waited for is an event, and however a test ends, so do its processes.

with started(command, stdout=subprocess.PIPE) as process:
    process.stdout.readline()
    process.send_signal(signal.SIGINT)
"""

from __future__ import annotations

import fcntl
import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

PATIENCE = 600
"""Seconds after which something is taken to hang; nothing that works comes near, on however busy a machine."""
TICKS = os.sysconf("SC_CLK_TCK")


@contextmanager
def locked(folder: Path) -> Iterator[None]:
    """Let one process at a time change the files of a folder."""
    handle = os.open(folder, os.O_RDONLY)
    try:
        fcntl.flock(handle, fcntl.LOCK_EX)
        yield
    finally:
        os.close(handle)


@contextmanager
def started(command: Sequence[str], patience: float = PATIENCE, **options: Any) -> Iterator[subprocess.Popen[Any]]:
    """Start a command that heeds SIGINT, even where the tests themselves were started with SIGINT ignored."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        process = subprocess.Popen(command, **options)
    finally:
        signal.signal(signal.SIGINT, before)
    watchdog = threading.Timer(patience, process.kill)
    watchdog.start()
    with process:
        try:
            yield process
        finally:
            watchdog.cancel()
            process.kill()


SMALL = (
    "import resource, subprocess, sys; code = subprocess.run(sys.argv[1:]).returncode; "
    "print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss, file=sys.stderr); sys.exit(code)"
)


def measured(command: Sequence[str], **options: Any) -> tuple[subprocess.CompletedProcess[str], float]:
    """Run a command; return what came of it, and the most memory that it took, in megabytes.

    A process begins as a copy of the one that starts it, and the kernel counts that: a small one starts the command.
    """
    small = [sys.executable, "-c", SMALL, *command]
    done = subprocess.run(small, capture_output=True, text=True, check=False, timeout=PATIENCE, **options)
    done.stderr, _, kilobytes = done.stderr.removesuffix("\n").rpartition("\n")
    return done, int(kilobytes) / 1024


def descendants(process: int) -> Iterator[int]:
    """Yield the processes that a process has started, and those that these have."""
    for children in Path(f"/proc/{process}/task").glob("*/children"):
        try:
            started = [int(child) for child in children.read_text().split()]
        except OSError:  # the thread has ended
            continue
        for child in started:
            yield child
            yield from descendants(child)


def seconds_of(process: int) -> float:
    """Return the processor seconds of a process and of those that it has waited for; 0 if it has just ended."""
    try:
        fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    except OSError:
        return 0.0
    return sum(map(int, fields[11:15])) / TICKS


def until(happened: Callable[[], bool], patience: float = PATIENCE) -> bool:
    """Wait for something that can only be seen by looking again; tell whether it happened."""
    last = time.monotonic() + patience
    while not happened():
        if time.monotonic() > last:
            return False
        time.sleep(0.02)
    return True
