"""The intervals of one function: its summaries of others -> the state where each block begins.

    ranges = FunctionRanges(function, facts, summaries, complete=True)
    solution = ranges.solve()               # {Label("entry"): {"k": (1, 63)}, …}; unreachable blocks are left out
    ranges.propagate(solution)              # join the arguments of its calls, and its result, into the summaries

The solution is an increasing sequence with widening and then two decreasing steps (narrowing), over the blocks in
reverse postorder. An end that keeps growing is widened to the next number that the function names: the bounds of its
checks are what the intervals are compared with, so that widening past them would lose just what is asked.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections import Counter
from collections.abc import Iterator
from heapq import heappop, heappush

from interpreters.ir import ops
from interpreters.ir.control_flow import edges, reverse_postorder, successors
from interpreters.ir.ops import FULL_HIGH, FULL_LOW, Label
from interpreters.ir.program import Function
from interpreters.ir.types import Type
from interpreters.transform.abstract_state import AbstractState, FunctionFacts
from interpreters.transform.intervals import ALL, Interval, cell, join
from interpreters.transform.transfer import TRANSFER

Locals = dict[str, Interval]
Key = tuple[str, str, str]
WIDEN_AFTER = 3
"""Changes after which an end is widened."""
STEPS_WITH_THRESHOLDS = 5_000
"""Blocks visited after which widening goes to the end of the range at once."""


def region_key(name: str) -> Key:
    return "region", name, ""


def parameter_key(function: str, parameter: str) -> Key:
    return "parameter", function, parameter


def result_key(function: str) -> Key:
    return "result", function, ""


class Summaries:
    """What functions know of one another: intervals of the tracked arrays, of parameters and of results.

    A parameter has none while no call of its function was seen, a result none while the function has not returned.
    `changed` holds what those were that grew since it was last emptied. `regions` are the tracked arrays by name.
    """

    def __init__(self, regions: dict[str, Interval]) -> None:
        self.regions = regions
        self.intervals: dict[Key, Interval] = {region_key(name): interval for name, interval in regions.items()}
        self.changed: dict[Key, Interval | None] = {}

    def get(self, key: Key) -> Interval | None:
        return self.intervals.get(key)

    def set(self, key: Key, interval: Interval) -> None:
        self.intervals[key] = interval
        if key[0] == "region":
            self.regions[key[1]] = interval

    def join(self, key: Key, interval: Interval) -> None:
        old = self.intervals.get(key)
        new = interval if old is None else join(old, interval)
        if new != old:
            self.set(key, new)
            self.changed.setdefault(key, old)


class FunctionRanges:
    """The analysis of one function; `complete`: whether all functions of the program are analysed."""

    def __init__(
        self, function: Function, facts: dict[str, FunctionFacts], summaries: Summaries, complete: bool
    ) -> None:
        self.function, self.all_facts, self.summaries, self.complete = function, facts, summaries, complete
        self.facts = facts[function.name]
        self.parameters = [name for name in function.parameters if name in self.facts.integers]
        self.ends = [FULL_LOW, FULL_LOW + 1, FULL_HIGH]
        self.thresholds = sorted({*self.named_numbers(), *self.ends, -1, 0, 1})
        self.steps = 0
        self.landings = {
            label: tuple(function.landings.values()) for label, _, unwinding in edges(function) if unwinding
        }
        self.order = reverse_postorder(function)
        self.turns = {label: turn for turn, label in enumerate(self.order)}
        self.transfers = {
            label: [
                (TRANSFER[type(operation)], operation) for operation in block.operations if type(operation) in TRANSFER
            ]
            for label, block in function.blocks.items()
        }
        self.dependencies = self.keys_read()

    def keys_read(self) -> set[Key]:
        """Return the summaries on which the intervals of this function depend."""
        found = {parameter_key(self.function.name, parameter) for parameter in self.parameters}
        for operation in self.function.operations:
            match operation:
                case ops.IndexLoad(region=region):
                    found.add(region_key(region))
                case ops.Call(function=callee):
                    found.add(result_key(callee))
        return found

    def named_numbers(self) -> Iterator[int]:
        """Yield constants and bounds of checks, with their neighbours."""
        named = {end for interval in self.facts.constants.values() for end in interval}
        for operation in self.function.operations:
            match operation:
                case ops.IndexLoad(lower=low, upper=high) | ops.IndexStore(lower=low, upper=high):
                    named |= {low, high}
                case ops.IntArithmetic(low=low, high=high) | ops.RealToInt(low=low, high=high):
                    named |= {low, high}
        for number in named:
            yield from (near for near in (number - 1, number, number + 1) if FULL_LOW <= near <= FULL_HIGH)

    def is_called(self) -> bool:
        """Return whether a call of the function was seen."""
        keys = [parameter_key(self.function.name, parameter) for parameter in self.parameters]
        return all(self.summaries.get(key) is not None for key in keys)

    def entry_locals(self) -> Locals:
        """Return the locals where the function begins: undefined, but for the parameters."""
        # the pattern of what is undefined is the least integer
        found = dict.fromkeys(self.facts.integers, (FULL_LOW, FULL_LOW))
        for parameter in self.parameters:
            found[parameter] = self.summaries.get(parameter_key(self.function.name, parameter)) or ALL
        return found

    def widen(self, old: Interval, new: Interval) -> Interval:
        """Move the ends that grew out to the next threshold."""
        thresholds = self.thresholds if self.steps < STEPS_WITH_THRESHOLDS else self.ends
        low = old[0] if new[0] >= old[0] else thresholds[bisect_right(thresholds, new[0]) - 1]
        high = old[1] if new[1] <= old[1] else thresholds[bisect_left(thresholds, new[1])]
        return low, high

    def expect_any_result(self) -> None:
        """Assume that functions called here that have not returned yet can return anything."""
        for kind, callee, _ in sorted(self.dependencies):
            if kind == "result" and self.summaries.get(result_key(callee)) is None:
                self.summaries.join(result_key(callee), ALL)

    def solve(self) -> dict[Label, Locals]:
        """Return the locals where each reachable block begins."""
        for register, callee in self.facts.callees.items():
            # a callee that has not returned yet: what follows the call is not reached (see flow), so that ALL does no
            # harm
            self.facts.results[register] = self.summaries.get(result_key(callee)) or ALL
        self.steps = 0
        self.first = self.entry_locals()
        begin: dict[Label, Locals] = {self.function.entry: self.first}
        changes: Counter[Label] = Counter()
        # by place in the order: a block comes after those that lead forward to it, and so is rarely visited twice
        waiting = [0]
        while waiting:
            turn = heappop(waiting)
            label = self.order[turn]
            for target, known in self.flow(label, begin[label]):
                goal = self.turns[target]
                if target not in begin:
                    begin[target] = known
                    heappush(waiting, goal)
                    continue
                if known == begin[target]:
                    continue
                joined = {name: join(interval, known[name]) for name, interval in begin[target].items()}
                if joined != begin[target]:
                    # widen on back edges only: growth on a forward edge comes from one of these
                    back = goal <= turn
                    changes[target] += back
                    if back and changes[target] > WIDEN_AFTER:
                        joined = {name: self.widen(begin[target][name], joined[name]) for name in joined}
                    begin[target] = joined
                    if goal not in waiting:
                        heappush(waiting, goal)
        # every step down from a fixed point is sound, so that it may end anywhere
        for _ in range(2):
            begin = self.narrow(begin)
        return begin

    def narrow(self, begin: dict[Label, Locals]) -> dict[Label, Locals]:
        """Take one decreasing step: replace each block's locals by what its incoming edges give."""
        again: dict[Label, Locals] = {self.function.entry: self.first}
        for label in begin:
            for target, known in self.flow(label, begin[label]):
                held = again.get(target)
                again[target] = known if held is None else {name: join(held[name], known[name]) for name in known}
        return {label: again.get(label, begin[label]) for label in begin}

    def propagate(self, solution: dict[Label, Locals]) -> None:
        """Join the arguments of calls, and the result, into the summaries."""
        for label, known in solution.items():
            match self.function.blocks[label].terminator:
                case ops.Call(function=callee) as call if callee != self.function.name:
                    for parameter, interval in self.arguments(call, self.after(label, known)).items():
                        self.summaries.join(parameter_key(callee, parameter), interval)
                case ops.Return(value=value):
                    integer = value is not None and self.function.returns is Type.INT
                    interval = self.after(label, known).interval(value) if integer and value is not None else ALL
                    self.summaries.join(result_key(self.function.name), interval)

    def arguments(self, call: ops.Call, state: AbstractState) -> Locals:
        """Return the intervals of a call's arguments, by the callee's parameters."""
        callee = self.all_facts[call.function]
        pairs = zip(callee.function.parameters, call.arguments, strict=True)
        return {parameter: state.interval(register) for parameter, register in pairs if parameter in callee.integers}

    def after(self, label: Label, known: Locals) -> AbstractState:
        """Return the state at the end of a block; join what the block stores into its arrays."""
        state = AbstractState(self.facts, known, self.summaries.regions)
        for transfer, operation in self.transfers[label]:
            # an array has one interval for all of its cells, and a store may hit any of them: it only ever grows
            if isinstance(operation, ops.IndexStore) and operation.region in self.summaries.regions:
                every, value = cell(operation.kind), state.interval(operation.value)
                # a value too large for the cell is stored cut off: it may then be anything that a cell holds
                stored = value if every[0] <= value[0] and value[1] <= every[1] else every
                self.summaries.join(region_key(operation.region), stored)
            transfer(state, operation)
        return state

    def flow(self, label: Label, known: Locals) -> list[tuple[Label, Locals]]:
        """Return the successors of a block, each with the locals on its edge."""
        self.steps += 1
        state = self.after(label, known)
        block = self.function.blocks[label]
        found: list[tuple[Label, Locals]] = []
        match block.terminator:
            case ops.Jump(target=target):
                found.append((target, state.locals))
            case ops.Branch(condition=condition, yes=yes, no=no):
                other = state.copy()
                state.assume(condition, True)
                other.assume(condition, False)
                found += [(yes, state.locals), (no, other.locals)]
            case ops.Switch() as switch:
                found += [(target, state.locals) for target in dict.fromkeys(successors(switch))]
            case ops.Call(function=callee, next=after):
                # a call of itself is an edge to the entry: recursion is solved here, not in rounds of summaries
                if callee == self.function.name:
                    found.append((self.function.entry, self.first | self.arguments(block.terminator, state)))
                # a callee without a result has not returned so far; one that is not analysed may return all the same
                if self.summaries.get(result_key(callee)) is not None or not self.complete:
                    found.append((after, state.locals))
            case ops.CallIndirect(next=after):
                found.append((after, state.locals))
        # an unwinding jump may leave a callee at any time: what the locals are here holds where it lands
        found += [(target, state.locals) for target in self.landings.get(label, ())]
        return found
