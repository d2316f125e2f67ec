"""The critical listing as its template shows it, and what leads to its lines and away from them.

for shown in critical(data, data["listings"][0]):
    shown["anchor"], shown["code"], shown["notes"], shown["counts"], shown["claims"]
cross_references(data).claims_of_run["full"]
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from math import log1p
from typing import TypedDict

from markupsafe import Markup

from getallenband.durable.visible import with_blanks
from getallenband.reports.publishing.data import ApparatusRow, EditionData, Listing, ListingRow
from getallenband.reports.publishing.highlight import coloured, snippet
from getallenband.reports.runs.profile import StatementCount, once


class ShownRow(TypedDict):
    """A row for the template.

    code    the reading text with its colours; old: the transcription where it is another
    notes   the emendations that are explained here: each at its first line
    begins  the file of the editor's code that begins here, or ""
    counts  each count with the beginning of its statement, "" where one count is for all of the line
    bar     percent of the busiest statement, logarithmic
    claims  those that count a statement of this line
    """

    anchor: str
    row: ListingRow
    code: Markup
    notes: list[ApparatusRow]
    begins: str
    counts: list[tuple[int, str]]
    bar: int
    claims: list[str]


@dataclass(slots=True)
class CrossReferences:
    """What leads where on the page of an edition: claims to lines, and back from lines, runs and corrections."""

    lines_of_claim: dict[str, list[tuple[str, str]]] = field(default_factory=lambda: defaultdict(list))
    claims_of_line: dict[str, list[str]] = field(default_factory=lambda: defaultdict(list))
    claims_of_run: dict[str, list[str]] = field(default_factory=lambda: defaultdict(list))
    comparisons_of_run: dict[str, list[str]] = field(default_factory=lambda: defaultdict(list))
    lines_of_change: dict[str, str] = field(default_factory=dict)
    runs_of_change: dict[str, list[str]] = field(default_factory=lambda: defaultdict(list))


def anchor(listing: Listing, row: ListingRow) -> str:
    """Return the name of a line: of the reading text, or of the transcription where the line was taken away."""
    return f"{listing['text']}-line-{row['line']}" if row["line"] else f"{listing['text']}-taken-{row['source']}"


def cross_references(data: EditionData) -> CrossReferences:
    """Return what leads where."""
    found = CrossReferences()
    places: dict[tuple[str, str], tuple[str, int]] = {}
    for listing in data["listings"]:
        for row in listing["rows"]:
            for change in row["changes"]:
                found.lines_of_change.setdefault(change, anchor(listing, row))
            for statement in row["statements"]:
                places[listing["text"], statement["label"]] = anchor(listing, row), row["line"]
    for claim, links in data["links"].items():
        for run in links["runs"]:
            found.claims_of_run[run].append(claim)
        for text, label in links["statements"]:
            if (text, label) in places:
                name, line = places[text, label]
                if (name, str(line)) not in found.lines_of_claim[claim]:
                    found.lines_of_claim[claim].append((name, str(line)))
                    found.claims_of_line[name].append(claim)
    for comparison in data["comparisons"]:
        for run in dict.fromkeys(filter(None, (comparison["run"], comparison["beside"]))):
            found.comparisons_of_run[run].append(comparison["comparison"])
    for entry in data["runs"]:
        for change in entry["emendations"]:
            found.runs_of_change[change].append(entry["run"])
    return found


def critical(data: EditionData, listing: Listing, crossed: CrossReferences) -> Iterator[ShownRow]:
    """Yield the rows of a listing."""
    known = {row["identifier"]: row for row in data["apparatus"]}
    most = max((statement["count"] for row in listing["rows"] for statement in row["statements"]), default=0)
    explained: set[str] = set()
    editors = ""
    for row, code in zip(listing["rows"], coloured(listing), strict=True):
        fresh = [change for change in row["changes"] if change not in explained]
        explained |= set(fresh)
        begins = row["insertion"] if row["insertion"] != editors else ""
        editors = row["insertion"]
        name = anchor(listing, row)
        yield {
            "anchor": name,
            "row": row,
            "code": code,
            "notes": [known[change] for change in fresh if change in known],
            "begins": begins,
            "counts": counts(row),
            "bar": bar(max((statement["count"] for statement in row["statements"]), default=0), most),
            "claims": crossed.claims_of_line.get(name, []),
        }


def readings(old: str, new: str) -> tuple[str, str]:
    """Return both readings of a change without empty lines around them; "" for a new one that has nothing.

    Where both would look alike, or one is all blanks, the blanks are signs.
    """
    unseen = old.strip("\n") == new.strip("\n") or not old.strip()
    if unseen:
        return with_blanks(old), with_blanks(new)
    return old.strip("\n"), new.strip("\n") if new.strip() else ""


def counts(row: ListingRow) -> list[tuple[int, str]]:
    """Return the counts of a line with the statements that they belong to, or the one count of all."""
    single = once(row["statements"])
    if len(single) < 2:
        return [(count, "") for count in single]
    return [(statement["count"], snippet(row, statement["column"])) for statement in apart(row["statements"])]


def apart(statements: Sequence[StatementCount]) -> Iterator[StatementCount]:
    """Yield the statements whose count is another than that of the one before."""
    before = -1
    for statement in statements:
        if statement["count"] != before:
            yield statement
        before = statement["count"]


def bar(count: int, most: int) -> int:
    """Return how long a statement's bar is, in percent: logarithmic, the busiest statement's is full."""
    return round(100 * log1p(count) / log1p(most)) if most else 0
