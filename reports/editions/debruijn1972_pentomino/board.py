"""A board whose fields are numbered column by column, with a border below: pieces laid as numbers added to a field.

    board = Board(columns=10, rows=6)
    board.covered(2, (6, 7, 12, 13))       # (2, 8, 9, 14, 15): field 14 is border, the piece does not fit
    board.regions({2, 8, 9, 10, 16})       # (1, 54)

With r rows, field 1 is at the top of the first column, field r + 1 is the border below it, field r + 2 begins the next.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from fractions import Fraction


@dataclass(frozen=True, slots=True)
class Board:
    """A rectangle of columns and rows."""

    columns: int
    rows: int

    @property
    def fields(self) -> frozenset[int]:
        """Return the numbers of the fields, border left out."""
        stride = self.rows + 1
        return frozenset(field for field in range(1, self.columns * stride) if field % stride)

    def covered(self, mark: int, positions: Sequence[int]) -> tuple[int, ...]:
        """Return the fields that a piece covers: its mark, and its positions relative to the mark."""
        return (mark, *(mark + position for position in positions))

    def centre(self, fields: Collection[int]) -> tuple[Fraction, Fraction]:
        """Return column and row of the centre of the fields' bounding box, each counted from 0."""
        columns, rows = zip(*(divmod(field - 1, self.rows + 1) for field in fields), strict=True)
        return Fraction(min(columns) + max(columns), 2), Fraction(min(rows) + max(rows), 2)

    def regions(self, occupied: Collection[int]) -> tuple[int, ...]:
        """Return the sizes of the connected regions that are free, ascending."""
        free = set(self.fields - set(occupied))
        sizes = []
        while free:
            front = [free.pop()]
            size = 0
            while front:
                field = front.pop()
                size += 1
                for step in (-1, 1, -self.rows - 1, self.rows + 1):
                    if field + step in free:
                        free.remove(field + step)
                        front.append(field + step)
            sizes.append(size)
        return tuple(sorted(sizes))
