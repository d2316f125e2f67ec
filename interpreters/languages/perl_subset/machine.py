"""What a running Perl program has: its variables, counts, files and clock."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

from interpreters.ir.host import Output
from interpreters.ir.messages import out_of_output, out_of_statements, stopped, too_deep
from interpreters.language import Request
from interpreters.source.position import Place, SourceText

Frame = list[Any]
Scalar = Callable[[Frame], Any]
Many = Callable[[Frame], list[Any]]
TOPIC, ARGUMENTS = 0, 0
"""Slots: $_ in the frame of the file, @_ in the frame of a sub."""
STEP = 50_000
"""Statements between two looks at the clock for progress."""


class Died(Exception):
    """die: the program ended itself."""


class Fault(Exception):
    """The program did what Perl forbids; `place` is where, if it is not the running statement."""

    def __init__(self, message: str, place: Place | None = None) -> None:
        super().__init__(message)
        self.place = place


class Exhaustion(Exception):
    """The budget of statements is used up."""


class Halted(Exception):
    """The stop that the run asked for is reached."""


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
        self.globals: Frame = [None]
        self.statements: list[tuple[str, Place]] = []
        self.counts: list[int] = []
        self.current = 0
        self.used = 0
        self.limit = request.limits.statements
        self.next_look = min(STEP, self.limit) if self.limit is not None else STEP
        self.looked = time.monotonic()
        self.files: dict[str, list[str]] = {}
        self.handles: dict[str, str] = {}
        self.error = ""
        self.matched: tuple[str | None, ...] = ()
        self.written = 0
        self.lines_read = 0
        self.depth = 0
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

    def look(self) -> None:
        """Stop when the budget is used up; show progress now and then."""
        if self.limit is not None and self.used > self.limit:
            self.counts[self.current] -= 1
            raise Exhaustion(out_of_statements(self.limit))
        self.next_look = self.used + STEP if self.limit is None else min(self.used + STEP, self.limit)
        now = time.monotonic()
        if self.request.progress is not None and now - self.looked > 0.2:
            self.looked = now
            self.request.progress(self.used)

    def stop(self, label: str, execution: int, index: int) -> None:
        """End the run as it asked to."""
        self.counts[index] -= 1
        self.stopped = stopped(label, execution)
        raise Halted

    def enter(self, name: str) -> None:
        """Go one call deeper."""
        self.depth += 1
        if self.depth > self.depth_limit:
            raise Fault(too_deep(f"sub {name}", self.depth))

    def write(self, handle: str, text: str) -> int:
        """Print to the output, or to a file that is open; return whether that was possible."""
        if handle in ("", "STDOUT"):
            self.output.write(text)
            return 1
        if handle == "STDERR":
            return 1
        if handle not in self.handles:
            return 0
        size = len(text.encode("utf-8")) if not text.isascii() else len(text)
        self.written += size
        if self.written + self.output.used > self.output.limit:
            raise Exhaustion(out_of_output(self.output.limit))
        self.files[self.handles[handle]].append(text)
        return 1

    def open(self, handle: str, mode: str) -> int:
        """Open a file for writing; reading is not possible, and says so in $!."""
        mode = mode.strip()
        if mode.startswith(">"):
            name = mode.lstrip(">").strip()
            if not (mode.startswith(">>") and name in self.files):
                self.files[name] = []
            self.handles[handle] = name
            return 1
        self.error = "No such file or directory"
        return 0

    def close(self, handle: str) -> int:
        """Close a file."""
        return int(self.handles.pop(handle, None) is not None)

    def time(self) -> int:
        """Return the clock in seconds; it stands still unless the setting lets it run."""
        return int(time.time()) if self.began else 0

    def histograms(self) -> dict[str, dict[int, int]]:
        """Return what the probes counted."""
        return self.probes
