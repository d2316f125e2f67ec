"""Find the order of a lost tape from what the program printed and counted.

    found = orders(levels(tree, start, last, total), total)
    [(order.groups, order.tapes) for order in found]        # [(("V", "X", "I", …), 1640), …]

A program searches depth first. At each depth it tries groups (pieces) and the members (forms) of each, in the order of
its tape, and it stops at a solution that is known. The order decides which choices it tries before those of that
solution; what the search below a choice costs does not depend on the order. The published counts are the sum of these
costs, so each part of the search is counted once, and no tape needs to be run.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import combinations
from math import factorial
from typing import Protocol, TypeVar

Cost = tuple[int, ...]
"""What was counted: calls, trials, solutions, …, each in its place."""
State = TypeVar("State")
Choice = tuple[str, str]
"""A group and one of its members."""


class Tree(Protocol[State]):
    """A search, whatever its order; every cost has as many counts as the total."""

    def entered(self, state: State) -> Cost:
        """Return what it costs to reach a state, with the solution if it is one."""
        ...

    def choices(self, state: State) -> Iterable[tuple[str, str, State | None]]:
        """Yield every member of every group that is left, with the state that it leads to; None if it does not fit."""
        ...

    def group_tried(self) -> Cost:
        """Return what it costs to try a group, but for its members."""
        ...

    def member_tried(self) -> Cost:
        """Return what it costs to try a member, but for the search below it."""
        ...


@dataclass(frozen=True, slots=True)
class Level:
    """One depth of the path to the last solution.

    spent    what is certain: to reach the state, to try the group used and the member used
    members  what each other member of the group used costs; those that cost too much are left out
    groups   what each other group costs with all its members; those that cost too much are left out
    number   of the members that the group has
    """

    group: str
    spent: Cost
    members: Mapping[str, Cost]
    groups: Mapping[str, Cost]
    number: int


@dataclass(frozen=True, slots=True)
class Order:
    """An order of the groups with which the counts can be had.

    ways     how many choices of the members that come before those used
    tapes    how many orders of all members that makes
    members  the first of these choices: by group the members that come before the one used, in no order
    """

    groups: tuple[str, ...]
    ways: int
    tapes: int
    members: Mapping[str, tuple[str, ...]]


def levels(tree: Tree[State], start: State, last: Sequence[Choice], total: Cost) -> list[Level]:
    """Cut a search into its parts along the path to the last solution; raise ValueError if that is no path."""
    found = []
    state = start
    for group, member in last:
        costs: dict[str, dict[str, Cost | None]] = defaultdict(dict)
        after = None
        for other, name, below in tree.choices(state):
            if (other, name) == (group, member):
                after = below
                costs[other][name] = tree.member_tried()
            else:
                costs[other][name] = choice_cost(tree, below, total)
        if after is None:
            raise ValueError(f"{group} {member} is no choice here")
        own = costs.pop(group)
        spent = added(tree.entered(state), tree.group_tried(), tree.member_tried())
        members = {name: cost for name, cost in own.items() if name != member and cost is not None}
        wholes = {other: whole(tree, each.values(), total) for other, each in costs.items()}
        groups = {other: cost for other, cost in wholes.items() if cost is not None}
        found.append(Level(group, spent, members, groups, len(own)))
        state = after
    return found


def choice_cost(tree: Tree[State], below: State | None, most: Cost) -> Cost | None:
    """Return what it costs to try a member, with the whole search below it; None if that is more than the most."""
    spent = tree.member_tried()
    waiting = [] if below is None else [below]
    while waiting:
        state = waiting.pop()
        spent = added(spent, tree.entered(state))
        seen = set[str]()
        for group, _, after in tree.choices(state):
            spent = added(spent, tree.member_tried(), *([] if group in seen else [tree.group_tried()]))
            seen.add(group)
            if after is not None:
                waiting.append(after)
        if not within(spent, most):
            return None
    return spent


def whole(tree: Tree[State], members: Iterable[Cost | None], most: Cost) -> Cost | None:
    """Return what a group costs of which all members are tried; None if that is more than the most."""
    spent = tree.group_tried()
    for cost in members:
        if cost is None or not within(spent := added(spent, cost), most):
            return None
    return spent


def added(*costs: Cost) -> Cost:
    return tuple(map(sum, zip(*costs, strict=True)))


def within(cost: Cost, most: Cost) -> bool:
    return all(each <= limit for each, limit in zip(cost, most, strict=True))


@dataclass(slots=True)
class Sums:
    """The sums that choices of members make, level by level: of each sum the ways, the tapes, and one choice."""

    ways: Counter[Cost] = field(default_factory=Counter)
    tapes: Counter[Cost] = field(default_factory=Counter)
    example: dict[Cost, dict[str, tuple[str, ...]]] = field(default_factory=dict)


def member_sums(parts: Sequence[Level], total: Cost) -> Sums:
    """Add up what is certain and every choice of members that come before those used."""
    start = added(*(level.spent for level in parts))
    sums = Sums(Counter({start: 1}), Counter({start: 1}), {start: {}})
    for level in parts:
        following = Sums()
        for size in range(len(level.members) + 1):
            orders_of_each = factorial(size) * factorial(level.number - 1 - size)
            for chosen in combinations(level.members, size):
                cost = added((0,) * len(total), *(level.members[name] for name in chosen))
                for before in sums.ways:
                    after = added(before, cost)
                    if within(after, total):
                        following.ways[after] += sums.ways[before]
                        following.tapes[after] += sums.tapes[before] * orders_of_each
                        following.example.setdefault(after, {**sums.example[before], level.group: chosen})
        sums = following
    return sums


def orders(parts: Sequence[Level], total: Cost) -> Iterator[Order]:
    """Yield the orders of the groups with which the counts of the search are exactly the total.

    Each group is used at one level. Two groups cost something where the one that is used later on the path comes first
    on the tape: it is then tried at the level of the other.
    """
    sums = member_sums(parts, total)
    if not sums.ways:
        return
    least, most = (tuple(map(end, zip(*sums.ways, strict=True))) for end in (min, max))
    nothing = (0,) * len(total)
    waiting: list[tuple[tuple[str, ...], list[Level], Cost]] = [((), list(parts), nothing)]
    while waiting:
        groups, left, spent = waiting.pop()
        if not left:
            needed = tuple(whole - part for whole, part in zip(total, spent, strict=True))
            if sums.ways[needed]:
                yield Order(groups, sums.ways[needed], sums.tapes[needed], sums.example[needed])
        for place, level in reversed(list(enumerate(left))):
            if any(level.group not in each.groups for each in left[:place]):
                continue
            after = added(spent, *(each.groups[level.group] for each in left[:place]))
            rest = [*left[:place], *left[place + 1 :]]
            if within(added(after, least), total) and within(total, added(after, most, dearest(rest, nothing))):
                waiting.append(((*groups, level.group), rest, after))


def dearest(left: Sequence[Level], nothing: Cost) -> Cost:
    """Return what these groups cost at most with each other."""
    there = {level.group for level in left}
    return added(nothing, *(cost for level in left for group, cost in level.groups.items() if group in there))
