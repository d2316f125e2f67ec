"""Boards that a program printed as text become boards: one sign a cell.

drawing = "board"
with = { solution = 1, rows = 6, columns = 10 }
"""

from __future__ import annotations

import re

from reports.observed import Context
from reports.pictures import Cell


def draw(context: Context, *, solution: int, rows: int, columns: int, signs: str = r"\S") -> dict[Cell, str]:
    """Return the n-th board: consecutive lines of as many signs as the board has columns (blanks do not count).

    Raise ValueError if the program printed fewer boards.
    """
    pattern = re.compile(rf"(?:{signs}){{{columns}}}")
    found: list[list[str]] = []
    block: list[str] = []
    for line in context.record()["output"].splitlines():
        text = "".join(line.split())
        block = [*block, text] if pattern.fullmatch(text) else []
        if len(block) == rows:
            found.append(block)
            block = []
    if len(found) < solution:
        raise ValueError(f"only {len(found)} boards were printed")
    return {(row, column): sign for row, text in enumerate(found[solution - 1]) for column, sign in enumerate(text)}
