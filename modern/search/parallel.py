"""Work units searched by several processes, here or on a cluster; results come in any order.

    for number, result in search_in_processes(job, pending, workers=2, stop=stop): …
    with connect("dask://host:8786") as client:
        for number, result in search_on_cluster(job, pending, client, stop=stop): …

A unit is searched from the job alone (work_units.py), so a unit whose worker was lost is simply searched again.
"""

from __future__ import annotations

import asyncio
import multiprocessing
import re
import signal
import time
import warnings
from collections.abc import Callable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, ThreadPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from dataclasses import asdict
from importlib import import_module
from multiprocessing.synchronize import Event
from typing import Any

from getallenband.durable.workers import end_with_parent
from getallenband.modern.exact_cover.answer import Stop
from getallenband.modern.puzzle_files.errors import PuzzleError
from getallenband.modern.search.work_units import SearchJob, UnitResult, fits, plan, result_of, search_unit
from getallenband.modern.solvers import solver

_SIGNALS = {signal.SIGINT, signal.SIGTERM}
_PATIENCE = 0.2  # seconds between two looks at `stop`
_WORKERS_WITHIN = 30  # seconds
_ANSWER_WITHIN = 10  # seconds
_AT_REST = {"memory", "released", "error", "forgotten"}  # states of a worker's tasks
_ADDRESS = re.compile(r"dask://(([\w-]{1,63}\.)*[\w-]{1,63}|\[[0-9a-fA-F:.]+\]):(?P<port>\d{1,5})", re.ASCII)
_KEPT = "a checkpoint, if there is one, holds what was done"
_stopped: Event | None = None


def _start_worker(event: Event, job: SearchJob) -> None:
    """Prepare a worker process: it leaves interrupts to its parent, and loads the plan and the compiled code."""
    global _stopped
    _stopped = event
    end_with_parent()
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    signal.pthread_sigmask(signal.SIG_UNBLOCK, _SIGNALS)
    plan(job)
    solver(job.algorithm)


def _search_in_worker(job: SearchJob, number: int) -> UnitResult:
    event = _stopped
    return search_unit(job, number, stop=None if event is None else event.is_set)


def search_in_processes(
    job: SearchJob, pending: list[int], workers: int, stop: Stop
) -> Iterator[tuple[int, UnitResult]]:
    """Search the units in `workers` processes; a PuzzleError if one of them dies."""
    fork = "fork" in multiprocessing.get_all_start_methods()
    context = multiprocessing.get_context("fork" if fork else "spawn")
    if fork:
        plan(job)
        solver(job.algorithm)
    event = context.Event()
    with ProcessPoolExecutor(workers, mp_context=context, initializer=_start_worker, initargs=(event, job)) as pool:
        waiting: dict[Future[UnitResult], int] = {}
        try:
            with _signals_blocked(), warnings.catch_warnings():
                # The threads that Python warns of are the test runner's or a notebook's; none holds our locks.
                warnings.filterwarnings("ignore", message=".*multi-threaded.*", category=DeprecationWarning)
                for number in pending:
                    waiting[pool.submit(_search_in_worker, job, number)] = number
            while waiting:
                done, _ = wait(waiting, timeout=_PATIENCE, return_when=FIRST_COMPLETED)
                for future in done:
                    yield waiting.pop(future), future.result()
                if stop():
                    return
        except BrokenProcessPool:
            raise PuzzleError(f"a worker process died; {_KEPT}") from None
        finally:
            event.set()
            for future in waiting:
                future.cancel()


