"""Where the integers of a program lie: program -> intervals of the locals where each block begins, and of the arrays.

    ranges = Ranges.of(program, library)
    ranges.begin["main", Label("label.60")]["plaknr"]    # (2, 63)
    ranges.regions["gatstapel"]                          # (-2**63, 77): undefined or at most 77

Abstract interpretation over intervals (Cousot and Cousot 1977): each function is solved by itself
(`function_ranges.py`), and functions are solved again until the summaries that they exchange reach a fixed point.
A static array is tracked where its address is never taken, no pointer may lead to it, and no library procedure that the
program calls writes to it.
Of a program in which nothing has bounds, such as one of Perl, nothing is found out.
"""

from __future__ import annotations

from collections import Counter, OrderedDict
from dataclasses import dataclass, field

from interpreters.ir import ops
from interpreters.ir.host import Library
from interpreters.ir.ops import FULL_HIGH, FULL_LOW, Label
from interpreters.ir.program import Program, Region
from interpreters.ir.types import SIZES, Kind
from interpreters.transform.abstract_state import FunctionFacts
from interpreters.transform.function_ranges import (
    WIDEN_AFTER,
    FunctionRanges,
    Key,
    Locals,
    Summaries,
    parameter_key,
)
from interpreters.transform.intervals import ALL, Interval

MOST_SOLUTIONS = 24
"""Solutions of one function after which it no longer waits for its callees: their results may be anything.

A function that calls a thousand others would otherwise be solved a thousand times, each time one call further.
"""
MOST_STATES = 20_000
"""Blocks times locals from which on a function is not analysed."""


@dataclass
class Ranges:
    """The intervals of the integer locals where each block begins, and of the arrays.

    Where a function is `analysed`, a block without an entry is never reached; of other functions nothing is known.
    """

    facts: dict[str, FunctionFacts]
    begin: dict[tuple[str, Label], Locals] = field(default_factory=dict)
    regions: dict[str, Interval] = field(default_factory=dict)
    analysed: set[str] = field(default_factory=set)

    @classmethod
    def of(cls, program: Program, library: Library, memory: int = FULL_HIGH) -> Ranges:
        """Find the intervals; `memory` is the largest address."""
        found = cls({name: FunctionFacts(function, memory) for name, function in program.functions.items()})
        # the analysis would take longer than a short run, and tell nothing
        if not any(map(has_bounds, program.operations)):
            return found
        small = [f for f in program.functions.values() if len(f.blocks) * len(f.locals) <= MOST_STATES]
        complete = len(small) == len(program.functions)
        # what a function that is not analysed stores or passes on is unknown: then nothing is assumed of arrays and
        # parameters
        summaries = Summaries(tracked_regions(program, library) if complete else {})
        functions = {f.name: FunctionRanges(f, found.facts, summaries, complete) for f in small}
        # who calls these, and with what, is not seen
        for name in address_taken(program) if complete else functions:
            for parameter in functions[name].parameters:
                summaries.join(parameter_key(name, parameter), ALL)
        found.solve(functions, summaries)
        found.regions, found.analysed = summaries.regions, set(functions)
        return found

    def solve(self, functions: dict[str, FunctionRanges], summaries: Summaries) -> None:
        """Solve the functions until the summaries reach a fixed point."""
        # a function is solved again only where a summary that it reads has grown
        readers: dict[Key, list[str]] = {}
        for name, function in functions.items():
            for key in function.dependencies:
                readers.setdefault(key, []).append(name)
        changes: Counter[Key] = Counter()
        solutions: Counter[str] = Counter()
        waiting = OrderedDict.fromkeys(functions)
        while waiting:
            name, _ = waiting.popitem(last=False)
            function = functions[name]
            if not function.is_called():
                continue
            summaries.changed.clear()
            solutions[name] += 1
            if solutions[name] == MOST_SOLUTIONS:
                function.expect_any_result()
            solution = function.solve()
            self.begin.update({(name, label): known for label, known in solution.items()})
            function.propagate(solution)
            for key, before in summaries.changed.items():
                changes[key] += 1
                # without this a counter that two functions pass to each other would grow by one in each round, 2 ** 63
                # times
                if changes[key] > WIDEN_AFTER:
                    summaries.set(key, widen(functions, key, before, summaries, changes[key]))
                waiting.update(dict.fromkeys(readers.get(key, ())))


def has_bounds(operation: ops.Operation) -> bool:
    """Return whether it may help to know where an operation's integers lie."""
    match operation:
        case ops.IndexLoad() | ops.IndexStore() | ops.CheckRange() | ops.CheckDefined():
            return True
        case ops.Load(known_valid=known) | ops.Store(known_valid=known):
            return not known
        case ops.IntArithmetic(low=low, high=high):
            return (low, high) != ALL
        case ops.LocalLoad(message=message):
            return message is not None
    return False


def widen(
    functions: dict[str, FunctionRanges], key: Key, old: Interval | None, summaries: Summaries, changes: int
) -> Interval:
    """Widen a summary that keeps changing: a parameter to a threshold of its function, all else to the full range."""
    kind, name, _ = key
    # a parameter is compared with numbers that its function names; of results and arrays no such number is known
    if kind != "parameter" or changes > 4 * WIDEN_AFTER or old is None:
        return ALL
    return functions[name].widen(old, summaries.intervals[key])


def address_taken(program: Program) -> list[str]:
    """Return the functions that may be called from anywhere: the entry, and those whose code is taken."""
    return list(dict.fromkeys([program.entry, *(function.name for function in program.coded().values())]))


def tracked_regions(program: Program, library: Library) -> dict[str, Interval]:
    """Return the first contents of the arrays that only IndexStore writes, as cells of one kind."""
    calls = {operation.name for operation in program.operations if isinstance(operation, ops.HostCall)}
    written = {region for name in calls for region in library[name].writes}
    found: dict[str, Interval] = {}
    for name, kinds in subscripted_regions(program).items():
        # written in cells of two sizes, a cell could hold parts of two values
        if len(kinds) == 1 and name not in written:
            (only,) = kinds
            begin = first_contents(program.regions[name], only)
            if begin is not None:
                found[name] = begin
    return found


def subscripted_regions(program: Program) -> dict[str, set[Kind]]:
    """Return the regions that the program accesses by subscript only, each with the kinds of its cells."""
    kinds: dict[str, set[Kind]] = {}
    pointed = {name for name, region in program.regions.items() if region.address_taken}
    for operation in program.operations:
        match operation:
            case ops.RegionAddress(region=name):
                pointed.add(name)
            case ops.IndexLoad(region=name, kind=kind) | ops.IndexStore(region=name, kind=kind):
                kinds.setdefault(name, set()).add(kind)
    return {name: kinds[name] for name in program.regions if name in kinds and name not in pointed}


def first_contents(region: Region, kind: Kind) -> Interval | None:
    """Return where the cells of a region lie when a run begins; None where they are not integers of that kind."""
    size = SIZES[kind]
    if kind == "f64" or len(region.contents) % size:
        return None
    if not region.contents and region.pattern != "zero":
        # the undefined pattern is the least integer: an array that is set before it is read has it as its lower end
        return (FULL_LOW, FULL_LOW) if (region.pattern, kind) == ("undefined_int", "i64") else None
    parts = [region.contents[at : at + size] for at in range(0, len(region.contents), size)]
    values = [int.from_bytes(part, "little", signed=kind[0] == "i") for part in parts]
    if len(region.contents) < region.size:
        values.append(0)
    return (min(values), max(values)) if values else None
