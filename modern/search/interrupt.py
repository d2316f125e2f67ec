"""Ctrl-C and SIGTERM, or a time, as a flag that a search looks at, instead of an exception that ends it anywhere.

with interruptible() as interrupted:
    solve(puzzle, stop=interrupted)
solve(puzzle, stop=until(60))
solve(puzzle, stop=until_cpu(60))
"""

from __future__ import annotations

import os
import signal
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FrameType


@contextmanager
def interruptible() -> Iterator[Callable[[], bool]]:
    """Yield a function that says whether the user asked to end; a second request ends at once."""
    asked = threading.Event()

    def ask(number: int, frame: FrameType | None) -> None:
        del number, frame
        if asked.is_set():
            raise KeyboardInterrupt
        asked.set()

    if threading.current_thread() is not threading.main_thread():
        yield asked.is_set
        return
    before = {number: signal.signal(number, ask) for number in (signal.SIGINT, signal.SIGTERM)}
    try:
        yield asked.is_set
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


def until(seconds: float | None) -> Callable[[], bool]:
    """Return a function that tells whether the seconds have passed since now; with None they never have."""
    end = float("inf") if seconds is None else time.monotonic() + seconds
    return lambda: time.monotonic() >= end


def until_cpu(seconds: float | None) -> Callable[[], bool]:
    """Return the same of processor time, of this process and of those that it started and saw end."""
    end = float("inf") if seconds is None else cpu_seconds() + seconds
    return lambda: cpu_seconds() >= end


def cpu_seconds() -> float:
    """Return the processor time of this process and of those that it started and saw end."""
    return time.process_time() + sum(os.times()[2:4])
