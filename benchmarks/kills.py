"""A long search that is killed again and again: the same count, and what the kills cost.

python -m benchmarks.kills PUZZLE [KILLS [cluster]]      # own.toml 20: in one process

The search runs undisturbed, without a checkpoint and with one, which costs a share of its time: more work units. Then
it is killed (SIGKILL) at equal intervals. On a cluster of two Dask workers every other kill hits a worker instead,
which a new one replaces. Seconds are CPU seconds of all processes. A kill loses the time since the last checkpoint, the
work units under way, and the start of a process that splits the search again.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager

EVERY = "0.5"
PORT = 18_842
Process = subprocess.Popen[str]


def started(*line: str) -> Process:
    return subprocess.Popen([sys.executable, "-m", *line], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)


def dask_worker() -> Process:
    return started("distributed.cli.dask_worker", f"tcp://127.0.0.1:{PORT}", "--no-nanny", "--nthreads", "1")


@contextmanager
def cluster(wanted: bool) -> Iterator[list[Process]]:
    """Start a scheduler and two workers, if they are wanted; yield the workers."""
    port = ("--host", "127.0.0.1", "--port", f"{PORT}")
    processes = [started("distributed.cli.dask_scheduler", *port)] if wanted else []
    workers = [dask_worker(), dask_worker()] if wanted else []
    try:
        yield workers
    finally:
        for process in (*workers, *processes):
            process.kill()
            process.wait()


def search(line: list[str], workers: list[Process], kills: int, interval: float) -> tuple[int, int]:
    """Search to the end; return the solutions, and how often the search or a worker was killed."""
    process, killed = started(*line), 0
    while True:
        try:
            printed, _ = process.communicate(timeout=interval if killed < kills else None)
            return json.loads(printed)["solutions"], killed
        except subprocess.TimeoutExpired:
            killed += 1
        if workers and killed % 2 == 0:
            workers[0].kill()
            workers[0].wait()
            workers[:] = [*workers[1:], dask_worker()]
        else:
            process.kill()
            process.wait()
            process = started(*line)


def measured(line: list[str], on_cluster: bool, kills: int = 0, interval: float = 0.0) -> tuple[int, int, float, float]:
    """Search with everything that it needs; return the solutions, the kills, wall seconds and CPU seconds."""
    began, before = time.monotonic(), os.times()
    with cluster(on_cluster) as workers:
        solutions, killed = search(line, workers, kills, interval)
        wall = time.monotonic() - began
    after = os.times()  # of the processes that have ended, and these are all
    cpu = after.children_user + after.children_system - before.children_user - before.children_system
    return solutions, killed, wall, cpu


def main(puzzle: str, kills: str = "20", where: str = "") -> None:
    """Print the counts and seconds of the three searches."""
    line = ["getallenband", "solve", puzzle, "--json", *(["--on", f"dask://127.0.0.1:{PORT}"] if where else [])]
    expected, _, _, alone = measured(line, bool(where))
    print(f"{puzzle}: {expected:,} solutions, {alone:.1f} s", flush=True)
    with tempfile.TemporaryDirectory() as folder:
        saved = [*line, "--every", EVERY, "--resume", "--checkpoint"]
        counted, _, wall, undisturbed = measured([*saved, f"{folder}/undisturbed"], bool(where))
        print(f"with a checkpoint: {counted:,} solutions, {undisturbed:.1f} s", flush=True)
        interval = wall / (int(kills) + 1)
        found, killed, _, spent = measured([*saved, f"{folder}/killed"], bool(where), int(kills), interval)
    each = (spent - undisturbed) / max(1, killed)
    print(f"{killed} kills: {found:,} solutions, {spent:.1f} s; {each:.2f} s a kill")
    if not found == counted == expected:
        raise SystemExit("the counts differ")


if __name__ == "__main__":
    main(*sys.argv[1:])
