"""What the pages of an edition are written from, as it is in data/EDITION.json; gather.py collects it.

    data["runs"][0]["statements"]

What was measured, `seconds` and when a run `ended`, is not in that file but in data/times.json (measured.py); versions
and machine are only under `provenance`: all else is the same on every machine.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypedDict

from getallenband.reports.checking.check import Verdict
from getallenband.reports.comparing.compare import ComparisonRecord
from getallenband.reports.comparing.programs import ProgramEntry
from getallenband.reports.publishing.player.runs import PlayerData
from getallenband.reports.runs.left_out import LeftOut
from getallenband.reports.runs.profile import StatementCount
from getallenband.reports.runs.record import Ending, Seconds


class TextEntry(TypedDict):
    """A text of the document; `language` is "" for one that is no program, `obtain` for one that may be copied."""

    name: str
    role: str
    language: str
    file: str
    witness: str
    sha256: str
    obtain: str


Row = Mapping[str, Any]
"""A dataclass of originals, as JSON: Witness, Search or Reference."""


class VariantRow(TypedDict):
    """Where witnesses read otherwise than the base text: `base` has `old`, the `witnesses` have `new`."""

    identifier: str
    text: str
    file: str
    line: int
    base: str
    old: str
    witnesses: list[str]
    new: str
    reason: str


class ApparatusRow(TypedDict):
    """A change of a text: an emendation, or part of an experiment."""

    identifier: str
    text: str
    file: str
    line: int
    old: str
    new: str
    cause: str
    certainty: str
    need: str
    reason: str


class RunEntry(TypedDict):
    """A run: its record with the output cut short (`output_lines`, `output_sha256` are of the whole).

    emendations   those that were applied
    insertions    the files of the editor's code
    files         sha256 of each file that it wrote, by name
    """

    run: str
    about: str
    text: str
    language: str
    emendations: list[str]
    experiments: list[str]
    insertions: list[str]
    outcome: Ending
    engine: str
    statements: int
    tape_read: int
    output: str
    output_lines: int
    output_sha256: str
    files: dict[str, str]
    counts: dict[str, int]
    probes: dict[str, dict[str, int]]
    seconds: Seconds
    provenance: Mapping[str, Any]


class ListingRow(TypedDict):
    """A line of the reading text beside the one of the transcription that it stands for; numbers are from 1.

    line         0 for a line that was taken away
    source       the line of the transcription, 0 for one that was added
    changes      the emendations between the two
    insertion    the file of the editor's code that the line belongs to, or ""
    gloss        what the line says, in plain English, or ""
    """

    line: int
    text: str
    source: int
    transcribed: str
    changes: list[str]
    insertion: str
    gloss: str
    statements: list[StatementCount]


class Listing(TypedDict):
    """The critical listing of a text, with the counts of its busiest run."""

    text: str
    file: str
    language: str
    run: str
    rows: list[ListingRow]


class ClaimLinks(TypedDict):
    """Where a claim leads: the runs that took part, and the statements that it counts, by text and label."""

    runs: list[str]
    statements: list[tuple[str, str]]


class Drawing(TypedDict):
    """A solution that is drawn, as SVG and as text; `after` are words of the paragraph of the story that it follows."""

    name: str
    caption: str
    svg: str
    text: str
    after: str


class Figure(TypedDict):
    """A drawing of the editor's that stands for a lost figure of the document."""

    file: str
    caption: str
    svg: str


class Gallery(TypedDict):
    """All solutions that a run printed: of each the printed line, and a letter for the piece on every cell."""

    name: str
    run: str
    lattice: str
    pieces: dict[str, str]
    cells: list[list[int]]
    boards: list[list[str]]


class EditionData(TypedDict):
    """Everything that the pages of an edition say.

    skipped_runs  those that take minutes, and were left out
    not_run       those that cannot be made yet, and why
    added         whose the editors' additions are, or ""
    unknown       what is said to be unknown of the document
    not_in_page   which runs the player cannot run, and why
    draft         whether anything is still to be filled in, supplied or judged
    unfilled      the keys of the placeholders that are left
    """

    edition: str
    title: str
    english: str
    paper: str
    short: str
    written_in: str
    words: Mapping[str, Mapping[str, str]]
    author: str
    year: int
    year_from: int
    dated: str
    year_reason: str
    source: str
    machine: str
    rights: str
    rights_statement: str
    added: str
    story: str
    bibliography: list[Row]
    searches: list[Row]
    unknown: list[str]
    witnesses: list[Row]
    texts: list[TextEntry]
    variants: list[VariantRow]
    apparatus: list[ApparatusRow]
    left_out: list[LeftOut]
    verdicts: list[Verdict]
    links: dict[str, ClaimLinks]
    comparisons: list[ComparisonRecord]
    runs: list[RunEntry]
    listings: list[Listing]
    programs: list[ProgramEntry]
    pictures: list[Drawing]
    player: PlayerData | None
    not_in_page: dict[str, str]
    galleries: list[Gallery]
    figures: list[Figure]
    skipped_runs: list[str]
    not_run: dict[str, str]
    draft: bool
    unfilled: list[str]
