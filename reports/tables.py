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

from reports.pivot import pivoted, side_name, totals


def as_json(value: Any) -> str:
    """Return JSON as people can read it."""
    return json.dumps(value, ensure_ascii=False, indent=2, default=str) + "\n"


def shortened(value: Any, limit: int = 60) -> str:
    """Return a value on one line, no longer than `limit`."""
    if value is None or value == "":
        return "—"
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, int):
        return f"{value:,}"
    if isinstance(value, list | tuple):
        text = ", ".join(shortened(item) for item in value)
    elif isinstance(value, Mapping):
        text = ", ".join(f"{key}: {shortened(item)}" for key, item in value.items())
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


def verdict_table(verdicts: Sequence[Mapping[str, Any]]) -> str:
    """Return the verdicts of each edition, the changed ones marked, and how many there are of each kind."""
    if not verdicts:
        return "there are no claims to check\n"
    room = max(100, shutil.get_terminal_size((120, 24)).columns)
    parts = []
    for edition in dict.fromkeys(verdict["edition"] for verdict in verdicts):
        rows = [
            [
                verdict["claim"],
                shortened(verdict["published"], 40),
                shortened(verdict["observed"], 40),
                verdict["verdict"] + (f" (expected: {verdict['expected_verdict']})" if verdict["changed"] else ""),
            ]
            for verdict in verdicts
            if verdict["edition"] == edition
        ]
        wide = dict.fromkeys(range(4), room // 4)
        parts.append(f"{edition}\n\n" + table(rows, ["claim", "published", "observed", "verdict"], wide))
    kinds = Counter(verdict["verdict"] for verdict in verdicts)
    changed = sum(bool(verdict["changed"]) for verdict in verdicts)
    parts.append(
        f"{len(verdicts)} claims: {', '.join(f'{number} {kind}' for kind, number in sorted(kinds.items()))}; "
        f"{changed or 'none'} other than expected\n"
    )
    return "\n".join(parts)


def comparison_tables(found: Mapping[str, Any]) -> str:
    """Return each comparison, level by level and in total, then the table of all historical programs."""
    parts = []
    for comparison in found["comparisons"]:
        other = comparison["beside"] or f"{comparison['algorithm']} on {comparison['puzzle']}"
        parts.append(f"{comparison['edition']}/{comparison['run']} beside {other}: {comparison['title']}\n")
        headers, lines = pivoted(comparison)
        if lines:
            parts.append(table(lines, headers))
        sides = [side_name(comparison, side) for side in ("original", "modern")]
        parts.append(table(totals(comparison), ["total", *sides, ""], {3: 50}))
    if found["programs"]:
        parts.append(programs_table(found["programs"]))
    if not parts:
        return "there is nothing to compare\n"
    different = [comparison for comparison in found["comparisons"] if not comparison["equal"]]
    parts.append(f"{len(found['comparisons'])} comparisons, {len(different) or 'none'} with a difference\n")
    return "\n".join(parts)


def programs_table(programs: Sequence[Mapping[str, Any]]) -> str:
    """Return the table of all programs, the historical and today's: their work, time then and now."""
    headers = ["year", "program", "puzzle", "attempts", "placements", "solutions", "time then", "time now (s)"]
    rows = [
        [
            str(entry["year"] or "today"),
            entry["name"],
            entry["puzzle"],
            *(shortened(entry[key]) for key in ("attempts", "placements", "solutions", "then")),
            f"{entry['seconds']:.2f}",
        ]
        for entry in programs
    ]
    return table(rows, headers, {1: 34, 6: 24})