@contextmanager
def _signals_blocked() -> Iterator[None]:
    """Block signals, here and in workers that are started, until the workers have their own handlers.

    A worker begins with its parent's handlers: where another died, the pool's SIGTERM was lost on it, and it was waited
    for without end.
    """
    before = signal.pthread_sigmask(signal.SIG_BLOCK, _SIGNALS)
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def search_on_cluster(job: SearchJob, pending: list[int], client: Any, stop: Stop) -> Iterator[tuple[int, UnitResult]]:
    """Search the units on a Dask cluster; the scheduler moves the units of lost workers to others."""
    distributed, tcp = _distributed(), client.scheduler.address
    search, fields, split = _by_any_worker(), asdict(job), plan(job).checksum
    futures = {client.submit(search, fields, number, split, pure=False, retries=10): number for number in pending}
    try:
        # The client's own loop: another client of this process, if there is one, has a loop of its own.
        arriving = distributed.as_completed(futures, loop=client.loop, with_results=True)
        last = time.monotonic()
        while not arriving.is_empty() and not stop():
            if arriving.has_ready():
                future, result = next(arriving)
                if isinstance(result, BaseException):  # the error of a future that was cancelled
                    raise PuzzleError(f"the cluster at {tcp} went away; {_KEPT}")
                yield futures[future], _checked(job, futures[future], result, tcp)
                continue
            workers = _workers(client)
            if workers and _search_something(client):
                last = time.monotonic()
            elif time.monotonic() > last + _WORKERS_WITHIN:
                lost = "the units that are left" if workers else "all its workers"
                raise PuzzleError(f"the cluster at {tcp} has lost {lost}; {_KEPT}")
            time.sleep(_PATIENCE)
    except distributed.KilledWorker as error:
        raise PuzzleError(f"workers of the cluster at {tcp} died again and again: {error}; {_KEPT}") from None
    except ImportError as error:
        raise PuzzleError(
            f"a worker of the cluster at {tcp} does not have this version of Getallenband: {error}"
        ) from None
    finally:
        client.cancel(list(futures))


def _checked(job: SearchJob, number: int, returned: Any, tcp: str) -> UnitResult:
    """Return what a worker returned of a unit; a PuzzleError for what no search of this unit gives."""
    try:
        of, found = returned
        result = result_of(vars(found))
        if of == number and result.finished and fits(job, number, result):
            return result
    except (LookupError, TypeError, ValueError):
        pass
    raise PuzzleError(f"a worker of the cluster at {tcp} returned what is no result of work unit {number}; {_KEPT}")


def _workers(client: Any) -> int:
    """Return how many workers a cluster has; none where it has gone."""
    try:
        return len(client.nthreads())
    except OSError:
        return 0


def _search_something(client: Any) -> bool:
    """Tell whether a worker has units to search, as it says itself: the scheduler may wait for one that has been lost.

    Such a unit would be waited for without end, since the worker that took it on is there, or another in its place.
    """
    workers = client.scheduler_info(n_workers=-1)["workers"].values()
    return any(worker["metrics"].get("task_counts", {}).keys() - _AT_REST for worker in workers)


def threads_of(client: Any) -> int:
    """Return how many units a Dask cluster can search at once."""
    return sum(client.nthreads().values())


def connect(address: str) -> Any:
    """Return a client, to be closed, of a Dask cluster that has workers."""
    found = _ADDRESS.fullmatch(address)
    if not found or not 0 < int(found["port"]) < 2**16:
        raise PuzzleError(f"--on expects dask://HOST:PORT, not {address!r}")
    tcp = address.replace("dask://", "tcp://", 1)
    _distributed()
    try:
        with ThreadPoolExecutor(1) as thread:  # a notebook has a loop of its own in this one
            thread.submit(asyncio.run, asyncio.wait_for(_greet(tcp), 2 * _ANSWER_WITHIN)).result()
        client = _distributed().Client(tcp, timeout=_ANSWER_WITHIN, set_as_default=False)
    except Exception as error:  # whatever comes of what another server says
        raise PuzzleError(f"no Dask scheduler answers at {tcp}: {str(error) or type(error).__name__}") from None
    try:
        client.wait_for_workers(1, timeout=_WORKERS_WITHIN)
    except TimeoutError:
        client.close()
        raise PuzzleError(f"the Dask scheduler at {tcp} has no workers; start one: dask worker {tcp}") from None
    return client


async def _greet(tcp: str) -> None:
    """Exchange greetings with a scheduler: a client would wait for them without end, and print a traceback later."""
    connection = await _distributed().comm.connect(tcp, timeout=_ANSWER_WITHIN)
    await connection.close()


def _distributed() -> Any:
    try:
        return import_module("distributed")
    except ImportError:
        raise PuzzleError("--on needs Dask: pip install '.[cluster]' in Getallenband's folder") from None


def _by_any_worker() -> Callable[[dict[str, Any], int, str], tuple[int, UnitResult]]:
    """Return a function that is sent as it is: a worker that lacks what it must import would say nothing, ever."""

    def search(fields: dict[str, Any], number: int, split: str) -> tuple[int, UnitResult]:
        from getallenband.modern.search.work_units import SearchJob, plan, search_unit

        try:
            job = SearchJob(**fields)
        except TypeError as error:
            raise ImportError(f"it describes searches otherwise: {error}") from None
        if plan(job).checksum != split:
            raise ImportError("it splits this search otherwise")
        return number, search_unit(job, number)

    return search
