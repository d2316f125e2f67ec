"""The one entry: a puzzle and options in, everything the search found out.

    result = solve(read_puzzle("tetrihex"))
    result.solutions, result.solutions_up_to_symmetry, result.nodes, result.why

Symmetry is broken first and a long search is split into work units; these are searched in this process, by several
processes or on a cluster, and a checkpoint keeps what is finished. What symmetry is left is not looked at solution by
solution where only a count is asked: all solutions are counted, and for each symmetry those that it takes to themselves
(Burnside: the classes are the mean of these numbers).
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Annotated, Any

from getallenband.modern.exact_cover.answer import OnSolution, Stop, UnsuitedError
from getallenband.modern.exact_cover.problem import Solution
from getallenband.modern.exact_cover.ways import TooManyStatesError, Ways, count_fixed
from getallenband.modern.puzzle_files.errors import PuzzleError
from getallenband.modern.puzzle_files.puzzle import Puzzle
from getallenband.modern.search.checkpoint import Checkpoint
from getallenband.modern.search.choice import AUTO, choose_solver, expected_nodes, search_of
from getallenband.modern.search.duration import OnForecast, forecasting
from getallenband.modern.search.interrupt import cpu_seconds
from getallenband.modern.search.memory import check_memory
from getallenband.modern.search.reasons import why_none
from getallenband.modern.search.work_units import COUNTED, Plan, SearchJob, UnitResult, plan, remember, search_unit
from getallenband.modern.solvers import solver

UNITS_PER_WORKER = 24
UNIT_SECONDS = 0.05  # mean time of a work unit where there is a checkpoint; the largest take a second or two
UNIT_SECONDS_ON_CLUSTER = 0.25  # the scheduler and the client take some milliseconds for each
MOST_UNITS = 1 << 15
SHORTEST_TRIAL = 0.1  # seconds of a search that suffice to measure the solver's pace
PACE = 1e8  # nodes a second, where it is not measured: the order of a listing must not depend on the machine
TRIAL = 0.14  # of the time between two checkpoints: a search that ends sooner is not split

Natural = Annotated[int, ("minimum", 0)]


@dataclass(frozen=True)
class SearchOptions:
    """How to search.

    limit       solutions up to symmetry after which to end, None: all; a limited search runs in this process
    workers     processes among which the search is split
    on          address of a Dask scheduler, "dask://HOST:PORT", or nothing
    checkpoint  file that is written every `interval` seconds and at the end; with `resume` it is read first
    split       split the search even if nothing else asks for it (so that progress can be seen)
    """

    algorithm: str = "auto"
    limit: int | None = None
    workers: int = 1
    on: str = ""
    checkpoint: Path | None = None
    resume: bool = False
    interval: float = 2.0
    split: bool = False

    def check_checkpoint(self) -> None:
        """Raise PuzzleError for a checkpoint that is there already and not to be gone on from."""
        if self.checkpoint is not None and self.checkpoint.exists() and not self.resume:
            raise PuzzleError(f"{self.checkpoint}: this file exists; give --resume to go on from it, or remove it")


@dataclass
class Progress:
    """How far the search has come: `done` is the part of the tree, by the chances of random descents."""

    done: float = 0.0
    units_done: int = 0
    units: int = 0
    up_to_symmetry: int = 0
    nodes: int = 0


@dataclass(frozen=True)
class SearchResult:
    """Everything a search found.

    The descriptions and bounds are those of its JSON Schema too.

    algorithm    the solver that was used
    why          why it was chosen
    solutions    all, those included that symmetry makes of one another
    nodes        placements laid, by level; null where ways were counted together and no tree was searched
    seconds      elapsed, in the search and its solver's set-up: without reading the puzzle and breaking its symmetry
    cpu_seconds  processor time of the same, in all processes of this machine
    finished     false: interrupted, or a limit was reached; the counts are of the part searched
    no_solution  why there is none, where that can be seen without a search
    """

    puzzle: str
    algorithm: str
    why: str
    solutions: Natural
    solutions_up_to_symmetry: Natural
    nodes: tuple[Natural, ...] | None
    seconds: Annotated[float, ("minimum", 0)]
    cpu_seconds: Annotated[float, ("minimum", 0)]
    finished: bool
    no_solution: str | None = None


@dataclass
class _Search:
    """A search under way; solutions are handed over in the order of the work units, whatever order these end in.

    fixed   solutions that symmetries take to themselves, all symmetries but the identity together; None: not counted.
            Where this count was stopped, nothing is finished
    """

    job: SearchJob
    plan: Plan
    options: SearchOptions
    client: Any
    on_solution: OnSolution | None
    stop: Stop
    results: dict[int, UnitResult]
    fixed: Ways | None
    handed_over: int = 0
    next_unit: int = 0
    progress: Progress = field(init=False)

    def room(self) -> int | None:
        """Return how many more solutions are wanted, None if all."""
        return None if self.options.limit is None else self.options.limit - self.found()

    def found(self) -> int:
        return self.progress.up_to_symmetry

    def ended(self) -> bool:
        return self.stop() or self.room() == 0

    def run(self) -> Iterator[int]:
        """Search all units that are not done; yield the number of each when its result is there."""
        pending = [number for number in range(len(self.plan.units)) if number not in self.results]
        if self.client is not None or self.options.workers > 1:
            from getallenband.modern.search.parallel import (
                search_in_processes,
                search_on_cluster,
            )  # with asyncio: as slow as a search

            # The largest first: the workers then end at about the same time.
            pending.sort(key=lambda number: -self.plan.units[number].subtree.bits.bit_count())
            results = (
                search_in_processes(self.job, pending, self.options.workers, self.ended)
                if self.client is None
                else search_on_cluster(self.job, pending, self.client, self.ended)
            )
            for number, result in results:
                self.results[number] = result
                self.note(number)
                self.hand_over(len(self.plan.units))
                yield number
            return
        for number in pending:
            if self.ended():
                return
            self.hand_over(number)
            each = None if self.on_solution is None else self.hand_over_one
            self.results[number] = search_unit(self.job, number, each, self.room(), self.stop, self.met)
            self.note(number)
            self.next_unit = number + 1
            yield number

    def hand_over_one(self, solution: tuple[int, ...]) -> None:
        if self.on_solution is not None and self.handed_over != self.options.limit:
            self.handed_over += 1
            self.on_solution(solution)

    def hand_over(self, end: int) -> None:
        """Hand over the solutions of the units that are done, up to the first that is not, or to `end`."""
        while self.next_unit < end and self.next_unit in self.results:
            for solution in self.results[self.next_unit].listed:
                self.hand_over_one(solution)
            self.next_unit += 1

    def __post_init__(self) -> None:
        self.met: set[Solution] | None = None if self.options.limit is None else set()
        self.first: dict[int, int] = {}
        above = 1 - sum(unit.chance for unit in self.plan.units)
        self.progress = Progress(done=above, units=len(self.plan.units))
        for number in self.results:
            self.note(number)

    def note(self, number: int) -> None:
        """Add the result of a unit to the progress, and to those of its symmetry case if nothing is listed.

        So a checkpoint is small, however many units there are.
        """
        result, so_far = self.results[number], self.progress
        if result.finished and not self.job.listing:
            first = self.first.setdefault(self.plan.units[number].case, number)
            if first != number:
                self.results[first] = self.results[first].plus(result)
                self.results[number] = COUNTED
        so_far.done += self.plan.units[number].chance * result.finished
        so_far.units_done += 1
        so_far.up_to_symmetry += result.up_to_symmetry
        so_far.nodes += sum(result.nodes)

    def finished(self) -> bool:
        searched = len(self.results) == len(self.plan.units) and all(each.finished for each in self.results.values())
        return searched and (self.fixed is None or self.fixed.finished)

    def counts(self) -> tuple[int, int, bool]:
        """Return all solutions, those up to symmetry, and whether these are all that there are."""
        total, finished = sum(result.solutions for result in self.results.values()), self.finished()
        if finished and self.fixed is not None:
            return total, (total + self.fixed.number) // len(self.plan.puzzle.symmetries), True
        return total, self.found(), finished


def solve(
    puzzle: Puzzle,
    options: SearchOptions | None = None,
    *,
    on_solution: OnSolution | None = None,
    on_progress: Callable[[Progress], None] = lambda _: None,
    on_forecast: OnForecast | None = None,
    stop: Stop = lambda: False,
) -> SearchResult:
    """Search; `on_solution` gets one solution of each class, in the order of the search, as placements of the puzzle.

    `on_forecast` is called, soon after the beginning, with how long a count of some length will take; not where
    solutions are compared with their images, since then the nodes do not tell.
    Raises PuzzleError for a wrong checkpoint or algorithm, UnsuitedError if the algorithm cannot take the puzzle.
    """
    options = options or SearchOptions()
    if options.limit is not None:
        options = replace(options, workers=1, on="")
    with cluster(options.on) as client:
        try:
            return _solve(puzzle, options, client, on_solution, on_progress, on_forecast, stop)
        except TooManyStatesError as error:
            counting, _ = choose_solver(options.algorithm, puzzle.problem, one_by_one=False)
            if options.algorithm != AUTO:
                raise UnsuitedError(f"{counting} cannot solve {puzzle.name}: {error}; take another algorithm") from None
            visiting, _ = choose_solver(AUTO, puzzle.problem, one_by_one=True)
            options = replace(options, algorithm=visiting)
            result = _solve(puzzle, options, client, on_solution, on_progress, on_forecast, stop)
            why = f"{counting} does not suit the puzzle: {error}{search_of(visiting, puzzle)}"
            return replace(result, why=why)


def cluster(address: str) -> AbstractContextManager[Any]:
    """Return a client of the cluster at an address; without one there is no client."""
    if not address:
        return nullcontext()
    from getallenband.modern.search.parallel import connect

    connected: AbstractContextManager[Any] = connect(address)
    return connected


def _solve(
    puzzle: Puzzle,
    options: SearchOptions,
    client: Any,
    on_solution: OnSolution | None,
    on_progress: Callable[[Progress], None],
    on_forecast: OnForecast | None,
    stop: Stop,
) -> SearchResult:
    if client is not None:
        from getallenband.modern.search.parallel import threads_of

        options = replace(options, workers=threads_of(client))
    started, busy = time.perf_counter(), cpu_seconds()
    listing = on_solution is not None
    counting = not listing and options.limit is None
    fixed = _count_fixed(puzzle, options.algorithm, stop) if counting and puzzle.unbroken else None
    weighing = puzzle.unbroken and fixed is None
    job, why = _job(puzzle, options, listing, weighing=weighing)
    if on_forecast is not None and options.limit is None and not weighing:
        stop = forecasting(stop, puzzle, job.algorithm, on_forecast)
    checkpoint = None if options.checkpoint is None else Checkpoint(options.checkpoint, job)
    options.check_checkpoint()
    remember(puzzle)
    restored: dict[int, UnitResult] = {}
    if checkpoint is not None and checkpoint.path.exists():
        job, restored = checkpoint.load()
    if checkpoint is not None:
        checkpoint.save(job, restored)  # now, so that a file that cannot be written is found out before the search
    if job.wanted and not restored:
        job, restored = _sized(job, puzzle, options, stop)
    search = _Search(job, plan(job), options, client, on_solution, stop, restored, fixed)

    def save() -> None:
        if checkpoint is not None:
            checkpoint.save(job, search.results)

    saved = time.monotonic()
    try:
        for _ in search.run():
            on_progress(replace(search.progress))
            if time.monotonic() - saved >= options.interval:
                save()
                saved = time.monotonic()
        search.hand_over(len(search.plan.units))
    finally:
        save()
    total, classes, finished = search.counts()
    nodes = search.plan.nodes(search.results) if solver(job.algorithm).LISTS else None
    seconds, spent = time.perf_counter() - started, cpu_seconds() - busy
    none = why_none(puzzle.problem) if finished and total == 0 else None
    return SearchResult(puzzle.name, job.algorithm, why, total, classes, nodes, seconds, spent, finished, none)


def _count_fixed(puzzle: Puzzle, algorithm: str, stop: Stop) -> Ways | None:
    """Count the solutions that each symmetry but the identity takes to itself; None if they take too much memory."""
    try:
        ways = [count_fixed(puzzle.problem, symmetry, stop) for symmetry in puzzle.symmetries[1:]]
    except TooManyStatesError:
        if algorithm != AUTO and not solver(algorithm).LISTS:  # it cannot compare solutions with their images instead
            raise
        return None
    finished = all(each.finished for each in ways)
    return Ways(sum(each.number for each in ways), sum(each.states for each in ways), finished)


def _job(puzzle: Puzzle, options: SearchOptions, listing: bool, *, weighing: bool) -> tuple[SearchJob, str]:
    """Choose the solver and how finely the search is split."""
    one_by_one = listing or options.limit is not None or weighing
    algorithm, why = choose_solver(options.algorithm, puzzle.problem, one_by_one)
    why += search_of(algorithm, puzzle)
    if not options.on:
        check_memory(puzzle, algorithm, options.workers)
    apart = options.checkpoint is not None or options.on or options.workers > 1 or options.split
    wanted = UNITS_PER_WORKER * options.workers if apart else 0
    # A solver that only counts merges what several units would each search again.
    wanted *= solver(algorithm).LISTS
    return SearchJob(puzzle.given, puzzle.text, puzzle.checksum, algorithm, listing, weighing, wanted), why


def _sized(
    job: SearchJob, puzzle: Puzzle, options: SearchOptions, stop: Stop
) -> tuple[SearchJob, dict[int, UnitResult]]:
    """Search it whole if that takes a moment; else split it, with a checkpoint into units of about UNIT_SECONDS."""
    pace = PACE
    # A listing is split at once: its order must not depend on how fast the machine is. Nor may it pass a limit.
    if not (options.split or job.listing or options.limit):
        tried, spent, ended = _try_whole(job, TRIAL * options.interval, stop)
        if ended:
            return replace(job, wanted=0), tried
        if spent > SHORTEST_TRIAL:
            pace = sum(sum(result.nodes) for result in tried.values()) / spent
    wanted = job.wanted if options.checkpoint is None else max(job.wanted, _units(puzzle, job, options, pace))
    return replace(job, wanted=wanted if wanted > len(puzzle.cases) else 0), {}


def _try_whole(job: SearchJob, seconds: float, stop: Stop) -> tuple[dict[int, UnitResult], float, bool]:
    """Search without splitting for some seconds of processor time; return results, seconds, and whether it is over."""
    whole, began = replace(job, wanted=0), time.process_time()
    results: dict[int, UnitResult] = {}
    for number in range(len(plan(whole).units)):
        results[number] = search_unit(whole, number, stop=lambda: stop() or time.process_time() > began + seconds)
        if not results[number].finished:
            return results, time.process_time() - began, stop()
    return results, time.process_time() - began, True


def _units(puzzle: Puzzle, job: SearchJob, options: SearchOptions, pace: float) -> int:
    """Return how many work units a search has by Knuth's estimate, at a pace in nodes per second."""
    seconds = UNIT_SECONDS_ON_CLUSTER if options.on else UNIT_SECONDS
    return min(MOST_UNITS, int(expected_nodes(puzzle, job.algorithm).nodes / max(1.0, pace) / seconds))
