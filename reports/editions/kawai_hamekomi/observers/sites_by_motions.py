"""Make the sites of all pieces but one by the operations that a document lists, and count them.

observe = "sites_by_motions"
with = { puzzle = "tetra", without = "J", turns = ["X Y Z", "-Y X Z"], mirror = "X Y -Z" }

One site of each piece is moved everywhere, and every operation is applied to every result; doubles count once.
"""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from modern.geometry import Cell
from reports.checking.observed import Context, Observed
from reports.checking.observers.placements import piece_number

Operation = Annotated[str, Field(pattern="^-?[XYZ] -?[XYZ] -?[XYZ]$")]
AXES = {"X": 0, "Y": 1, "Z": 2}


def observe(context: Context, *, puzzle: str, without: str, turns: list[Operation], mirror: Operation) -> Observed:
    """Return the number of sites."""
    problem = context.oracle.puzzle(puzzle).problem
    left_out = piece_number(problem, without)
    frame = frozenset(problem.cells)
    first: dict[int, tuple[Cell, ...]] = {}
    for placement in problem.placements:
        first.setdefault(placement.piece, tuple(problem.cells[cell] for cell in placement.cells))
    found: set[tuple[int, frozenset[Cell]]] = set()
    for piece, site in first.items():
        if piece == left_out:
            continue
        for turn in turns:
            for shape in ([operated(turn, c) for c in site], [operated(mirror, operated(turn, c)) for c in site]):
                for corner in frame:
                    step = [a - b for a, b in zip(corner, shape[0], strict=True)]
                    there = frozenset(tuple(a + b for a, b in zip(cell, step, strict=True)) for cell in shape)
                    if there <= frame:
                        found.add((piece, there))
    maps = {tuple(operated(turn, cell) for cell in ((1, 2, 3),)) for turn in turns}
    every = sum(placement.piece != left_out for placement in problem.placements)
    why = f"{len(maps)} turns, each with and without the mirror; with all symmetries there are {every}"
    return Observed(len(found), why)


def operated(operation: str, cell: Cell) -> Cell:
    """Apply an operation, written as what becomes of X, Y and Z."""
    signs = operation.split()
    return tuple((-1 if sign[0] == "-" else 1) * cell[AXES[sign[-1]]] for sign in signs)
