"""Rows of numbers on the tape."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise

from pydantic import PositiveInt

from getallenband.reports.checking.numbering import forms_by_numbers
from getallenband.reports.checking.observed import Context, Observed
from getallenband.reports.runs.by_folder import observer


@observer
def tape_numbers(context: Context, *, consumed: bool = False, run: str = "") -> Observed:
    """Count the numbers on an input, or those that the run read.

    observe = "tape_numbers"

    Return how many numbers are on the tape; with `consumed`, how many of them the run read.
    """
    return Observed(context.record(run)["tape_read"] if consumed else len(context.numbers(run=run)))


@observer
def tape_row(
    context: Context,
    *,
    row: PositiveInt,
    width: PositiveInt,
    first: PositiveInt = 1,
    last: PositiveInt | None = None,
) -> Observed:
    """Show one row of an input, or some of its columns.

    observe = "tape_row"
    with = { row = 21, width = 5 }

    Return row number `row` (from 1), or its columns `first` to `last`; a single column is a number, not a list.
    """
    numbers = context.numbers()
    cells = numbers[(row - 1) * width : row * width][first - 1 : last]
    return Observed(cells[0] if first == last and cells else cells)


@observer
def tape_column(context: Context, *, column: PositiveInt, width: PositiveInt) -> Observed:
    """Count how often each value occurs in a column of an input.

    observe = "tape_column"
    with = { column = 5, width = 5 }

    Return how often the least value stands in the column (from 1), the next one, and so on.
    """
    counts = Counter(context.numbers()[column - 1 :: width])
    return Observed([times for _, times in sorted(counts.items())])


@observer
def tape_rows(
    context: Context, *, width: PositiveInt, column: PositiveInt, value: int, count: bool = False
) -> Observed:
    """List, or count, the rows of an input that hold a value in a column.

    observe = "tape_rows"
    with = { width = 5, column = 5, value = 12 }

    Return the numbers of the rows (from 1), ascending; with `count`, how many there are.
    """
    cells = context.numbers()[column - 1 :: width]
    rows = [row for row, cell in enumerate(cells, start=1) if cell == value]
    return Observed(len(rows) if count else rows)


@observer
def tape_ascending(
    context: Context, *, width: PositiveInt, first: PositiveInt, last: PositiveInt, least: int
) -> Observed:
    """Count the rows of an input whose columns ascend strictly from a least value.

    observe = "tape_ascending"
    with = { width = 5, first = 1, last = 4, least = 1 }

    Return in how many rows the columns `first` to `last` (from 1) ascend and none is less than `least`.
    """
    numbers = context.numbers()
    rows = [numbers[start + first - 1 : start + last] for start in range(0, len(numbers), width)]
    return Observed(sum(bool(row) and row[0] >= least and all(a < b for a, b in pairwise(row)) for row in rows))


@observer
def tape_forms(context: Context, *, width: PositiveInt, puzzle: str, steps: list[int]) -> Observed:
    """Count the forms of a puzzle's pieces among the rows of the tape, given as numbers added to the mark.

    observe = "tape_forms"
    with = { width = 5, puzzle = "pentominoes-6x10", steps = [1, 7] }

    Return how many forms of the puzzle's pieces stand on the tape, each row without its last number.
    """
    numbers = context.numbers()
    rows = [tuple(numbers[start : start + width - 1]) for start in range(0, len(numbers), width)]
    forms = forms_by_numbers(context.oracle.puzzle(puzzle).problem, steps)
    wrong = [row for row in rows if row not in forms]
    return Observed(len(forms & set(rows)), f"not a form: {wrong}" if wrong else "")
