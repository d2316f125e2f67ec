"""Verdicts, comparisons and lists as tables for the terminal, or as JSON.

print(verdict_table(verdicts))
"""

from __future__ import annotations

import json
import shutil
import textwrap
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from tabulate import tabulate

from reports.checking.check import Verdict
from reports.comparing.compare import ComparisonRecord, Comparisons
from reports.comparing.programs import ProgramEntry
from reports.publishing.notes import assign_letters
from reports.publishing.pivot import SIDES, counted_by, pivot, side_name, side_words, totals

NOTE_WIDTH = 100
HEADER_WIDTH = 18


def as_json(value: Any) -> str:
    """Return JSON as people can read it."""
    return json.dumps(value, ensure_ascii=False, indent=2, default=str) + "\n"


def shorten(value: Any, limit: int = 60) -> str:
    """Return a value on one line, no longer than `limit`."""
    if value is None or value == "":
        return "—"
    if value in ([], {}):
        return "none"
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, int):
        return f"{value:,}"
    if isinstance(value, list | tuple):
        text = ", ".join(shorten(item) for item in value)
    elif isinstance(value, Mapping):
        text = ", ".join(f"{key}: {shorten(item)}" for key, item in value.items())
    else:
        text = " ".join(str(value).split())
    return text if len(text) <= limit else text[: limit - 1] + "…"


def table(rows: Sequence[Sequence[Any]], headers: Sequence[str], wide: Mapping[int, int] | None = None) -> str:
    """Return a table; `wide` gives the greatest width of columns that are wrapped."""
    widths = wide or {}
    wrapped = [
        [textwrap.fill(str(cell), widths[column]) if column in widths else str(cell) for column, cell in enumerate(row)]
        for row in rows
    ]
    aligned = ["right" if all(number(row[column]) for row in rows) else "left" for column in range(len(headers))]
    return (
        tabulate(wrapped, headers, tablefmt="simple", colalign=aligned if rows else None, disable_numparse=True) + "\n"
    )


def number(cell: Any) -> bool:
    """Tell whether a cell holds a number, or nothing."""
    text = str(cell).replace(",", "").replace(".", "", 1)
    return text in ("", "—") or text.isdecimal()


def verdict_table(verdicts: Sequence[Verdict]) -> str:
    """Return the verdicts of each edition, the changed ones marked, and how many there are of each kind."""
    if not verdicts:
        return "there are no claims to check\n"
    room = max(100, shutil.get_terminal_size((120, 24)).columns)
    parts = []
    for edition in dict.fromkeys(verdict["edition"] for verdict in verdicts):
        rows = [
            [
                verdict["claim"],
                shorten(verdict["published"], 40),
                shorten(verdict["derived"]["value"], 40) if verdict["derived"] else "",
                shorten(verdict["observed"], 40),
                "; ".join([verdict["verdict"] + ("*" if verdict["long"] else ""), *verdict["changes"]]),
            ]
            for verdict in verdicts
            if verdict["edition"] == edition
        ]
        wide = dict.fromkeys(range(5), room // 5)
        parts.append(f"{edition}\n\n" + table(rows, ["claim", "published", "derived", "observed", "verdict"], wide))
    kinds = Counter(verdict["verdict"] for verdict in verdicts)
    changed = sum(bool(verdict["changed"]) for verdict in verdicts)
    parts.append(
        f"{len(verdicts)} claims: {', '.join(f'{number} {kind}' for kind, number in sorted(kinds.items()))}; "
        f"{changed or 'none'} other than expected\n"
    )
    if any(verdict["long"] for verdict in verdicts):
        parts.append("* rests on a run that is too long for every day\n")
    return "\n".join(parts)


def comparison_tables(found: Comparisons) -> str:
    """Return each comparison, level by level and in total, then the table of all historical programs."""
    parts = []
    for comparison in found["comparisons"]:
        parts.append(f"{comparison['edition']}: {comparison['title']}\n")
        sides = ["{} {}{}".format(*side_words(comparison, side)) for side in SIDES]
        parts.append(f"{' beside '.join(sides)}\n")
        headers, lines = pivot(comparison)
        if lines:
            parts.append(table(lines, [textwrap.fill(header, HEADER_WIDTH) for header in headers]))
        names = [side_name(comparison, side) for side in SIDES]
        parts.append(table(totals(comparison), ["total", *names, ""], {3: 50}))
        parts += [remark(f"recorded: {text}") for text in counted_by(comparison)]
    parts.append(comparisons_counted(found["comparisons"]))
    return "\n".join([*parts, *(programs_table(title, entries) for title, entries in by_puzzle(found["programs"]))])


def comparisons_counted(comparisons: Sequence[ComparisonRecord]) -> str:
    """Return how many comparisons there are, and how many differ without a known reason."""
    if not comparisons:
        return "there is nothing to compare\n"
    different = sum(not comparison["equal"] for comparison in comparisons)
    number = f"{len(comparisons)} comparison{'s' if len(comparisons) > 1 else ''}"
    return f"{number}, {different or 'none'} with a difference that nothing explains\n"


def by_puzzle(programs: Sequence[ProgramEntry]) -> list[tuple[str, list[ProgramEntry]]]:
    """Return the programs of each puzzle under its title."""
    found: dict[str, list[ProgramEntry]] = {}
    for entry in programs:
        found.setdefault(entry["title"], []).append(entry)
    return list(found.items())


def programs_table(title: str, programs: Sequence[ProgramEntry]) -> str:
    """Return the table of all programs for a puzzle, historical and today's: work, time then and now, notes below."""
    headers = [
        "year", "program: machine, language", "attempts", "placements", "solutions",
        "time then", "time\nnow (s)", "figures from", "notes",
    ]  # fmt: skip
    marks, notes = assign_letters(programs)
    rows = [
        [
            entry["dated"],
            f"{entry['name']}: {entry['machine']}, {entry['language']}",
            *(shorten(entry[key]) for key in ("attempts", "placements", "solutions", "then")),
            "—" if entry["seconds"] is None else f"{entry['seconds']:.{2 if entry['seconds'] >= 1 else 4}f}",
            entry["figures_from"],
            mark,
        ]
        for entry, mark in zip(programs, marks, strict=True)
    ]
    shown = table(rows, headers, {1: 26, 5: 14, 6: 8, 7: 22})
    below = "".join(remark(f"{letter}  {text}", "   ") for letter, text in notes)
    return f"All programs: {title}\n\n{shown}\n{below}"


def remark(text: str, indent: str = "") -> str:
    """Return a remark in lines that can be read, all but the first indented."""
    return textwrap.fill(text, NOTE_WIDTH, subsequent_indent=indent) + "\n"
