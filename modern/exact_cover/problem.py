"""A puzzle as a problem of exact cover: pieces and cells, and every place where a piece fits.

    Problem("pair", ("I", "V"), cells=((0, 0), (0, 1), ...), placements=(Placement(0, (0, 1)), ...), lattice="square")

A solution takes one placement of every piece so that every cell is covered once.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

from modern.geometry.lattices import LATTICES, Cell

Solution = tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Placement:
    """One way to lay one piece: the piece's number and the numbers of the cells it covers, ascending."""

    piece: int
    cells: tuple[int, ...]


@dataclass(frozen=True)
class Problem:
    """Everything a solver may know.

    Placements stand in ascending order of (piece, cells); a solver names one by its index. Some pieces may have
    very few placements, because symmetry was broken or a search was split there: a good solver lays those first.
    """

    name: str
    pieces: tuple[str, ...]
    cells: tuple[Cell, ...]
    placements: tuple[Placement, ...]
    lattice: str

    @property
    def is_geometric(self) -> bool:
        """Whether cells are points of a lattice; those of an edge-matching jigsaw are not."""
        return self.lattice in LATTICES

    def restricted(self, keep: Iterable[int]) -> Problem:
        """Return the same problem with only the placements whose indices are in `keep`."""
        return replace(self, placements=tuple(self.placements[i] for i in sorted(set(keep))))

    def placements_by_piece(self) -> tuple[tuple[int, ...], ...]:
        """Return for each piece the indices of its placements, ascending."""
        table: list[list[int]] = [[] for _ in self.pieces]
        for index, placement in enumerate(self.placements):
            table[placement.piece].append(index)
        return tuple(map(tuple, table))

    def placements_by_cell(self) -> tuple[tuple[int, ...], ...]:
        """Return for each cell the indices of the placements that cover it, ascending."""
        table: list[list[int]] = [[] for _ in self.cells]
        for index, placement in enumerate(self.placements):
            for cell in placement.cells:
                table[cell].append(index)
        return tuple(map(tuple, table))

    def is_solution(self, solution: Solution) -> bool:
        """Tell whether these placements, one of each piece in order, cover every cell once."""
        chosen = [self.placements[i] for i in solution]
        covered = sorted(cell for placement in chosen for cell in placement.cells)
        return [p.piece for p in chosen] == list(range(len(self.pieces))) and covered == list(range(len(self.cells)))
