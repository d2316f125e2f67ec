"""The words that compiled code and its host share while a program runs: program -> layout of one array of 64-bit words.

    layout = Layout.of(program)
    words[SITE]                       # where the run ended
    words[layout.probes + 1024 * 2]   # how often probe 2 saw the value 0

A site is a place in the code that the host must be able to name: it has a number, and a row in the list of sites.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

from getallenband.interpreters.ir import ops
from getallenband.interpreters.ir.ops import Label, Operation
from getallenband.interpreters.ir.program import Program
from getallenband.interpreters.ir.types import Type

SITE = 0
POLL = 1
MEMORY_STACK = 2
STACK_GUARD = 3
ACTIVATION = 4
LANDING = 5
PENDING = 6
OVERFLOW_PENDING = 7
FUEL = 8
BLOCK = 9
FRAME = 10
DEPTH = 11
FRAME_LIMIT = 12
GATE = 13
WORK = 14
OPERANDS = 15

NORMAL, UNWINDING, ENDED, TOO_DEEP = 0, 1, 2, 3
"""How a function of machine code returns, and a run ends."""

POLL_INTERVAL = 2_000_000
PROBE_VALUES = 1024
OVERFLOW_VALUES = 4096

SiteKind = Literal[
    "trap", "memory", "work", "deep", "budget", "poll", "host", "deferred", "probe", "stop", "end", "frames",
    "crash",
]  # fmt: skip


@dataclass(frozen=True, slots=True)
class Site:
    """A point in the code: its number, why it calls the host or ends, where it is, its operands' types."""

    number: int
    kind: SiteKind
    function: str
    block: Label
    index: int
    operation: Operation
    message: str = ""
    types: tuple[Type, ...] = ()
    converted: tuple[tuple[int, Type], ...] = field(init=False)
    """The operands that are not integers; computed once, since printing programs reach a site millions of times."""

    def __post_init__(self) -> None:
        converted = tuple((number, type_) for number, type_ in enumerate(self.types) if type_ is not Type.INT)
        object.__setattr__(self, "converted", converted)


@dataclass(slots=True)
class Layout:
    """The layout of the shared words; `events` are records of `event_size` words: a site and its arguments."""

    stops: dict[tuple[int, int], int] = field(default_factory=dict)
    probes: int = 0
    overflow: int = 0
    events: int = 0
    event_size: int = 1
    size: int = 0

    @classmethod
    def of(cls, program: Program) -> Layout:
        """Lay out the words that a program needs."""
        layout = cls()
        operands = 8
        stops: dict[tuple[int, int], None] = {}
        for operation in program.operations:
            match operation:
                case ops.HostCall(arguments=values):
                    operands = max(operands, len(values))
                case ops.DeferredHostCall(arguments=values):
                    layout.event_size = max(layout.event_size, 1 + len(values))
                case ops.Check(values=values) | ops.CheckDefined(values=values):
                    operands = max(operands, len(values))
                case ops.CheckFinite(values=values) | ops.Trap(values=values):
                    operands = max(operands, len(values))
                case ops.StopBefore(statement=statement, execution=execution):
                    stops[statement, execution] = None
        free = OPERANDS + operands
        layout.stops = {stop: free + number for number, stop in enumerate(stops)}
        layout.probes = free + len(stops)
        layout.overflow = layout.probes + PROBE_VALUES * len(program.probes)
        layout.events = layout.overflow + (2 * OVERFLOW_VALUES if program.probes else 0)
        layout.size = layout.events + ops.EVENTS * layout.event_size
        return layout
