"""The forms that the program stores, and the printed figures."""

from __future__ import annotations

import re

from getallenband.modern.geometry import Cell
from getallenband.reports.checking.numbering import forms_by_numbers
from getallenband.reports.checking.observed import Context, Observed
from getallenband.reports.runs.by_folder import observer


@observer
def printed_forms(context: Context, *, puzzle: str, steps: list[int], standardised: str, run: str = "") -> Observed:
    """Compare the forms that a run prints, as numbers added to the first cell, with geometry.

    observe = "printed_forms"
    with = { puzzle = "rug", steps = [1, 0, 8], standardised = "Y" }

    Return how many forms there are; or, in words, which are missing or no forms of the puzzle's pieces.

    Of the standardised piece not all forms need be there.
    """
    problem = context.oracle.puzzle(puzzle).problem
    lines = context.record(run)["output"].splitlines()
    printed = [tuple(sorted(map(int, re.findall(r"-?\d+", line)))) for line in lines]
    wrong = [form for form in printed if form not in forms_by_numbers(problem, steps)]
    missing = forms_by_numbers(problem, steps, without=standardised) - set(printed)
    if wrong or missing:
        return Observed(f"{len(wrong)} wrong, {len(missing)} missing")
    return Observed(
        len(set(printed)), f"{len(printed)} lines, no form twice" if len(set(printed)) == len(printed) else ""
    )


@observer
def drawn_pieces(context: Context, *, file: str, puzzle: str) -> Observed:
    """Count the printed figures of digits that are fillings: each digit one piece, no piece twice.

    observe = "drawn_pieces"
    with = { file = "results.transcription", puzzle = "rug" }

    Return how many figures in the text are fillings. A figure is lines of digits other than 0, row by row.
    """
    problem = context.oracle.puzzle(puzzle).problem
    pieces = {frozenset(placement.cells): placement.piece for placement in problem.placements}
    order = sorted(range(len(problem.cells)), key=lambda cell: (problem.cells[cell][2], problem.cells[cell][0]))
    digits = "".join(re.findall(r"^[1-9 ]+$", context.text(file), re.MULTILINE)).replace(" ", "")
    figures = [digits[start : start + len(order)] for start in range(0, len(digits), len(order))]
    return Observed(sum(is_filling(figure, order, pieces) for figure in figures))


@observer
def centre_in_row(context: Context, *, puzzle: str, piece: str, row: int) -> Observed:
    """Count the fillings of a hexagonal board in which a piece has its centre in one row, counted from 0.

    observe = "centre_in_row"
    with = { puzzle = "rug", piece = "Y", row = 2 }

    Return how many there are, images apart. The centre is the cell that touches the three others.
    """
    problem = context.oracle.puzzle(puzzle).problem
    centred = {
        number
        for number, placement in enumerate(problem.placements)
        if problem.pieces[placement.piece] == piece
        and centre([problem.cells[cell] for cell in placement.cells])[2] == min(cell[2] for cell in problem.cells) + row
    }
    return Observed(sum(not centred.isdisjoint(solution) for solution in context.oracle.solutions(puzzle)))


def centre(cells: list[Cell]) -> Cell:
    """Return the cell that is least far from all others."""
    return min(
        cells, key=lambda cell: sum(abs(one - other) for each in cells for one, other in zip(cell, each, strict=True))
    )


def is_filling(figure: str, order: list[int], pieces: dict[frozenset[int], int]) -> bool:
    """Tell whether the cells of each digit are a placement, and the placements are of all pieces, once each."""
    laid = [
        pieces.get(frozenset(cell for cell, sign in zip(order, figure, strict=False) if sign == digit))
        for digit in set(figure)
    ]
    return None not in laid and sorted(map(str, laid)) == sorted(map(str, set(pieces.values())))
