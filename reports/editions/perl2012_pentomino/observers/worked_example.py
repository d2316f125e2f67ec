"""Hold a worked example, "1-1:10:11:2-1 23(2, 3) 32(2+1, 3-1) …", against the shapes, or a printed %board against it.

observe = "worked_example"
with = { file = "worked.transcription", board = "board.transcription" }
"""

from __future__ import annotations

import re
from itertools import pairwise

from reports.checking.observed import Context, Observed
from reports.editions.perl2012_pentomino.page import LETTERS, pieces_of, placed

EXAMPLE = re.compile(r"(\S+:\S+)((?: \d\d\([^)]*\))+)")
ENTRY = re.compile(r"(\d\d) => ('[A-L]'|\w+)((?:,? \.+)?)")
"""An entry of %board; dots after it stand for the rest of its row."""
CELL = re.compile(r"(\d\d)\((\d)([+-]?\d?), (\d)([+-]?\d?)\)")


def observe(context: Context, *, file: str, program: str = "", board: str = "") -> Observed:
    """Return what is wrong: cells that are not the shape's, or not the sum that is printed; nothing, if all is well.

    With `board`: the pieces that lie there otherwise than in the example, and other cells that are not free or not in
    their order; the program says which piece a shape is of.
    """
    examples = EXAMPLE.findall(context.text(file))
    if board:
        shapes = [shape for shape, _ in examples]
        return Observed(differences(context.text(board), pieces_of(context.text(program)), shapes, cells_of(examples)))
    wrong = []
    for (shape, sums), cells in zip(examples, cells_of(examples), strict=True):
        if placed(shape, cells[0]) != cells:
            wrong.append(f"{shape}: {written(cells)}")
        for cell, row, down, column, across in CELL.findall(sums):
            if int(cell) != 10 * (int(row) + int(down or 0)) + int(column) + int(across or 0):
                wrong.append(f"{shape}: {cell}")
    return Observed(wrong)


def cells_of(examples: list[tuple[str, str]]) -> list[list[int]]:
    """Return the cells of each example."""
    return [[int(match[0]) for match in CELL.findall(sums)] for _, sums in examples]


def differences(board: str, pieces: list[list[str]], shapes: list[str], cells: list[list[int]]) -> list[str]:
    """Return what is otherwise on %board: pieces on other cells, with these and those of the example; other cells."""
    wrong = []
    letters = [next(letter for letter, known in zip(LETTERS, pieces, strict=True) if each in known) for each in shapes]
    for letter, mine in zip(letters, cells, strict=True):
        there = [int(cell) for cell in re.findall(rf"(\d\d) => '{letter}'", board)]
        if there != mine:
            wrong.append(f"{letter}: {written(there)}, worked out {written(mine)}")
    entries = ENTRY.findall(board)
    wrong += [f"{cell} => {value}" for cell, value, _ in entries if value != "0" and value.strip("'") not in letters]
    for (cell, _, dots), (after, _, _) in pairwise(entries):
        if int(after) != (10 * (int(cell) // 10 + 1) if dots else int(cell) + 1):
            wrong.append(f"{after} after {cell}")
    return wrong


def written(cells: list[int]) -> str:
    """Return cells as the page writes them."""
    return " ".join(f"{cell:02}" for cell in cells)
