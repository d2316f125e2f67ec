"""The shape of a board as one small SVG path, holes and layers included.

    silhouette("square", [(0, 0), (0, 1)])     # <svg viewBox="0 0 12 6" …><path d="M0 0h12v6h-12z"/></svg>

The edges with a cell on one side only are chained to closed lines, and edges in one direction are one step.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from itertools import pairwise

from markupsafe import Markup

from getallenband.modern.geometry import Cell
from getallenband.reports.publishing.pictures import Point, edges, number, placed, step

UNIT = 6.0
"""Side of a cell in pixels."""


def silhouette(lattice: str, cells: Collection[Cell]) -> Markup:
    """Return the picture of a board; nothing of a puzzle without cells."""
    if not cells:
        return Markup()
    shapes = {cell: tuple((x * UNIT, y * UNIT) for x, y in polygon) for cell, polygon in placed(lattice, cells).items()}
    ends = [edge for edge, owners in edges(shapes).items() if len(owners) == 1]
    left, top = (min(point[axis] for edge in ends for point in edge) for axis in (0, 1))
    width, height = (max(point[axis] for edge in ends for point in edge) for axis in (0, 1))
    lines = "".join(_closed([(x - left, y - top) for x, y in line]) for line in _chained(ends))
    size = f"{number(width - left)} {number(height - top)}"
    return Markup('<svg class="board" viewBox="0 0 {}" aria-hidden="true"><path d="{}"/></svg>').format(size, lines)


def _chained(ends: list[tuple[Point, Point]]) -> Iterator[list[Point]]:
    """Yield closed lines of which these are the edges, in either direction."""
    beside: dict[Point, list[Point]] = {}
    for one, other in ends:
        beside.setdefault(one, []).append(other)
        beside.setdefault(other, []).append(one)
    for start in sorted(beside):
        while beside[start]:
            line = [start]
            while beside[line[-1]]:
                following = beside[line[-1]].pop()
                beside[following].remove(line[-1])
                line.append(following)
            yield line[:-1]


def _closed(line: list[Point]) -> str:
    """Return a closed line as a path: its corners only."""
    around = zip(line[-1:] + line[:-1], line, line[1:] + line[:1], strict=True)
    corners = [point for before, point, after in around if not _straight(before, point, after)]
    steps = "".join(step(one, other) for one, other in pairwise(corners))
    return f"M{number(corners[0][0])} {number(corners[0][1])}{steps}z"


def _straight(before: Point, point: Point, after: Point) -> bool:
    (a, b), (c, d) = ((point[axis] - before[axis] for axis in (0, 1)), (after[axis] - point[axis] for axis in (0, 1)))
    return abs(a * d - b * c) < 0.5 and a * c + b * d > 0
