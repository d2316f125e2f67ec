"""Look into a tape of site tables: how many sites a piece has, and in which planes they lie.

observe = "site_table"
with = { piece = 1, aspect = "planes", puzzle = "tetra" }
"""

from __future__ import annotations

from typing import Literal

from pydantic import NonNegativeInt

from interpreters.source.diagnostics import UserError
from reports.checking.observed import Context, Observed


def observe(
    context: Context,
    *,
    piece: NonNegativeInt = 0,
    aspect: Literal["sites", "others", "planes"] = "sites",
    puzzle: str = "",
    tape: str = "tables",
    run: str = "",
) -> Observed:
    """Return how many "sites" a piece has (0: all pieces), or all "others"; or the "planes" X + Y + Z of its sites."""
    lines = context.input(tape, run).text.splitlines()
    counts = numbers(lines, "number of site", 1)[0]
    if piece > len(counts):
        raise UserError(f"the tape has no piece {piece}; its last is {len(counts)}")
    if aspect == "planes":
        before = (piece - 1) * int(lines[head(lines, "site")].split()[2])
        rows = numbers(lines, "site", before + counts[piece - 1])[before:]
        cells = context.frame(puzzle)
        outside = [box for row in rows for box in row if not 0 < box <= len(cells)]
        if outside:
            raise UserError(f"the frame has no box {outside[0]}; its last is {len(cells)}")
        planes = [sorted({sum(cells[box - 1]) for box in row}) for row in rows]
        if any(len(plane) > 1 for plane in planes):
            raise UserError(f"a site of piece {piece} lies in no plane X + Y + Z")
        return Observed(sorted((plane[0] for plane in planes), reverse=True))
    total = sum(counts)
    value = {"sites": counts[piece - 1] if piece else total, "others": total - counts[piece - 1]}[aspect]
    return Observed(value)


def head(lines: list[str], name: str) -> int:
    """Return the line in which a table begins; raise UserError if there is none."""
    for number, line in enumerate(lines):
        words = line.split()
        if [word for word in words if not word.isdigit()] == name.split():
            return number
    raise UserError(f"the tape has no table {name!r}")


def numbers(lines: list[str], name: str, rows: int) -> list[list[int]]:
    """Return the first rows of a table."""
    start = head(lines, name) + 1
    return [[int(word) for word in line.split() if word != "-"] for line in lines[start : start + rows]]
