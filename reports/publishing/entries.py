"""The facts of editions, languages and puzzles that an inventory lists.

gather_entries()["editions"][0]["runs"]
"""

from __future__ import annotations

from typing import TypedDict

from getallenband.interpreters.language import Language, languages
from getallenband.modern.puzzle_files import puzzle_names, read_puzzle
from getallenband.originals.edition import edition, editions
from getallenband.originals.fields import copy_fields


class RunTitle(TypedDict):
    name: str
    language: str
    about: str
    soak: bool


class EditionEntry(TypedDict):
    """An edition with its runs, and how many claims it has."""

    name: str
    title: str
    author: str
    year: int
    dated: str
    machine: str
    runs: list[RunTitle]
    claims: int


class SettingEntry(TypedDict):
    name: str
    choices: list[str]
    default: str
    meaning: str


class LanguageEntry(TypedDict):
    name: str
    title: str
    extensions: list[str]
    arithmetics: list[str]
    settings: list[SettingEntry]


class PuzzleEntry(TypedDict):
    """A puzzle with its size and the orders of historical programs that it knows."""

    name: str
    title: str
    pieces: int
    cells: int
    placements: int
    orders: list[str]


class Inventory(TypedDict):
    """Everything that can be named on the command line."""

    editions: list[EditionEntry]
    languages: list[LanguageEntry]
    puzzles: list[PuzzleEntry]


def gather_entries() -> Inventory:
    """Read everything that can be named; a second or two, for every placement of every puzzle is made."""
    return {
        "editions": [edition_entry(name) for name in editions()],
        "languages": [language_entry(lang) for lang in languages().values()],
        "puzzles": [puzzle_entry(name) for name in puzzle_names()],
    }


def language_entry(lang: Language) -> LanguageEntry:
    return copy_fields(LanguageEntry, lang, settings=[copy_fields(SettingEntry, each) for each in lang.settings])


def edition_entry(name: str) -> EditionEntry:
    found = edition(name)
    runs = [copy_fields(RunTitle, run) for run in found.runs.values()]
    return copy_fields(EditionEntry, found, runs=runs, claims=len(found.claims))


def puzzle_entry(name: str) -> PuzzleEntry:
    puzzle = read_puzzle(name)
    return copy_fields(
        PuzzleEntry,
        puzzle,
        name=name,
        pieces=sum(puzzle.problem.copies),
        cells=len(puzzle.problem.cells),
        placements=len(puzzle.problem.placements),
        orders=sorted(puzzle.orders),
    )
