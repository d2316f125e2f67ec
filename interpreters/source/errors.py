"""What is wrong with a source text, said so that it can be mended.

    SourceError(source, place, "label 99 does not exist", expected="a label", nearest="98")

prints as

    x.ecol:2:6: label 99 does not exist
        2 | NAAR 99
          |      ^^
      expected: a label
      nearest: 98
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from difflib import get_close_matches

from interpreters.source.position import Place, SourceText


@dataclass(frozen=True, slots=True)
class Complaint:
    """One fault: where, what, what was expected instead, and the nearest name that would do."""

    place: Place
    message: str
    expected: str = ""
    nearest: str = ""


class SourceError(Exception):
    """One or more complaints about a text; `str` renders them all, each with its line and caret."""

    def __init__(self, source: SourceText, complaints: Sequence[Complaint]) -> None:
        self.source = source
        self.complaints = tuple(sorted(set(complaints), key=lambda complaint: (complaint.place, complaint.message)))
        super().__init__(render(source, self.complaints))


def render(source: SourceText, complaints: Iterable[Complaint]) -> str:
    """Render complaints as file:line:column, the line with a caret, and what was expected."""
    return "\n".join(rendered(source, complaint) for complaint in complaints)


def rendered(source: SourceText, complaint: Complaint) -> str:
    """Render one complaint."""
    place = complaint.place
    lines = [f"{source.name}:{place.line}:{place.column}: {complaint.message}", source.excerpt(place)]
    if complaint.expected:
        lines.append(f"  expected: {complaint.expected}")
    if complaint.nearest:
        lines.append(f"  nearest: {complaint.nearest}")
    return "\n".join(lines)


def nearest(name: str, known: Iterable[str]) -> str:
    """Return the known name that looks most like `name`, or an empty string."""
    found = get_close_matches(name, list(known), n=1, cutoff=0.5)
    return found[0] if found else ""
