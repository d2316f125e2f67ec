"""Where the integers of a program lie: program -> intervals of the locals where each block begins, and of the arrays.

    ranges = Ranges.of(program)
    ranges.begin["main", Label("label.60")]["plaknr"]    # (2, 63)
    ranges.regions["gatstapel"]                          # (-2**63, 77): undefined or at most 77

Abstract interpretation over intervals (Cousot and Cousot 1977): go round until nothing grows, pushing an end that
keeps growing out to the next number that the function names (to the very end when that takes too long); then go round
twice more to pull ends in again. A static array is followed where nobody takes its address and no pointer may lead to
it.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections import Counter
from dataclasses import dataclass, field
from heapq import heappop, heappush
from itertools import count

from interpreters.ir import ops
from interpreters.ir.fields import edges, forward
from interpreters.ir.ops import FULL_HIGH, FULL_LOW, Label
from interpreters.ir.program import Function, Program, Region
from interpreters.ir.types import SIZES, Kind
from interpreters.transform.intervals import ALL, ARITHMETIC, Interval, Knowledge, Scan, cells, hull

Locals = dict[str, Interval]
PATIENCE = 3
LONG_PATIENCE = 5_000
MOST_FACTS = 20_000


@dataclass
class Ranges:
    """The intervals of the integer locals at each block's beginning (no entry: nothing known), and of the arrays."""

    scans: dict[str, Scan]
    begin: dict[tuple[str, Label], Locals] = field(default_factory=dict)
    regions: dict[str, Interval] = field(default_factory=dict)

    @classmethod
    def of(cls, program: Program, memory: int = FULL_HIGH) -> Ranges:
        """Find the intervals; for a function with very many blocks and locals, none."""
        found = cls({name: Scan(function, memory) for name, function in program.functions.items()})
        small = [f for f in program.functions.values() if len(f.blocks) * len(f.locals) <= MOST_FACTS]
        if len(small) == len(program.functions):
            found.regions = followed_regions(program)
        for turn in count():
            before = dict(found.regions)
            for function in small:
                found.follow(function)
            if found.regions == before:
                break
            if turn >= PATIENCE:
                found.regions = {
                    region: interval if interval == before[region] else ALL
                    for region, interval in found.regions.items()
                }
        return found

    def follow(self, function: Function) -> None:
        """Find the intervals of one function, and let the arrays grow by what it stores."""
        body = Body(function, self.scans[function.name], self.regions)
        for label, known in body.solved().items():
            self.begin[function.name, label] = known


def followed_regions(program: Program) -> dict[str, Interval]:
    """Return the first contents of the arrays that are read and written by subscript only, as cells of one kind."""
    kinds: dict[str, set[Kind | None]] = {name: set() for name in program.regions}
    for function in program.functions.values():
        for block in function.blocks.values():
            for operation in block.operations:
                match operation:
                    case ops.RegionAddress(region=name):
                        kinds[name].add(None)
                    case ops.IndexLoad(region=name, kind=kind) | ops.IndexStore(region=name, kind=kind):
                        kinds[name].add(kind)
    found: dict[str, Interval] = {}
    for name, region in program.regions.items():
        if len(kinds[name]) == 1 and not region.shared:
            (only,) = kinds[name]
            begun = None if only is None else first_contents(region, only)
            if begun is not None:
                found[name] = begun
    return found


def first_contents(region: Region, kind: Kind) -> Interval | None:
    """Return where the cells of a region lie when a run begins; None where they are no integers of that kind."""
    size = SIZES[kind]
    if kind == "f64" or len(region.contents) % size:
        return None
    if not region.contents and region.pattern != "zero":
        return (FULL_LOW, FULL_LOW) if (region.pattern, kind) == ("undefined_int", "i64") else None
    parts = [region.contents[at : at + size] for at in range(0, len(region.contents), size)]
    values = [int.from_bytes(part, "little", signed=kind[0] == "i") for part in parts]
    if len(region.contents) < region.size:
        values.append(0)
    return (min(values), max(values)) if values else None


