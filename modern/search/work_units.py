"""A search as a list of shares, each of which any process can search knowing only the job and the share's number.

    job = Job(puzzle.text, "tetra", "bit_parallel", listing=False, wanted=64)
    plan(job).shares                    # what there is to do: the same list in every process
    search_share(job, 3)                # Outcome(solutions=…, up_to_symmetry=…, nodes=…, listed=())

Symmetry is broken first (a part for each way it is broken), then each part is split.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from modern.exact_cover.answer import OnSolution, Stop
from modern.exact_cover.problem import Problem, Solution
from modern.exact_cover.split import Shares, split
from modern.exact_cover.symmetry import Part, canonical, images
from modern.puzzle_files.errors import PuzzleError
from modern.puzzle_files.puzzle import Puzzle, read_puzzle
from modern.solvers import solver


@dataclass(frozen=True)
class Job:
    """What is to be solved, how, and into about how many shares it is split (0: not at all).

    The puzzle goes by its name or path, and its checksum guards against another puzzle of that name elsewhere.
    """

    puzzle: str
    checksum: str
    algorithm: str
    listing: bool
    wanted: int


@dataclass(frozen=True)
class Outcome:
    """What one share gave: all solutions, those up to symmetry, nodes per level, and the solutions if listed."""

    solutions: int
    up_to_symmetry: int
    nodes: tuple[int, ...]
    listed: tuple[Solution, ...]
    finished: bool


@dataclass(frozen=True)
class ShareOfPart:
    """A share of one part: its placements by their indices in the whole problem, and its weight in the tree."""

    part: int
    keep: tuple[int, ...]
    weight: float


@dataclass(frozen=True)
class Plan:
    """All that is to be done.

    counted_once  whether every class of solutions has as many members as the symmetry group, proved beforehand
    """

    puzzle: Puzzle
    parts: tuple[Part, ...]
    cuts: tuple[Shares, ...]
    shares: tuple[ShareOfPart, ...]
    counted_once: bool

    def nodes(self, outcomes: dict[int, Outcome]) -> tuple[int, ...]:
        """Add up the nodes per level: those above the cuts, and of each share those below."""
        levels = [0] * max([len(o.nodes) for o in outcomes.values()] + [len(cut.nodes) for cut in self.cuts], default=0)
        for cut in self.cuts:
            for level, count in enumerate(cut.nodes):
                levels[level] += count
        for number, outcome in outcomes.items():
            depth = self.cuts[self.shares[number].part].depth
            for level in range(depth, len(outcome.nodes)):
                levels[level] += outcome.nodes[level]
        return tuple(levels)


_known: dict[str, Puzzle] = {}


def remember(puzzle: Puzzle) -> None:
    """Spare this process, and those forked from it, the reading of the puzzle that they have in hand."""
    _known.clear()
    _known[puzzle.checksum] = puzzle


@lru_cache(maxsize=2)
def plan(job: Job) -> Plan:
    """Return the plan of a job; every process comes to the same one."""
    puzzle = _known.get(job.checksum) or read_puzzle(job.puzzle)
    if puzzle.checksum != job.checksum:
        raise PuzzleError(f"{job.puzzle} is not the same puzzle here")
    problem, parts = puzzle.problem, puzzle.parts
    cuts, shares = [], []
    for number, part in enumerate(parts):
        if job.wanted:
            cut = split(problem.restricted(part.keep), -(-job.wanted // len(parts)))
        else:
            cut = Shares((), 0, ())
            shares.append(ShareOfPart(number, part.keep, 1 / len(parts)))
        cuts.append(cut)
        for share in cut.shares:
            shares.append(ShareOfPart(number, tuple(part.keep[i] for i in share.keep), share.weight / len(parts)))
    return Plan(puzzle, parts, tuple(cuts), tuple(shares), puzzle.counted_once)


def search_share(
    job: Job, number: int, on_solution: OnSolution | None = None, limit: int | None = None, stop: Stop | None = None
) -> Outcome:
    """Search one share; `on_solution` and `limit` are about solutions up to symmetry, as placements of the puzzle."""
    todo = plan(job)
    share = todo.shares[number]
    whole, group, left = todo.puzzle.problem, todo.puzzle.symmetries, todo.parts[share.part].group
    problem: Problem = whole.restricted(share.keep)
    listed: list[Solution] = []
    total = 0

    def found(solution: Solution) -> None:
        nonlocal total
        mine = tuple(share.keep[i] for i in solution)
        if len(left) > 1 and canonical(mine, left) != mine:
            return
        total += len(group) if todo.counted_once else images(mine, group)
        listed.append(mine)
        if on_solution is not None:
            on_solution(mine)

    each = job.listing or on_solution is not None or len(left) > 1 or not todo.counted_once
    # What symmetry leaves unbroken is judged solution by solution, so a limit can only be held here.
    own_limit = limit if len(left) == 1 else None
    answer = solver(job.algorithm).solve(problem, on_solution=found if each else None, limit=own_limit, stop=stop)
    if not each:
        return Outcome(answer.solutions * len(group), answer.solutions, answer.nodes, (), answer.finished)
    kept = tuple(listed) if job.listing else ()
    return Outcome(total, len(listed), answer.nodes, kept, answer.finished)
