"""Count the polyforms of given sizes: connected sets of so many cells.

observe = "polyforms"
with = { lattice = "hexagonal", sizes = [3, 4], sides = "free" }
"""

from __future__ import annotations

from typing import Annotated, Literal

from annotated_types import Interval, Len

from interpreters.source.diagnostics import UserError
from modern.geometry import LATTICES, polyforms
from reports.checking.observed import Context, Observed
from reports.running.names import known


def observe(
    _context: Context,
    *,
    lattice: str,
    sizes: Annotated[list[Annotated[int, Interval(ge=1, le=8)]], Len(1, 8)],
    sides: Literal["free", "one-sided", "fixed"],
    planar: bool = False,
) -> Observed:
    """Return how many there are: free ones may be turned over, one-sided ones turned, fixed ones neither.

    With `planar` count only those within a plane. Facts: each (size by size).
    """
    chosen = known("lattice", lattice, LATTICES)
    try:
        each = [len(polyforms(chosen, size, sides, planar)) for size in sizes]
    except ValueError as error:  # there are too many
        raise UserError(str(error)) from None
    return Observed(sum(each), facts={"each": each})
