"""See which pieces a printed solution has: every letter must cover the boxes of one piece, each piece once.

observe = "printed_pieces"
with = { file = "solutions.transcription", lines = [5, 11], puzzle = "tetrihex" }
"""

from __future__ import annotations

from typing import Annotated

from annotated_types import Len
from pydantic import PositiveInt

from reports.checking.observed import Context, Observed
from reports.editions.kawai_hamekomi.observers.printed_board import picture


def observe(context: Context, *, file: str, lines: Annotated[list[PositiveInt], Len(2, 2)], puzzle: str) -> Observed:
    """Return how many of the puzzle's pieces the picture has, each under a letter of its own, and nothing else.

    Facts: names.
    """
    problem = context.oracle.puzzle(puzzle).problem
    board = picture(context.text(file).splitlines()[lines[0] - 1 : lines[1]], problem.cells)
    pieces = {frozenset(placement.cells): placement.piece for placement in problem.placements}
    number = {cell: at for at, cell in enumerate(problem.cells)}
    names = sorted({name for _, name in board})
    under = [pieces.get(frozenset(number[cell] for cell, piece in board if piece == name)) for name in names]
    wrong = [name for name, piece in zip(names, under, strict=True) if piece is None or under.count(piece) > 1]
    return Observed(len(names) - len(wrong), f"wrong: {wrong}" if wrong else "", facts={"names": "".join(names)})
