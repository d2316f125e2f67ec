"""Turn the printed arrangements of a jigsaw of nine square pieces: each must be among the printed ones when turned.

observe = "turned_arrangements"
run = "c"
"""

from __future__ import annotations

from interpreters.source.diagnostics import UserError
from reports.checking.observed import Context, Observed

Piece = tuple[str, ...]
Arrangement = tuple[Piece, ...]

LINES = (3, 6, 6, 6, 6, 6, 3)
"""How many numbers the lines of an arrangement have."""


def observe(context: Context, *, run: str = "") -> Observed:
    """Return how many arrangements there are, and how many that no turn takes into each other.

    Where an arrangement is not there when turned, return in words how many are so.
    """
    rows = [line.split() for line in context.record(run)["output"].splitlines()]
    rows = [row for row in rows if all(word.isdigit() for word in row)]
    groups = [rows[start : start + len(LINES)] for start in range(0, len(rows), len(LINES))]
    if any(tuple(len(row) for row in group) != LINES for group in groups):
        raise UserError("a line has not as many numbers as a line of an arrangement")
    found = {arrangement(group) for group in groups}
    alone = [one for one in found if turned(one) not in found]
    if alone:
        return Observed(f"{len(alone)} of {len(found)} are not there when turned")
    return Observed([len(found), len({min(turns(one)) for one in found})])


def arrangement(rows: list[list[str]]) -> Arrangement:
    """Return nine pieces, each top, right, bottom, left, from the seven printed lines."""
    tops = [rows[0], rows[2][1::2], rows[4][0::2]]
    bottoms = [rows[2][0::2], rows[4][1::2], rows[6]]
    lefts = [rows[line][0::2] for line in (1, 3, 5)]
    rights = [rows[line][1::2] for line in (1, 3, 5)]
    return tuple((tops[r][c], rights[r][c], bottoms[r][c], lefts[r][c]) for r in range(3) for c in range(3))


def turned(pieces: Arrangement) -> Arrangement:
    """Turn an arrangement a quarter to the right."""
    return tuple(piece_turned(pieces[3 * (2 - column) + row]) for row in range(3) for column in range(3))


def piece_turned(piece: Piece) -> Piece:
    """Turn a piece a quarter to the right."""
    return (piece[3], *piece[:3])


def turns(pieces: Arrangement) -> list[Arrangement]:
    """Return an arrangement and its three turns."""
    found = [pieces]
    while len(found) < 4:
        found.append(turned(found[-1]))
    return found
