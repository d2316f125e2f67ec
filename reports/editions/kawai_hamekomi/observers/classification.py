"""Kawai's classification of the solutions, and its printed table."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations
from typing import Literal

from getallenband.interpreters.source.diagnostics import UserError
from getallenband.modern.geometry import Cell
from getallenband.reports.checking.observed import Context, Observed
from getallenband.reports.editions.kawai_hamekomi.printed_boxes import solutions
from getallenband.reports.runs.by_folder import observer

STRAIGHT = "I"
LEGEND = re.compile(r"([A-Z])\((\d+)-(\d*)\)")
Code = Mapping[str, tuple[int, int | None]]
"""The least and the greatest number that a letter stands for."""
Class = tuple[int, str, str]
"""Type, pieces at L and R, pieces at T and B."""


@observer
def classification(
    context: Context,
    *,
    puzzle: str,
    pieces: str,
    table: str = "",
    emended: bool = False,
    aspect: Literal["cells", "types", "one class", "beyond the legend"] = "cells",
    run: str = "",
) -> Observed:
    """Classify every solution of Tetra as the article does; compare the counts with its table.

    observe = "classification"
    with = { puzzle = "tetra", pieces = "JCILNOPSTYZ", table = "classification", emended = true }

    Piece I lies on a row of one of the three squares of 4 by 4 balls: at its edge (type 1) or within (type 2). L and R
    are the square's two corners that are farther from it, T and B the two corners of the octahedron outside the square;
    the pieces there, each pair in alphabetical order, are the solution's class. The table has a row for each pair at L
    and R, a column for each pair at T and B, both in alphabetical order, and a sign for each number, by the code of its
    legend ("0...9, A(10-12), …, F(100-)"); pairs with a piece in common are impossible and have a dot.

    Return how many cells of a text of the document agree, as transcribed or as emended.

    types               instead, the number of solutions of each type
    one class           the number of solutions to which the scheme gives one class only
    beyond the legend   how many cells have a letter that does not stand for the number found. Facts: ranges (in words)
    """
    boxes = context.frame(puzzle)
    printed_solutions = solutions(context.record(run), pieces, len(boxes))
    laid_out = [dict(zip(boxes, laid, strict=True)) for laid in printed_solutions]
    if aspect == "one class":
        return Observed(sum(has_one_class(laid) for laid in laid_out))
    found = Counter(map(class_of, laid_out))
    if aspect == "types":
        return Observed([sum(times for (kind, _, _), times in found.items() if kind == k) for k in (1, 2)])
    text = context.emended(table) if emended else context.text(f"{table}.transcription")
    code = code_of(text)
    read = list(cells(found, text, code))
    if aspect == "cells":
        faults = [
            f"type {k}, row {r}, column {c}: {seen or 'nothing'}" for k, r, c, wanted, seen in read if seen != wanted
        ]
        return Observed(len(read) - len(faults), "; ".join(faults) or "every cell agrees")
    numbers: dict[str, list[int]] = {}
    for kind, row, column, _, seen in read:
        if seen in code:
            numbers.setdefault(seen, []).append(found[kind, row, column])
    beyond = sum(sign_of(number, code) != letter for letter, each in numbers.items() for number in each)
    ranges = ", ".join(f"{letter}: {min(each)} to {max(each)}" for letter, each in sorted(numbers.items()))
    return Observed(beyond, facts={"ranges": ranges})


def cells(found: Counter[Class], text: str, code: Code) -> Iterator[tuple[int, str, str, str, str]]:
    """Yield type, row, column, the sign wanted and the sign seen, of each cell that is not impossible."""
    names = sorted({piece for _, row, column in found for piece in row + column})
    pairs = ["".join(pair) for pair in combinations(names, 2)]
    for kind, printed in rows_of(text, len(pairs)).items():
        for row, signs in zip(pairs, printed, strict=True):
            wanted = ["." if set(row) & set(column) else sign_of(found[kind, row, column], code) for column in pairs]
            for column, sign, seen in zip(pairs, wanted, aligned(wanted, signs), strict=True):
                if sign != ".":
                    yield kind, row, column, sign, seen


def class_of(laid: Mapping[Cell, str]) -> Class:
    """Return the class of a solution: the type, the pieces at L and R, the pieces at T and B."""
    straight, squares = squares_of(laid)
    if not squares:
        raise UserError(f"the piece called {STRAIGHT} does not lie on a row of a square through the middle")
    square, outside = corners_of(laid, straight, squares[0])
    kind = 1 if all(laid[cell] == STRAIGHT for cell in square[:2]) else 2
    return kind, pair(laid, square[2:]), pair(laid, outside)


def has_one_class(laid: Mapping[Cell, str]) -> bool:
    """Tell whether the scheme leaves no choice: of the square, of the corners far from I, of the order of a pair."""
    straight, squares = squares_of(laid)
    if len(squares) != 1:
        return False
    square, outside = corners_of(laid, straight, squares[0])
    near, far = distance(square[1], straight), distance(square[2], straight)
    return near < far and all(len(set(pair(laid, corners))) == 2 for corners in (square[2:], outside))


def squares_of(laid: Mapping[Cell, str]) -> tuple[list[Cell], list[int]]:
    """Return the boxes of the straight piece, and the squares through the middle in which it lies, by their axes."""
    straight = [cell for cell, piece in laid.items() if piece == STRAIGHT]
    return straight, [axis for axis in range(3) if straight and all(cell[axis] == 0 for cell in straight)]


def corners_of(laid: Mapping[Cell, str], straight: Sequence[Cell], across: int) -> tuple[list[Cell], list[Cell]]:
    """Return the corners of the square across an axis, those near the straight piece first, and the two outside it."""
    reach = max(map(max, laid))
    corners = [cell for cell in laid if max(map(abs, cell)) == reach]
    square = sorted((cell for cell in corners if not cell[across]), key=lambda cell: distance(cell, straight))
    return square, [cell for cell in corners if cell[across]]


def distance(corner: Cell, straight: Sequence[Cell]) -> int:
    """Return how far a corner is from the middle of a piece, squared, in sixteenths."""
    middle = [sum(axis) for axis in zip(*straight, strict=True)]
    return sum((m - len(straight) * c) ** 2 for m, c in zip(middle, corner, strict=True))


def pair(laid: Mapping[Cell, str], corners: Sequence[Cell]) -> str:
    """Return the names of the pieces at two corners in alphabetical order."""
    return "".join(sorted(laid[cell] for cell in corners))


def code_of(text: str) -> Code:
    """Return the code of the table's legend; raise UserError if it has none."""
    code = {letter: (int(least), int(most) if most else None) for letter, least, most in LEGEND.findall(text)}
    if not code:
        raise UserError("the table has no legend")
    return code


