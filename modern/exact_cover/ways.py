"""Count the ways to tile a board with blocks, without visiting them one by one: ways that agree so far are merged.

    Blocks(problem, [Block(p.cells, (p.piece,)) for p in problem.placements]).count()      # Ways(2339, …)

The board is filled at its first empty cell. What can still happen depends only on which cells are covered and how many
copies of each piece are left, so each such state is met once, with the number of ways that lead to it: the
258,584,046,368 domino tilings of 10 by 10 have 9,731 states. So plain Python does, and its numbers have no bounds. A
state is one integer, the covered cells below and the copies left above.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from modern.exact_cover.answer import Stop, UnsuitedError
from modern.exact_cover.order import natural
from modern.exact_cover.problem import Problem
from modern.exact_cover.symmetry import Permutation

MOST_STATES = 1 << 20
"""States at a time: about 250 MB."""
MERGED = 1 << 16
"""States at a time from which on ways must be twice as many: else a search that merges none is faster."""
BETWEEN_STOPS = 1 << 12
"""States between two looks at `stop`."""


class TooManyStatesError(UnsuitedError):
    """More states at a time than are allowed, or too few ways to each."""


@dataclass(frozen=True, slots=True)
class Block:
    """Placements that are made together, or not at all: their cells, and the piece of each."""

    cells: tuple[int, ...]
    pieces: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Ways:
    """The number of tilings and of states; not finished: the search was stopped, and the number means nothing."""

    number: int
    states: int
    finished: bool = True


def count_solutions(problem: Problem, stop: Stop | None = None) -> Ways:
    """Count the solutions of a problem; raise TooManyStatesError."""
    return count_tilings(problem, [Block(p.cells, (p.piece,)) for p in problem.placements], stop)


def count_fixed(problem: Problem, symmetry: Permutation, stop: Stop | None = None) -> Ways:
    """Count the solutions that a symmetry takes to themselves; raise TooManyStatesError.

    Such a solution has with a placement all images of it, so the orbits are what a board is tiled with.
    """
    return count_tilings(problem, orbits(problem, symmetry), stop)


def orbits(problem: Problem, symmetry: Permutation) -> Iterator[Block]:
    """Yield the orbits of the placements that can be made together: no two share a cell, and there are the copies."""
    copies = problem.copies
    seen: set[int] = set()
    for first in range(len(problem.placements)):
        orbit = []
        while first not in seen:
            seen.add(first)
            orbit.append(problem.placements[first])
            first = symmetry[first]
        cells = [cell for placement in orbit for cell in placement.cells]
        pieces = tuple(placement.piece for placement in orbit)
        enough = all(times <= copies[piece] for piece, times in Counter(pieces).items())
        if orbit and enough and len(set(cells)) == len(cells):
            yield Block(tuple(cells), pieces)


def count_tilings(problem: Problem, blocks: Iterable[Block], stop: Stop | None = None) -> Ways:
    """Count the ways to cover each cell as often as its bounds say with blocks; raise TooManyStatesError."""
    board = _Board(problem)
    by_cell: list[list[tuple[int, int]]] = [[] for _ in problem.cells]
    for block in blocks:
        covered, change = board.step(block)
        by_cell[_first_empty(~covered)].append((covered, change))
    for cell, low in enumerate(board.least):
        if low == 0:
            by_cell[cell].append((1 << cell, 1 << cell))
    waiting: dict[int, dict[int, int]] = {0: {board.begin: 1}}
    total, live = 0, 1
    for cell, steps in enumerate(by_cell):
        states = waiting.pop(cell, {})
        for number, (state, ways) in enumerate(states.items()):
            if stop is not None and number % BETWEEN_STOPS == 0 and stop():
                return Ways(0, total, finished=False)
            for covered, change in steps:
                if state & covered == 0 and (after := state + change) & board.guards == board.guards:
                    there = waiting.setdefault(min(_first_empty(after), board.size), {})
                    there[after] = there.get(after, 0) + ways
        total += len(states)
        live = sum(map(len, waiting.values()))
        if live > MOST_STATES:
            raise TooManyStatesError(f"it has to hold more than {MOST_STATES:,} frontiers at a time")
        if live > MERGED and sum(sum(there.values()) for there in waiting.values()) < 2 * live:
            raise TooManyStatesError(f"hardly any two ways come to the same among {live:,} frontiers")
    ended = waiting.get(board.size, {})
    return Ways(sum(ways for state, ways in ended.items() if board.has_enough(state)), total)


def _first_empty(state: int) -> int:
    """Return the lowest bit that is not set."""
    return (~state & (state + 1)).bit_length() - 1


class _Board:
    """How a state is laid out: a bit for each cell in the order of the scan, then the copies left of each piece.

    Above each number of copies is a guard, a bit that is set as long as none too many were taken: so one AND tells of
    all pieces at once. Pieces of which there are more than fit on the board need no number.
    """

    def __init__(self, problem: Problem) -> None:
        self.size = len(problem.cells)
        self.place = {cell: place for place, cell in enumerate(natural(problem).scan)}
        bounds = problem.bounds
        self.least = [bounds[cell][0] for cell in self.place]
        copies = problem.copies
        self.shifts: dict[int, int] = {}
        self.spare: list[tuple[int, int, int]] = []
        self.guards, self.begin, shift = 0, 0, self.size
        for piece, (low, high) in enumerate(bounds[self.size :]):
            if high is None:
                continue
            most = copies[piece]
            width = most.bit_length()
            self.shifts[piece] = shift
            self.spare.append((shift, (1 << width) - 1, most - low))
            self.begin |= most << shift
            self.guards |= 1 << (shift + width)
            shift += width + 1
        self.begin |= self.guards

    def step(self, block: Block) -> tuple[int, int]:
        """Return the cells that a block covers, and what it adds to a state."""
        covered = sum(1 << self.place[cell] for cell in block.cells)
        taken = Counter(piece for piece in block.pieces if piece in self.shifts)
        return covered, covered - sum(times << self.shifts[piece] for piece, times in taken.items())

    def has_enough(self, state: int) -> bool:
        """Whether each piece was taken as often as it must be."""
        return all(state >> shift & mask <= spare for shift, mask, spare in self.spare)
