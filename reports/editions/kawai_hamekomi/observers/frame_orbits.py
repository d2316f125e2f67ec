"""See how a frame's symmetries sort the sites of one piece into classes.

observe = "frame_orbits"
with = { puzzle = "tetra", order = "kawai", piece = "J" }

Where no symmetry but the identity leaves a site of the piece as it is, and one site of each class is kept, every
solution keeps exactly one of its images.
"""

from __future__ import annotations

from modern.geometry import LATTICES, Cell, transform
from reports.checking.observed import Context, Observed
from reports.checking.observers.placements import piece_number

Site = frozenset[Cell]


def observe(context: Context, *, puzzle: str, order: str, piece: str) -> Observed:
    """Return how many sites each class has, if all have as many and the order keeps just one of each; else a list."""
    problem, chosen = context.ordered(puzzle, order)
    number = piece_number(problem, piece)
    frame = frozenset(problem.cells)
    group = [
        matrix for matrix in LATTICES[problem.lattice].point_group if {transform(matrix, c) for c in frame} == frame
    ]
    sites = {
        frozenset(problem.cells[cell] for cell in placement.cells): index
        for index, placement in enumerate(problem.placements)
        if placement.piece == number
    }
    classes: list[set[Site]] = []
    for site in sites:
        if not any(site in known_class for known_class in classes):
            classes.append({frozenset(transform(matrix, cell) for cell in site) for matrix in group})
    sizes = sorted({len(members) for members in classes})
    kept = set(range(len(problem.placements)) if chosen.keep is None else chosen.keep)
    each = {sum(sites[site] in kept for site in members) for members in classes}
    why = f"{len(group)} symmetries; {len(sites)} sites of {piece} in {len(classes)} classes of {sizes}"
    why += f"; kept of each: {sorted(each)}"
    return Observed(sizes[0] if sizes == [len(group)] and each == {1} else sizes, why)