class Body:
    """The going round in one function."""

    def __init__(self, function: Function, scan: Scan, regions: dict[str, Interval]) -> None:
        self.function, self.scan, self.regions = function, scan, regions
        first = dict.fromkeys(scan.whole, (FULL_LOW, FULL_LOW))
        self.first: Locals = first | dict.fromkeys(scan.whole.intersection(function.parameters), ALL)
        self.ends = [FULL_LOW, FULL_LOW + 1, FULL_HIGH]
        self.marks = sorted({*self.thresholds(), *self.ends, -1, 0, 1})
        self.walks = 0
        self.landings: dict[Label, tuple[Label, ...]] = {}
        ahead: dict[Label, list[Label]] = {}
        for label, target, unwound in edges(function):
            ahead.setdefault(label, []).append(target)
            if unwound:
                self.landings[label] = tuple(function.landings.values())
        self.order = forward(function.entry, ahead)
        self.turns = {label: turn for turn, label in enumerate(self.order)}

    def thresholds(self) -> list[int]:
        """Return the numbers that the function names: constants, bounds of checks, with their neighbours."""
        named = [end for interval in self.scan.constants.values() for end in interval]
        for block in self.function.blocks.values():
            for operation in block.operations:
                match operation:
                    case ops.IndexLoad(lower=low, upper=high) | ops.IndexStore(lower=low, upper=high):
                        named += (low, high)
                    case ops.RealToInt(low=low, high=high):
                        named += (low, high)
                    case _ if isinstance(operation, ARITHMETIC):
                        named += (operation.low, operation.high)
        return [near for number in set(named) for near in (number - 1, number, number + 1) if ALL[0] <= near <= ALL[1]]

    def widened(self, old: Interval, new: Interval) -> Interval:
        """Push ends that grew out to the next number that the function names."""
        marks = self.marks if self.walks < LONG_PATIENCE else self.ends
        low = old[0] if new[0] >= old[0] else marks[bisect_right(marks, new[0]) - 1]
        high = old[1] if new[1] <= old[1] else marks[bisect_left(marks, new[1])]
        return low, high

    def solved(self) -> dict[Label, Locals]:
        """Return the intervals where each block begins; blocks that no run comes to are left out.

        Blocks are taken in the order in which they follow one another, loops aside.
        """
        begin: dict[Label, Locals] = {self.function.entry: self.first}
        visits: Counter[Label] = Counter()
        waiting = [0]
        while waiting:
            turn = heappop(waiting)
            label = self.order[turn]
            for target, known in self.ways(label, begin[label]):
                goal = self.turns[target]
                if target not in begin:
                    begin[target] = known
                    heappush(waiting, goal)
                    continue
                grown = {name: hull(interval, known[name]) for name, interval in begin[target].items()}
                if grown != begin[target]:
                    # only the ways back are pushed: what grows on a way forward grows because of one
                    back = goal <= turn
                    visits[target] += back
                    if back and visits[target] > PATIENCE:
                        grown = {name: self.widened(begin[target][name], grown[name]) for name in grown}
                    begin[target] = grown
                    if goal not in waiting:
                        heappush(waiting, goal)
        for _ in range(2):
            begin = self.pulled_in(begin)
        return begin

    def pulled_in(self, begin: dict[Label, Locals]) -> dict[Label, Locals]:
        """Go round once more, and keep only what comes in."""
        again: dict[Label, Locals] = {self.function.entry: self.first}
        for label in begin:
            for target, known in self.ways(label, begin[label]):
                held = again.get(target)
                again[target] = known if held is None else {name: hull(held[name], known[name]) for name in known}
        return {label: again.get(label, begin[label]) for label in begin}

    def ways(self, label: Label, known: Locals) -> list[tuple[Label, Locals]]:
        """Return where a block may go on, and what is known there; let the arrays grow by its stores."""
        self.walks += 1
        state = Knowledge(self.scan, known, self.regions)
        block = self.function.blocks[label]
        for operation in block.operations:
            if isinstance(operation, ops.IndexStore) and operation.region in self.regions:
                every, value = cells(operation.kind), state.interval(operation.value)
                kept = value if every[0] <= value[0] and value[1] <= every[1] else every
                self.regions[operation.region] = hull(self.regions[operation.region], kept)
            state.after(operation)
        found: list[tuple[Label, Locals]] = []
        match block.terminator:
            case ops.Jump(target=target):
                found.append((target, state.locals))
            case ops.Branch(condition=condition, yes=yes, no=no):
                other = Knowledge(self.scan, state.locals, self.regions)
                other.registers, other.holders = dict(state.registers), state.holders
                other.same = state.same
                state.assume(condition, True)
                other.assume(condition, False)
                found += [(yes, state.locals), (no, other.locals)]
            case ops.Switch(cases=cases, default=default):
                found += [(target, state.locals) for target in {*(case for _, case in cases), default}]
            case ops.Call(next=after) | ops.CallIndirect(next=after):
                found.append((after, state.locals))
        found += [(target, state.locals) for target in self.landings.get(label, ())]
        return found
