"""A solution becomes a picture: cells and the pieces that lie on them, as SVG or as text.

    svg("square", {(0, 0): "X", (0, 1): "P", …}, "The first solution")
    text("square", {(0, 0): "X", …})

Lattices are the puzzles' own: square (row, column), sticks (both doubled), hexagonal (x, y, z with sum 0), triangular
(x, y, z with sum 0 or 1), cubic (layer, row, column) and face-centred cubic (x, y, z with an even or odd sum);
three-dimensional ones are drawn layer by layer, side by side.
Balls lie in square layers of equal z, or as "face-centred cubic, triangular" in triangular layers of equal x + y + z;
"face-centred cubic, in space" shows the latter at a slant (space.py). "edge-matching" has squares with a letter at each
edge: row, column, edge (quarters.py).
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from html import escape
from itertools import pairwise
from math import sqrt
from string import ascii_lowercase, ascii_uppercase

from getallenband.modern.geometry import Cell
from getallenband.reports.publishing.quarters import quarters
from getallenband.reports.publishing.space import balls

Point = tuple[float, float]
Polygon = tuple[Point, ...]

TRIANGULAR = "face-centred cubic, triangular"
IN_SPACE = "face-centred cubic, in space"
EDGES = "edge-matching"
STICKS = "sticks"
UNIT = 34.0
MARGIN = 0.35
GAP = 0.9
BASELINE = 4.5 / 13
"""How far below the middle letters stand, of their size."""
STICK = 0.4
"""Width of a stick, of which the length is 1."""
COLOURS = (
    "#4e79a7", "#f28e2b", "#59a14f", "#e15759", "#76b7b2", "#edc948", "#b07aa1", "#ff9da7", "#9c755f", "#bab0ac",
    "#a0cbe8", "#8cd17d", "#ffbe7d", "#d4a6c8", "#499894", "#d7b5a6",
)  # fmt: skip


def svg(lattice: str, laid: Mapping[Cell, str], title: str = "") -> str:
    """Return an SVG picture: one colour a piece, a line where two pieces meet, its name once a layer."""
    colour = colours_of(by_piece(laid))
    if lattice == IN_SPACE:
        return balls(laid, colour, title)
    if lattice == EDGES:
        return quarters(laid, COLOURS, title)
    if lattice == STICKS:  # a place that a piece crosses is no stick
        laid = {cell: name for cell, name in laid.items() if sum(cell) % 2}
    shapes, width, height = scaled(lattice, laid)
    size = 9 if lattice == STICKS else 13
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {number(width)} {number(height)}" '
        f'width="{number(width)}" height="{number(height)}" role="img">',
        f"<title>{escape(title)}</title>" if title else "",
        '<g stroke-width="0.6" stroke="#ffffff" stroke-opacity="0.35">',
        *(
            f'<path fill="{colour[name]}" d="{"".join(outline(shapes[cell]) for cell in cells)}"/>'
            for name, cells in by_piece(laid).items()
        ),
        "</g>",
        f'<path d="{borders(shapes, laid)}" fill="none" stroke="#22262b" stroke-width="2.4" stroke-linecap="round"/>',
        f'<g font-family="Georgia, serif" font-size="{size}" text-anchor="middle" fill="#1b1e22" '
        f'stroke="#ffffff" stroke-opacity="0.7" stroke-width="{number(size / 4)}" paint-order="stroke">',
        *(label(laid[cell], shapes[cell], size) for cell in labelled(lattice, laid)),
        "</g>",
        "</svg>",
    ]
    return "\n".join(line for line in lines if line) + "\n"


def colours_of(pieces: Iterable[str]) -> dict[str, str]:
    """Return the colour of each piece: by their numbers, if all have one, so that pictures and the player agree."""
    names = list(pieces)
    numbers = [int(name) - 1 for name in names] if all(map(str.isdecimal, names)) else range(len(names))
    return {name: COLOURS[index % len(COLOURS)] for name, index in zip(names, numbers, strict=True)}


def by_piece(laid: Mapping[Cell, str]) -> dict[str, list[Cell]]:
    """Return the cells of each piece in order, the piece on the first cell first."""
    found: dict[str, list[Cell]] = {}
    for cell in sorted(laid):
        found.setdefault(laid[cell], []).append(cell)
    return found


def scaled(lattice: str, cells: Collection[Cell]) -> tuple[dict[Cell, Polygon], float, float]:
    """Return the corners of each cell in a picture of all of them, and its width and height."""
    polygons = placed(lattice, cells)
    points = [point for shape in polygons.values() for point in shape]
    left, top = (min(point[axis] for point in points) - MARGIN for axis in (0, 1))
    width, height = (max(point[axis] for point in points) + MARGIN - low for axis, low in ((0, left), (1, top)))
    shapes = {cell: tuple(((x - left) * UNIT, (y - top) * UNIT) for x, y in shape) for cell, shape in polygons.items()}
    return shapes, width * UNIT, height * UNIT


def text(lattice: str, laid: Mapping[Cell, str]) -> str:
    """Return a sign for each piece where its cells lie; layers one under the other."""
    layers: dict[int, dict[tuple[int, int], str]] = {}
    sign = signs(set(laid.values()))
    for cell, name in laid.items():
        layer, row, column = text_place(lattice, cell)
        layers.setdefault(layer, {})[row, column] = sign[name]
    drawn = []
    left = min(column for places in layers.values() for _, column in places)
    for _, places in sorted(layers.items()):
        rows = range(min(row for row, _ in places), max(row for row, _ in places) + 1)
        last = max(column for _, column in places)
        drawn.append(
            "\n".join("".join(places.get((row, at), " ") for at in range(left, last + 1)).rstrip() for row in rows)
        )
    return "\n\n".join(drawn) + "\n"


def signs(names: set[str]) -> dict[str, str]:
    """Return one sign for each name: the name itself if all are so short, else letters in the order of the names."""
    if all(len(name) == 1 for name in names):
        return {name: name for name in names}
    ordered = sorted(names, key=lambda name: (int(name) if name.isdecimal() else 0, name))
    return dict(zip(ordered, ascii_uppercase + ascii_lowercase, strict=False))


def labelled(lattice: str, laid: Mapping[Cell, str]) -> list[Cell]:
    """Return the cells that bear their piece's name: each piece's first one, in each layer."""
    found: dict[tuple[int, str], Cell] = {}
    for cell in sorted(laid):
        found.setdefault((layer_of(lattice, cell), laid[cell]), cell)
    return list(found.values())


def layer_of(lattice: str, cell: Cell) -> int:
    """Return the number of the layer in which a cell is drawn."""
    if lattice in (TRIANGULAR, IN_SPACE):
        return -sum(cell)
    return {"cubic": cell[0], "face-centred cubic": cell[-1]}.get(lattice, 0)


def text_place(lattice: str, cell: Cell) -> tuple[int, int, int]:
    """Return layer, row and column of a cell's sign."""
    layer = layer_of(lattice, cell)
    if lattice in ("hexagonal", TRIANGULAR, IN_SPACE):
        return layer, cell[2], 2 * cell[0] + cell[2]
    if lattice == "face-centred cubic":
        return layer, (cell[0] + cell[1]) // 2, (cell[1] - cell[0]) // 2 * 2
    if lattice == EDGES:
        down, right = ((0, 1), (1, 2), (2, 1), (1, 0))[cell[2]]
        return layer, 4 * cell[0] + down, 2 * (4 * cell[1] + right)
    if lattice == "triangular":
        return layer, cell[2], cell[0] - cell[1]
    return layer, cell[-2], 2 * cell[-1]


