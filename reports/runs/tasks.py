"""Fill the result cache with what a check or report needs, in as many processes as there are cores.

    make_ready([Task("run", ("debruijn1972_pentomino", "full"))], records, oracle)

Only results that are not cached are computed, the longest first: a long one that begins last would leave all other
cores idle. Durations are estimated from the published report and affect nothing but this order and what progress says
remains. Where no kernel of the solvers is compiled yet, each search is taken to begin with that.
Each result is cached as soon as it is computed, so an interruption loses only those in progress.
"""

from __future__ import annotations

import json
import multiprocessing
import os
import signal
import sys
import time
from collections.abc import Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from types import ModuleType
from typing import Literal

from rich.console import Console
from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn

from getallenband import durable, reports
from getallenband.durable.errors import Error
from getallenband.durable.workers import end_with_parent
from getallenband.originals.folders import OPENED
from getallenband.reports.runs.cache import ResultCache
from getallenband.reports.runs.left_out import known, left_out
from getallenband.reports.runs.oracle import Oracle
from getallenband.reports.runs.records import Records

PUBLISHED = Path(reports.__file__).parent / "published" / "data"
UNKNOWN = 1.0
"""Estimated seconds of a task that has no published time."""
SEARCHES = ("result", "attempts", "solutions", "answer")
"""Kinds of tasks that are the oracle's."""
COMPILING = 4.0
"""Estimated seconds for which a search compiles its kernels."""
WORTHWHILE = 3.0
"""Seconds of work that justify starting other processes."""


@dataclass(frozen=True, slots=True)
class Task:
    """A cached result, by its kind and arguments.

    run: the record of a run (edition, run); without: the effect of
    leaving out an emendation (edition, emendation). The others are the oracle's, with the arguments of its methods.
    """

    kind: Literal["run", "without", "result", "attempts", "solutions", "answer"]
    arguments: tuple[str, ...]

    @property
    def title(self) -> str:
        """Return the task as progress shows it."""
        if self.kind == "run":
            return "/".join(self.arguments)
        if self.kind == "without":
            return " without ".join(self.arguments)
        return f"{self.kind} of {', '.join(filter(None, self.arguments))}"

    def missing(self, records: Records, oracle: Oracle) -> bool:
        """Tell whether the result must be computed; not if it cannot be: the caller who needs it reports the error."""
        try:
            return not self.known(records, oracle)
        except Error:
            return False

    def known(self, records: Records, oracle: Oracle) -> bool:
        """Tell whether the result is cached."""
        if self.kind == "run":
            edition, run = self.arguments
            return records.known(edition, run)
        if self.kind == "without":
            edition, emendation = self.arguments
            return known(edition, emendation, records)
        return oracle.cache.has(oracle.question(self.kind, *self.arguments))

    def make(self, records: Records, oracle: Oracle) -> None:
        """Compute and cache the result."""
        if self.kind == "run":
            edition, run = self.arguments
            records(edition, run)
        elif self.kind == "without":
            edition, emendation = self.arguments
            left_out(edition, emendation, records)
        elif self.kind == "answer":
            puzzle, order, algorithm, limit = self.arguments
            oracle(puzzle, order, algorithm, int(limit) if limit else None)
        else:
            getattr(oracle, self.kind)(*self.arguments)


def make_ready(tasks: Iterable[Task], records: Records, oracle: Oracle, workers: int | None = None) -> None:
    """Compute what is not cached, in several processes if that saves time; without a cache folder do nothing."""
    cache = records.cache
    if cache.folder is None:
        return
    missing = [task for task in dict.fromkeys(tasks) if task.missing(records, oracle)]
    workers = min(workers or os.cpu_count() or 1, len(missing))
    if workers < 2:
        return
    times = estimated_times(missing)
    missing.sort(key=lambda task: -times[task])
    if sum(times.values()) < WORTHWHILE:
        return
    # Spawned, not forked: a forked child inherits locks that other threads of this process may hold.
    context = multiprocessing.get_context("spawn")
    jobs = [(task, cache.fresh) for task in missing]
    pool = ProcessPoolExecutor(workers, context, start_worker, (dict(OPENED),))
    with interrupts_ignored(), without_the_users_script():
        futures = [pool.submit(make_task, job) for job in jobs]
    made = (future.result() for future in as_completed(futures))
    try:
        for names in report_progress(made, missing, times, workers):
            cache.made |= names
    except BrokenProcessPool:  # this process computes the rest when it asks for it
        sys.stderr.write("a helper process ended: the rest is computed in this one\n")
    finally:
        for process in multiprocessing.active_children():
            process.terminate()
        pool.shutdown()


