"""A search as a list of work units, each of which any process can search knowing only the job and the unit's number.

    job = SearchJob("tetra", text, checksum, "bit_parallel", listing=False, wanted=64)
    plan(job).units                     # the same list in every process
    search_unit(job, 3)                 # UnitResult(solutions=…, up_to_symmetry=…, nodes=…, listed=())

Symmetry is broken first (into cases), then each case is split.
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import zip_longest
from pathlib import Path
from typing import Any

from getallenband.modern.exact_cover.answer import OnSolution, Stop
from getallenband.modern.exact_cover.problem import Solution
from getallenband.modern.exact_cover.search_tree import Split, Subtree, split
from getallenband.modern.exact_cover.symmetry import canonical, orbit_size
from getallenband.modern.puzzle_files.puzzle import Puzzle, parse_puzzle
from getallenband.modern.solvers import merged_by, scan_of, solver


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

    def plus(self, other: UnitResult) -> UnitResult:
        """Return this result of a finished unit and that of another together; neither lists solutions."""
        nodes = tuple(map(sum, zip_longest(self.nodes, other.nodes, fillvalue=0)))
        total, classes = self.solutions + other.solutions, self.up_to_symmetry + other.up_to_symmetry
        return UnitResult(total, classes, nodes, (), finished=True)


COUNTED = UnitResult(0, 0, (), (), finished=True)
"""Of a unit that was added to another of its case."""
MOST = 10**4000
"""More than any number of a search; Python reads none of over 4,300 digits."""


def result_of(fields: dict[str, Any]) -> UnitResult:
    """Return the result of a unit that comes from elsewhere; LookupError, TypeError or ValueError if it is not one."""
    numbers = {key: whole(fields[key]) for key in ("solutions", "up_to_symmetry")}
    listed = tuple(tuple(map(whole, solution)) for solution in fields["listed"])
    return UnitResult(
        nodes=tuple(map(whole, fields["nodes"])), listed=listed, finished=fields["finished"] is True, **numbers
    )


def whole(value: Any, most: int = MOST) -> int:
    """Return a whole number that a search can have; ValueError for anything else."""
    if type(value) is not int or not 0 <= value < most:
        raise ValueError(value)
    return value


@dataclass(frozen=True)
class WorkUnit:
    """A part of one symmetry case, as it was split, and its part of the whole tree."""

    case: int
    subtree: Subtree
    chance: float


@dataclass(frozen=True)
class Plan:
    """All work units of a puzzle, and how each of its symmetry cases was split.

    options  of each case: for each option of what was split, the placements of the puzzle that it stands for
    """

    puzzle: Puzzle
    splits: tuple[Split, ...]
    options: tuple[tuple[tuple[int, ...], ...], ...]
    units: tuple[WorkUnit, ...]

    @cached_property
    def checksum(self) -> str:
        """Tell this way of splitting from others: results go with numbers of units, and another version has others."""
        parts = [self.options, *((unit.case, hex(unit.subtree.bits)) for unit in self.units)]
        return hashlib.sha256(repr(parts).encode()).hexdigest()

    def keep(self, number: int) -> tuple[int, ...]:
        """Return the placements of a unit, by their indices in the puzzle."""
        unit = self.units[number]
        options = self.options[unit.case]
        return tuple(sorted(placement for option in unit.subtree.keep for placement in options[option]))

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
    splits, options, units = [], [], []
    for number, case in enumerate(puzzle.cases):
        problem = puzzle.problem.restrict(case.keep)
        stand_for: tuple[tuple[int, ...], ...] = tuple((i,) for i in case.keep)
        cut = Split((Subtree((1 << len(case.keep)) - 1, 1.0),), 0, ())
        if job.wanted:
            merged = merged_by(job.algorithm, problem)
            if merged is not None:
                problem = merged.problem
                stand_for = tuple(tuple(case.keep[i] for i in alike) for alike in merged.placements)
            cut = split(problem, -(-job.wanted // len(puzzle.cases)), scan_of(job.algorithm, problem))
        splits.append(cut)
        options.append(stand_for)
        units += [WorkUnit(number, each, each.chance / len(puzzle.cases)) for each in cut.subtrees]
    return Plan(puzzle, tuple(splits), tuple(options), tuple(units))


def fits(job: SearchJob, number: int, result: UnitResult) -> bool:
    """Tell whether a search of the unit of this number, with others of its case, may have given this result."""
    todo, (total, classes) = plan(job), (result.solutions, result.up_to_symmetry)
    if number not in range(len(todo.units)) or len(result.listed) != (classes if job.listing else 0):
        return False
    group, left = todo.puzzle.symmetries, todo.puzzle.cases[todo.units[number].case].group
    if not result.listed:
        return classes <= total <= classes * len(group)
    allowed, problem = set(todo.keep(number)), todo.puzzle.problem
    return (
        all(allowed.issuperset(solution) and problem.is_solution(solution) for solution in result.listed)
        and len({*result.listed}) == classes
        and total * len(left) == sum(orbit_size(solution, left) for solution in result.listed) * len(group)
    )


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
    keep, puzzle = todo.keep(number), todo.puzzle
    group, left = puzzle.symmetries, puzzle.cases[todo.units[number].case].group
    # The images of a placement under the group are as many as the group has cosets of the symmetries that fix it.
    images = len(group) // len(left)
    listed: list[Solution] = []
    total = classes = 0
    left_out = False

    def is_new(solution: Solution) -> bool:
        least = canonical(solution, left)
        if met is None:
            return least == solution
        before = len(met)
        met.add(least)
        return len(met) > before

    def found(solution: Solution) -> None:
        nonlocal total, classes, left_out
        mine = tuple(keep[i] for i in solution)
        if classes == limit:
            left_out = True
            return
        if len(left) > 1 and not is_new(mine):
            return
        total += orbit_size(mine, left) * images
        classes += 1
        if job.listing:
            listed.append(mine)
        if on_solution is not None:
            on_solution(mine)

    each = job.listing or on_solution is not None or (job.weighing and len(left) > 1)
    answer = solver(job.algorithm).solve(
        puzzle.problem.restrict(keep),
        on_solution=found if each else None,
        limit=limit if len(left) == 1 else None,
        stop=(lambda: classes == limit or (stop is not None and stop())) if each and limit is not None else stop,
    )
    if each:
        return UnitResult(total, classes, answer.nodes, tuple(listed), answer.finished and not left_out)
    return UnitResult(answer.solutions * images, -(-answer.solutions // len(left)), answer.nodes, (), answer.finished)
