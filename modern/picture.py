"""A solution as a picture: lines of letters for a terminal, or SVG for a page.

    as_text(problem, solution)          # one letter per cell, rows as they lie, layers side by side
    as_svg(problem, solution)           # coloured cells, thick lines between pieces

Square and hexagonal boards are drawn flat. Boxes come layer by layer; an octahedron of balls comes in its triangular
layers x + y + z = 3, 1, -1, -3, as Kawai printed it.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from html import escape

from modern.exact_cover import Cell, Problem, Solution
from modern.lattices import LATTICES, shifted

# fmt: off
# Okabe and Ito's colours, told apart by colour-blind readers too, then tints of them.
COLOURS = (
    "#e69f00", "#56b4e9", "#009e73", "#f0e442", "#0072b2", "#d55e00",
    "#cc79a7", "#bbbbbb", "#f7cf80", "#b5dcf5", "#80cfb9", "#f8f2a1",
    "#80b9d9", "#eaaf80", "#e6bcd3", "#888888", "#c27c00", "#2e8ac0",
)
# fmt: on
_SIZE = 24.0


def letters(problem: Problem) -> tuple[str, ...]:
    """Return one letter for each piece: its name if that is one, f for F', else letters in turn."""
    chosen: list[str] = []
    for name in problem.pieces:
        wish = name if len(name) == 1 else name[0].lower() if name.endswith("'") else ""
        spare = (c for c in "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789" if c not in chosen)
        chosen.append(
            wish if wish and wish not in chosen and wish not in problem.pieces[len(chosen) + 1 :] else next(spare)
        )
    return tuple(chosen)


def owners(problem: Problem, solution: Solution) -> dict[Cell, int]:
    """Return for each cell of the board that a piece covers the number of the piece."""
    return {problem.cells[cell]: problem.placements[i].piece for i in solution for cell in problem.placements[i].cells}


def spots(problem: Problem) -> dict[Cell, tuple[int, int, int]]:
    """Return for each cell its layer, row and column on paper; columns of hexagonal rows count half cells."""
    places: dict[Cell, tuple[int, int, int]] = {}
    for cell in problem.cells:
        if problem.lattice == "cubic":
            places[cell] = cell[0], cell[1], cell[2]
        elif problem.lattice == "hexagonal":
            places[cell] = 0, cell[2], 2 * cell[0] + cell[2]
        elif problem.lattice == "face-centred cubic":
            places[cell] = -sum(cell), -cell[0], cell[1] - cell[2]
        elif len(cell) == 2:
            places[cell] = 0, cell[0], cell[1]
    corner = {}
    for layer in {place[0] for place in places.values()}:
        mine = [place for place in places.values() if place[0] == layer]
        corner[layer] = min(place[1] for place in mine), min(place[2] for place in mine)
    number = {layer: i for i, layer in enumerate(sorted(corner))}
    return {c: (number[z], y - corner[z][0], x - corner[z][1]) for c, (z, y, x) in places.items()}


def as_text(problem: Problem, solution: Solution) -> str:
    """Return the solution as lines of letters, without a last line end."""
    names, owner, places = letters(problem), owners(problem, solution), spots(problem)
    halves = problem.lattice in ("hexagonal", "face-centred cubic")
    step = 1 if halves else 2
    layers = max((place[0] for place in places.values()), default=0) + 1
    height = max((place[1] for place in places.values()), default=0) + 1
    blocks = []
    for layer in range(layers):
        mine = {(y, x): names[owner[c]] if c in owner else "." for c, (z, y, x) in places.items() if z == layer}
        width = max((x for _, x in mine), default=0) + 1
        rows = []
        for y in range(height):
            line = [" "] * (step * (width - 1) + 1)
            for x in range(width):
                if (y, x) in mine:
                    line[step * x] = mine[y, x]
            rows.append("".join(line))
        blocks.append(rows)
    return "\n".join("   ".join(block[y] for block in blocks).rstrip() for y in range(height))


