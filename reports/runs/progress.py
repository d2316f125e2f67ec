"""Show how far a run is, on standard error, when that is a terminal and it takes longer than a second.

with Progress("full") as progress:
run(source, name, Request(progress=progress.statements))
"""

from __future__ import annotations

import sys
import time
from types import TracebackType
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rich.live import Live

PATIENCE = 1.0
INTERVAL = 0.2


class Progress:
    """One line that is rewritten; nothing at all for short work, or when nobody watches."""

    def __init__(self, title: str) -> None:
        self.title = title
        self.watched = sys.stderr.isatty()
        self.began = self.last = time.monotonic()
        self.line: Live | None = None

    def __enter__(self) -> Progress:
        """Start the clock."""
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Take the line away."""
        if self.line is not None:
            self.line.stop()

    def statements(self, count: int) -> None:
        """Say how many statements a program has executed."""
        self.say(f"{count:,} statements")

    def searching(self) -> bool:
        """Say that a search goes on; return False: it is not to stop (what a modern solver asks now and then)."""
        self.say("searching")
        return False

    def due(self) -> bool:
        """Tell whether a message is due: never in the first moments of a run."""
        now = time.monotonic()
        return self.watched and now - self.began >= PATIENCE and now - self.last >= INTERVAL

    def say(self, text: str) -> None:
        """Rewrite the line, if it is time to."""
        if not self.due():
            return
        from rich.text import Text  # short runs show nothing, and are over before this is imported

        self.last = now = time.monotonic()
        if self.line is None:
            self.line = started()
        # what changes comes first: a line too long for the terminal is cut off at its end
        shown = Text(f"{text}, {now - self.began:.0f} s: {self.title}", no_wrap=True, overflow="ellipsis")
        self.line.update(shown, refresh=True)


def started() -> Live:
    """Begin a line that is taken away in the end."""
    from rich.console import Console
    from rich.live import Live

    line = Live(
        console=Console(stderr=True), auto_refresh=False, transient=True, redirect_stdout=False, redirect_stderr=False
    )
    line.start()
    return line
