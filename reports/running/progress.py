"""Show how far a run is, on standard error, when that is a terminal and it takes longer than a second.

with Progress("full") as progress:
run(source, name, Request(progress=progress.statements))
"""

from __future__ import annotations

import sys
import time
from types import TracebackType

PATIENCE = 1.0
INTERVAL = 0.2


class Progress:
    """One line that is rewritten; nothing at all for short work, or when nobody watches."""

    def __init__(self, title: str) -> None:
        self.title = title
        self.watched = sys.stderr.isatty()
        self.began = self.last = time.monotonic()
        self.shown = False

    def __enter__(self) -> Progress:
        """Start the clock."""
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Take the line away."""
        if self.shown:
            sys.stderr.write("\r\x1b[K")
            sys.stderr.flush()

    def statements(self, count: int) -> None:
        """Say how many statements a program has executed."""
        self.say(f"{count:,} statements")

    def searching(self) -> bool:
        """Say that a search goes on; return False: it is not to stop (what a modern solver asks now and then)."""
        self.say("searching")
        return False

    def say(self, text: str) -> None:
        """Rewrite the line, if it is time to."""
        now = time.monotonic()
        if not self.watched or now - self.began < PATIENCE or now - self.last < INTERVAL:
            return
        self.last, self.shown = now, True
        sys.stderr.write(f"\r\x1b[K{self.title}: {text}, {now - self.began:.0f} s")
        sys.stderr.flush()
