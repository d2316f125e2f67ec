"""A printed arrangement of the square pieces becomes the letter at each edge of each place.

    drawing = "edges"
    with = { solution = 1, letters = "RGBWwbgr" }

An arrangement is printed as seven lines of numbers, which stand for letters.
"""

from __future__ import annotations

from pydantic import PositiveInt

from getallenband.interpreters.source.diagnostics import UserError, counted
from getallenband.modern.geometry import Cell
from getallenband.reports.checking.observed import Context
from getallenband.reports.runs.by_folder import drawing

SIDE = 3
TOP, RIGHT, BOTTOM, LEFT = range(4)
LINES = (
    ((0, TOP),),
    ((0, LEFT), (0, RIGHT)),
    ((0, BOTTOM), (1, TOP)),
    ((1, LEFT), (1, RIGHT)),
    ((2, TOP), (1, BOTTOM)),
    ((2, LEFT), (2, RIGHT)),
    ((2, BOTTOM),),
)
"""Row and edge of the numbers that each line has for a column, as the author's printf() statements order them."""


@drawing("edges")
def draw(context: Context, *, solution: int, letters: str) -> dict[Cell, str]:
    """Return the letter at row, column, edge (0 top, 1 right, 2 bottom, 3 left); raise UserError if not printed."""
    printed = [line.split() for line in context.record()["output"].splitlines()]
    lines = printed[len(LINES) * (solution - 1) : len(LINES) * solution]
    if [len(line) for line in lines] != [SIDE * len(edges) for edges in LINES]:
        number = counted(len(printed) // len(LINES), "arrangement")
        raise UserError(f"arrangement {solution} was not printed: the run printed {number}")
    laid: dict[Cell, str] = {}
    for edges, line in zip(LINES, lines, strict=True):
        for place, code in enumerate(line):
            row, edge = edges[place % len(edges)]
            laid[row, place // len(edges), edge] = letters[int(code)]
    return laid


@drawing("readings")
def draw_readings(context: Context, *, text: str, piece: PositiveInt, witness: str) -> dict[Cell, str]:
    """Return the letters of one piece as the transcription and as another witness has it, side by side.

    The pieces are words of four letters, from the top to the right; they are numbered from 1.
    """
    transcribed, other = context.text(f"{text}.transcription"), context.witnessed(text, witness)
    words = [letters.split()[piece - 1 : piece] for letters in (transcribed, other)]
    if [len(word[0]) if word else 0 for word in words] != [4, 4]:
        raise UserError(f"{text} has no piece {piece} of four letters")
    return {(0, 2 * at, edge): letter for at, word in enumerate(words) for edge, letter in enumerate(word[0])}
