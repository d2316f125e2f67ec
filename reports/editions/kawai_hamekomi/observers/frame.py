"""Measure a frame: how many elements its pieces have and how many boxes it has, or how many neighbours a box has.

observe = "frame"
with = { puzzle = "tetra", aspect = "neighbours" }
"""

from __future__ import annotations

from typing import Literal

from modern.geometry import LATTICES
from modern.geometry.lattices import translate
from reports.checking.observed import Context, Observed


def observe(context: Context, *, puzzle: str, aspect: Literal["volume", "neighbours"] = "volume") -> Observed:
    """Return the numbers of elements and boxes; or the greatest number of "neighbours" of a box within the frame."""
    problem = context.oracle.puzzle(puzzle).problem
    boxes = set(problem.cells)
    if aspect == "neighbours":
        steps = LATTICES[problem.lattice].neighbours
        return Observed(max(sum(translate(box, step) in boxes for step in steps) for box in boxes))
    sizes = {placement.piece: len(placement.cells) for placement in problem.placements}
    return Observed([sum(sizes.values()), len(boxes)])
