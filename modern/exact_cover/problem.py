"""A puzzle as a problem of exact cover: its pieces, its cells, and every place where a piece fits.

    Problem("pair", ("I", "V"), cells=((0, 0), (0, 1), ...), placements=(Placement(0, (0, 1)), ...), lattice="square")

A solution takes one placement of each piece so that every cell is covered once. In Knuth's terms (TAOCP 7.2.2.1) the
items are the cells and then the pieces, numbered from 0, and the options are the placements.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from functools import cached_property

from getallenband.modern.geometry.lattices import LATTICES, Cell

HOLE = "."
"""The piece that stands for a cell that stays empty."""

Solution = tuple[int, ...]
"""The indices of the placements, in ascending order of piece."""


@dataclass(frozen=True, slots=True)
class Placement:
    """One way to place one piece: the piece's number and the numbers of the cells it covers, ascending."""

    piece: int
    cells: tuple[int, ...]


@dataclass(frozen=True)
class Problem:
    """Everything a solver may know.

    Placements are in ascending order of (piece, cells); a solver names one by its index. A piece may have very few
    placements, because symmetry was broken or a search was split there: a good solver places it first.

    rings  the length of each axis of the board that is closed to a ring, 0 for an open one; empty: all are open
    """

    name: str
    pieces: tuple[str, ...]
    cells: tuple[Cell, ...]
    placements: tuple[Placement, ...]
    lattice: str
    rings: Cell = field(default=(), kw_only=True)

    @property
    def is_geometric(self) -> bool:
        """Whether a piece looks alike wherever it lies: not on a torus, of sticks, nor in an edge-matching jigsaw."""
        return self.is_on_lattice and not self.rings and not LATTICES[self.lattice].crossings

    @property
    def is_on_lattice(self) -> bool:
        """Whether cells are those of a lattice; those of an edge-matching jigsaw are not."""
        return self.lattice in LATTICES

    @property
    def copies(self) -> tuple[int, ...]:
        """How many there are of each piece, at most."""
        return (1,) * len(self.pieces)

    @property
    def levels(self) -> int:
        """The greatest depth of the search: options chosen one after another."""
        return len(self.pieces)

    @property
    def bounds(self) -> tuple[tuple[int, int | None], ...]:
        """How often each item must be covered at least and at most; None: it is optional."""
        return ((1, 1),) * self.items

    @property
    def has_copies(self) -> bool:
        """Whether pieces may be used another number of times than once."""
        return any(bounds != (1, 1) for bounds in self.bounds)

    @property
    def colours(self) -> tuple[tuple[str, ...], ...]:
        """The colour that each option gives to each of its items, "" for none; empty if there are no colours."""
        return ()

    @property
    def items(self) -> int:
        return len(self.cells) + len(self.pieces)

    @cached_property
    def options(self) -> tuple[tuple[int, ...], ...]:
        """The items of each placement, ascending."""
        return tuple((*p.cells, len(self.cells) + p.piece) for p in self.placements)

    @cached_property
    def options_by_item(self) -> tuple[tuple[int, ...], ...]:
        """For each item the indices of the placements that cover it, ascending."""
        table: list[list[int]] = [[] for _ in range(self.items)]
        for index, option in enumerate(self.options):
            for item in option:
                table[item].append(index)
        return tuple(map(tuple, table))

    @cached_property
    def placements_by_piece(self) -> tuple[tuple[int, ...], ...]:
        """For each piece the indices of its placements, ascending."""
        table: list[list[int]] = [[] for _ in self.pieces]
        for index, placement in enumerate(self.placements):
            table[placement.piece].append(index)
        return tuple(map(tuple, table))

    def restrict(self, keep: Iterable[int]) -> Problem:
        """Return the problem with only the placements whose indices are in `keep`."""
        return replace(self, placements=tuple(self.placements[i] for i in sorted(set(keep))))

    def laid(self, solution: Solution) -> dict[str, tuple[Cell, ...]]:
        """Return the cells of each piece in a solution, by its name, from the second copy on with a number.

        A number is passed over where it would make the name of another piece.
        """
        seen: Counter[str] = Counter()
        laid = {}
        for index in solution:
            placement = self.placements[index]
            name = self.pieces[placement.piece]
            seen[name] += 1
            while seen[name] > 1 and f"{name} {seen[name]}" in self.pieces:
                seen[name] += 1
            if name != HOLE:
                laid[f"{name} {seen[name]}".removesuffix(" 1")] = tuple(self.cells[cell] for cell in placement.cells)
        return laid

    def is_solution(self, solution: Solution) -> bool:
        """Whether these placements, one of each piece in order, cover every cell once."""
        covered = sorted(item for index in solution for item in self.options[index])
        return covered == list(range(self.items)) and list(solution) == sorted(solution)
