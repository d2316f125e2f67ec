"""The reference engine in a mode that asserts, while a program runs, what the other engines believe about it.

    execution = execute(program, library, host)     # as machine.execute; Crash where something believed is not so

The native engine drops a check where `transform/` has proved it needless: a fault in a proof would be a wrong result
without a message. The reference engine makes all checks and uses no proof, so it can find out. Its program gets an
assertion wherever something is believed: where each integer lies that an operation reads, that a block is never
reached, that a local has a value, that an address is one of memory that was allocated and in no array that is followed,
that a loop takes no more turns than its bound. A check that was proved needless is taken out, as the native engine
does, and its result asserted instead: else the check itself would end the run first. Library procedures get a memory
that refuses what they do not declare (watched_memory.py).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any

from interpreters.ir import ops
from interpreters.ir.execution import Execution, Progress
from interpreters.ir.fields import reads
from interpreters.ir.host import Host, Library
from interpreters.ir.ops import FULL_HIGH, FULL_LOW, Label, Operation, Register
from interpreters.ir.ops.operation import Int, immutable
from interpreters.ir.program import Block, Function, Program
from interpreters.ir.types import SIZES, UNDEFINED_INT, Type
from interpreters.machine import engine
from interpreters.machine.operations.steps import UNDEFINED
from interpreters.machine.state import Here, Step, Values
from interpreters.outcome import Crash
from interpreters.testing.watched_memory import Regions, watched_library
from interpreters.transform.abstract_state import AbstractState, FunctionFacts
from interpreters.transform.definite_assignment import needless_checks
from interpreters.transform.intervals import ALL, Interval, exact
from interpreters.transform.transfer import apply

Making = Callable[[Here], Step]


@immutable
class Assertion(Operation):
    """An operation that only this mode has: it reads registers, and makes its step itself."""

    registers: tuple[Int, ...]
    make: Making


def execute(
    program: Program,
    library: Library,
    host: Host,
    progress: Progress | None = None,
    trace: Callable[[str], None] | None = None,
) -> Execution:
    """Run a verified program as the reference engine does; raise Crash where something believed about it is not so."""
    regions = Regions(program)
    asserting = with_assertions(program, host.memory.size, regions)
    return engine.execute(asserting, watched_library(library, regions), host, progress, trace)


def with_assertions(program: Program, memory: int, regions: Regions) -> Program:
    """Return the program with an assertion at each place where something is believed; `memory` is its size."""
    functions = program.functions.items()
    return replace(
        program, functions={name: Asserting(function, memory, regions).function() for name, function in functions}
    )


class Asserting:
    """Puts assertions into a function."""

    def __init__(self, function: Function, memory: int, regions: Regions) -> None:
        self.original, self.regions = function, regions
        self.needless = needless_checks(function)
        self.facts = FunctionFacts(function, memory)
        self.seen: dict[Register, Interval] = {}
        self.where = ""

    def function(self) -> Function:
        blocks = {label: Block(list(self.operations(label))) for label in self.original.blocks}
        return replace(self.original, blocks=blocks)

    def operations(self, label: Label) -> Iterator[Operation]:
        """Yield the operations of a block, each after what is believed of what it reads."""
        state = AbstractState(self.facts)
        self.seen, self.where = {}, f"function {self.original.name}, block {label}"
        for index, operation in enumerate(self.original.blocks[label].operations):
            self.where = f"function {self.original.name}, block {label}, operation {index} ({operation.printed_name})"
            if (label, index) in self.needless:
                yield from self.unchecked(operation, state)
                continue
            yield from self.before(state, operation)
            plain, result = without_check(state, operation)
            yield plain
            if result != ALL:
                yield lies(self.where, plain.result, result)
            apply(state, operation)

    def unchecked(self, operation: Operation, state: AbstractState) -> Iterator[Operation]:
        """Yield an assertion in place of the check of a value that is certainly defined."""
        match operation:
            case ops.LocalLoad():
                load = replace(operation, message=None)
                yield load
                yield has_value(self.where, operation.result, operation.local)
                apply(state, load)
            case ops.CheckDefined(value=value):
                yield has_value(self.where, value, f"%{value}")

    def before(self, state: AbstractState, operation: Operation) -> Iterator[Operation]:
        """Yield what is believed of the registers that an operation reads, unless it was asserted just so before."""
        for register in reads(operation):
            if self.original.registers[register] is Type.INT and register not in self.facts.constants:
                interval = state.interval(register)
                if interval not in (ALL, self.seen.get(register)):
                    self.seen[register] = interval
                    yield lies(self.where, register, interval)
        if isinstance(operation, ops.Load | ops.Store):
            taken = operation.known_valid and self.regions.taken  # of all memory, the engine itself sees to the ends
            if taken or self.regions.subscripted:
                yield valid(self.where, operation, self.regions, taken)


def without_check(state: AbstractState, operation: Operation) -> tuple[Any, Interval]:
    """Return an operation without its check of the result where that is needless, and where the result then lies."""
    match operation:
        case ops.IntArithmetic(low=low, high=high) if not operation.wraps:
            found = exact(operation, state.interval(operation.left), state.interval(operation.right))
            if low <= found[0] and found[1] <= high:
                return replace(operation, low=FULL_LOW, high=FULL_HIGH, message=None), found
        case ops.LocalLoad(local=local, message=str()) if local in state.facts.integers:
            holder = state.holders.get(local)
            found = state.locals.get(local, ALL) if holder is None else state.interval(holder)
            if found[0] > UNDEFINED_INT:
                return replace(operation, message=None), found
    return operation, ALL


# --- what is asserted --------------------------------------------------------------------------------------------


def lies(where: str, register: Register, interval: Interval) -> Assertion:
    """Assert that a register lies in an interval."""
    low, high = interval

    def step(values: Values) -> None:
        if not low <= values[register] <= high:
            raise Crash(f"{where}: %{register} is {values[register]}, it was proved to lie in {low}..{high}")

    return Assertion((register,), lambda _here: step)


def has_value(where: str, register: Register, local: str) -> Assertion:
    """Assert that the value of a local, in a register, is not the undefined pattern."""

    def make(here: Here) -> Step:
        is_undefined = UNDEFINED[here.routine.function.registers[register]]

        def step(values: Values) -> None:
            if is_undefined(values[register]):
                raise Crash(f"{where}: {local} has no value, it was proved to have one")

        return step

    return Assertion((register,), make)


def valid(where: str, operation: ops.Load | ops.Store, regions: Regions, taken: bool) -> Assertion:
    """Assert that an address leads into no array that is only subscripted and, if `taken`, into memory that is."""
    address, offset, size = operation.address, operation.offset, SIZES[operation.kind]

    def make(here: Here) -> Step:
        def step(values: Values) -> None:
            first = values[address] + offset
            region, end = regions.at(first)
            end = here.state.top if taken and first >= regions.stack else end
            if region in regions.subscripted or first + size > end:
                raise Crash(f"{where}: {size} bytes at {first} (in {region!r}) are not what an address may lead to")

        return step

    return Assertion((address,), make)