@contextmanager
def without_the_users_script() -> Iterator[None]:
    """Keep workers from running again the script that called the library, as spawned processes do."""
    main = sys.modules["__main__"]
    sys.modules["__main__"] = ModuleType("__main__")
    try:
        yield
    finally:
        sys.modules["__main__"] = main


def start_worker(opened: Mapping[str, Path]) -> None:
    """Prepare a worker: it ends with its parent, and knows the editions that were opened by path."""
    end_with_parent()
    OPENED.update(opened)


@contextmanager
def interrupts_ignored() -> Iterator[None]:
    """Make workers started within ignore Ctrl-C, so that only this process handles it; it ends the workers.

    A handler set by the workers themselves would leave a gap between their start and its installation.
    """
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


def make_task(job: tuple[Task, bool]) -> tuple[Task, dict[str, str]]:
    """Compute one result in a worker; return its cache entries, as `ResultCache.made` has them.

    Errors are dropped here: the main process meets them again when it asks for the result, and reports them with
    what it was needed for.
    """
    task, fresh = job
    cache = ResultCache(fresh=fresh)
    try:
        task.make(Records(cache), Oracle(cache))
    except (Exception, KeyboardInterrupt):
        return task, {}
    return task, cache.made


def report_progress(
    made: Iterator[tuple[Task, dict[str, str]]], tasks: Sequence[Task], times: Mapping[Task, float], workers: int
) -> Iterator[dict[str, str]]:
    """Pass results through and report progress: a bar at a terminal, elsewhere a line for each result."""
    console = Console(stderr=True)
    done: set[Task] = set()
    began = time.monotonic()
    columns = (TextColumn("{task.description}"), BarColumn(20), TimeRemainingColumn())
    with Progress(*columns, console=console, disable=not console.is_terminal, transient=True) as bar:
        whole = bar.add_task(described(tasks, done, workers), total=sum(times.values()))
        for task, names in made:
            done.add(task)
            bar.update(whole, advance=times[task], description=described(tasks, done, workers))
            if not console.is_terminal:
                seconds = time.monotonic() - began
                half_done = begun(tasks, done, workers)
                worked = sum(times[task] for task in done) + sum(times[task] for task in half_done) / 2
                remaining = max(0.0, seconds * (sum(times.values()) / worked - 1))
                after = f"after {seconds:.0f} s, about {remaining:.0f} s remain"
                sys.stderr.write(f"{len(done)} of {len(tasks)} made {after}: {task.title}\n")
            yield names


def begun(tasks: Sequence[Task], done: set[Task], workers: int) -> list[Task]:
    """Return the tasks that are running: they are started in order."""
    return [task for task in tasks[: len(done) + workers] if task not in done]


def described(tasks: Sequence[Task], done: set[Task], workers: int) -> str:
    """Return how many tasks are done and which are running."""
    return f"{len(done)} of {len(tasks)}: {'; '.join(task.title for task in begun(tasks, done, workers))}"


def estimated_times(tasks: Iterable[Task]) -> dict[Task, float]:
    """Return the seconds that each task is expected to take."""
    published = published_times()
    kernels = durable.cache_folder("compiled")
    compiling = 0.0 if kernels and any(kernels.glob("*.o")) else COMPILING
    return {task: published.get(task, UNKNOWN) + compiling * (task.kind in SEARCHES) for task in tasks}


def published_times() -> dict[Task, float]:
    """Return the seconds of runs and searches in the published report; empty if there is none.

    A solver that follows a program's search is assumed to take the program's time.
    """
    if not (PUBLISHED / "times.json").exists():
        return {}
    times = json.loads((PUBLISHED / "times.json").read_text(encoding="utf-8"))
    found: dict[Task, float] = {}
    for name, time_of in times.items():
        first, _, second = name.partition("/")
        if "ended" in time_of:
            found[Task("run", (first, second))] = sum(time_of["seconds"].values())
        elif second:
            found |= {Task(kind, (first, second)): time_of["seconds"] for kind in ("result", "attempts")}
        else:
            found[Task("result", (first, "auto"))] = time_of["seconds"]
    for path in PUBLISHED.glob("*_*.json"):
        data = json.loads(path.read_text(encoding="utf-8"))
        for each in data["comparisons"]:
            how = each["puzzle"], each["order"] or "", each["algorithm"], ""
            found[Task("answer", how)] = found.get(Task("run", (data["edition"], each["run"])), UNKNOWN)
    return found
