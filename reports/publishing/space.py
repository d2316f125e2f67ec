"""Balls in space: a solution of a puzzle on the face-centred cubic lattice, seen from above at a slant, as SVG.

    balls({(0, 0, 0): "3", (1, 1, 0): "3", …}, "The 100th solution")

The triangular layers of equal x + y + z lie level and are drawn apart, the lowest sum at the top, so that the inner
balls can be seen; balls in front cover those behind them.
"""

from __future__ import annotations

from collections.abc import Mapping
from html import escape
from math import cos, pi, sin, sqrt

from getallenband.modern.geometry import Cell

UNIT = 24.0
RADIUS = sqrt(2) / 2
"""Half the distance of neighbours, in units of the coordinates."""
APART = 3.2
"""How much further apart the layers are drawn than they lie."""
TURN, SLANT = pi / 9, pi / 6
"""The angles by which the layers are turned, and from which they are seen."""


def balls(laid: Mapping[Cell, str], colours: Mapping[str, str], title: str = "") -> str:
    """Return an SVG picture: a ball for each cell, in its piece's colour, with its piece's name."""
    places = {cell: projected(cell) for cell in laid}
    left, top = (min(place[axis] for place in places.values()) - RADIUS - 0.1 for axis in (0, 1))
    width, height = (
        max(place[axis] for place in places.values()) - low + RADIUS + 0.1 for axis, low in ((0, left), (1, top))
    )
    order = sorted(laid, key=lambda cell: (-sum(cell), places[cell][2]))
    numbers = {name: number for number, name in enumerate(colours)}
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width * UNIT:.1f} {height * UNIT:.1f}" '
        f'width="{width * UNIT:.1f}" height="{height * UNIT:.1f}" role="img">',
        f"<title>{escape(title)}</title>" if title else "",
        "<defs>",
        *(
            f'<radialGradient id="shade-{number}" cx="0.36" cy="0.3" r="0.75"><stop offset="0" stop-color="#fff"/>'
            f'<stop offset="0.45" stop-color="{colour}"/></radialGradient>'
            f'<circle id="ball-{number}" r="{RADIUS * UNIT:.1f}" fill="url(#shade-{number})" stroke="#22262b"/>'
            for number, colour in enumerate(colours.values())
        ),
        "</defs>",
        '<g font-family="Georgia, serif" font-size="12" text-anchor="middle" fill="#1b1e22" stroke-width="0.8">',
    ]
    for cell in order:
        x, y = (places[cell][0] - left) * UNIT, (places[cell][1] - top) * UNIT
        lines += [
            f'<use href="#ball-{numbers[laid[cell]]}" x="{x:.1f}" y="{y:.1f}"/>'
            f'<text x="{x:.1f}" y="{y + 4:.1f}">{escape(laid[cell])}</text>'
        ]
    return "\n".join(line for line in [*lines, "</g>", "</svg>"] if line) + "\n"


def projected(cell: Cell) -> tuple[float, float, float]:
    """Return where a ball is drawn, to the right and down, and how near it is."""
    x, y, z = cell
    right, front, up = (x - y) / sqrt(2), (x + y - 2 * z) / sqrt(6), -(x + y + z) / sqrt(3)
    turned, near = right * cos(TURN) - front * sin(TURN), right * sin(TURN) + front * cos(TURN)
    return turned, near * sin(SLANT) - up * APART * cos(SLANT), near
