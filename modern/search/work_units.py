"""A search as a list of work units, each of which any process can search knowing only the job and the unit's number.

    job = SearchJob("tetra", text, checksum, "bit_parallel", listing=False, wanted=64)
    plan(job).units                     # the same list in every process
    search_unit(job, 3)                 # UnitResult(solutions=…, up_to_symmetry=…, nodes=…, listed=())

Symmetry is broken first (into cases), then each case is split.
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache
from pathlib import Path

from modern.exact_cover.answer import OnSolution, Stop
from modern.exact_cover.problem import Problem, Solution
from modern.exact_cover.search_tree import Split, Subtree, split
from modern.exact_cover.symmetry import canonical, orbit_size
from modern.puzzle_files.puzzle import Puzzle, parse_puzzle
from modern.solvers import merged_by, scan_of, solver


@dataclass(frozen=True)
class SearchJob:
    """The problem, how to solve it, and into about how many work units to split it (0: do not split).

    The puzzle comes as it was named and as its text, so that a worker on another machine needs no file.

    weighing    each solution is compared with its images; otherwise solutions are only counted
    """

    puzzle: str
    text: str
    checksum: str
    algorithm: str
    listing: bool
    weighing: bool
    wanted: int


@dataclass(frozen=True)
class UnitResult:
    """What one work unit gave: all solutions, those up to symmetry, nodes per level, and the solutions if listed.

    Where solutions were only counted and symmetry is not all broken, those up to symmetry are as many at least.
    """

    solutions: int
    up_to_symmetry: int
    nodes: tuple[int, ...]
    listed: tuple[Solution, ...]
    finished: bool


@dataclass(frozen=True)
class WorkUnit:
    """A part of one symmetry case: its placements by their indices in the whole problem, and its part of the tree."""

    case: int
    keep: tuple[int, ...]
    chance: float


@dataclass(frozen=True)
class Plan:
    """All work units of a puzzle, and how each of its symmetry cases was split."""

    puzzle: Puzzle
    splits: tuple[Split, ...]
    units: tuple[WorkUnit, ...]

    @cached_property
    def checksum(self) -> str:
        """Tell this way of splitting from others: results go with numbers of units, and another version has others."""
        return hashlib.sha256(repr([(unit.case, unit.keep) for unit in self.units]).encode()).hexdigest()

    def nodes(self, results: dict[int, UnitResult]) -> tuple[int, ...]:
        """Add up the nodes per level: those above the splits, and of each unit those below."""
        depths = [len(result.nodes) for result in results.values()] + [len(cut.nodes) for cut in self.splits]
        levels = [0] * max(depths, default=0)
        for cut in self.splits:
            for level, count in enumerate(cut.nodes):
                levels[level] += count
        for number, result in results.items():
            for level in range(self.splits[self.units[number].case].depth, len(result.nodes)):
                levels[level] += result.nodes[level]
        return tuple(levels)


_known: dict[str, Puzzle] = {}


def remember(puzzle: Puzzle) -> None:
    """Spare this process, and those forked from it, reading the puzzle again."""
    _known.clear()
    _known[puzzle.checksum] = puzzle


@lru_cache(maxsize=2)
def plan(job: SearchJob) -> Plan:
    """Return the plan of a job, the same in every process."""
    puzzle = _known.get(job.checksum) or parse_puzzle(job.text, Path(job.puzzle), job.puzzle)
    splits, units = [], []
    for number, case in enumerate(puzzle.cases):
        cut = Split((Subtree(tuple(range(len(case.keep))), 1.0),), 0, ())
        if job.wanted:
            cut = _cut(job.algorithm, puzzle.problem.restrict(case.keep), -(-job.wanted // len(puzzle.cases)))
        splits.append(cut)
        for subtree in cut.subtrees:
            keep = tuple(map(case.keep.__getitem__, subtree.keep))
            units.append(WorkUnit(number, keep, subtree.chance / len(puzzle.cases)))
    return Plan(puzzle, tuple(splits), tuple(units))


def _cut(algorithm: str, problem: Problem, wanted: int) -> Split:
    """Split what the solver searches; its subtrees keep placements of the problem as given."""
    merged = merged_by(algorithm, problem)
    if merged is None:
        return split(problem, wanted, scan_of(algorithm, problem))
    cut = split(merged.problem, wanted, scan_of(algorithm, merged.problem))
    subtrees = [replace(subtree, keep=merged.as_given(subtree.keep)) for subtree in cut.subtrees]
    return replace(cut, subtrees=tuple(subtrees))


def search_unit(
    job: SearchJob,
    number: int,
    on_solution: OnSolution | None = None,
    limit: int | None = None,
    stop: Stop | None = None,
    met: set[Solution] | None = None,
) -> UnitResult:
    """Search one unit; `on_solution` and `limit` are about solutions up to symmetry, as placements of the puzzle.

    Of a class with members in several places the canonical one counts, wherever it is found. With a limit that may be
    far away, so the first one found counts, and `met` holds the classes that were met.
    """
    todo = plan(job)
    unit, puzzle = todo.units[number], todo.puzzle
    group, left = puzzle.symmetries, puzzle.cases[unit.case].group
    # The images of a placement under the group are as many as the group has cosets of the symmetries that fix it.
    images = len(group) // len(left)
    listed: list[Solution] = []
    total = classes = 0

    def is_new(solution: Solution) -> bool:
        least = canonical(solution, left)
        if met is None:
            return least == solution
        before = len(met)
        met.add(least)
        return len(met) > before

    def found(solution: Solution) -> None:
        nonlocal total, classes
        mine = tuple(unit.keep[i] for i in solution)
        if classes == limit or (len(left) > 1 and not is_new(mine)):
            return
        total += orbit_size(mine, left) * images
        classes += 1
        if job.listing:
            listed.append(mine)
        if on_solution is not None:
            on_solution(mine)

    each = job.listing or on_solution is not None or (job.weighing and len(left) > 1)
    answer = solver(job.algorithm).solve(
        puzzle.problem.restrict(unit.keep),
        on_solution=found if each else None,
        limit=limit if len(left) == 1 else None,
        stop=(lambda: classes == limit or (stop is not None and stop())) if each and limit is not None else stop,
    )
    if each:
        return UnitResult(total, classes, answer.nodes, tuple(listed), answer.finished)
    return UnitResult(answer.solutions * images, -(-answer.solutions // len(left)), answer.nodes, (), answer.finished)
