"""What is wrong with a puzzle file, and where: file:line:column, the line, a caret, and what was expected.

own.toml:3:1: unknown key 'bord' in a puzzle; nearest: board
    bord = { rectangle = [6, 10] }
    ^
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from durable import toml
from durable.errors import Error
from durable.names import hint
from durable.visible import visible

WIDEST = 160
"""Characters of a line that a message shows."""


class PuzzleError(Error):
    """The user's puzzle, checkpoint or certificate is wrong; the message is for the user."""


@dataclass(frozen=True)
class Source:
    """The text of a puzzle file, to point into; `name` is how messages name the file."""

    name: str
    text: str

    def error(self, message: str, key: str | None = None) -> PuzzleError:
        """Return an error that points at a key of the file, or without one at its first line."""
        line, column = self.place(key) if key is not None else (1, 1)
        return self.error_at(line, column, message)

    def error_in_toml(self, error: tomllib.TOMLDecodeError) -> PuzzleError:
        message, line, column = toml.fault(error, self.text)
        return self.error_at(line, column, f"invalid TOML: {message}")

    def check_keys(self, table: Any, known: Iterable[str], what: str) -> None:
        """Raise an error for the first unknown key of a table."""
        if not isinstance(table, Mapping):
            raise self.error(f"{what} must be a table")
        for key in table:
            if key not in list(known):
                raise self.error(f"unknown key {key!r} in {what}{hint(key, known)}", key)

    @contextmanager
    def blaming(self, key: str) -> Iterator[None]:
        """Turn the error that a value of the wrong type causes into one that points at its key."""
        try:
            yield
        except (TypeError, ValueError, KeyError, IndexError, AttributeError) as error:
            reason = f"{error} is missing" if isinstance(error, KeyError) else error
            raise self.error(f"invalid {key!r}: {reason}", key) from None

    def place(self, key: str) -> tuple[int, int]:
        """Return line and column of a key, those of the file's beginning if it is not there."""
        quoted = re.escape(key)
        found = re.search(rf"""(?m)(?:^\s*|[{{,]\s*)\[*(["']?{quoted}["']?)\s*(?:=|\])""", self.text)
        if found is None:
            return 1, 1
        before = self.text[: found.start(1)]
        return before.count("\n") + 1, found.start(1) - (before.rfind("\n") + 1) + 1

    def error_at(self, line: int, column: int, message: str) -> PuzzleError:
        lines = self.text.split("\n")
        quoted = lines[min(line, len(lines)) - 1].removesuffix("\r")
        first = max(0, column - 1 - WIDEST // 2) if len(quoted) > WIDEST else 0
        caret = " " * (column - 1 - first)
        shown = visible(quoted[first : first + WIDEST])
        return PuzzleError(f"{self.name}:{line}:{column}: {visible(message)}\n    {shown}\n    {caret}^")
