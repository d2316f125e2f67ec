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

from interpreters.ir import ops
from interpreters.ir.fields import edges, forward
from interpreters.ir.ops import FULL_HIGH, FULL_LOW, Label
from interpreters.ir.program import Function, Program, Region
from interpreters.ir.types import SIZES, Kind, Type
from interpreters.transform.intervals import ALL, ARITHMETIC, Interval, Knowledge, Scan, cells, hull

Locals = dict[str, Interval]
Fact = tuple[str, str, str]
PATIENCE = 3
LONG_PATIENCE = 5_000
MOST_FACTS = 20_000


class Facts:
    """What functions tell one another: intervals of the followed arrays, of parameters and of results.

    There is no parameter of a function that nothing calls yet, and no result of one that has not returned yet. `grown`
    holds the facts that became wider since it was last emptied.
    """

    def __init__(self, regions: dict[str, Interval]) -> None:
        self.intervals: dict[Fact, Interval] = {region_fact(name): interval for name, interval in regions.items()}
        self.grown: set[Fact] = set()

    def get(self, fact: Fact) -> Interval | None:
        """Return a fact's interval."""
        return self.intervals.get(fact)

    def grow(self, fact: Fact, interval: Interval) -> None:
        """Let a fact hold these values too."""
        old = self.intervals.get(fact)
        new = interval if old is None else hull(old, interval)
        if new != old:
            self.intervals[fact] = new
            self.grown.add(fact)

    def regions(self) -> dict[str, Interval]:
        """Return the intervals of the arrays."""
        return {name: interval for (kind, name, _), interval in self.intervals.items() if kind == "region"}


def region_fact(name: str) -> Fact:
    """Return what an array holds, as a fact."""
    return "region", name, ""


def parameter_fact(function: str, parameter: str) -> Fact:
    """Return what a parameter is given, as a fact."""
    return "parameter", function, parameter


def result_fact(function: str) -> Fact:
    """Return what a function gives back, as a fact."""
    return "result", function, ""


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
        whole = len(small) == len(program.functions)
        facts = Facts(followed_regions(program) if whole else {})
        bodies = {function.name: Body(function, found.scans, facts, whole) for function in small}
        known_to_any = taken(program) if whole else set(program.functions)
        for body in bodies.values():
            if body.function.name in known_to_any:
                for parameter in body.parameters:
                    facts.grow(parameter_fact(body.function.name, parameter), ALL)
        found.settle(bodies, facts)
        found.regions = facts.regions()
        return found

    def settle(self, bodies: dict[str, Body], facts: Facts) -> None:
        """Go over the functions until what they tell one another grows no more."""
        readers: dict[Fact, list[str]] = {}
        for name, body in bodies.items():
            for fact in body.reads:
                readers.setdefault(fact, []).append(name)
        growths: Counter[Fact] = Counter()
        waiting = dict.fromkeys(bodies)
        while waiting:
            name = next(iter(waiting))
            del waiting[name]
            body = bodies[name]
            if not body.is_called():
                continue
            before, facts.grown = dict(facts.intervals), set()
            for label, known in body.solved().items():
                self.begin[name, label] = known
            body.tell({label: self.begin[name, label] for label in body.reached})
            for fact in facts.grown:
                growths[fact] += 1
                if growths[fact] > PATIENCE:
                    facts.intervals[fact] = self.wider(bodies, fact, before, facts, growths[fact])
                waiting.update(dict.fromkeys(readers.get(fact, ())))

    def wider(
        self, bodies: dict[str, Body], fact: Fact, before: dict[Fact, Interval], facts: Facts, growths: int
    ) -> Interval:
        """Push a fact that keeps growing: a parameter to a number that its function names, all else to the end."""
        kind, name, _ = fact
        if kind != "parameter" or growths > 4 * PATIENCE or fact not in before:
            return ALL
        return bodies[name].widened(before[fact], facts.intervals[fact])


