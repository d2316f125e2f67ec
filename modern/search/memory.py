"""Refuse a search that would need more memory than there is, before it starts.

    check_memory(puzzle, "frontier", workers=2)       # UnsuitedError, with the estimate and what to do

A solver whose memory grows with the search has a function `needed_memory`; the others take less than 300 MB.
"""

from __future__ import annotations

import contextlib
import os
from pathlib import Path

from getallenband.modern.exact_cover.answer import UnsuitedError
from getallenband.modern.puzzle_files.puzzle import Puzzle
from getallenband.modern.solvers import solver

_CONTROL_GROUP = Path("/sys/fs/cgroup")
_MEGABYTE = 1e6


def check_memory(puzzle: Puzzle, algorithm: str, workers: int) -> None:
    """Raise UnsuitedError if what is searched at the same time may need more, by two standard errors, than is free."""
    needed_memory = getattr(solver(algorithm), "needed_memory", None)
    if needed_memory is None:
        return
    cases = [needed_memory(puzzle.problem.restrict(case.keep)) for case in puzzle.cases]
    largest = sorted(cases, key=lambda memory: memory.bytes)[-workers:]
    needed, error = sum(m.bytes for m in largest), sum(m.error**2 for m in largest) ** 0.5
    free = free_memory()
    if needed + 2 * error > free:
        raise UnsuitedError(
            f"{algorithm} needs about {needed / _MEGABYTE:,.0f} ± {error / _MEGABYTE:,.0f} MB of memory for "
            f"{puzzle.name}, and {free / _MEGABYTE:,.0f} MB are free; "
            + ("take fewer workers, or another algorithm" if len(largest) > 1 else "take another algorithm")
        )


def free_memory() -> float:
    """Return the bytes that this process can still get, as far as the system tells: infinity if it tells nothing."""
    limits = [float("inf")]
    with contextlib.suppress(OSError, ValueError):
        limits.append(_number(_CONTROL_GROUP / "memory.max") - _number(_CONTROL_GROUP / "memory.current"))
    with contextlib.suppress(OSError, ValueError, AttributeError):
        limits.append(os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES"))
    with contextlib.suppress(OSError):
        lines = Path("/proc/meminfo").read_text(encoding="ascii").splitlines()
        limits += [1024 * int(line.split()[1]) for line in lines if line.startswith("MemAvailable:")]
    with contextlib.suppress(ImportError, OSError):
        import resource

        allowed, _ = resource.getrlimit(resource.RLIMIT_AS)
        if allowed != resource.RLIM_INFINITY:
            limits.append(allowed - resource.getpagesize() * _number(Path("/proc/self/statm")))
    return min(limits)


def _number(file: Path) -> int:
    """Return the number with which a file begins."""
    return int(file.read_text(encoding="ascii").split()[0])
