"""Count the polyforms of a size: connected sets of so many cells.

observe = "polyforms"
with = { lattice = "square", size = 5, sides = "free" }
"""

from __future__ import annotations

from typing import Annotated, Literal

from annotated_types import Interval

from modern.geometry import LATTICES, polyforms
from reports.checking.observed import Context, Observed
from reports.running.names import known


def observe(
    _context: Context,
    *,
    lattice: str,
    size: Annotated[int, Interval(ge=1, le=8)],
    sides: Literal["free", "one-sided", "fixed"],
    planar: bool = False,
) -> Observed:
    """Return how many there are: free ones may be turned over, one-sided ones turned, fixed ones neither."""
    return Observed(len(polyforms(known("lattice", lattice, LATTICES), size, sides, planar)))
