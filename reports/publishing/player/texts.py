"""A run's text for the player's listing: its colours, and what each line says in English.

colours(run)                   # ["kkk   mm", …]: a letter for each character of each line
meanings(found, run)           # ["The program begins.", "", …]
"""

from __future__ import annotations

from getallenband.originals.edition import Edition
from getallenband.originals.runs import Run
from getallenband.reports.publishing.colours import lines_of


def colours(run: Run) -> list[str]:
    """Return the class of each character of each line, a blank where it has none."""
    return ["".join((name or " ") * len(text) for name, text in line) for line in lines_of(run.language, run.reading)]


def meanings(found: Edition, run: Run) -> list[str]:
    """Return what each line of a run's reading text says, "" where the edition does not explain it."""
    said = found.explained(run)
    return [said.get(line, "") for line in range(1, len(run.reading.splitlines()) + 1)]
