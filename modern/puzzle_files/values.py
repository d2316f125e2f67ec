"""What a puzzle file says, read strictly: a value of another type than is asked for is an error at its place.

root = Value(source, toml.parse(text))
board = root.table()["board"].fields(("rectangle", "box"), "a board")
board["rectangle"].sizes(2)     # own.toml:4:11: 'rectangle' must be a list of 2 integers from 1 on, not '2x3'
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from getallenband.durable import toml
from getallenband.durable.names import hint, shown
from getallenband.modern.puzzle_files.errors import PuzzleError, Source


@dataclass(frozen=True, slots=True)
class Value:
    """A value of a TOML file, and its way from the root."""

    source: Source
    content: Any
    path: toml.Path = ()

    def error(self, message: str, *inside: str | int) -> PuzzleError:
        """Return an error that points at this value, or at one inside it."""
        return self.source.error(message, (*self.path, *inside))

    def missing(self, key: str) -> PuzzleError:
        return self.error(f"the key {key!r} is missing")

    def wrong(self, expected: str) -> PuzzleError:
        """Say what was found instead of what was expected."""
        *_, name = (part for part in self.path if isinstance(part, str))
        number = self.path[-1]
        title = shown(name) if isinstance(number, str) else f"number {number + 1} of {shown(name)}"
        return self.error(f"{title} must be {expected}, not {shown(self.content)}")

    def table(self, expected: str = "a table") -> dict[str, Value]:
        if not isinstance(self.content, dict):
            raise self.wrong(expected)
        return {key: Value(self.source, inner, (*self.path, key)) for key, inner in self.content.items()}

    def fields(
        self, known: Iterable[str], what: str, expected: str = "a table", likeness: float = 0.5
    ) -> dict[str, Value]:
        """Return a table of known keys; an unknown one that is like one of them, at least by this ratio, may be it."""
        table, names = self.table(expected), dict.fromkeys(known)
        for key in table:
            if key not in names:
                raise self.error(f"unknown key {shown(key)} in {what}{hint(key, names, likeness)}", key)
        return table

    def elements(self, expected: str) -> list[Value]:
        if not isinstance(self.content, list):
            raise self.wrong(expected)
        return [Value(self.source, inner, (*self.path, number)) for number, inner in enumerate(self.content)]

    def string(self, expected: str = "a string") -> str:
        if not isinstance(self.content, str):
            raise self.wrong(expected)
        return self.content

    def choice(self, what: str, known: Sequence[str]) -> str:
        """Return one of the names that are known."""
        name = self.string(f"one of {', '.join(known)}")
        if name not in known:
            raise self.error(f"unknown {what} {shown(name)}; expected one of {', '.join(known)}")
        return name

    def flag(self) -> bool:
        if not isinstance(self.content, bool):
            raise self.wrong("true or false")
        return self.content

    def integer(self, low: int, high: int) -> int:
        if type(self.content) is not int or not low <= self.content <= high:
            raise self.wrong(f"an integer from {low} to {high}")
        return self.content

    def sizes(self, count: int) -> list[int]:
        """Return a list of `count` positive integers."""
        if not self.is_integers(count) or min(self.content) < 1:
            raise self.wrong(f"a list of {count} integers from 1 on")
        return list(self.content)

    def is_integers(self, count: int) -> bool:
        listed = isinstance(self.content, list) and len(self.content) == count
        return listed and all(type(number) is int for number in self.content)
