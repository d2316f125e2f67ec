"""Count the pieces of given sizes that no motion takes into each other.

observe = "free_pieces"
with = { lattice = "hexagonal", sizes = [3, 4] }
"""

from __future__ import annotations

from typing import Annotated

from annotated_types import Len
from pydantic import PositiveInt

from modern.geometry import LATTICES, polyforms
from reports.checking.observed import Context, Observed
from reports.running.names import known


def observe(
    _context: Context, *, lattice: str, sizes: Annotated[list[PositiveInt], Len(1)], planar: bool = False
) -> Observed:
    """Return how many there are, with `planar` only those within a plane. Facts: each (size by size)."""
    chosen = known("lattice", lattice, LATTICES)
    each = [len(polyforms(chosen, size, "free", planar)) for size in sizes]
    return Observed(sum(each), facts={"each": each})
