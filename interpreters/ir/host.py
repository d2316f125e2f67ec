"""What a language's library may use while a program runs, and how it ends a run.

def write_number(host: Host, digits: int, value: float) -> None:
    host.output.write(f"{value:{digits}.0f}")

LIBRARY = {"write_number": HostFunction((Type.INT, Type.REAL), None, write_number)}
"""

from __future__ import annotations

from collections.abc import Callable, MutableSequence
from dataclasses import dataclass, field
from typing import Any, ClassVar, NamedTuple

from getallenband.interpreters.ir import ops
from getallenband.interpreters.ir.memory import Memory
from getallenband.interpreters.ir.messages import out_of_output, out_of_work
from getallenband.interpreters.ir.program import Program
from getallenband.interpreters.ir.types import Type
from getallenband.interpreters.outcome import Ending, Exhausted, Finished, Interrupted, Limits, Trap
from getallenband.interpreters.source.diagnostics import Diagnostic
from getallenband.interpreters.source.position import Place


class HostEnd(Exception):
    """A library procedure ends the run."""

    kind: ClassVar[type[Ending]]

    def ending(self, place: Place) -> Ending:
        return self.kind(str(self), place)


class HostTrap(HostEnd):
    """The program did something forbidden; the message says what."""

    kind = Trap


class HostHalt(HostEnd):
    """A library procedure ends the run as Finished; a message, if any, says why."""

    kind = Finished


class HostExhausted(HostEnd):
    """A budget is exhausted."""

    kind = Exhausted


class HostInterrupted(HostEnd):
    """The user interrupted the run within a library procedure."""

    kind = Interrupted


ELEMENT = 64
"""Bytes of work that a procedure is charged for an element of an array: it takes as long as several statements."""


PIECES = 4096
"""Texts that are joined at a time: each takes some 50 bytes besides its letters, and programs print millions."""
WAITING = 2**20
"""Bytes of texts that are joined at a time: they are in memory twice then."""


class Output:
    """Printed text, up to a limit in bytes (UTF-8); the rest is cut off, and the run ends.

    `echo` is given every text as it is written; a line that is printed over another comes again as a whole. The last
    text that was written is the last of `pieces`: it can be taken back to be printed over.
    """

    def __init__(self, limit: int, echo: Callable[[str], None] | None = None) -> None:
        self.limit, self.used, self.elsewhere, self.echo = limit, 0, 0, echo
        self.joined, self.waiting = "", 0
        self.pieces: list[str] = []

    def write(self, text: str) -> None:
        """Append text; raise HostExhausted when the limit is reached."""
        size = len(text) if text.isascii() else len(text.encode("utf-8"))
        if self.used + self.elsewhere + size > self.limit:
            room = self.limit - self.used - self.elsewhere
            self.write(text.encode("utf-8")[:room].decode("utf-8", "ignore"))
            self.used = self.limit - self.elsewhere
            raise HostExhausted(out_of_output(self.limit))
        self.used += size
        self.waiting += size
        pieces = self.pieces
        pieces.append(text)
        if len(pieces) > PIECES or self.waiting > WAITING:
            self.join(len(pieces) - 1)
        if self.echo is not None:
            self.echo(text)

    def check(self, size: int) -> None:
        """Raise HostExhausted where the limit leaves no room for this many bytes."""
        if self.used + self.elsewhere + size > self.limit:
            raise HostExhausted(out_of_output(self.limit))

    def charge(self, size: int) -> None:
        """Charge bytes that go to files of the program; raise HostExhausted when the limit is reached."""
        self.check(size)
        self.elsewhere += size

    @property
    def text(self) -> str:
        """All that was printed; the pieces are joined once."""
        self.join(len(self.pieces))
        return self.joined

    def join(self, count: int) -> None:
        """Append the first pieces to what was joined before: a text that nothing else refers to grows where it is."""
        more = "".join(self.pieces[:count])
        # no call from here on: Python handles Ctrl-C at calls, and must find the text whole
        joined, self.joined = self.joined, ""
        joined += more
        self.joined = joined
        del self.pieces[:count]
        self.waiting = 0


