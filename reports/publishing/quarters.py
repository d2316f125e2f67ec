"""Square pieces with a letter at each edge, as SVG: a quarter in the colour of the letter, capital or small, for each.

    quarters({(0, 0, 0): "g", (0, 0, 1): "W", …}, ["#4e79a7", …], "The first arrangement")

A cell is row, column and edge: 0 top, 1 right, 2 bottom, 3 left.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from html import escape
from itertools import cycle

from getallenband.modern.geometry import Cell

UNIT = 84
MARGIN = 12
NAMED = {"R": "#e15759", "G": "#59a14f", "B": "#4e79a7", "W": "#f3f0ea"}
"""Letters that stand for colours."""
CORNERS = ((0, 0), (1, 0), (1, 1), (0, 1))
"""Of a square, each where the edge of that number begins."""


def quarters(laid: Mapping[Cell, str], colours: Sequence[str], title: str = "") -> str:
    """Return an SVG picture."""
    height, width = (UNIT * (max(cell[axis] for cell in laid) + 1) + 2 * MARGIN for axis in (0, 1))
    size = f'viewBox="0 0 {width} {height}" width="{width}" height="{height}"'
    squares = "".join(square(cell) for cell in laid if cell[2] == 0)
    letters = dict.fromkeys(name.upper() for name in laid.values())
    colour = dict(zip(letters, cycle(colours))) | NAMED
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" {size} role="img">',
        f"<title>{escape(title)}</title>" if title else "",
        '<g stroke="#22262b" stroke-width="0.6">',
        *(f'<path fill="{colour[name.upper()]}" d="{quarter(cell)}"/>' for cell, name in laid.items()),
        "</g>",
        f'<path d="{squares}" fill="none" stroke="#22262b" stroke-width="2.4"/>',
        '<g font-family="Georgia, serif" font-size="17" text-anchor="middle" fill="#1b1e22">',
        *(label(cell, name) for cell, name in laid.items()),
        "</g>",
        "</svg>",
    ]
    return "\n".join(line for line in lines if line) + "\n"


def corner(cell: Cell, number: int) -> tuple[int, int]:
    right, down = CORNERS[number % 4]
    return MARGIN + UNIT * (cell[1] + right), MARGIN + UNIT * (cell[0] + down)


def centre(cell: Cell) -> tuple[int, int]:
    return MARGIN + UNIT * cell[1] + UNIT // 2, MARGIN + UNIT * cell[0] + UNIT // 2


def quarter(cell: Cell) -> str:
    """Return the path around the triangle of an edge and the middle of its square."""
    points = corner(cell, cell[2]), corner(cell, cell[2] + 1), centre(cell)
    return "M" + "L".join(f"{x} {y}" for x, y in points) + "z"


def square(cell: Cell) -> str:
    x, y = corner(cell, 0)
    return f"M{x} {y}h{UNIT}v{UNIT}h-{UNIT}z"


def label(cell: Cell, name: str) -> str:
    """Return a letter two thirds of the way from the middle to its edge."""
    ends = corner(cell, cell[2]), corner(cell, cell[2] + 1)
    x, y = (
        middle + (sum(end[axis] for end in ends) // 2 - middle) * 2 // 3 for axis, middle in enumerate(centre(cell))
    )
    return f'<text x="{x}" y="{y + 5}">{escape(name)}</text>'