def polygon(lattice: str, cell: Cell) -> Polygon:
    """Return the corners of a cell within its layer, in units of the cells' distance."""
    if lattice in ("hexagonal", TRIANGULAR):
        # In a plane of equal x + y + z the balls lie as the cells of a hexagonal lattice, about the plane's middle.
        middle = sum(cell) / 3
        x, y = (cell[0] - middle) + (cell[2] - middle) / 2, (cell[2] - middle) * sqrt(3) / 2
        side = 1 / sqrt(3)
        return ((x, y - side), (x + 0.5, y - side / 2), (x + 0.5, y + side / 2),
                (x, y + side), (x - 0.5, y + side / 2), (x - 0.5, y - side / 2))  # fmt: skip
    if lattice == "triangular":
        # Lines of whole x, y and z, whose sum is 2: a triangle has them rounded down.
        point = sum(cell) == 1
        corners = [[part + ((axis == turn) == point) for axis, part in enumerate(cell)] for turn in range(3)]
        return tuple((x + z / 2, z * sqrt(3) / 2) for x, _, z in corners)
    if lattice == STICKS:
        return stick(cell)
    row: float
    column: float
    if lattice == "face-centred cubic":
        # A layer holds every second point of a square grid: turned by 45 degrees it is a grid of squares.
        row, column = (cell[0] + cell[1]) / 2, (cell[1] - cell[0]) / 2
    else:
        row, column = cell[-2:]
    return ((column, row), (column + 1, row), (column + 1, row + 1), (column, row + 1))


