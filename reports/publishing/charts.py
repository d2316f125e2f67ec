"""What the charts show, as data: the counts of a search by level, times then and now, busy lines, the tree of words.

for chart in edition_charts(data) + overview_charts(editions, programs):
svg = plot(chart)                  # plot.py
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import TypedDict

from getallenband.reports.comparing.compare import ComparisonRecord, QuantityRow
from getallenband.reports.comparing.programs import ProgramEntry
from getallenband.reports.publishing.data import EditionData, Gallery, Listing
from getallenband.reports.publishing.layout import shorten
from getallenband.reports.publishing.pivot import SIDES, side_name

LEVELS = 3
"""The fewest levels of a comparison that has a chart; the levels of a tree of words."""
BUSIEST = 12
OVERVIEW = ("times.svg", "levels-")
"""How the files of charts over all documents begin."""
UNITS = {"day": 86400.0, "d": 86400.0, "h": 3600.0, "min": 60.0, "s": 1.0, "ms": 0.001}
DURATION = re.compile(r"(\d+(?:\.\d+)?) (day|min|ms|h|s)\b")


class Series(TypedDict):
    """A line, a row of bars or a level of a tree: a name, and points of two numbers, or of start, width and name."""

    name: str
    points: list[list[float]]
    labels: list[str]


class Chart(TypedDict):
    """A chart: its file in the report, its kind (lines, times, bars, tree), its words, and its series."""

    file: str
    kind: str
    title: str
    alt: str
    x: str
    y: str
    series: list[Series]


def edition_charts(data: EditionData) -> list[Chart]:
    """Return the charts of an edition's page."""
    return [
        *filter(None, (comparison_chart(comparison) for comparison in data["comparisons"])),
        *filter(None, (lines_chart(data, listing) for listing in data["listings"])),
        *filter(None, (tree_chart(data, gallery) for gallery in data["galleries"])),
    ]


def comparison_chart(comparison: ComparisonRecord) -> Chart | None:
    """Return a comparison level by level, one line for what both sides count alike; None if it has too few levels."""
    series = list(comparison_series(comparison))
    if max((len(each["points"]) for each in series), default=0) < LEVELS:
        return None
    return {
        "file": f"{comparison['edition']}-{comparison['comparison']}.svg",
        "kind": "lines",
        "title": comparison["title"],
        "alt": f"{comparison['title']}: {', '.join(each['name'] for each in series)}; logarithmic",
        "x": comparison["axis"],
        "y": "how often",
        "series": series,
    }


def comparison_series(comparison: ComparisonRecord) -> Iterator[Series]:
    """Yield a line for each quantity, or one for each side where the sides differ."""
    for quantity in dict.fromkeys(row["quantity"] for row in comparison["rows"]):
        rows = [row for row in comparison["rows"] if row["quantity"] == quantity and row["level"] is not None]
        same = all(row["equal"] for row in rows)
        for side in SIDES[:1] if same else SIDES:
            points = [[float(row["level"] or 0), float(row[side])] for row in rows if row[side]]
            name = f"{quantity}, both" if same else f"{quantity}, {side_name(comparison, side)}"
            if points:
                yield {"name": name, "points": points, "labels": []}


def lines_chart(data: EditionData, listing: Listing) -> Chart | None:
    """Return the share that the busiest lines have in all statements of a run."""
    counts = [(sum(each["count"] for each in row["statements"]), row) for row in listing["rows"]]
    total = sum(count for count, _ in counts)
    busiest = sorted(counts, key=lambda pair: -pair[0])[:BUSIEST]
    if not total or len(counts) < BUSIEST:
        return None
    return {
        "file": f"{data['edition']}-{listing['text']}-lines.svg",
        "kind": "bars",
        "title": f"The busiest lines of {listing['file']}",
        "alt": f"The share of the {BUSIEST} busiest lines in all {total:,} statements of the run {listing['run']}",
        "x": "percent of all statements that were executed",
        "y": "",
        "series": [
            {
                "name": "share",
                "points": [[float(index), 100 * count / total] for index, (count, _) in enumerate(busiest)],
                "labels": [f"{row['line']}: {shorten(in_latin(row['text']), 34)}" for _, row in busiest],
            }
        ],
    }


def in_latin(text: str) -> str:
    """Return text for a font without Japanese letters."""
    return re.sub(r"[^\x20-\u2fff]+", "…", " ".join(text.split()))


