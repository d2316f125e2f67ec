"""What is wrong with a puzzle file, and where: file:line:column, the line, a caret, and what was expected.

own.toml:3:1: unknown key 'bord' in a puzzle; nearest: board
    bord = { rectangle = [6, 10] }
    ^
"""

from __future__ import annotations

import tomllib
from dataclasses import dataclass

from getallenband.durable import toml
from getallenband.durable.errors import Error
from getallenband.durable.visible import visible

WIDEST = 160
"""Characters of a line that a message shows."""


class PuzzleError(Error):
    """The user's puzzle, checkpoint or certificate is wrong; the message is for the user."""


@dataclass(frozen=True)
class Source:
    """The text of a puzzle file, to point into; `name` is how messages name the file."""

    name: str
    text: str

    def error(self, message: str, path: toml.Path) -> PuzzleError:
        """Return an error that points at a key or an element of a TOML file, or at the table in which it is missing."""
        return self.error_at(*toml.place(self.text, path), message)

    def error_in_toml(self, error: tomllib.TOMLDecodeError) -> PuzzleError:
        message, line, column = toml.fault(error, self.text)
        return self.error_at(line, column, f"invalid TOML: {message}")

    def error_at(self, line: int, column: int, message: str) -> PuzzleError:
        lines = self.text.split("\n")
        quoted = lines[min(line, len(lines)) - 1].removesuffix("\r")
        first = max(0, column - 1 - WIDEST // 2) if len(quoted) > WIDEST else 0
        caret = " " * (column - 1 - first)
        shown = visible(quoted[first : first + WIDEST])
        return PuzzleError(f"{self.name}:{line}:{column}: {visible(message)}\n    {shown}\n    {caret}^")
