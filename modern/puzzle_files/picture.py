"""A solution as lines of letters for a terminal.

    as_text(problem, solution)          # one letter per cell, "." for a hole, layers side by side

Square, hexagonal and triangular boards are drawn flat, boxes layer by layer, an octahedron of balls in its triangular
layers x + y + z = 3, 1, -1, -3, as Kawai printed it.
"""

from __future__ import annotations

from collections.abc import Iterable
from string import ascii_lowercase, ascii_uppercase, digits

from modern.exact_cover.cover import Cover
from modern.exact_cover.problem import HOLE, Problem, Solution
from modern.geometry.lattices import Cell


def letters(names: tuple[str, ...]) -> tuple[str, ...]:
    """Return a letter for each piece: its name if that is one letter, f for F', else the letters in turn."""
    chosen: list[str] = []
    for number, name in enumerate(names):
        own = name if len(name) == 1 else name[0].lower() if name.endswith("'") else ""
        if not own or own in chosen or own in names[number + 1 :]:
            own = next((c for c in ascii_uppercase + ascii_lowercase + digits if c not in chosen), "?")
        chosen.append(own)
    return tuple(chosen)


def as_text(problem: Problem, solution: Solution) -> str:
    """Return the solution as lines of letters, without a newline at the end; of an exact cover its options."""
    if isinstance(problem, Cover):
        return "\n".join(problem.text(index) for index in solution)
    laid = problem.laid(solution)
    drawn = dict.fromkeys(problem.cells, HOLE)
    drawn |= {cell: letter for letter, cells in zip(letters(tuple(laid)), laid.values(), strict=True) for cell in cells}
    layers: dict[int, dict[tuple[int, int], str]] = {}
    for cell, letter in drawn.items():
        # The third coordinate of an edge-matching jigsaw's cells belongs to its edges.
        if problem.is_geometric or len(cell) == 2:
            layer, row, column = _on_paper(problem.lattice, cell)
            layers.setdefault(layer, {})[row, column] = letter
    blocks = [_draw(layers[layer]) for layer in sorted(layers)]
    height = max(map(len, blocks), default=0)
    lines = [[block[y] if y < len(block) else " " * len(block[0]) for block in blocks] for y in range(height)]
    return "\n".join("   ".join(line).rstrip() for line in lines)


def size(lattice: str, cells: Iterable[Cell]) -> int:
    """Return how many characters a picture of these cells has, with the blanks between them."""
    layers: dict[int, list[tuple[int, int]]] = {}
    for layer, row, column in (_on_paper(lattice, cell) for cell in cells):
        layers.setdefault(layer, []).append((row, column))
    height, width = 0, 0
    for places in layers.values():
        rows, columns = ([place[axis] for place in places] for axis in (0, 1))
        height = max(height, max(rows) - min(rows) + 1)
        width += max(columns) - min(columns) + 1
    return height * width


def _on_paper(lattice: str, cell: Cell) -> tuple[int, int, int]:
    """Return layer, row and column; a hexagonal cell is two columns wide, and so is a square one with its blank."""
    if lattice == "cubic":
        return cell[0], cell[1], 2 * cell[2]
    if lattice == "hexagonal":
        return 0, cell[2], 2 * cell[0] + cell[2]
    if lattice == "triangular":
        return 0, cell[0], 2 * cell[1] + 1 - sum(cell) + cell[0]
    if lattice == "face-centred cubic":
        return -sum(cell), -cell[0], cell[1] - cell[2]
    return 0, cell[0], 2 * cell[1]


def _draw(layer: dict[tuple[int, int], str]) -> list[str]:
    rows, columns = ({place[axis] for place in layer} for axis in (0, 1))
    return [
        "".join(layer.get((y, x), " ") for x in range(min(columns), max(columns) + 1))
        for y in range(min(rows), max(rows) + 1)
    ]