def tree_chart(data: EditionData, gallery: Gallery) -> Chart | None:
    """Return the first letters of printed words as a tree of solutions; None if there are none, or all begin alike."""
    words = [re.findall(r"\d+", line.partition(":")[2])[:LEVELS] for line, _ in gallery["boards"]]
    if len(words) < 100 or not all(len(word) == LEVELS for word in words) or len(set(map(tuple, words))) == 1:
        return None
    return {
        "file": f"{data['edition']}-{gallery['name']}-tree.svg",
        "kind": "tree",
        "title": f"How the {len(words):,} solutions begin",
        "alt": f"A tree: how many of the {len(words):,} solutions begin with each first, second and third form",
        "x": "solutions",
        "y": "form laid",
        "series": [tree_level(words, depth) for depth in range(1, LEVELS + 1)],
    }


def tree_level(words: Sequence[Sequence[str]], depth: int) -> Series:
    """Return start and width of each prefix of the given length, in alphabetical order."""
    found = Counter(tuple(map(int, word[:depth])) for word in words)
    points, labels, start = [], [], 0
    for beginning in sorted(found):
        points.append([float(start), float(found[beginning])])
        labels.append(str(beginning[-1]))
        start += found[beginning]
    return {"name": f"{depth}.", "points": points, "labels": labels}


def overview_charts(editions: Sequence[EditionData], programs: Sequence[ProgramEntry]) -> list[Chart]:
    """Return the charts of the index: times then and now, and the placements of all searches for one puzzle."""
    return [*filter(None, [times_chart(programs)]), *puzzle_charts(editions, programs)]


def times_chart(programs: Sequence[ProgramEntry]) -> Chart | None:
    """Return the published times and today's, by year; those that were published."""
    timed = [(entry, duration(entry["then"])) for entry in programs if entry["year"] and entry["seconds"] is not None]
    series: list[Series] = [
        {
            "name": f"{entry['name']}: {entry['puzzle']}",
            "points": [[float(entry["year"] or 0), then], [0.0, float(entry["seconds"] or 0)]],
            "labels": [entry["then"], ""],
        }
        for entry, then in timed
        if then
    ]
    if not series:
        return None
    return {
        "file": OVERVIEW[0],
        "kind": "times",
        "title": "The same programs, then and now",
        "alt": "Published times by year, each joined to the time that the same program takes today; logarithmic",
        "x": "year",
        "y": "",
        "series": series,
    }


def duration(text: str) -> float:
    """Read a time as authors give it, in seconds: "5 h 40 min without printing"; 0 if there is none."""
    return sum(float(number) * UNITS[unit] for number, unit in DURATION.findall(text))


def puzzle_charts(editions: Sequence[EditionData], programs: Sequence[ProgramEntry]) -> Iterator[Chart]:
    """Yield for each puzzle the placements of every search by level, if several were counted."""
    titles = {entry["puzzle"]: entry["title"] for entry in programs}
    for puzzle, title in titles.items():
        series = [each for data in editions for each in placements(data, puzzle)]
        if len(series) > 1:
            yield {
                "file": f"{OVERVIEW[1]}{puzzle.replace('/', '-')}.svg",
                "kind": "lines",
                "title": f"{title}: pieces laid, level by level",
                "alt": f"Placements by level of {', '.join(each['name'] for each in series)}; logarithmic",
                "x": "level",
                "y": "placements",
                "series": series,
            }


def placements(data: EditionData, puzzle: str) -> Iterator[Series]:
    """Yield the placements by level of the longest search of an edition for a puzzle, with its modern solver's."""
    found: dict[str, list[QuantityRow]] = {}
    for comparison in data["comparisons"]:
        rows = [row for row in comparison["rows"] if row["quantity"] == "placements" and row["level"] is not None]
        if comparison["puzzle"] == puzzle and len(rows) >= LEVELS:
            beside = f" and {comparison['algorithm']}" if all(row["equal"] for row in rows) else ""
            found[f"{data['short']}: {comparison['run']}{beside}"] = rows
    if found:
        name, rows = max(found.items(), key=lambda pair: sum(row["original"] for row in pair[1]))
        points = [[float(row["level"] or 0), float(row["original"])] for row in rows if row["original"]]
        yield {"name": name, "points": points, "labels": []}
