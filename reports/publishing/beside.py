"""What the page can show that sets two programs beside each other.

choices(editions, programs)    # {"The rug": [Choice("hitotumatu1968_rug", "main", "Hitotumatu, FORTRAN, 1968"), …]}
level_tables(editions)         # comparisons of two runs that pages have: their counts, level by level
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from getallenband.reports.comparing.compare import ComparisonRecord
from getallenband.reports.comparing.programs import ProgramEntry
from getallenband.reports.publishing.data import EditionData
from getallenband.reports.publishing.pivot import Rows, pivot


@dataclass(frozen=True, slots=True)
class Choice:
    """A program that a page can run."""

    edition: str
    run: str
    name: str

    @property
    def value(self) -> str:
        return f"{self.edition}/{self.run}"


def choices(editions: Sequence[EditionData], programs: Sequence[ProgramEntry]) -> dict[str, list[Choice]]:
    """Return the programs that pages can run, by their puzzles; puzzles with one such program are left out."""
    playable = {data["edition"]: data["player"]["runs"] for data in editions if data["player"]}
    found: dict[str, list[Choice]] = {}
    for entry in programs:
        name, run = entry["edition"], entry["run"]
        if name and run in playable.get(name, ()):
            found.setdefault(entry["title"], []).append(Choice(name, str(run), f"{entry['name']}, {entry['dated']}"))
    return {title: each for title, each in found.items() if len(each) > 1}


def level_tables(editions: Sequence[EditionData]) -> Iterator[tuple[ComparisonRecord, list[str], Rows]]:
    """Yield the comparisons of two runs of one page that have counts of levels, each with its headers and lines."""
    for data in editions:
        runs = data["player"]["runs"] if data["player"] else []
        for comparison in data["comparisons"]:
            headers, lines = pivot(comparison)
            if lines and comparison["run"] in runs and comparison["beside"] in runs:
                yield comparison, headers, lines