def sign_of(number: int, code: Code) -> str:
    """Write a number as the table does; raise UserError for one that the legend leaves out."""
    for letter, (least, most) in code.items():
        if number >= least and (most is None or number <= most):
            return letter
    if number > 9:
        raise UserError(f"the legend has no sign for {number}")
    return str(number)


def rows_of(text: str, rows: int) -> dict[int, list[str]]:
    """Return the rows of both halves of the table, the names at their beginnings and ends taken off."""
    lines = [line.split("\t") for line in text.splitlines()]
    body = [fields for fields in lines if len(fields) >= 4 and fields[0] == fields[2] and len(fields[0]) == 2][-rows:]
    if len(body) != rows:
        raise UserError(f"the table has {len(body)} rows, not {rows}")
    return {1: [bare(fields[1], fields[0]) for fields in body], 2: [bare(fields[3], fields[2]) for fields in body]}


def bare(text: str, name: str) -> str:
    """Take the row's name, repeated, off its end."""
    return text.removesuffix(name).strip(".")


def aligned(wanted: Sequence[str], printed: str) -> list[str]:
    """Lay the printed signs beside those wanted with as few differences as can be; "" where one is missing.

    Dots only part the signs: the scan has too few or too many of them, so they cost next to nothing.
    """
    dots, change, missing = 1, 20, 25

    def cost(sign: str, seen: str) -> int:
        if sign == seen:
            return 0
        return change * 3 if "." in (sign, seen) else change

    best: list[list[int]] = [[0] * (len(printed) + 1) for _ in range(len(wanted) + 1)]
    for i in range(len(wanted), -1, -1):
        for j in range(len(printed), -1, -1):
            ways = []
            if i < len(wanted):
                ways.append(best[i + 1][j] + (dots if wanted[i] == "." else missing))
            if j < len(printed):
                ways.append(best[i][j + 1] + (dots if printed[j] == "." else missing))
            if i < len(wanted) and j < len(printed):
                ways.append(best[i + 1][j + 1] + cost(wanted[i], printed[j]))
            best[i][j] = min(ways, default=0)
    seen: list[str] = []
    i = j = 0
    while i < len(wanted):
        if j < len(printed) and best[i][j] == best[i + 1][j + 1] + cost(wanted[i], printed[j]):
            seen.append(printed[j])
            i, j = i + 1, j + 1
        elif best[i][j] == best[i + 1][j] + (dots if wanted[i] == "." else missing):
            seen.append("")
            i += 1
        else:
            j += 1
    return seen


@observer
def table_rows(context: Context, *, table: str, names: str, emended: bool = False) -> Observed:
    """Count the rows of the table of solutions that have their names in order and a sign for each cell.

    observe = "table_rows"
    with = { table = "classification", names = "CJLNOPSTZ", emended = true }

    A row is the name of a pair of pieces at the beginning, in the middle and at the end of its first half, and at the
    beginning of its second; each half has a sign for each pair that has no piece in common with the row's.

    Return how many rows are whole.
    """
    text = context.emended(table) if emended else context.text(f"{table}.transcription")
    signs = set("0123456789").union(code_of(text))
    pairs = ["".join(pair) for pair in combinations(names, 2)]
    lines = [line.split("\t") for line in text.splitlines() if line.count("\t") == 3][-len(pairs) :]
    wrong = [pair for pair, fields in zip(pairs, lines, strict=False) if not whole(pair, pairs, fields, signs)]
    return Observed(len(lines) - len(wrong), f"not whole: {', '.join(wrong)}" if wrong else "")


def whole(pair: str, pairs: list[str], fields: list[str], signs: set[str]) -> bool:
    """Tell whether a row has its name in its places and a sign for each cell."""
    first, left, second, right = fields
    cells = sum(set(pair).isdisjoint(other) for other in pairs)
    halves = [left.removesuffix(pair).replace(".", ""), right.replace(".", "")]
    named = first == second == pair and left.endswith(pair)
    return named and all(len(half) == cells and signs.issuperset(half) for half in halves)
