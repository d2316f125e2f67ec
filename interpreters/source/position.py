r"""Places in a source text.

source = SourceText("x.ecol", "START\nNAAR 5\nKLAAR\n")
place = source.place(11, 12)      # the "5": line 2, column 6, one character
source.excerpt(place)             # the line with a caret under it
"""

from __future__ import annotations

import re
from array import array
from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass, field

from getallenband.durable.visible import visible

WIDEST = 160
"""Characters of a line that an excerpt shows."""


@dataclass(frozen=True, slots=True, order=True)
class Place:
    """A span of one line; `line` and `column` count from 1, `length` in characters is at least 1."""

    line: int
    column: int
    length: int = 1


@dataclass(frozen=True)
class SourceText:
    """A named text whose lines can be pointed at.

    origins  of a text that was made from others, the name and line that messages give for each of its lines, in order,
             and for its end; () where they are the text's own
    """

    name: str
    text: str
    origins: Sequence[tuple[str, int]] = field(default=(), repr=False, compare=False)
    starts: array[int] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        """Find where each line starts."""
        starts = array("q", [0])  # 8 bytes a line: a list takes 40, and a tape may have millions
        starts.extend(found.end() for found in re.finditer("\n", self.text))
        object.__setattr__(self, "starts", starts)

    def place(self, start: int, end: int) -> Place:
        """Turn character offsets into a place; a span over several lines is cut at the first line's end."""
        line = bisect_right(self.starts, start)
        line_start = self.starts[line - 1]
        last = self.starts[line] - 1 if line < len(self.starts) else len(self.text)
        return Place(line, start - line_start + 1, max(1, min(end, last) - start))

    def line(self, number: int) -> str:
        """Return the text of a line (from 1), without its end."""
        if not 1 <= number <= len(self.starts):
            return ""
        start = self.starts[number - 1]
        end = self.starts[number] - 1 if number < len(self.starts) else len(self.text)
        return self.text[start:end].rstrip("\r")

    def origin(self, line: int) -> tuple[str, int]:
        """Return the name and the number of a line, as messages give them."""
        return self.origins[min(line, len(self.origins)) - 1] if self.origins else (self.name, line)

    def excerpt(self, place: Place) -> str:
        """Return the line of a place with carets under it, both after the line number; a long line is cut."""
        text, column = self.line(place.line), place.column
        if len(text) > WIDEST:
            first = max(0, min(column - 1 - WIDEST // 2, len(text) - WIDEST))
            cut = text[first : first + WIDEST]
            text = ("…" if first else "") + cut + ("…" if first + WIDEST < len(text) else "")
            column -= first - bool(first)
        text = visible(text)
        number = f"{self.origin(place.line)[1]:5d}"
        lead = "".join("\t" if character == "\t" else " " for character in text[: column - 1])
        lead += " " * (column - 1 - len(lead))
        room = max(1, min(place.length, max(1, len(text) - column + 1)))
        return f"{number} | {text}\n{'':5} | {lead}{'^' * room}"
