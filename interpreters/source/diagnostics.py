"""Messages about faults in a source text, each with the place and, if known, the cure.

found = Diagnostics(source)
found.error(place, "label 99 does not exist", expected="a label", nearest="98")
found.check()                     # raises SourceError, which prints as

x.ecol:2:6: label 99 does not exist
    2 | NAAR 99
      |      ^^
  expected: a label
  nearest: 98
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from contextvars import ContextVar
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import NoReturn

from getallenband.durable.errors import Error
from getallenband.durable.names import nearest
from getallenband.durable.visible import visible
from getallenband.interpreters.source.position import Place, SourceText

MOST = 20
"""Diagnostics that are shown of one text; the others are counted."""


@dataclass(frozen=True, slots=True)
class Diagnostic:
    """One fault: where, what, what was expected instead, the nearest name that would do, and how to mend it."""

    place: Place
    message: str
    expected: str = ""
    nearest: str = ""
    hint: str = ""


FIRST_ONLY = ContextVar("FIRST_ONLY", default=False)
"""Whether to stop at the first fault: for callers that only ask whether there is one."""


class UserError(Error):
    """A fault in what the user gave."""


class TooLarge(Exception):
    """A program outgrows a limit: the place, the limit, and the cure; `with_deep_stack` makes it a SourceError."""

    def __init__(self, place: Place, message: str, hint: str) -> None:
        super().__init__(message)
        self.diagnostic = Diagnostic(place, message, hint=hint)


class SourceError(UserError):
    """One or more diagnostics of a text, in the order of their places; `str` renders them, each with its line."""

    def __init__(self, source: SourceText, diagnostics: Sequence[Diagnostic]) -> None:
        super().__init__(source, tuple(diagnostics))
        self.source = source

    @cached_property
    def diagnostics(self) -> tuple[Diagnostic, ...]:
        """The diagnostics in order, each once; where forms are read on after a fault, most errors are never shown."""
        return tuple(sorted(set(self.args[1]), key=lambda diagnostic: (diagnostic.place, diagnostic.message)))

    def __str__(self) -> str:
        return render(self.source, self.diagnostics)


@dataclass(slots=True)
class Diagnostics:
    """The faults found in one text so far."""

    source: SourceText
    found: list[Diagnostic] = field(default_factory=list)

    def error(self, place: Place, message: str, expected: str = "", nearest: str = "", hint: str = "") -> None:
        """Note a fault and go on, unless one is enough."""
        self.found.append(Diagnostic(place, message, expected, nearest, hint))
        if FIRST_ONLY.get():
            self.check()

    def nearest(self, name: str, known: Iterable[str]) -> str:
        """Return the known name that looks most like one that is not, for as many faults as are shown."""
        return nearest(name, known) if len(self.found) < MOST else ""

    def fail(self, place: Place, message: str, expected: str = "", nearest: str = "", hint: str = "") -> NoReturn:
        """Note a fault that hides all later ones; raise SourceError with all faults."""
        self.error(place, message, expected, nearest, hint)
        raise SourceError(self.source, self.found)

    def check(self) -> None:
        """Raise SourceError where anything was found."""
        if self.found:
            raise SourceError(self.source, self.found)


def render(source: SourceText, diagnostics: Sequence[Diagnostic]) -> str:
    """Render diagnostics as file:line:column, the line with a caret, and what was expected; of many, the first 20.

    A message may quote a token that goes over several lines: it is written in one.
    """
    one_line = [replace(diagnostic, message=diagnostic.message.replace("\n", "␊")) for diagnostic in diagnostics[:MOST]]
    lines = [rendered(source, diagnostic) for diagnostic in one_line]
    if len(diagnostics) > MOST:
        lines.append(f"… and {len(diagnostics) - MOST} more")
    return "\n".join(lines)


def rendered_note(source: SourceText, note: Diagnostic) -> str:
    """Render a note, which stops nothing, in one line: file:line:column: note: message; hint."""
    text = "; ".join(filter(None, [note.message, note.hint])).replace("\n", "␊")
    return f"{located(source, note.place)}: note: {visible(text)}"


def rendered(source: SourceText, diagnostic: Diagnostic) -> str:
    """Render one diagnostic."""
    message = visible(diagnostic.message)
    return f"{located(source, diagnostic.place)}: {message}\n{details(source, diagnostic)}"


def located(source: SourceText, place: Place) -> str:
    """Return file:line:column, with which messages begin."""
    name, line = source.origin(place.line)
    return f"{name}:{line}:{place.column}"


def details(source: SourceText, diagnostic: Diagnostic) -> str:
    """Render what follows a diagnostic's message: the line with a caret, what was expected, what may help."""
    lines = [source.excerpt(diagnostic.place)]
    for word in ("expected", "nearest", "hint"):
        if text := getattr(diagnostic, word):
            lines.append(f"  {word}: {visible(text)}")
    return "\n".join(lines)


def counted(number: int, noun: str) -> str:
    """Write a number of things: 1 argument, 2 arguments."""
    return f"{number} {noun}{'' if number == 1 else 's'}"
