"""The state of a run: routines made of closures, the stack of calls, pending events, instruments.

values = routine.blank.copy()        # registers first, then locals
for step in routine.entry.steps:
    step(values)                     # reads and writes `values`; the last one returns the block to continue in
"""

from __future__ import annotations

import marshal
import zlib
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, NamedTuple

from getallenband.interpreters.ir.fields import reads, result
from getallenband.interpreters.ir.host import Host, HostExhausted, HostFunction, Library
from getallenband.interpreters.ir.messages import format_message, format_value
from getallenband.interpreters.ir.ops import Label, Operation
from getallenband.interpreters.ir.ops.constants import Constant
from getallenband.interpreters.ir.program import Function, Program
from getallenband.interpreters.ir.snapshot import Watch
from getallenband.interpreters.ir.types import UNDEFINED_INT, UNDEFINED_REAL, Type
from getallenband.interpreters.outcome import Crash, Ending, Trap
from getallenband.interpreters.source.position import Place

Values = list[Any]
"""The registers and then the locals of one activation: int, float or bool each; None where not assigned yet."""

CHUNK = 4096
"""Suspended callers that are packed at once."""

Step = Callable[[Values], Any]
"""One operation, to be performed on the values of an activation; a terminator returns the block to continue in."""

UNDEFINED: dict[Type, float] = {Type.INT: UNDEFINED_INT, Type.REAL: UNDEFINED_REAL}


class Ended(Exception):
    """A step ends the run."""

    def __init__(self, ending: Ending) -> None:
        self.ending = ending


@dataclass(slots=True, eq=False)
class Code:
    """A block as closures: `indices` says which operation each step is, `marks` how many statements begin in it."""

    function: str
    label: Label
    marks: int = 0
    steps: tuple[Step, ...] = ()
    indices: tuple[int, ...] = ()
    first_mark: int = 0
    entries: int = 0


class Routine:
    """A function as closures; `blank` is what an activation begins with: constants, undefined locals."""

    def __init__(self, function: Function) -> None:
        self.function = function
        registers = len(function.registers)
        self.slots = {name: registers + index for index, name in enumerate(function.locals)}
        self.blank: Values = [None] * registers + [UNDEFINED[kind] for kind in function.locals.values()]
        self.parameters = tuple(self.slots[name] for name in function.parameters)
        self.identity = self.slots[function.identity] if function.identity is not None else None
        self.blocks = {label: Code(function.name, label) for label in function.blocks}
        self.entry = self.blocks[function.entry]

    @cached_property
    def lasting(self) -> list[int]:
        """The slots that a block may read without having written them, except constants."""
        written = {
            result(operation): label
            for label, block in self.function.blocks.items()
            for operation in block.operations
            if not isinstance(operation, Constant)
        }
        outlive_blocks = {
            register
            for label, block in self.function.blocks.items()
            for operation in block.operations
            for register in reads(operation)
            if written.get(register, label) != label
        }
        return [*outlive_blocks, *self.slots.values()]

    def activation(self, arguments: Iterable[Any]) -> Values:
        values = self.blank.copy()
        for slot, argument in zip(self.parameters, arguments, strict=True):
            values[slot] = argument
        return values


class Frame(NamedTuple):
    """A suspended caller: its values, its routine, the block to continue in, the register of the result."""

    values: Values
    routine: Routine
    next: Code
    result: int | None


class CallStack:
    """Suspended callers; of a deep stack the lower part is packed.

    An activation takes kilobytes, most of them for results that are not read again, and recursion may be a million
    deep. A packed activation holds only the values that are still needed, which compress well: all are alike.
    """

    def __init__(self) -> None:
        self.routines: dict[str, Routine] = {}
        self.frames: list[Frame] = []
        self.chunks: list[bytes] = []

    def __len__(self) -> int:
        return len(self.chunks) * CHUNK + len(self.frames)

    def push(self, frame: Frame) -> None:
        self.frames.append(frame)
        if len(self.frames) == 2 * CHUNK:
            packed = [
                (routine.function.name, [values[slot] for slot in routine.lasting], after.label, register)
                for values, routine, after, register in self.frames[:CHUNK]
            ]
            self.chunks.append(zlib.compress(marshal.dumps(packed), 1))
            del self.frames[:CHUNK]

    def pop(self) -> Frame | None:
        """Return the last caller, or None where all have continued."""
        if not self.frames:
            if not self.chunks:
                return None
            self.frames = [self.unpacked(*parts) for parts in marshal.loads(zlib.decompress(self.chunks.pop()))]
        return self.frames.pop()

    def unpacked(self, name: str, lasting_values: list[Any], after: Label, register: int | None) -> Frame:
        routine = self.routines[name]
        values = routine.blank.copy()
        for slot, value in zip(routine.lasting, lasting_values, strict=True):
            values[slot] = value
        return Frame(values, routine, routine.blocks[after], register)


