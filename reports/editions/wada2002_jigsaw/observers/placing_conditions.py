"""Hold a table of the conditions for a piece to be laid against the square: the edges that meet there must fit.

observe = "placing_conditions"
with = { file = "table1.transcription", total = 7 }

A line is a place and its conditions, "0の2 + 3の0 = 7": edge 2 of the piece at place 0 and edge 0 of that at place 3.
"""

from __future__ import annotations

import re

from reports.checking.observed import Context, Observed

SIDE = 3
TOP, RIGHT, BOTTOM, LEFT = range(4)
CONDITION = re.compile(r"(\d)の(\d) \+ (\d)の(\d) = (\d+)")


def observe(context: Context, *, file: str, total: int) -> Observed:
    """Return the places whose conditions are those of the edges that meet places laid before, each once."""
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
