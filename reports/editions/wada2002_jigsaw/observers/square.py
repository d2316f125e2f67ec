"""The places of the square and their edges."""

from __future__ import annotations

import re

from getallenband.interpreters.source.diagnostics import UserError
from getallenband.reports.checking.observed import Context, Observed
from getallenband.reports.runs.by_folder import observer

SIDE = 3
EDGES = ("0", "1", "2", "3")
"""Top, right, bottom, left."""


@observer
def edge_numbers(context: Context, *, file: str) -> Observed:
    """List the places of a square as a figure numbers them, if its edges are right.

    observe = "edge_numbers"
    with = { file = "figure4.transcription" }

    A row of places is two lines: the numbers of the top edges, then left edge, place and right edge of each; and the
    numbers of the bottom edges.

    Return the numbers of the places in the order in which they are read; "wrong edges" where an edge has another.
    """
    lines = [line.split() for line in context.text(file).splitlines()]
    if [len(line) for line in lines] != [4 * SIDE, SIDE] * SIDE:
        raise UserError(f"{file} is not a square of {SIDE} by {SIDE} places")
    top, right, bottom, left = EDGES
    places = []
    for upper, lower in zip(lines[::2], lines[1::2], strict=True):
        around = [*upper[:SIDE], *upper[SIDE::3], *upper[SIDE + 2 :: 3], *lower]
        if around != [top] * SIDE + [left] * SIDE + [right] * SIDE + [bottom] * SIDE:
            return Observed("wrong edges", " ".join(around))
        places += [int(place) for place in upper[SIDE + 1 :: 3]]
    return Observed(places)


TOP, RIGHT, BOTTOM, LEFT = range(4)
CONDITION = re.compile(r"(\d)の(\d) \+ (\d)の(\d) = (\d+)")


@observer
def placing_conditions(context: Context, *, file: str, total: int) -> Observed:
    """List the places whose printed conditions follow from the edges that meet in the square.

    observe = "placing_conditions"
    with = { file = "table1.transcription", total = 7 }

    A line is a place and its conditions, "0の2 + 3の0 = 7": edge 2 of the piece at 0, edge 0 of that at 3.

    Return the places whose conditions are those of the edges that meet places laid before, each once.
    """
    right = []
    for line in context.text(file).splitlines():
        place, _, conditions = line.partition("\t")
        if not place.isdecimal():
            continue
        printed = sorted(tuple(map(int, found)) for found in CONDITION.findall(conditions))
        if printed == sorted((*edges, total) for edges in meeting(int(place))):
            right.append(int(place))
    return Observed(right)


def meeting(place: int) -> list[tuple[int, int, int, int]]:
    """Return neighbour, its edge, place, its edge, for the neighbours above and to the left."""
    row, column = divmod(place, SIDE)
    above = [(place - SIDE, BOTTOM, place, TOP)] if row else []
    left = [(place - 1, RIGHT, place, LEFT)] if column else []
    return above + left


Piece = tuple[str, ...]
Arrangement = tuple[Piece, ...]

LINES = (3, 6, 6, 6, 6, 6, 3)
"""How many numbers the lines of an arrangement have."""


@observer
def turned_arrangements(context: Context, *, run: str = "") -> Observed:
    """Count the printed arrangements of nine squares, and those that no turn makes equal.

    observe = "turned_arrangements"
    run = "c"

    Return how many arrangements there are, and how many that no turn takes into each other.

    Where an arrangement is not there when turned, return in words how many are so.
    """
    found = {arrangement(group) for group in printed_arrangements(context, run)}
    alone = [one for one in found if turned(one) not in found]
    if alone:
        return Observed(f"{len(alone)} of {len(found)} are not there when turned")
    return Observed([len(found), len({min(turns(one)) for one in found})])


@observer
def meeting_lines(context: Context, *, total: int, run: str = "") -> Observed:
    """List the printed lines in which the numbers, two by two, are of edges that meet.

    observe = "meeting_lines"
    with = { total = 7 }

    Return the lines, of the seven of an arrangement, whose pairs have this sum in every arrangement printed.
    """
    groups = printed_arrangements(context, run)
    pairs = [[list(zip(row[0::2], row[1::2], strict=False)) for row in group] for group in groups]
    meet = [[all(int(a) + int(b) == total for a, b in row) for row in group] for group in pairs]
    return Observed([line for line, each in enumerate(zip(*meet, strict=True), 1) if all(each)])


def printed_arrangements(context: Context, run: str) -> list[list[list[str]]]:
    """Return the arrangements that a run printed, each seven lines of numbers; raise UserError for other lines."""
    rows = [line.split() for line in context.record(run)["output"].splitlines()]
    rows = [row for row in rows if all(word.isdigit() for word in row)]
    groups = [rows[start : start + len(LINES)] for start in range(0, len(rows), len(LINES))]
    if any(tuple(len(row) for row in group) != LINES for group in groups):
        raise UserError("a line has not as many numbers as a line of an arrangement")
    return groups


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


STATEMENT = re.compile(r'printf\("([^"]*)"((?:,l\(\d,\d\))*)\);')


@observer
def printing_statements(context: Context, *, file: str, program: str, emended: bool = False) -> Observed:
    """List how many numbers each separately printed output statement asks for and is given.

    observe = "printing_statements"
    with = { file = "printing.transcription", program = "c" }

    Return how many numbers the format of each asks for and how many there are, "6 of 6".

    Where the program, as emended, does not print just these numbers in this order: "not in the program". With `emended`
    the statements are those as emended, and the program must have their formats too.
    """
    text = context.emended(file.partition(".")[0]) if emended else context.text(file)
    given = STATEMENT.findall(context.emended(program))
    found = []
    for number, (form, arguments) in enumerate(STATEMENT.findall(text)):
        same = number < len(given) and given[number][not emended :] == (form, arguments)[not emended :]
        found.append(f"{form.count('%d')} of {arguments.count('l(')}" if same else "not in the program")
    return Observed(found)