@dataclass(slots=True, eq=False)
class State:
    """Everything that a run changes, besides the values of the current activation.

    `codes` are the numbers of the functions, `coded` the routines that indirect calls may enter, by these numbers;
    `addresses` are those of the arrays. `transfer` is set by steps that change the activation (call, return, unwind):
    its values, and the block to continue in. The first `early` events have been performed already; the last of them may
    have `exhausted` a budget. `top` is the address up to which the stack in memory is used; `passes` counts for
    StopBefore. `innermost` is the activation in which the run ended.
    """

    program: Program
    library: Library
    host: Host
    trace: Callable[[str], None] | None
    watch: Watch | None
    routines: dict[str, Routine] = field(default_factory=dict)
    coded: dict[int, Routine] = field(default_factory=dict)
    codes: dict[str, int] = field(init=False)
    addresses: dict[str, int] = field(init=False)
    stack: CallStack = field(default_factory=CallStack)
    events: list[tuple[HostFunction, tuple[Any, ...]]] = field(default_factory=list)
    histograms: list[dict[int, int]] = field(default_factory=list)
    passes: dict[tuple[int, int], int] = field(default_factory=dict)
    early: int = 0
    exhausted: HostExhausted | None = None
    top: int = 0
    transfer: tuple[Values, Code] | None = None
    innermost: tuple[Routine, Values] | None = None

    def __post_init__(self) -> None:
        self.codes = {name: code for code, name in enumerate(self.program.functions)}
        self.addresses = self.program.addresses()

    def perform_early(self) -> None:
        """Perform the pending events before they are due, so that what they print is seen.

        They stay pending: the output budget ends the run where it would have without this.
        """
        while self.exhausted is None and self.early < len(self.events):
            procedure, arguments = self.events[self.early]
            self.early += 1
            try:
                procedure.perform(self.host, *arguments)
            except HostExhausted as exhausted:
                self.exhausted = exhausted

    def drain(self) -> None:
        """Perform the pending events; raise HostExhausted when a budget is exhausted (the rest is dropped).

        Meanwhile there is no memory: a call that is deferred must not depend on what the program stores after it.
        """
        memory = self.host.memory
        del self.host.memory
        try:
            if self.exhausted is not None:
                raise self.exhausted
            for procedure, arguments in self.events[self.early :]:
                procedure.perform(self.host, *arguments)
        finally:
            self.host.memory = memory
            self.events.clear()
            self.early, self.exhausted = 0, None


class Here:
    """The context of an operation: the state of the run, and the routine."""

    def __init__(self, state: State, routine: Routine) -> None:
        self.state = state
        self.routine = routine

    def place(self, operation: Operation) -> Place:
        return self.state.host.place(operation.at)

    def trap(self, operation: Operation, message: str | None, *values: Any) -> Ended:
        """Return the exception that ends the run as a Trap with this message."""
        if message is None:
            return Ended(Trap("integer overflow", self.place(operation)))
        return Ended(Trap(format_message(message, values), self.place(operation)))

    def trace_assignment(self, operation: Operation, name: str, value: Any) -> None:
        """Tell the trace that a variable of the source text has a new value, unless that is undefined.

        A local whose name begins with % is none of the source text.
        """
        if self.state.trace is not None and name[0] != "%" and value != UNDEFINED_INT and value == value:
            place = self.place(operation)
            indent = "  " * len(self.state.stack)
            self.state.trace(f"{place.line}:{place.column} {indent}{name} := {format_value(value)}")

    def region(self, name: str) -> int:
        return self.state.addresses[name]

    def block(self, label: Label) -> Code:
        if label not in self.routine.blocks:
            raise Crash(f"function {self.routine.function.name} has no block {label}")
        return self.routine.blocks[label]