def as_svg(problem: Problem, solution: Solution) -> str:
    """Return the solution as a stand-alone SVG picture."""
    names, owner, places = letters(problem), owners(problem, solution), spots(problem)
    centres, width, height = _centres(problem, places)
    body = []
    for cell, (x, y) in centres.items():
        if cell in owner:
            fill = COLOURS[owner[cell] % len(COLOURS)]
            body.append(_cell(problem.lattice, x, y, fill))
            body.append(
                f'<text x="{x:.1f}" y="{y + 4:.1f}" font-size="11" text-anchor="middle" fill="{_ink(fill)}" '
                f'font-family="sans-serif">{escape(names[owner[cell]])}</text>'
            )
    body += _borders(problem, owner, centres)
    title = escape(f"{problem.name}: a solution")
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:.0f} {height:.0f}" role="img">'
        f"<title>{title}</title>{''.join(body)}</svg>\n"
    )


def _ink(fill: str) -> str:
    """Return black or white, whichever can be read on the colour."""
    red, green, blue = (int(fill[i : i + 2], 16) for i in (1, 3, 5))
    return "#000" if 299 * red + 587 * green + 114 * blue > 110_000 else "#fff"


def _centres(
    problem: Problem, places: Mapping[Cell, tuple[int, int, int]]
) -> tuple[dict[Cell, tuple[float, float]], float, float]:
    """Return the centre of each cell on the page, and the page's width and height."""
    halves = problem.lattice in ("hexagonal", "face-centred cubic")
    across, down = (_SIZE / 2, _SIZE * math.sqrt(3) / 2) if halves else (_SIZE, _SIZE)
    offset, offsets = 0.0, {}
    for layer in sorted({z for z, _, _ in places.values()}):
        offsets[layer] = offset
        offset += across * max(x for z, _, x in places.values() if z == layer) + 2 * _SIZE
    height = down * max(y for _, y, _ in places.values()) + 1.4 * _SIZE
    centres = {
        cell: (offsets[z] + x * across + 0.7 * _SIZE, y * down + 0.7 * _SIZE) for cell, (z, y, x) in places.items()
    }
    return centres, offset - 0.6 * _SIZE, height


def _corners(lattice: str, x: float, y: float) -> list[tuple[float, float]]:
    """Return the corners of a cell: a square, or a hexagon with a corner on top."""
    if lattice == "hexagonal":
        radius = _SIZE / math.sqrt(3)
        angles = [math.radians(60 * k - 90) for k in range(6)]
        return [(x + radius * math.cos(a), y + radius * math.sin(a)) for a in angles]
    half = _SIZE / 2
    return [(x - half, y - half), (x + half, y - half), (x + half, y + half), (x - half, y + half)]


def _cell(lattice: str, x: float, y: float, fill: str) -> str:
    if lattice == "face-centred cubic":
        return f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{_SIZE / 2 - 0.5:.1f}" fill="{fill}" stroke="#333"/>'
    points = " ".join(f"{a:.1f},{b:.1f}" for a, b in _corners(lattice, x, y))
    return f'<polygon points="{points}" fill="{fill}" stroke="#999" stroke-width="0.5"/>'


def _borders(problem: Problem, owner: Mapping[Cell, int], centres: Mapping[Cell, tuple[float, float]]) -> list[str]:
    """Draw a thick line along each side of a cell where the neighbour belongs to another piece."""
    if problem.lattice not in LATTICES or problem.lattice == "face-centred cubic":
        return []
    lines = []
    near = LATTICES[problem.lattice].neighbours
    for cell, (x, y) in centres.items():
        corners = _corners(problem.lattice, x, y)
        same = set()
        for other in (shifted(cell, step) for step in near):
            if other in centres and owner.get(other) == owner.get(cell):
                dx, dy = centres[other][0] - x, centres[other][1] - y
                if math.hypot(dx, dy) < 1.1 * _SIZE:
                    same.add((round(dx), round(dy)))
        for (ax, ay), (bx, by) in zip(corners, corners[1:] + corners[:1], strict=True):
            if (round(ax + bx - 2 * x), round(ay + by - 2 * y)) not in same:
                lines.append(f'<path d="M{ax:.1f} {ay:.1f}L{bx:.1f} {by:.1f}" stroke="#000" stroke-width="2"/>')
    return lines
