"""The counts of the literature: puzzles that others have counted, counted again by today's fastest solver.

    for entry in counts(Oracle(), soak=True):
        entry["title"], entry["solutions"], entry["first"], entry["seconds"]

counts.toml beside this module lists the puzzles.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TypedDict

from getallenband.modern.puzzle_files import puzzle_names
from getallenband.originals.fields import copy_fields
from getallenband.originals.tables import Table, read_table
from getallenband.reports.runs.oracle import Oracle
from getallenband.reports.runs.tasks import Task

LISTED = Path(__file__).with_name("counts.toml")


@dataclass(frozen=True, slots=True)
class Listed:
    """A puzzle of the list: who counted it first ("" if nobody is named), and remarks on its certificate."""

    puzzle: str
    first: str = ""
    certificate: str = "yes"
    soak: bool = False


class CountEntry(TypedDict):
    """A line of the table of counts.

    solutions  those that the board's symmetries turn into each other count once
    seconds    processor time of the search
    proof      why there is no solution, where that was proved without a search; else empty
    """

    puzzle: str
    title: str
    solutions: int
    first: str
    seconds: float
    proof: str
    certificate: str


def counts(oracle: Oracle, *, soak: bool = False) -> list[CountEntry]:
    """Return the puzzles of the list with their counts; the long ones only with `soak`."""
    return [count_entry(each, oracle) for each in listed(soak=soak)]


def needed(*, soak: bool) -> Iterator[Task]:
    """Yield the searches that `counts` asks for."""
    for each in listed(soak=soak):
        yield Task("result", (each.puzzle, "auto"))


def listed(path: Path = LISTED, *, soak: bool = True) -> list[Listed]:
    """Read the list; raise EditionError for a fault, such as a puzzle that is not there."""
    root = read_table(path)
    found = [read_listed(entry) for entry in root.entries("puzzle", "name")]
    root.close()
    return [each for each in found if soak or not each.soak]


def read_listed(entry: Table) -> Listed:
    return entry.record(Listed, puzzle=entry.choice("name", tuple(puzzle_names())))


def count_entry(each: Listed, oracle: Oracle) -> CountEntry:
    result = oracle.result(each.puzzle)
    return copy_fields(
        CountEntry,
        each,
        title=oracle.title(each.puzzle),
        solutions=result.solutions_up_to_symmetry,
        seconds=round(result.cpu_seconds, 6),
        proof=result.why if result.algorithm == "colouring" else "",
    )
