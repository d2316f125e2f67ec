"""Make the sites of all pieces but one by the operations that a document lists, and count them.

observe = "sites_by_motions"
with = { puzzle = "tetra", without = "J", file = "tetra-turns.transcription", mirror = "X Y -Z" }

One site of each piece is moved everywhere, and every operation is applied to it; doubles count once. If the operations
are no group, their number depends on the site that is taken, and on whether the mirror comes after the turn or before.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import Annotated

from pydantic import Field

from modern.geometry import Cell
from reports.checking.observed import Context, Observed
from reports.editions.kawai_hamekomi.motions import Operation, listed, operated

Site = tuple[Cell, ...]
Written = Annotated[str, Field(pattern="^-?[XYZ] -?[XYZ] -?[XYZ]$")]
"""What becomes of X, Y and Z."""


def observe(context: Context, *, puzzle: str, without: str, file: str, mirror: Written) -> Observed:
    """Return the least and the greatest number of sites, the mirror coming last, and the same, the mirror coming first.

    Where all four are one number, that number. Facts: turns (how many are listed), symmetries (how many they and the
    mirror are when repeated), every (sites by all symmetries).
    """
    problem = context.oracle.puzzle(puzzle).problem
    turns = [turn for _, turn in listed(context.text(file))]
    reflected = tuple(mirror.split())
    last = [*turns, *(after(reflected, turn) for turn in turns)]
    first = [*turns, *(after(turn, reflected) for turn in turns)]
    sites: dict[str, list[Site]] = {name: [] for name in problem.pieces if name != without}
    for placement in problem.placements:
        if problem.pieces[placement.piece] != without:
            cells = tuple(problem.cells[cell] for cell in placement.cells)
            sites[problem.pieces[placement.piece]].append(cells)
    ranges = []
    for operations in (last, first):
        numbers = [sites_made(placed, operations) for placed in sites.values()]
        ranges += [sum(map(min, numbers)), sum(map(max, numbers))]
    facts = {"turns": len(turns), "symmetries": len(repeated(last)), "every": sum(map(len, sites.values()))}
    return Observed(ranges[0] if len(set(ranges)) == 1 else ranges, facts=facts)


def after(second: Operation, first: Operation) -> Operation:
    """Return the operation that does `first`, then `second`."""
    named = dict(zip("XYZ", first, strict=True))
    return tuple(("-" + named[axis[-1]] if axis[0] == "-" else named[axis]).replace("--", "") for axis in second)


def repeated(operations: Iterable[Operation]) -> set[Operation]:
    """Return all operations that repeating these gives."""
    found: set[Operation] = {("X", "Y", "Z")}
    while more := {after(one, other) for one in operations for other in found} - found:
        found |= more
    return found


def sites_made(sites: Iterable[Site], operations: Iterable[Operation]) -> list[int]:
    """Return how many of the sites the operations, and moving, make of one of each shape."""
    shapes = Counter(map(at_origin, sites))
    return [sum(shapes[image] for image in images(shape, operations)) for shape in shapes]


def images(shape: Iterable[Cell], operations: Iterable[Operation]) -> set[frozenset[Cell]]:
    return {at_origin(operated(operation, cell) for cell in shape) for operation in operations}


def at_origin(cells: Iterable[Cell]) -> frozenset[Cell]:
    """Return the cells moved so that the first in ascending order is the origin."""
    ordered = sorted(cells)
    return frozenset(tuple(a - b for a, b in zip(cell, ordered[0], strict=True)) for cell in ordered)