def taken(program: Program) -> set[str]:
    """Return the functions that may be called from anywhere: the entry, and those whose code is taken."""
    found = {program.entry}
    for function in program.functions.values():
        for block in function.blocks.values():
            for operation in block.operations:
                if isinstance(operation, ops.FunctionCode):
                    found.add(operation.function)
    return found


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
        if len(kinds[name]) == 1 and not region.address_taken:
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

    def __init__(self, function: Function, scans: dict[str, Scan], facts: Facts, whole: bool) -> None:
        self.function, self.scans, self.facts, self.whole = function, scans, facts, whole
        self.scan = scan = scans[function.name]
        self.parameters = [name for name in function.parameters if name in scan.whole]
        self.ends = [FULL_LOW, FULL_LOW + 1, FULL_HIGH]
        self.marks = sorted({*self.thresholds(), *self.ends, -1, 0, 1})
        self.walks = 0
        self.reached: list[Label] = []
        self.landings: dict[Label, tuple[Label, ...]] = {}
        ahead: dict[Label, list[Label]] = {}
        for label, target, unwound in edges(function):
            ahead.setdefault(label, []).append(target)
            if unwound:
                self.landings[label] = tuple(function.landings.values())
        self.order = forward(function.entry, ahead)
        self.turns = {label: turn for turn, label in enumerate(self.order)}
        self.reads = self.what_is_read()

    def what_is_read(self) -> set[Fact]:
        """Return the facts on which the intervals of this function depend."""
        found = {parameter_fact(self.function.name, parameter) for parameter in self.parameters}
        for block in self.function.blocks.values():
            for operation in block.operations:
                match operation:
                    case ops.IndexLoad(region=region):
                        found.add(region_fact(region))
                    case ops.Call(function=callee):
                        found.add(result_fact(callee))
        return found

    def is_called(self) -> bool:
        """Tell whether a call of the function was seen."""
        facts = [parameter_fact(self.function.name, parameter) for parameter in self.parameters]
        return all(self.facts.get(fact) is not None for fact in facts)

    def at_entry(self) -> Locals:
        """Return what is known where the function begins: its locals are undefined, its parameters what is given."""
        first = dict.fromkeys(self.scan.whole, (FULL_LOW, FULL_LOW))
        for parameter in self.parameters:
            first[parameter] = self.facts.get(parameter_fact(self.function.name, parameter)) or ALL
        return first

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
        self.learn_results()
        self.regions, self.walks = self.facts.regions(), 0
        self.first = self.at_entry()
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
        self.reached = list(begin)
        return begin

    def learn_results(self) -> None:
        """Note what the functions that are called here give back."""
        for register, callee in self.scan.results.items():
            self.scan.given_back[register] = self.facts.get(result_fact(callee)) or ALL

    def tell(self, begin: dict[Label, Locals]) -> None:
        """Tell other functions what this one gives them and gives back."""
        for label, known in begin.items():
            terminator = self.function.blocks[label].terminator
            match terminator:
                case ops.Call(function=callee) if callee != self.function.name:
                    state = self.after(label, known)
                    for parameter, interval in self.given(terminator, state).items():
                        self.facts.grow(parameter_fact(callee, parameter), interval)
                case ops.Return(value=value):
                    whole = value is not None and self.function.returns is Type.INT
                    given = self.after(label, known).interval(value) if whole and value is not None else ALL
                    self.facts.grow(result_fact(self.function.name), given)

    def given(self, call: ops.Call, state: Knowledge) -> Locals:
        """Return where the arguments of a call lie, by the parameters that they are given to."""
        scan = self.scans[call.function]
        pairs = zip(scan.function.parameters, call.arguments, strict=True)
        return {parameter: state.interval(register) for parameter, register in pairs if parameter in scan.whole}

    def pulled_in(self, begin: dict[Label, Locals]) -> dict[Label, Locals]:
        """Go round once more, and keep only what comes in."""
        again: dict[Label, Locals] = {self.function.entry: self.first}
        for label in begin:
            for target, known in self.ways(label, begin[label]):
                held = again.get(target)
                again[target] = known if held is None else {name: hull(held[name], known[name]) for name in known}
        return {label: again.get(label, begin[label]) for label in begin}

    def after(self, label: Label, known: Locals) -> Knowledge:
        """Return what is known behind the operations of a block; let the arrays grow by its stores."""
        state = Knowledge(self.scan, known, self.regions)
        for operation in self.function.blocks[label].operations:
            if isinstance(operation, ops.IndexStore) and operation.region in self.regions:
                every, value = cells(operation.kind), state.interval(operation.value)
                kept = value if every[0] <= value[0] and value[1] <= every[1] else every
                self.regions[operation.region] = hull(self.regions[operation.region], kept)
                self.facts.grow(region_fact(operation.region), kept)
            state.after(operation)
        return state

    def ways(self, label: Label, known: Locals) -> list[tuple[Label, Locals]]:
        """Return where a block may go on, and what is known there."""
        self.walks += 1
        state = self.after(label, known)
        block = self.function.blocks[label]
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
            case ops.Call(function=callee, next=after):
                if callee == self.function.name:
                    found.append((self.function.entry, self.first | self.given(block.terminator, state)))
                if self.facts.get(result_fact(callee)) is not None or not self.whole:
                    found.append((after, state.locals))
            case ops.CallIndirect(next=after):
                found.append((after, state.locals))
        found += [(target, state.locals) for target in self.landings.get(label, ())]
        return found
