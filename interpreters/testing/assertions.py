"""The reference engine in a mode that asserts, while a program runs, what the other engines assume about it.

    execution = execute(program, library, host)     # as machine.execute; Crash where an assumption is wrong

The check of a value is dropped where `transform/definite_assignment.py` has proved that it has one, and LLVM is told
that addresses lead into no array that is only subscripted: a fault in either would be a wrong result without a message.
In this mode an assertion stands in place of each check that was dropped, and before each use of an address.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Iterator
from dataclasses import replace

from getallenband.interpreters.ir import ops
from getallenband.interpreters.ir.execution import Execution, Progress
from getallenband.interpreters.ir.host import Host, Library
from getallenband.interpreters.ir.ops import Label, Operation, Register
from getallenband.interpreters.ir.ops.operation import Int, immutable
from getallenband.interpreters.ir.program import Block, Function, Program
from getallenband.interpreters.ir.types import SIZES
from getallenband.interpreters.machine import engine
from getallenband.interpreters.machine.operations import FUNCTIONS
from getallenband.interpreters.machine.operations.steps import UNDEFINED
from getallenband.interpreters.machine.state import Here, Step, Values
from getallenband.interpreters.outcome import Crash
from getallenband.interpreters.transform.definite_assignment import needless_checks


class Regions:
    """The addresses of the regions, and which regions are only subscripted; pointers may lead to all others.

    `taken`: whether the program takes memory from the stack; the runtime of Perl divides all memory itself.
    """

    def __init__(self, program: Program) -> None:
        addresses = program.addresses()
        self.stack = program.stack_start()
        self.names = ["no region", *addresses, "the stack"]
        self.begins = [-(2**63), *addresses.values(), self.stack]
        self.ends = [-(2**63), *self.begins[2:], 2**63]
        self.subscripted = program.subscripted()
        self.taken = any(isinstance(operation, ops.StackAllocate) for operation in program.operations)

    def at(self, address: int) -> tuple[str, int]:
        """Return the region that an address is in, and where it ends."""
        number = bisect_right(self.begins, address) - 1
        return self.names[number], self.ends[number]


@immutable
class Assertion(Operation):
    """An operation that only this mode has: it reads registers, and makes its step itself."""

    registers: tuple[Int, ...]
    make: Callable[[Here], Step]


def assertion(operation: Assertion, here: Here) -> Step:
    return operation.make(here)


def execute(
    program: Program,
    library: Library,
    host: Host,
    progress: Progress | None = None,
    trace: Callable[[str], None] | None = None,
) -> Execution:
    """Run a verified program as the reference engine does; raise Crash where an assumption is wrong."""
    FUNCTIONS[Assertion] = assertion
    regions = Regions(program)
    return engine.execute(with_assertions(program, regions), library, host, progress, trace)


def with_assertions(program: Program, regions: Regions) -> Program:
    """Return the program with an assertion at each place where something is assumed."""
    functions = {}
    for name, function in program.functions.items():
        needless = needless_checks(function)
        blocks = {label: Block(list(asserting(function, label, needless, regions))) for label in function.blocks}
        functions[name] = replace(function, blocks=blocks)
    return replace(program, functions=functions)


def asserting(
    function: Function, label: Label, needless: set[tuple[Label, int]], regions: Regions
) -> Iterator[Operation]:
    """Yield the operations of a block with their assertions."""
    for index, operation in enumerate(function.blocks[label].operations):
        where = f"function {function.name}, block {label}, operation {index} ({operation.printed_name})"
        if (label, index) in needless:
            yield from unchecked(where, operation)
            continue
        if isinstance(operation, ops.Load | ops.Store):
            taken = operation.known_valid and regions.taken  # of all memory, the engine itself sees to the ends
            if taken or regions.subscripted:
                yield valid(where, operation, regions, taken)
        yield operation


# --- what is asserted --------------------------------------------------------------------------------------------


def unchecked(where: str, operation: Operation) -> Iterator[Operation]:
    """Yield an assertion in place of the check of a value that is certainly defined."""
    match operation:
        case ops.LocalLoad():
            yield replace(operation, message=None)
            yield has_value(where, operation.result, operation.local)
        case ops.CheckDefined(value=value):
            yield has_value(where, value, f"%{value}")


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
