"""The Rug filled anew, by cells with two coordinates: pieces in Hitotumatu's order, the next empty cell, every form.

search = Search(with_corner_test=True)
search.trials, search.placements, search.fillings
"""

from __future__ import annotations

from itertools import combinations

Cell = tuple[int, int]
ROWS = (6, 5, 6, 5, 6)
STEPS = ((0, 1), (1, 0), (1, -1), (0, -1), (-1, 0), (-1, 1))
"""To the six neighbours: a step down goes half a cell to the right."""
BOARD = [(row, column - row // 2) for row, width in enumerate(ROWS) for column in range(width)]
ORDER = {cell: number for number, cell in enumerate(BOARD)}
CORNER, ITS_NEIGHBOURS = BOARD[5], (BOARD[4], BOARD[10])


def turned(cell: Cell) -> Cell:
    row, column = cell
    return row + column, -row


def mirrored(cell: Cell) -> Cell:
    row, column = cell
    return row, -row - column


def at_first_cell(cells: list[Cell]) -> tuple[Cell, ...]:
    row, column = min(cells)
    return tuple(sorted((r - row, c - column) for r, c in cells))


def tetrahexes() -> list[list[tuple[Cell, ...]]]:
    """Return the forms of every piece; the first piece is the propeller, in the orientation that the author keeps."""
    area = [(row, column) for row in range(4) for column in range(-3, 4)]
    shapes = {at_first_cell([(0, 0), *rest]) for rest in combinations(area, 3) if connected([(0, 0), *rest])}
    pieces: list[set[tuple[Cell, ...]]] = []
    for shape in shapes:
        if not any(shape in piece for piece in pieces):
            pieces.append(images(shape))
    propeller = next(piece for piece in pieces if len(piece) == 2)
    others = [sorted(piece) for piece in pieces if piece is not propeller]
    return [[shape for shape in propeller if shape[1] == (1, 0)], *others]


def images(shape: tuple[Cell, ...]) -> set[tuple[Cell, ...]]:
    found = set()
    for start in (list(shape), [mirrored(cell) for cell in shape]):
        for _ in range(6):
            start = [turned(cell) for cell in start]
            found.add(at_first_cell(start))
    return found


def neighbours(cell: Cell, cells: tuple[Cell, ...] | list[Cell]) -> list[Cell]:
    return [(cell[0] + r, cell[1] + c) for r, c in STEPS if (cell[0] + r, cell[1] + c) in cells]


def connected(cells: list[Cell]) -> bool:
    reached, todo = {cells[0]}, [cells[0]]
    while todo:
        new = [cell for cell in neighbours(todo.pop(), cells) if cell not in reached]
        reached.update(new)
        todo += new
    return len(reached) == len(cells)


PROPELLERS = (BOARD[0], BOARD[1], BOARD[2], BOARD[7], BOARD[8])
"""The first cells on which the author lays the propeller."""


class Search:
    """The author's search: how often a form is tried, and a piece laid, with so many pieces laid and this one."""

    def __init__(self, *, with_corner_test: bool) -> None:
        self.with_corner_test = with_corner_test
        self.pieces = tetrahexes()
        self.trials = dict.fromkeys(range(2, 8), 0)
        self.placements = dict.fromkeys(range(1, 8), 0)
        self.fillings = 0
        for first in PROPELLERS:
            self.placements[1] += 1
            self.go_on(2, set(BOARD) - set(laid(self.pieces[0][0], first)), set(range(1, 7)))

    def go_on(self, level: int, free: set[Cell], unused: set[int]) -> None:
        """Try every form of every unused piece at the next free cell."""
        if 3 <= level <= 5 and self.with_corner_test and CORNER in free and not free.intersection(ITS_NEIGHBOURS):
            return
        hole = min(free, key=ORDER.__getitem__)
        for piece in unused:
            for form in self.pieces[piece]:
                self.trials[level] += 1
                cells = laid(form, hole)
                if not free.issuperset(cells):
                    continue
                self.placements[level] += 1
                if level == 7:
                    self.fillings += 1
                else:
                    self.go_on(level + 1, free.difference(cells), unused - {piece})


def laid(form: tuple[Cell, ...], first: Cell) -> list[Cell]:
    """Return the cells of a form laid with its first cell here."""
    return [(first[0] + row, first[1] + column) for row, column in form]
