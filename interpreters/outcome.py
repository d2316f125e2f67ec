"""What a run did: how it ended, what it printed, how often each statement ran.

    ending = Trap("division by zero", Place(12, 9, 1))
    ending.kind                       # "trap"
    Outcome(ending, "1:  2", {"12": 1}, {}, 315).ending.message

`Finished` is a normal end, `Trap` the program's fault, `Exhausted` a budget's, `Unsupported` a construct that is not
implemented, `Interrupted` the user's choice. An internal error is a Python exception, `Crash`, and never an outcome.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, ClassVar, Literal

from interpreters.source.diagnostics import Diagnostic
from interpreters.source.position import Place

Kind = Literal["finished", "trap", "exhausted", "unsupported", "interrupted"]


class Crash(Exception):
    """An internal error: an operation met what verified IR never holds."""


@dataclass(frozen=True, slots=True)
class Finished:
    """The program ended by itself, or at the stop that the run asked for (then `message` says which)."""

    message: str = ""
    place: Place | None = None
    kind: ClassVar[Kind] = "finished"


@dataclass(frozen=True, slots=True)
class Trap:
    """The program did what its language forbids; `place` is where, `message` names the values involved."""

    message: str
    place: Place | None = None
    kind: ClassVar[Kind] = "trap"


@dataclass(frozen=True, slots=True)
class Exhausted:
    """A budget (statements, output, memory) ran out before the program ended."""

    message: str
    place: Place | None = None
    kind: ClassVar[Kind] = "exhausted"


@dataclass(frozen=True, slots=True)
class Unsupported:
    """The program asks for something of its language that is not built."""

    message: str
    place: Place | None = None
    kind: ClassVar[Kind] = "unsupported"


@dataclass(frozen=True, slots=True)
class Interrupted:
    """The user stopped the run."""

    message: str = "interrupted"
    place: Place | None = None
    kind: ClassVar[Kind] = "interrupted"


Ending = Finished | Trap | Exhausted | Unsupported | Interrupted


@dataclass(frozen=True, slots=True)
class Outcome:
    """A finished run: its ending, printed text, statement counts, probe histograms and consumed input.

    `counts` maps a statement's label (or `line` where it has none) to its executions; `probes` maps a probe's name to
    {value: times}; `tape_read` is how many items of the input were consumed. `build` and `run` are seconds of
    processor time, which does not depend on what else the machine does. `files` holds what the program wrote to files
    of its own (name to text): such text never reaches the disk by itself. `engine` is the one that ran it: not always
    the one that was asked for. `notes` are what the run met that is legal, but may not be what the author meant.
    `failed_assumptions` is how many of those on which the program was lowered did not hold (language.py: Lowered).
    """

    ending: Ending
    output: str
    counts: Mapping[str, int]
    probes: Mapping[str, Mapping[int, int]]
    tape_read: int = 0
    build: float = 0.0
    run: float = 0.0
    files: Mapping[str, str] = field(default_factory=dict)
    engine: str = ""
    notes: tuple[Diagnostic, ...] = ()
    failed_assumptions: int = 0

    def same_as(self, other: Outcome) -> bool:
        """Tell whether two engines agree: everything but the times."""
        return self.compared() == other.compared()

    def compared(self) -> tuple[Any, ...]:
        counts = dict(self.counts)
        return (self.ending, self.output, counts, self.probes, self.tape_read, self.files, self.notes)


USUAL_STATEMENTS = 10**12
"""What a program meets only by mistake: hours of work on the fast engine."""


@dataclass(frozen=True, slots=True)
class Limits:
    """Budgets of a run: statements executed, bytes printed, bytes of program memory, depth of calls.

    The depth leaves room for Knuth's Man-or-Boy at k = 20, which nests 2 ** 20 calls.
    """

    statements: int | None = USUAL_STATEMENTS
    output: int = 64 * 1024 * 1024
    memory: int = 256 * 1024 * 1024
    depth: int = 1_200_000
