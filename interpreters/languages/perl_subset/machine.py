"""What a running Perl program has: its variables, counts, budgets, files and clock."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from typing import Any

from interpreters.ir.host import Output
from interpreters.ir.messages import out_of_output, out_of_statements, stopped, too_deep
from interpreters.language import Request
from interpreters.languages.perl_subset.values import Ref
from interpreters.source.position import Place, SourceText

Frame = list[Any]
Scalar = Callable[[Frame], Any]
Many = Callable[[Frame], list[Any]]
Locator = tuple[Any, Any]
"""Where a scalar lies: a list and an index in it, or a dict and a key of it."""
TOPIC = 0
"""The slot of $_ in the frame of the file; it holds a Locator."""
ARGUMENTS, SINGLE = 0, 1
"""Slots of @_ and of whether scalar context in the frame of a sub."""
STEP = 50_000
"""Statements between two looks at the clock and at the memory."""
SMALL = 256
"""Bytes of a text or of a list's items below which it is not worth charging it at once."""
STATEMENT_BYTES = 100
"""What a statement is taken to ask for until the next look."""


class Arguments(list[Any]):
    """@_: copies of the values that a sub was called with."""


class Constants(list[Any]):
    """What cannot be assigned to: the constants of a list."""


class Fault(Exception):
    """The program did what Perl forbids; `place` is where, if it is not the running statement."""

    def __init__(self, message: str, place: Place | None = None) -> None:
        super().__init__(message)
        self.place = place


class Missing(Fault):
    """The program asks for what Perl has and this subset has not, as only its run shows."""


class Exhaustion(Exception):
    """A budget is used up."""


class Halted(Exception):
    """The stop that the run asked for is reached, or exit."""


class Jumped(Exception):
    """Next or last in the middle of an expression."""

    def __init__(self, word: str, label: str) -> None:
        super().__init__(word)
        self.word, self.label = word, label


class Returned(Exception):
    """Return in the middle of an expression."""

    def __init__(self, values: list[Any]) -> None:
        super().__init__()
        self.values = values


class Machine:
    """The state of one run."""

    def __init__(self, source: SourceText, output: Output, request: Request) -> None:
        self.source, self.output, self.request = source, output, request
        self.globals: Frame = [([None], 0)]
        self.frames: list[Frame] = []
        self.growing: list[list[Any]] = []
        self.statements: list[tuple[str, Place]] = []
        self.counts: list[int] = []
        self.current = 0
        self.sorts = 0
        self.used = 0
        self.limit = request.limits.statements
        self.next_look = min(STEP, self.limit) if self.limit is not None else STEP
        self.looked, self.looked_at = time.monotonic(), 0
        self.memory, self.charged = request.limits.memory, 0
        self.files: dict[str, list[str]] = {}
        self.handles: dict[str, str] = {}
        self.error = ""
        self.matched: tuple[str | None, ...] = ()
        self.written = 0
        self.depth_limit = 1000
        self.stopped: str | None = None
        self.probes: dict[str, dict[int, int]] = {name: {} for name in request.probes}
        self.began = time.time() if request.options.settings.get("clock") == "real" else 0.0

    def statement(self, label: str, place: Place) -> int:
        """Register a statement; return its index."""
        self.statements.append((label, place))
        self.counts.append(0)
        return len(self.counts) - 1

    def place(self) -> Place | None:
        """Return where the program is."""
        return self.statements[self.current][1] if self.statements else None

    # budgets

    def look(self) -> None:
        """Stop when a budget is used up; show progress now and then."""
        if self.limit is not None and self.used > self.limit:
            self.counts[self.current] -= 1
            raise Exhaustion(out_of_statements(self.limit))
        self.charge((self.used - self.looked_at) * STATEMENT_BYTES)
        self.looked_at = self.used
        self.next_look = self.used + STEP if self.limit is None else min(self.used + STEP, self.limit)
        now = time.monotonic()
        if self.request.progress is not None and now - self.looked > 0.2:
            self.looked = now
            self.request.progress(self.used)

    def turn(self) -> None:
        """Charge one turn of a loop to the budget of statements, so that no loop is endless."""
        self.used += 1
        if self.used > self.next_look:
            self.look()

    def charge(self, size: int) -> None:
        """Note that memory is asked for; measure what is in use when that may be more than the budget."""
        if size > self.memory:
            raise Exhaustion(out_of_memory(self.memory))
        self.charged += size
        if self.charged > self.memory // 4:
            self.charged = 0
            if self.size() > self.memory:
                raise Exhaustion(out_of_memory(self.memory))

    def kept(self, text: str) -> str:
        """Charge a text that an expression made, and return it."""
        if len(text) > SMALL:
            self.charge(len(text))
        return text

    def kept_list(self, values: list[Any]) -> list[Any]:
        """Charge a list that an expression made, and return it."""
        if len(values) > SMALL // 8:
            self.charge(8 * len(values))
        return values

    def size(self) -> int:
        """Measure what the variables hold, and the lists that are being made, in bytes."""
        total, seen = 0, set[int]()
        waiting: list[Any] = [self.globals, *self.frames, *self.growing]
        while waiting:
            item = waiting.pop()
            if isinstance(item, Ref):
                item = item.to
            if item is None or id(item) in seen:
                continue
            seen.add(id(item))
            total += sys.getsizeof(item)
            if isinstance(item, list | tuple):
                waiting += item
            elif isinstance(item, dict):
                waiting += item.values()
                total += sum(map(sys.getsizeof, item))
        return total

    def stop(self, label: str, execution: int, index: int) -> None:
        """End the run as it asked to."""
        self.counts[index] -= 1
        self.stopped = stopped(label, execution)
        raise Halted

    def enter(self, name: str, frame: Frame) -> None:
        """Go one call deeper."""
        if len(self.frames) >= self.depth_limit:
            raise Fault(too_deep(f"sub {name}", self.depth_limit + 1))
        self.frames.append(frame)

    # files

    def write(self, handle: str, text: str) -> int | None:
        """Print to the output, or to a file that is open; return 1, or undef where that is not possible."""
        if handle in ("", "STDOUT"):
            self.output.write(text)
            return 1
        if handle == "STDERR":
            return 1
        if handle not in self.handles:
            self.error = "Bad file descriptor"
            return None
        self.written += len(text) if text.isascii() else len(text.encode("utf-8", "replace"))
        if self.written + self.output.used > self.output.limit:
            raise Exhaustion(out_of_output(self.output.limit))
        self.files[self.handles[handle]].append(text)
        return 1

    def open(self, handle: str, mode: str) -> int | None:
        """Open a file for writing; reading is not possible, and says so in $!."""
        mode = mode.strip()
        name = mode.lstrip(">").strip()
        if not mode.startswith(">") or name == "":
            self.error = "No such file or directory"
            return None
        if not (mode.startswith(">>") and name in self.files):
            self.files[name] = []
        self.handles[handle] = name
        return 1

    def close(self, handle: str) -> int | str:
        """Close a file."""
        return 1 if self.handles.pop(handle, None) is not None else ""

    def time(self) -> int:
        """Return the clock in seconds; it stands still unless the setting lets it run."""
        return int(time.time()) if self.began else 0


def out_of_memory(limit: int) -> str:
    """Word the end of the memory budget."""
    return f"the memory of {limit} bytes is used up"
