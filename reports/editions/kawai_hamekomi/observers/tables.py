"""The program's tables of sites."""

from __future__ import annotations

from itertools import pairwise
from typing import Literal

from pydantic import NonNegativeInt

from getallenband.interpreters.source.diagnostics import UserError
from getallenband.reports.checking.observed import Context, Observed
from getallenband.reports.runs.by_folder import observer


@observer
def site_table(
    context: Context,
    *,
    piece: NonNegativeInt = 0,
    aspect: Literal["sites", "others", "planes"] = "sites",
    puzzle: str = "",
    run: str = "",
) -> Observed:
    """Count the sites of a piece in a tape of site tables, or list the planes that they lie in.

    observe = "site_table"
    with = { piece = 1, aspect = "planes", puzzle = "tetra" }

    Return how many "sites" a piece has (0: all pieces), or all "others"; or the "planes" X + Y + Z of its sites.
    """
    lines = context.input("tables", run).text.splitlines()
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


Table = list[list[int]]


@observer
def table_laws(context: Context, *, run: str = "") -> Observed:
    """Count the entries of a tape's tables of sites that are not as section 2.3 defines them.

    observe = "table_laws"
    run = "tetra-100"

    (a) the elements of a site ascend; (b) sort[p, 1, e], sort[p, 2, e], … name all sites of p so that their element e
    ascends (two sites may have the same); (c) box to site[p, b, e] is the first place at which that element is b, or 0.

    Return how many entries are not as defined. Facts: looked_at.
    """
    lines = context.input("tables", run).text.splitlines()
    counts = numbers(lines, "number of site", 1)[0]
    sites, order, first = (by_piece(lines, name, len(counts)) for name in ("site", "sort", "box to site"))
    faults = looked_at = 0
    for piece, count in enumerate(counts):
        mine, sort = sites[piece][:count], order[piece][:count]
        faults += sum(site != sorted(set(site)) for site in mine)
        for element in range(len(mine[0])):
            named = [row[element] for row in sort]
            if sorted(named) != list(range(1, count + 1)):
                raise UserError(f"sort of piece {piece + 1} does not name each of its {count} sites once")
            boxes = [mine[site - 1][element] for site in named]
            faults += sum(left > right for left, right in pairwise(boxes))
            begins = [boxes.index(box) + 1 if box in boxes else 0 for box in range(1, len(first[piece]) + 1)]
            faults += sum(row[element] != begin for row, begin in zip(first[piece], begins, strict=True))
            looked_at += count + len(begins)
        looked_at += count
    return Observed(faults, facts={"looked_at": looked_at})


def by_piece(lines: list[str], name: str, pieces: int) -> list[Table]:
    """Return a table of three dimensions, piece by piece."""
    rows = int(lines[head(lines, name)].split()[-2])
    table = numbers(lines, name, pieces * rows)
    return [table[piece * rows : (piece + 1) * rows] for piece in range(pieces)]
