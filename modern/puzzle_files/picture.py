"""A solution as lines of letters for a terminal.

    as_text(problem, solution)          # one letter per cell, rows as they lie, layers side by side

Square and hexagonal boards are drawn flat, boxes layer by layer, an octahedron of balls in its triangular layers
x + y + z = 3, 1, -1, -3, as Kawai printed it.
"""

from __future__ import annotations

from modern.exact_cover.problem import Problem, Solution
from modern.geometry.lattices import Cell


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
