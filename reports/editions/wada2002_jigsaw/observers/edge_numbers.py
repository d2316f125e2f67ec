"""Read a figure that numbers the places of a square and the edges of each: top, left, place, right, bottom.

observe = "edge_numbers"
with = { file = "figure4.transcription" }

A row of places is two lines: the numbers of the top edges, then left edge, place and right edge of each; and the
numbers of the bottom edges.
"""

from __future__ import annotations

from interpreters.source.diagnostics import UserError
from reports.checking.observed import Context, Observed

SIDE = 3
EDGES = ("0", "1", "2", "3")
"""Top, right, bottom, left."""


def observe(context: Context, *, file: str) -> Observed:
    """Return the numbers of the places in the order in which they are read; "wrong edges" where an edge has another."""
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
