"""Solutions printed as pictures."""

from __future__ import annotations

from collections import Counter
from typing import Annotated

from annotated_types import Len
from pydantic import PositiveInt

from getallenband.interpreters.source.diagnostics import UserError
from getallenband.modern.geometry import LATTICES, Cell, Matrix, transform
from getallenband.reports.checking.observed import Context, Observed
from getallenband.reports.editions.kawai_hamekomi.printed_boxes import solutions
from getallenband.reports.runs.by_folder import observer


@observer
def printed_pieces(
    context: Context, *, file: str, lines: Annotated[list[PositiveInt], Len(2, 2)], puzzle: str
) -> Observed:
    """Count the pieces in a printed solution, each under a letter of its own.

    observe = "printed_pieces"
    with = { file = "solutions.transcription", lines = [5, 11], puzzle = "tetrihex" }

    Return how many of the puzzle's pieces the picture has, each under a letter of its own, and nothing else.

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


Board = frozenset[tuple[Cell, str]]


@observer
def printed_board(
    context: Context,
    *,
    file: str,
    lines: Annotated[list[PositiveInt], Len(2, 2)],
    puzzle: str,
    pieces: Annotated[str, Len(1)],
    run: str = "",
) -> Observed:
    """Find a solution that the document prints as a picture among those that the program prints.

    observe = "printed_board"
    with = { file = "solutions.transcription", lines = [1, 4], puzzle = "tetra", pieces = "JCILNOPSTYZ" }

    A picture is some lines of letters, one for each box. A hexagon's rows go by Z, along a row by X; an octahedron's
    rows stand, layer by layer of equal X + Y + Z from the largest, by X from the largest, along a row by Y. Any picture
    of the same frame is one of these up to a symmetry, and up to symmetry solutions are compared.

    Return whether the solution of the picture, in these lines of the file, is among those printed.

    Facts: rank (in the order in which the run prints); fewest (the least number of solutions of a site of the first
    piece); alike (solutions with that piece where the picture has it).
    """
    problem = context.oracle.puzzle(puzzle).problem
    board = picture(context.text(file).splitlines()[lines[0] - 1 : lines[1]], problem.cells)
    group = LATTICES[problem.lattice].point_group
    images = {image(board, matrix) for matrix in group}
    boxes = len(problem.cells)
    laid_out = solutions(context.record(run), pieces, boxes)
    printed = [frozenset(zip(problem.cells, laid, strict=True)) for laid in laid_out]
    ranks = [rank for rank, solution in enumerate(printed, 1) if solution in images]
    first = pieces[0]
    by_site = Counter(site(solution, first) for solution in printed)
    found = f"solution {ranks[0]:,} of {len(printed):,} in the documented default order" if ranks else "not among them"
    numbers = ", ".join(f"{times:,}" for times in by_site.values())
    why = f"{found}; solutions by the site of {first}, in that order: {numbers}"
    facts = {"fewest": min(by_site.values(), default=0)}
    if ranks:
        facts |= {"rank": ranks[0], "alike": by_site[site(printed[ranks[0] - 1], first)]}
        why += f"; with {first} where the picture has it: {facts['alike']:,}"
    return Observed(len(ranks) == 1, why, facts=facts)


def picture(lines: list[str], cells: tuple[Cell, ...]) -> Board:
    """Lay a picture on the frame; raise UserError if it has not as many letters as the frame has boxes."""
    order = sorted(cells, key=lambda cell: (cell[2], cell[0]))
    if any(sum(cell) for cell in cells):
        order = sorted(cells, key=lambda cell: (-sum(cell), -cell[0], cell[1]))
    letters = [letter for line in lines for letter in line if not letter.isspace()]
    if len(letters) != len(cells):
        raise UserError(f"the picture has {len(letters)} letters, the frame {len(cells)} boxes")
    return frozenset(zip(order, letters, strict=True))


def image(board: Board, matrix: Matrix) -> Board:
    """Return the board under a symmetry."""
    return frozenset((transform(matrix, cell), piece) for cell, piece in board)


def site(board: Board, piece: str) -> tuple[Cell, ...]:
    """Return the boxes of a piece."""
    return tuple(sorted(cell for cell, name in board if name == piece))
