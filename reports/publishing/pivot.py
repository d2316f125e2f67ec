"""Turn the rows of a comparison into a table for people: levels down, quantities across.

    headers, lines = pivot(comparison)

A quantity that is equal on both sides throughout needs one column, any other two.
"""

from __future__ import annotations

from typing import Literal

from getallenband.reports.comparing.compare import ComparisonRecord

Side = Literal["original", "modern"]
Rows = list[list[str]]
SIDES: tuple[Side, Side] = ("original", "modern")


def pivot(comparison: ComparisonRecord) -> tuple[list[str], Rows]:
    """Return the headers and the lines of the table of levels; totals are not in it."""
    levels = sorted({row["level"] for row in comparison["rows"] if row["level"] is not None})
    rows = [row for row in comparison["rows"] if row["level"] in levels]
    headers, columns = [comparison["axis"]], [[str(level) for level in levels]]
    for quantity in dict.fromkeys(row["quantity"] for row in rows):
        found = {row["level"]: row for row in rows if row["quantity"] == quantity}
        sides: tuple[Side, ...] = ("original",) if all(row["equal"] for row in found.values()) else SIDES
        for side in sides:
            headers.append(f"{quantity}, both" if len(sides) == 1 else f"{quantity}, {side_name(comparison, side)}")
            columns.append([f"{found[level][side]:,}" if level in found else "" for level in levels])
    lines = [list(line) for line in zip(*columns, strict=True)] if len(columns) > 1 else []
    return headers, lines


def totals(comparison: ComparisonRecord) -> Rows:
    """Return a line for each quantity: name, total of the original, total of the other side, equal or not and why."""
    lines = []
    for quantity in dict.fromkeys(row["quantity"] for row in comparison["rows"]):
        rows = [row for row in comparison["rows"] if row["quantity"] == quantity]
        equal = all(row["equal"] for row in rows)
        differs = next((row["differs"] for row in rows if row["differs"]), "")
        lines.append(
            [
                quantity,
                f"{sum(row['original'] for row in rows):,}",
                f"{sum(row['modern'] for row in rows):,}",
                "equal" if equal else f"different: {differs}" if differs else "DIFFERENT",
            ]
        )
    return lines


def side_name(comparison: ComparisonRecord, side: Side) -> str:
    """Return what a side is called: the run, or the algorithm."""
    if side == "original":
        return comparison["run"]
    return str(comparison["beside"] or comparison["algorithm"])


def side_words(comparison: ComparisonRecord, side: Side) -> tuple[str, str, str]:
    """Return what a side is in words: before the name, the name itself, after it."""
    if side == "original" or comparison["beside"]:
        return "run", side_name(comparison, side), ""
    order = f", order {comparison['order']}" if comparison["order"] else ""
    return "solver", str(comparison["algorithm"]), f" on {comparison['puzzle']}{order}"
