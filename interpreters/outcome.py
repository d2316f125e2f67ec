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

from getallenband.interpreters.source.diagnostics import Diagnostic
from getallenband.interpreters.source.position import Place

Kind = Literal["finished", "trap", "exhausted", "unsupported", "interrupted"]


class Crash(Exception):
    """An internal error: an operation met what verified IR never holds."""


@dataclass(frozen=True)
class Ending:
    """How a run ended: `message` says why, and `place` where."""

    message: str = ""
    place: Place | None = None
    kind: ClassVar[Kind]


class Finished(Ending):
    """The program ended by itself, or at the stop that the run asked for (then `message` says which)."""

    kind = "finished"


class Trap(Ending):
    """The program did what its language forbids; `message` names the values involved."""

    kind = "trap"


class Exhausted(Ending):
    """A budget (statements, output, memory) ran out before the program ended."""

    kind = "exhausted"


class Unsupported(Ending):
    """The program asks for something of its language that is not built."""

    kind = "unsupported"


@dataclass(frozen=True)
class Interrupted(Ending):
    """The user stopped the run."""

    message: str = "interrupted"
    kind = "interrupted"


@dataclass(frozen=True, slots=True)
class Outcome:
    """A finished run: its ending, printed text, statement counts, probe histograms and consumed input.

    `counts` maps a statement's label (or `line` where it has none) to its executions; `probes` maps a probe's name to
    {value: times}; `tape_read` is how many items of the input were consumed. `build` and `run` are seconds of
    processor time, which does not depend on what else the machine does. `files` holds what the program wrote to files
    of its own (name to text): such text never reaches the disk by itself. `engine` is the one that ran it: not always
    the one that was asked for. `notes` report legal events that the author may not have meant. `failed_assumptions` is
    how many of those on which the program was lowered did not hold (language.py: Lowered). `variables`, where they were
    asked for, are the program's and those of the innermost call, as the run left them (ir/inspection.py).
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
    variables: Mapping[str, Any] = field(default_factory=dict)

    def same_as(self, other: Outcome) -> bool:
        """Tell whether two engines agree: everything but the times."""
        return self.compared() == other.compared()

    def compared(self) -> tuple[Any, ...]:
        counts = dict(self.counts)
        return (self.ending, self.output, counts, self.probes, self.tape_read, self.files, self.notes, self.variables)


USUAL_STATEMENTS = 10**12
"""More than any program runs on purpose: hours of work on the fast engine."""


@dataclass(frozen=True, slots=True)
class Limits:
    """Budgets of a run: statements executed, bytes printed, bytes of program memory, depth of calls.

    The depth leaves room for Knuth's Man-or-Boy at k = 20, which nests 2 ** 20 calls.
    """

    statements: int | None = USUAL_STATEMENTS
    output: int = 64 * 1024 * 1024
    memory: int = 256 * 1024 * 1024
    depth: int = 1_200_000
