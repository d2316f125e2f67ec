"""Count the solutions of an exact cover without visiting them one by one: ways that agree so far are merged.

    count_solutions(problem)      # Ways(2339, …)

Items are covered in a fixed order, always the first that is open: of a puzzle its cells. What can still happen depends
only on which items are covered, how many copies of each piece are left, and which colours items have, so each such
state is met once, with the number of ways that lead to it: the 258,584,046,368 domino tilings of 10 by 10 have 9,731
states. So plain Python does, and its numbers have no bounds. A state is one integer: the covered items below, above
them the copies left and the colours.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import repeat

from getallenband.modern.exact_cover.answer import Stop, UnsuitedError
from getallenband.modern.exact_cover.order import natural
from getallenband.modern.exact_cover.problem import Problem
from getallenband.modern.exact_cover.symmetry import Permutation

MOST_STATES = 1 << 20
"""States at a time: about 250 MB."""
MERGED = 1 << 16
"""States at a time from which on ways must be twice as many: else a search that merges none is faster."""
MOST_BITS = 1 << 29
"""Items of the order times options: what the masks of all options take."""
MOST_SOLUTIONS = 10**4000
"""Python prints and reads no number of over 4,300 digits."""
BETWEEN_STOPS = 1 << 12
"""States between two looks at `stop`."""

Group = tuple[int, ...]
"""Options that are chosen together, or not at all."""
Step = tuple[int, int, int]
"""What a group of options does to a state: bits that must not be set, bits that are set, and copies that it takes."""


class TooManyStatesError(UnsuitedError):
    """More states at a time than are allowed, or too few ways to each."""


@dataclass(frozen=True, slots=True)
class Ways:
    """The number of solutions and of states; not finished: the search was stopped, and the number means nothing."""

    number: int
    states: int
    finished: bool = True


def order_of(problem: Problem) -> tuple[int, ...]:
    """Return the items that are covered one after another, each once at most: cells along the longest axis."""
    if problem.cells:
        return natural(problem).scan
    return tuple(item for item, (_, high) in enumerate(problem.bounds) if high == 1)


def refusal(problem: Problem) -> str | None:
    """Say why the ways of a problem cannot be counted; None if they can."""
    once = set(order_of(problem))
    if len(once) * len(problem.options) > MOST_BITS:
        return "it has too many items and options to count in order"
    if all(once.intersection(option) for option in problem.options):
        return None
    return "an option covers no item that is covered once at most"


def count_solutions(problem: Problem, stop: Stop | None = None) -> Ways:
    """Count the solutions of a problem; raise TooManyStatesError."""
    return _count(problem, ((option,) for option in range(len(problem.options))), stop)


def count_fixed(problem: Problem, symmetry: Permutation, stop: Stop | None = None) -> Ways:
    """Count the solutions that a symmetry takes to themselves; raise TooManyStatesError.

    Such a solution has with a placement all images of it, so the orbits are what a board is tiled with.
    """
    return _count(problem, _orbits(symmetry), stop)


def _orbits(symmetry: Permutation) -> Iterator[Group]:
    seen: set[int] = set()
    for first in range(len(symmetry)):
        orbit = []
        while first not in seen:
            seen.add(first)
            orbit.append(first)
            first = symmetry[first]
        if orbit:
            yield tuple(orbit)


def _count(problem: Problem, groups: Iterable[Group], stop: Stop | None) -> Ways:
    board = _Board(problem)
    by_place, keep = board.steps(groups)
    guards = board.guards
    waiting: list[dict[int, int]] = [{} for _ in keep]
    waiting[0][board.begin] = 1
    total, live = 0, 1
    for place, steps in enumerate(by_place):
        states, waiting[place] = waiting[place], {}
        live -= len(states)
        for number, (state, ways) in enumerate(states.items()):
            if stop is not None and number % BETWEEN_STOPS == 0 and stop():
                return Ways(0, total, finished=False)
            for forbidden, covered, taken in steps:
                if state & forbidden == 0 and (after := (state | covered) - taken) & guards == guards:
                    gap = (~after & (after + 1)).bit_length() - 1
                    there, after = waiting[gap], after & keep[gap]
                    if after in there:
                        there[after] += ways
                    else:
                        there[after] = ways
                        live += 1
        total += len(states)
        if live > MOST_STATES:
            raise TooManyStatesError(f"it has to hold more than {MOST_STATES:,} frontiers at a time")
        if live > MERGED and sum(sum(there.values()) for there in waiting) < 2 * live:
            raise TooManyStatesError(f"hardly any two ways come to the same among {live:,} frontiers")
    number = sum(ways for state, ways in waiting[-1].items() if board.has_enough(state))
    if number >= MOST_SOLUTIONS:
        raise TooManyStatesError("it counts to a number of more digits than Python prints")
    return Ways(number, total)


class _Board:
    """How a state is laid out: a bit for each item of the order, a zero, the copies left of other items, then colours.

    The lowest zero is the first item that is open, or the end.
    Above each number of copies is a guard, a bit that is set as long as none too many were taken: so one AND tells of
    all at once. An optional item has a bit for each colour that options give it, and one for options that give none.
    """

    def __init__(self, problem: Problem) -> None:
        order = order_of(problem)
        self.size, self.place = len(order), {item: place for place, item in enumerate(order)}
        self.least = [problem.bounds[item][0] for item in order]
        colours: Iterable[Iterable[str]] = problem.colours or repeat(repeat(""))
        self.pairs = [
            tuple(zip(option, shades, strict=False)) for option, shades in zip(problem.options, colours, strict=False)
        ]
        self.shifts: dict[int, tuple[int, int]] = {}
        self.spare: list[tuple[int, int, int]] = []
        self.guards, self.begin, shift = 0, 0, self.size + 1
        for item, (low, high) in enumerate(problem.bounds):
            if item in self.place or high is None:
                continue
            width = high.bit_length()
            self.shifts[item] = shift, high
            self.spare.append((shift, (1 << width) - 1, high - low))
            self.begin |= high << shift
            self.guards |= 1 << (shift + width)
            shift += width + 1
        self.begin |= self.guards
        pairs = {pair for own in self.pairs for pair in own if problem.bounds[pair[0]][1] is None}
        self.shades = {pair: 1 << bit for bit, pair in enumerate(sorted(pairs), shift)}
        self.all_shades: Counter[int] = Counter()
        for (item, _), bit in self.shades.items():
            self.all_shades[item] += bit

    def steps(self, groups: Iterable[Group]) -> tuple[list[list[Step]], list[int]]:
        """Return the steps by the first item of the order that they cover; for each place the bits still of use."""
        by_place: list[list[Step]] = [[] for _ in self.place]
        keep = [~self.all_shades.total() for _ in range(self.size + 1)]
        for group in groups:
            if (step := self.step(group)) is not None:
                first = (step[1] & -step[1]).bit_length() - 1
                by_place[first].append(step)
                keep[first] |= (step[0] | step[1]) & ~keep[-1]
        for place, low in enumerate(self.least):
            if low <= 0:
                by_place[place].append((1 << place, 1 << place, 0))
        for place in reversed(range(self.size)):
            keep[place] |= keep[place + 1]
        return by_place, keep

    def step(self, group: Group) -> Step | None:
        """Return what a group does to a state; None if its options cannot be chosen together.

        No symmetry of a problem with colours is known, so there each group is one option.
        """
        forbidden = covered = taken = 0
        for (item, colour), times in Counter(pair for option in group for pair in self.pairs[option]).items():
            if item in self.shifts:
                shift, high = self.shifts[item]
                taken += times << shift
                if times > high:
                    return None
            elif times > 1 and not colour:
                return None
            elif item in self.place:
                covered |= 1 << self.place[item]
                forbidden |= 1 << self.place[item]
            else:
                own = self.shades[item, colour]
                covered |= own
                forbidden |= self.all_shades[item] - (own if colour else 0)
        return forbidden, covered, taken

    def has_enough(self, state: int) -> bool:
        """Whether each item was covered as often as it must be."""
        return all(state >> shift & mask <= spare for shift, mask, spare in self.spare)