@dataclass
class Host:
    """The environment of a running program: its memory, output, files, and the library's own state.

    `echo`, where given, is called with every text that is printed. `state` is what the language's `session` function
    makes for a run (its input, its line and page counters …); `tape_read` counts consumed input items; `work` is one
    cell, the units of work done, which an engine may keep in memory of its own. `notes` is an ordered set.
    `interrupted` is set by another thread: a procedure that works for long charges as it goes on, and ends then.
    `cached_code` allows machine code that an earlier process compiled.
    """

    program: Program
    limits: Limits
    session: Callable[[], Any] = lambda: None
    echo: Callable[[str], None] | None = None
    cached_code: bool = True
    memory: Memory = field(init=False)
    output: Output = field(init=False)
    state: Any = field(init=False)
    tape_read: int = field(init=False)
    work: MutableSequence[int] | memoryview = field(init=False)
    files: dict[str, str] = field(init=False)
    notes: dict[Diagnostic, None] = field(init=False)
    interrupted: bool = False

    def __post_init__(self) -> None:
        self.restart()

    def restart(self) -> None:
        """Make the environment as it is before a run; what a run did is forgotten."""
        self.memory = self.reserve()
        self.output = Output(self.limits.output, self.echo)
        self.state = self.session()
        self.tape_read, self.work = 0, [0]
        self.files, self.notes = {}, {}

    def reserve(self) -> Memory:
        """Return memory as it is before a run."""
        return Memory.of(self.program, self.limits.memory)

    def charge(self, size: int) -> None:
        """Charge the work on a number of bytes; raise HostExhausted where the budget does not cover it.

        Raise HostInterrupted where the user has interrupted the run.
        """
        if self.interrupted:
            raise HostInterrupted("interrupted")
        self.work[0] += size // ops.WORK_UNIT
        limit = self.limits.statements
        if limit is not None and self.work[0] > limit:
            raise HostExhausted(out_of_work(limit))

    def note(self, place: Place, message: str, hint: str = "") -> None:
        """Add a note to the outcome, once: what is legal here, but may not be what the author of the program meant."""
        self.notes[Diagnostic(place, message, hint=hint)] = None

    def place(self, number: int) -> Place:
        """Return a place of the program; for 0, that of the statement that runs, where the program keeps it."""
        if number == 0 and self.program.running:
            number = self.memory.ints[self.program.running >> 3]
        return self.program.places[number]

    @property
    def strings(self) -> list[str]:
        """The constant strings of the program."""
        return self.program.strings


class Printing(NamedTuple):
    """How several calls that print can be performed as one.

    `text(host, *operands)` is what a call prints, the same during a whole run. `put(host, texts)` prints the texts of
    successive calls, as the calls do, and returns True; or it does nothing, and the caller performs each by itself.
    """

    text: Callable[..., str]
    put: Callable[[Host, str], bool]


@dataclass(frozen=True, slots=True)
class HostFunction:
    """A library procedure: parameter types (INT, REAL), result type or None, and what it does.

    `printing` is given where all that it does is to print a text that follows from its operands.
    """

    parameters: tuple[Type, ...]
    returns: Type | None
    perform: Callable[..., Any]
    printing: Printing | None = None


def printer(
    parameters: tuple[Type, ...],
    text: Callable[..., str],
    write: Callable[[Host, str], object],
    put: Callable[[Host, str], bool],
) -> HostFunction:
    """Return a procedure that prints a text that follows from its operands; `write` prints that of one call."""
    return HostFunction(
        parameters, None, lambda host, *operands: write(host, text(host, *operands)), printing=Printing(text, put)
    )


def put(host: Host, text: str) -> bool:
    """Print what several calls print, on a device that has no lines or columns to be known."""
    host.output.write(text)
    return True


Library = dict[str, HostFunction]
