"""What people read in a terminal: tables that fit it, values on one line, JSON.

table([["first24", "The 24th solution."]], ["run", "what it is"], wrap={1})
"""

from __future__ import annotations

import json
import re
import shutil
import unicodedata
from collections.abc import Collection, Mapping, Sequence
from typing import Any

NARROW = 80
"""Columns of a terminal whose width is not known."""
LEAST = 10
"""A column that is wrapped keeps at least this width, and that of its longest word."""
GAP = 2
"""Blanks between columns; a header has as many more."""


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


def terminal_width() -> int:
    return shutil.get_terminal_size((NARROW, 24)).columns


def table(rows: Sequence[Sequence[Any]], headers: Sequence[str], wrap: Collection[int] = ()) -> str:
    """Return a table; the columns in `wrap` are wrapped as far as the terminal's width asks for it."""
    from tabulate import tabulate  # not at the start of every run

    texts = [[str(cell) for cell in row] for row in rows]
    least = [longest_line(header) + GAP for header in headers]
    widths = [max([low, *(longest_line(row[column]) for row in texts)]) for column, low in enumerate(least)]
    for column in wrap:
        least[column] = max([LEAST, least[column], *(longest_piece(row[column]) for row in texts)])
    for column, width in fitted(widths, least, wrap).items():
        for row in texts:
            row[column] = "\n".join(line for part in row[column].split("\n") for line in wrapped(part, width))
    aligned = ["right" if all(number(row[column]) for row in texts) else "left" for column in range(len(headers))]
    return tabulate(texts, headers, tablefmt="simple", colalign=aligned if rows else None, disable_numparse=True) + "\n"


def fitted(widths: Sequence[int], least: Sequence[int], wrap: Collection[int]) -> dict[int, int]:
    """Return the columns that must be narrower for the table to fit the terminal, the widest narrowed first."""
    room = terminal_width() - GAP * (len(widths) - 1)
    found = list(widths)
    while sum(found) > room and (wide := [column for column in wrap if found[column] > least[column]]):
        found[max(wide, key=lambda column: found[column])] -= 1
    return {column: found[column] for column in wrap if found[column] < widths[column]}


PIECE = re.compile(r"[⺀-꓏가-힣豈-﫿＀-￯]|[^\s⺀-꓏가-힣豈-﫿＀-￯=|/-]+[=|/-]*|[=|/-]+|\s+")
"""What stays on one line: a sign of Chinese, Japanese or Korean, or a word as far as its next = - / |."""


def display_width(text: str) -> int:
    """Return the columns that a text takes in a terminal, where signs of East Asia take two."""
    return sum(2 if unicodedata.east_asian_width(sign) in "WF" else 1 for sign in text)


def longest_line(text: str) -> int:
    return max(map(display_width, text.split("\n")))


def longest_piece(text: str) -> int:
    return max(map(display_width, PIECE.findall(text)), default=0)


def wrapped(text: str, width: int, indent: str = "") -> list[str]:
    """Return a text in lines of at most this width, all but the first indented; a longer piece has a line alone."""
    lines, line = [], ""
    for piece in PIECE.findall(text.replace("\n", " ")):
        if display_width(line + piece.rstrip()) > width and line.strip():
            lines.append(line.rstrip())
            line = indent
        if piece.strip() or line.strip():
            line += piece
    return [*lines, line.rstrip()]


def number(cell: str) -> bool:
    """Tell whether a cell holds a number, or nothing."""
    text = cell.replace(",", "").replace(".", "", 1)
    return text in ("", "—") or text.isdecimal()


def remark(text: str, indent: str = "") -> str:
    """Return a remark in lines that fit the terminal, all but the first indented."""
    return "\n".join(wrapped(text, min(terminal_width(), 100), indent)) + "\n"
