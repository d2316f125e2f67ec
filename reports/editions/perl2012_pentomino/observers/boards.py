"""Boards that the page prints or its programs write."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterable, Sequence
from itertools import combinations
from typing import Annotated, Literal, TypeVar

from annotated_types import Interval

from getallenband.interpreters.source.diagnostics import UserError
from getallenband.modern.exact_cover import canonical, symmetries
from getallenband.reports.checking.observed import Context, Observed
from getallenband.reports.editions.perl2012_pentomino.page import BOARD, boards_side_by_side, firsts, image_of
from getallenband.reports.runs.by_folder import observer


@observer
def file_lines(context: Context, *, file: str, first: int | None = None, run: str = "") -> Observed:
    """List the lines that a run wrote to a file.

    observe = "file_lines"
    with = { file = "pento_all.dat", first = 3 }

    Return the first lines of the file, or all; raise UserError if the run wrote no such file.
    """
    lines = context.written(file, run).splitlines()
    if first is not None and len(lines) < first:
        return Observed(lines, f"the run wrote only {len(lines)} lines")
    return Observed(lines[:first])


@observer
def drawn_boards(
    context: Context, *, file: str, count: Annotated[int, Interval(ge=1, le=4)], images: bool = False
) -> Observed:
    """Count the boards printed side by side that agree with the same boards as lines, or with a board's images.

    observe = "drawn_boards"
    with = { file = "boards.transcription", count = 3 }
    with = { file = "images.transcription", count = 4, images = true }

    Return how many drawn boards agree with the lines of the same text; with `images`, with the first one's images.

    Images stand in this order: the board, left and right exchanged, above and below exchanged, both.
    """
    text = context.text(file)
    drawn = boards_side_by_side(text, count)
    wanted = [image_of(drawn[0], image) for image in range(count)] if images else BOARD.findall(text)
    if len(wanted) != count:
        raise UserError(f"{file} has {len(wanted)} boards as lines, not {count}")
    right = sum(board == other for board, other in zip(drawn, wanted, strict=True))
    return Observed(right)


@observer
def first_of_images(context: Context, *, file: str, other: str = "", other_file: str = "") -> Observed:
    """Count the boards in a run's file that are no image of an earlier one.

    observe = "first_of_images"
    with = { file = "pentomino.dat" }
    with = { file = "pentomino.dat", other = "all", other_file = "pento_all.dat" }

    Return how many there are; with `other`, how many of the file are the first of their images in another run's.
    """
    boards = context.written(file).split()
    if not other:
        return Observed(len(firsts(boards)))
    return Observed(len(set(boards) & set(firsts(context.written(other_file, other).split()))))


@observer
def images_of_all(context: Context, *, puzzle: str) -> Observed:
    """Count, for each symmetry of the board, the solutions that are that image of one of each set.

    observe = "images_of_all"
    with = { puzzle = "pentominoes-6x10" }

    Return, for each symmetry of the board, how many images it makes of one solution of each set of images.

    In words, where a solution is counted twice or left out.
    """
    group = symmetries(context.oracle.puzzle(puzzle).problem)
    solutions = {tuple(sorted(solution)) for solution in context.oracle.solutions(puzzle)}
    chosen = {canonical(solution, group) for solution in solutions}
    kinds = [{tuple(sorted(image[placement] for placement in solution)) for solution in chosen} for image in group]
    if sum(map(len, kinds)) != len(solutions) or set().union(*kinds) != solutions:
        return Observed("not every solution is one image of one")
    return Observed([len(kind) for kind in kinds])


Placement = TypeVar("Placement", bound=Hashable)
Holders = dict[Placement, set[int]]
"""For each placement, the solutions that have it."""


@observer
def unique_placements(
    context: Context,
    *,
    puzzle: str,
    aspect: Literal["pieces", "totals", "solutions", "more than one"],
) -> Observed:
    """Count the placed pieces that leave one solution, among all solutions.

    observe = "unique_placements"
    with = { puzzle = "pentominoes-6x10", aspect = "solutions" }

    Return the figures.

    pieces      each piece, by name, with the number of its placements that are in one solution alone, if there are any;
                images of a placement count once
    totals      how many such pieces, and placements, there are
    solutions   of the solutions up to symmetry, how many need 1 piece, 2, 3, ...
    more than one   how many of them need more than one
    """
    problem = context.oracle.puzzle(puzzle).problem
    group = symmetries(problem)
    solutions = context.oracle.solutions(puzzle)
    chosen = sorted({canonical(solution, group) for solution in solutions})
    holders = holders_of(solutions)
    if aspect in ("pieces", "totals"):
        alone = {min(image[at] for image in group) for at, held in holders.items() if len(held) == 1}
        counts = Counter(problem.placements[at].piece for at in alone)
        if aspect == "totals":
            return Observed([len(counts), counts.total()])
        return Observed(sorted([problem.pieces[piece], times] for piece, times in counts.items()))
    needed = Counter(least(solution, holders) for solution in chosen)
    if aspect == "more than one":
        return Observed(len(chosen) - needed[1])
    return Observed([needed[number] for number in range(1, max(needed) + 1)])


@observer
def unique_in_files(context: Context, *, file: str, other: str = "", other_file: str = "", run: str = "") -> Observed:
    """Count how many pieces each board of a file needs so that no other board of a file has them too.

    observe = "unique_in_files"
    with = { file = "pentomino.dat", other = "all", other_file = "pento_all.dat" }

    Return how many boards need 1 piece, 2, 3, ... Searched is the file of the other run; without one, the file itself.
    """
    chosen = [pieces_laid(board) for board in context.written(file, run).split()]
    searched = [pieces_laid(board) for board in context.written(other_file, other).split()] if other else chosen
    holders = holders_of(searched)
    needed = Counter(least(board, holders) for board in chosen)
    return Observed([needed[number] for number in range(1, max(needed) + 1)])


def pieces_laid(board: str) -> list[Hashable]:
    """Return each piece of a board with the cells that it covers."""
    return [(letter, *(cell for cell, sign in enumerate(board) if sign == letter)) for letter in sorted(set(board))]


def holders_of(solutions: Iterable[Sequence[Placement]]) -> Holders[Placement]:
    """Return, for each placement, the numbers of the solutions that have it."""
    holders: Holders[Placement] = {}
    for number, solution in enumerate(solutions):
        for placement in solution:
            holders.setdefault(placement, set()).add(number)
    return holders


def least(solution: Sequence[Placement], holders: Holders[Placement]) -> int:
    """Return how many of a solution's placements are needed so that no other solution has them."""
    for number in range(1, len(solution)):
        for some in combinations(solution, number):
            if len(set.intersection(*(holders[placement] for placement in some))) == 1:
                return number
    return len(solution)
