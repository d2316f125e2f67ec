"""A solution as lines of letters for a terminal.

    as_text(problem, solution)          # one letter per cell, "." for a hole, layers side by side

Square, hexagonal and triangular boards are drawn flat, boxes layer by layer, an octahedron of balls in its triangular
layers x + y + z = 3, 1, -1, -3, as Kawai printed it.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from string import ascii_lowercase, ascii_uppercase, digits

from getallenband.modern.exact_cover.cover import Cover
from getallenband.modern.exact_cover.problem import HOLE, Problem, Solution
from getallenband.modern.geometry.lattices import Cell

Place = tuple[int, int, int]
"""Layer, row and column on paper."""


def letters(names: tuple[str, ...]) -> tuple[str, ...]:
    """Return a letter for each piece: its name if that is one letter, f for F', else the letters in turn."""
    chosen: list[str] = []
    for number, name in enumerate(names):
        own = name if len(name) == 1 else name[0].lower() if name.endswith("'") else ""
        if not _can_be_seen(own) or own in chosen or own in names[number + 1 :]:
            own = next((c for c in ascii_uppercase + ascii_lowercase + digits if c not in chosen), "?")
        chosen.append(own)
    return tuple(chosen)


def _can_be_seen(own: str) -> bool:
    """Whether this is one letter, and neither a blank nor a hole."""
    return len(own) == 1 and own.isprintable() and own not in (" ", HOLE)


def as_text(problem: Problem, solution: Solution) -> str:
    """Return the solution as lines of letters, without a newline at the end; of an exact cover its options."""
    if isinstance(problem, Cover):
        return "\n".join(problem.text(index) for index in solution)
    laid = problem.laid(solution)
    drawn = dict.fromkeys(problem.cells, HOLE)
    drawn |= {cell: letter for letter, cells in zip(letters(tuple(laid)), laid.values(), strict=True) for cell in cells}
    # One coordinate more belongs to the edges of an edge-matching jigsaw.
    flat = {cell: letter for cell, letter in drawn.items() if len(cell) == len(problem.cells[0])}
    marks = {_on_paper(problem.lattice, cell): letter for cell, letter in flat.items()}
    blocks = [
        ["".join(marks.get((layer, row, column), " ") for column in columns) for row in rows]
        for layer, rows, columns in _boxes(problem.lattice, marks)
    ]
    height = max(map(len, blocks), default=0)
    lines = [[block[y] if y < len(block) else " " * len(block[0]) for block in blocks] for y in range(height)]
    return "\n".join("   ".join(line).rstrip() for line in lines)


def size(lattice: str, cells: Iterable[Cell]) -> int:
    """Return how many characters a picture of these cells has, with the blanks between them."""
    boxes = _boxes(lattice, [_on_paper(lattice, cell) for cell in cells])
    return max((len(rows) for _, rows, _ in boxes), default=0) * sum(len(columns) for _, _, columns in boxes)


def _boxes(lattice: str, places: Collection[Place]) -> list[tuple[int, range, range]]:
    """Return the layers, ascending, with the rows and columns that are drawn of each.

    Of a box these are the same in every layer, for one lies on the other; those of an octahedron are each its own.
    """
    if lattice == "cubic" and places:
        rows, columns = _extent(places, 1), _extent(places, 2)
        return [(layer, rows, columns) for layer in sorted({place[0] for place in places})]
    layers: dict[int, list[Place]] = {}
    for place in places:
        layers.setdefault(place[0], []).append(place)
    return [(layer, _extent(own, 1), _extent(own, 2)) for layer, own in sorted(layers.items())]


def _extent(places: Iterable[Place], axis: int) -> range:
    along = [place[axis] for place in places]
    return range(min(along), max(along) + 1)


def _on_paper(lattice: str, cell: Cell) -> Place:
    """Return layer, row and column; a hexagonal cell is two columns wide, and so is a square one with its blank."""
    if lattice == "cubic":
        return cell[0], cell[1], 2 * cell[2]
    if lattice.startswith("hexagonal"):
        return 0, cell[2], 2 * cell[0] + cell[2]
    if lattice.startswith("triangular"):
        return 0, cell[0], 2 * cell[1] + 1 - sum(cell) + cell[0]
    if lattice == "face-centred cubic":
        return -sum(cell), -cell[0], cell[1] - cell[2]
    return 0, cell[0], 2 * cell[1]
