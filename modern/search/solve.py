"""The one entry: a puzzle and wishes in, everything the search found out.

    result = solve(read_puzzle("tetrihex"))
    result.solutions, result.solutions_up_to_symmetry, result.nodes, result.why

The puzzle's symmetry is broken first, the search is cut into shares where it is long, the shares are searched here, by
several processes or on a cluster, and finished shares are kept in a checkpoint.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from pathlib import Path

from modern.exact_cover.answer import OnSolution, Stop
from modern.puzzle_files.errors import PuzzleError
from modern.puzzle_files.puzzle import Puzzle
from modern.search.checkpoint import Checkpoint
from modern.search.choice import named
from modern.search.parallel import by_cluster, by_processes
from modern.search.work_units import Job, Outcome, Plan, plan, remember, search_share

SHARES_OF_LONG_WORK = 400
SHARES_PER_WORKER = 24


@dataclass(frozen=True)
class Wishes:
    """How to search.

    limit       solutions up to symmetry after which to end, None: all; a limited search runs in this process
    workers     processes; the search is split among them
    on          address of a Dask scheduler, "dask://HOST:PORT", or nothing
    checkpoint  file that is written every `interval` seconds and at the end; with `resume` it is read first
    split       cut the search into shares even if nothing else asks for it (so that progress can be seen)
    """

    algorithm: str = "auto"
    limit: int | None = None
    workers: int = 1
    on: str = ""
    checkpoint: Path | None = None
    resume: bool = False
    interval: float = 2.0
    split: bool = False


@dataclass
class Progress:
    """How far the search has come: the part of the tree done by Knuth's weights, and what was found there."""

    done: float = 0.0
    shares_done: int = 0
    shares: int = 0
    up_to_symmetry: int = 0
    nodes: int = 0


@dataclass(frozen=True)
class Result:
    """Everything a search found.

    nodes    per level
    seconds  of the search and its solver's set-up; the puzzle was read, and its symmetry broken, before
    """

    puzzle: str
    algorithm: str
    why: str
    solutions: int
    solutions_up_to_symmetry: int
    nodes: tuple[int, ...]
    seconds: float
    finished: bool


@dataclass
class _Search:
    """A search under way."""

    job: Job
    plan: Plan
    wishes: Wishes
    on_solution: OnSolution | None
    on_progress: Callable[[Progress], None]
    stop: Stop
    outcomes: dict[int, Outcome] = field(default_factory=dict)
    emitted: int = 0
    next_share: int = 0

    def room(self) -> int | None:
        """Return how many more solutions are wanted, None if all."""
        return None if self.wishes.limit is None else self.wishes.limit - self.found()

    def found(self) -> int:
        """Return the solutions found so far, up to symmetry."""
        return sum(outcome.up_to_symmetry for outcome in self.outcomes.values())

    def ended(self) -> bool:
        """Tell whether to end now."""
        return self.stop() or self.room() == 0

    def run(self) -> Iterator[tuple[int, Outcome]]:
        """Search all shares that are not done; yield each outcome as it comes."""
        pending = [number for number in range(len(self.plan.shares)) if number not in self.outcomes]
        if self.wishes.on:
            address = self.wishes.on.replace("dask://", "tcp://", 1)
            yield from by_cluster(self.job, pending, address, self.room(), self.ended)
        elif self.wishes.workers > 1:
            yield from by_processes(self.job, pending, self.wishes.workers, self.room(), self.ended)
        else:
            for number in pending:
                if self.ended():
                    return
                self.emit_done(number)
                each = None if self.on_solution is None else self.emit_one
                yield number, search_share(self.job, number, each, self.room(), self.stop)

    def emit_one(self, solution: tuple[int, ...]) -> None:
        """Hand over a solution as it is found; the share it belongs to need not be emitted again."""
        if self.on_solution is not None and self.emitted != self.wishes.limit:
            self.emitted += 1
            self.on_solution(solution)

    def emit_done(self, before: int) -> None:
        """Hand over the solutions of finished shares, in the order of the shares, up to one that is not done."""
        while self.next_share < before and self.next_share in self.outcomes:
            for solution in self.outcomes[self.next_share].listed:
                self.emit_one(solution)
            self.next_share += 1

    def progress(self) -> Progress:
        """Say how far the search is."""
        above = 1 - sum(share.weight for share in self.plan.shares)
        return Progress(
            above + sum(self.plan.shares[number].weight for number, o in self.outcomes.items() if o.finished),
            len(self.outcomes),
            len(self.plan.shares),
            self.found(),
            sum(sum(outcome.nodes) for outcome in self.outcomes.values()),
        )


def solve(
    puzzle: Puzzle,
    wishes: Wishes | None = None,
    *,
    on_solution: OnSolution | None = None,
    on_progress: Callable[[Progress], None] = lambda _: None,
    stop: Stop = lambda: False,
) -> Result:
    """Search; `on_solution` gets one solution of each class, in the order of the search, as placements of the puzzle.

    Raises PuzzleError for a wrong checkpoint or algorithm, UnsuitedError if the algorithm cannot take the puzzle.
    """
    wishes = wishes or Wishes()
    if wishes.limit is not None:
        wishes = replace(wishes, workers=1, on="")
    job, why = _job(puzzle, wishes, on_solution is not None)
    checkpoint = None if wishes.checkpoint is None else Checkpoint(wishes.checkpoint, job)
    if checkpoint is not None and checkpoint.path.exists() and not wishes.resume:
        raise PuzzleError(f"{checkpoint.path}: this file exists; give --resume to go on from it, or remove it")
    restored = checkpoint.load() if checkpoint is not None and checkpoint.path.exists() else {}
    remember(puzzle)
    todo = plan(job)
    started = time.perf_counter()
    search = _Search(job, todo, wishes, on_solution, on_progress, stop, restored)
    if checkpoint is not None:
        # Once before the search, so that a place where nothing can be written is found out now.
        checkpoint.save(search.outcomes)
    saved = time.monotonic()
    try:
        for number, outcome in search.run():
            search.outcomes[number] = outcome
            if wishes.workers == 1 and not wishes.on:
                search.next_share = number + 1
            search.emit_done(len(search.plan.shares))
            on_progress(search.progress())
            if checkpoint is not None and time.monotonic() - saved >= wishes.interval:
                checkpoint.save(search.outcomes)
                saved = time.monotonic()
        search.emit_done(len(search.plan.shares))
    finally:
        if checkpoint is not None:
            checkpoint.save(search.outcomes)
    everything = len(search.outcomes) == len(search.plan.shares)
    return Result(
        puzzle.name,
        job.algorithm,
        why,
        sum(outcome.solutions for outcome in search.outcomes.values()),
        search.found(),
        search.plan.nodes(search.outcomes),
        time.perf_counter() - started,
        everything and all(outcome.finished for outcome in search.outcomes.values()),
    )


def _job(puzzle: Puzzle, wishes: Wishes, listing: bool) -> tuple[Job, str]:
    """Choose the solver and how finely the search is split."""
    unbroken = any(len(part.group) > 1 for part in puzzle.parts)
    each = listing or wishes.limit is not None or unbroken or not puzzle.counted_once
    chosen, why = named(wishes.algorithm, puzzle.problem, each)
    wanted = 0
    if chosen.LISTS and (wishes.checkpoint is not None or wishes.on):
        wanted = SHARES_OF_LONG_WORK
    elif chosen.LISTS and (wishes.workers > 1 or wishes.split):
        wanted = SHARES_PER_WORKER * wishes.workers
    return Job(puzzle.given, puzzle.checksum, chosen.NAME, listing, wanted), why
