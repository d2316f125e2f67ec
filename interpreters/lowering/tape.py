"""Input tapes: numbers and symbols are taken one after another; a fault says where on the tape it is.

    tape = tape_of(host)                    # a trap where the run has no tape of that name
    value = tape.real(host)                 # 12.5 from "… 12.5, …"
    symbol = tape.symbol(host)              # the next character

    the tape ends after 3 numbers (tape.txt:1:5)
        1 | 1 2 3
          |     ^
      expected: a number

A library keeps its tapes in the `tapes` of its session, as `tapes_of` makes them.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import NoReturn, Protocol

from getallenband.interpreters.ir.host import Host, HostTrap
from getallenband.interpreters.lowering import numbers
from getallenband.interpreters.source.diagnostics import Diagnostic, counted, details
from getallenband.interpreters.source.position import SourceText

TOKEN = re.compile(r"[^\s,;]+")
"""What blanks, commas and semicolons separate."""
INTEGER = re.compile(r"[+\-−]?[0-9]+")
REAL = re.compile(r"[+\-−]?([0-9]+(\.[0-9]*)?|\.[0-9]+)((₁₀|[⏨&eE])[+\-−]?[0-9]+)?")


class HasTapes(Protocol):
    """The state of a library that reads tapes."""

    tapes: dict[str, Tape]


@dataclass(slots=True)
class Tape:
    """A tape, how far it is read (an offset), and how many items of each kind were taken from it."""

    text: SourceText
    position: int = 0
    taken: Counter[str] = field(default_factory=Counter)

    def real(self, host: Host, expected: str = "a number") -> float:
        """Take the next number."""
        token = self.token(expected)
        if not REAL.fullmatch(token.group()):
            self.fault(*token.span(), f"{token.group()!r} is not a number", expected)
        value = numbers.real(token.group())
        if value is None:
            self.fault(*token.span(), f"the number {token.group()} is too large", expected)
        self.count(host, "number")
        return value

    def integer(self, host: Host, greatest: int, expected: str = "a whole number", *, counted: bool = True) -> int:
        """Take the next whole number, which must be between -greatest and greatest."""
        token = self.token(expected)
        if not INTEGER.fullmatch(token.group()):
            self.fault(*token.span(), f"{token.group()!r} is not a whole number", expected)
        value = numbers.integer(token.group(), greatest)
        if value is None:
            self.fault(*token.span(), f"the number {token.group()} is too large", f"at most {greatest}")
        if counted:
            self.count(host, "number")
        return value

    def symbol(self, host: Host) -> str:
        """Take the next character."""
        if self.position >= len(self.text.text):
            self.end("a symbol", "symbol")
        self.position += 1
        self.count(host, "symbol")
        return self.text.text[self.position - 1]

    def token(self, expected: str, pattern: re.Pattern[str] = TOKEN) -> re.Match[str]:
        """Pass over everything up to the next match of a pattern, and take that; it is not counted."""
        match = pattern.search(self.text.text, self.position)
        if match is None:
            self.end(expected)
        self.position = match.end()
        return match

    def count(self, host: Host, kind: str) -> None:
        """Count an item that was taken."""
        self.taken[kind] += 1
        host.tape_read += 1

    def end(self, expected: str, kind: str = "number") -> NoReturn:
        """End the run: the tape has no more; `kind` is the expected item, in one word."""
        items = self.taken or {kind: 0}
        listed = " and ".join(counted(number, kind) for kind, number in items.items())
        last = len(self.text.text.rstrip())
        self.fault(max(0, last - 1), max(1, last), f"the tape ends after {listed}", expected)

    def fault(self, start: int, end: int, message: str, expected: str = "", nearest: str = "") -> NoReturn:
        """End the run by a trap whose message shows a range of the tape."""
        diagnostic = Diagnostic(self.text.place(start, end), message, expected, nearest)
        where = f"{self.text.name}:{diagnostic.place.line}:{diagnostic.place.column}"
        raise HostTrap(f"{message} ({where})\n{details(self.text, diagnostic)}")


def tapes_of(texts: Mapping[str, SourceText]) -> dict[str, Tape]:
    """Wind every tape to its beginning."""
    return {name: Tape(text) for name, text in texts.items()}


def tape_of(host: Host, name: str = "tape") -> Tape:
    """Return a tape of the run by its name; end the run where there is none."""
    state: HasTapes = host.state
    if name not in state.tapes:
        title, option = ("tape", "FILE") if name == "tape" else (f"tape {name}", f"{name}=FILE")
        raise HostTrap(f"there is no {title} to read from: --tape {option}")
    return state.tapes[name]