def stick(cell: Cell) -> Polygon:
    """Return the corners of a stick: a bar with right-angled ends, so that four fill the place where they meet."""
    y, x = cell[0] / 2, cell[1] / 2
    width, length = STICK / 2, 0.5 - STICK / 2
    along = ((-0.5, 0.0), (-length, -width), (length, -width), (0.5, 0.0), (length, width), (-length, width))
    level = cell[0] % 2 == 0
    return tuple((x + one, y + other) if level else (x + other, y + one) for one, other in along)


def placed(lattice: str, cells: Iterable[Cell]) -> dict[Cell, Polygon]:
    """Return the corners of each cell, moved to where its layer is drawn."""
    shapes = {cell: polygon(lattice, cell) for cell in cells}
    layers: dict[int, list[Cell]] = {}
    for cell in shapes:
        layers.setdefault(layer_of(lattice, cell), []).append(cell)
    shift = 0.0
    for _, layer in sorted(layers.items()):
        corners = [x for cell in layer for x, _ in shapes[cell]]
        left = min(corners)
        shapes |= {cell: tuple((x - left + shift, y) for x, y in shapes[cell]) for cell in layer}
        shift += max(corners) - left + GAP
    return shapes


def borders(shapes: Mapping[Cell, Polygon], laid: Mapping[Cell, str]) -> str:
    """Return the path along all edges that do not lie inside one piece."""
    drawn = sorted(edge for edge, cells in edges(shapes).items() if len(cells) == 1 or laid[cells[0]] != laid[cells[1]])
    return "".join(f"M{number(start[0])} {number(start[1])}{step(start, end)}" for start, end in drawn)


def edges(shapes: Mapping[Cell, Polygon]) -> dict[tuple[Point, Point], list[Cell]]:
    """Return every edge with the one or two cells that it bounds."""
    owners: dict[tuple[Point, Point], list[Cell]] = {}
    for cell, shape in sorted(shapes.items()):
        corners = [(round(x, 1), round(y, 1)) for x, y in shape]
        for start, end in zip(corners, corners[1:] + corners[:1], strict=True):
            owners.setdefault((min(start, end), max(start, end)), []).append(cell)
    return owners


def outline(shape: Polygon) -> str:
    """Return a closed path around a cell: its first corner, then each side but the last as a step."""
    corners = [(round(x, 1), round(y, 1)) for x, y in shape]
    sides = "".join(step(start, end) for start, end in pairwise(corners))
    return f"M{number(corners[0][0])} {number(corners[0][1])}{sides}z"


def step(start: Point, end: Point) -> str:
    """Return a straight line as a path writes it, by its width and height."""
    width, height = (number(end[axis] - start[axis]) for axis in (0, 1))
    if height in ("0", "-0"):
        return f"h{width}"
    return f"v{height}" if width in ("0", "-0") else f"l{width} {height}"


def label(name: str, shape: Polygon, size: int) -> str:
    """Return a piece's name in the middle of a cell, in letters of so many pixels."""
    x = sum(point[0] for point in shape) / len(shape)
    y = sum(point[1] for point in shape) / len(shape)
    return f'<text x="{number(x)}" y="{number(y + BASELINE * size)}">{escape(name)}</text>'


def written(shape: Polygon) -> str:
    """Return corners as SVG writes them."""
    return " ".join(f"{number(x)},{number(y)}" for x, y in shape)


def number(value: float) -> str:
    """Return a coordinate with at most one decimal."""
    return f"{value:.1f}".removesuffix(".0")
