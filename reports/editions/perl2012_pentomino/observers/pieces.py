"""The pieces in the page's programs, and where they fit."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Annotated

from pydantic import Field

from getallenband.interpreters.source.diagnostics import UserError
from getallenband.modern.geometry import LATTICES, at_origin, orientations, polyforms
from getallenband.reports.checking.observed import Context, Observed
from getallenband.reports.editions.perl2012_pentomino.page import (
    CELLS,
    COLUMNS,
    LETTERS,
    ROWS,
    offsets,
    pieces_of,
    placed,
)
from getallenband.reports.runs.by_folder import observer


@observer
def piece_forms(context: Context, *, file: str) -> Observed:
    """Group a Perl program's pieces by their number of shapes, and check the shapes by geometry.

    observe = "piece_forms"
    with = { file = "all.transcription" }

    Return the letters of the pieces by their number of shapes.

    With them, under "wrong", those whose shapes are not all the forms of a pentomino that no other piece is.
    """
    context.computed_independently()
    square = LATTICES["square"]
    forms = [{at_origin([(0, 0), *offsets(shape)]) for shape in shapes} for shapes in pieces_of(context.text(file))]
    known = [set(orientations(shape, square, "free")) for shape in polyforms(square, 5, "free")]
    if len(forms) != len(LETTERS):
        raise UserError(f"{file} has {len(forms)} pieces, not {len(LETTERS)}")
    by_number: dict[str, str] = {}
    for letter, shapes in zip(LETTERS, forms, strict=True):
        by_number[str(len(shapes))] = by_number.get(str(len(shapes)), "") + letter
    wrong = [letter for letter, shapes in zip(LETTERS, forms, strict=True) if shapes not in known]
    wrong += [letter for letter, shapes in zip(LETTERS, forms, strict=True) if forms.count(shapes) > 1]
    return Observed(by_number | ({"wrong": "".join(wrong)} if wrong else {}))


TOKEN = re.compile(r"(?P<entry>(?P<key>\d\d) => \[(?P<cells>[^\]]*)\])|(?P<open>(?P<number>\d+) => \{)|(?P<close>\})")


@observer
def hash_excerpt(context: Context, *, file: str, program: str) -> Observed:
    """List the entries of a printed excerpt of `%piece` that the program does not make.

    observe = "hash_excerpt"
    with = { file = "excerpt.transcription", program = "unique.transcription" }

    Return the entries that the program does not make, as piece, shape, key and cells: none, if all is well.
    """
    pieces = pieces_of(context.text(program))
    path: list[int] = []
    wrong: list[str] = []
    entries = 0
    for match in TOKEN.finditer(context.text(file)):
        if match["close"]:
            del path[-1:]
        elif match["open"]:
            path.append(int(match["number"]))
        else:
            entries += 1
            shown = re.findall(r"\d\d", match["cells"])
            if sorted(map(int, shown)) != made(pieces, path, int(match["key"])):
                wrong.append(f"{', '.join(map(str, path))}, {match['key']}: {' '.join(shown)}")
    return Observed(wrong, f"{entries} entries read")


def made(pieces: list[list[str]], path: list[int], cell: int) -> list[int]:
    """Return the cells of the piece and shape that the path names, ascending; none where the program has none."""
    if len(path) != 2 or path[0] >= len(pieces) or path[1] >= len(pieces[path[0]]):
        return []
    return sorted(placed(pieces[path[0]][path[1]], cell) or [])


@observer
def excluded_cells(context: Context, *, program: str, shapes: list[str]) -> Observed:
    """Name the rows and columns on which a shape cannot begin.

    observe = "excluded_cells"
    with = { program = "unique.transcription", shapes = ["01:02:03:04"] }

    Return for each shape the rows and the columns that are left out as a whole; and other cells, if any are.

    Raise UserError for a shape that the program does not have.
    """
    known = {shape for row in pieces_of(context.text(program)) for shape in row}
    found: dict[str, dict[str, list[int]]] = {}
    for shape in shapes:
        if shape not in known:
            raise UserError(f"the program has no shape {shape!r}")
        begins = {divmod(cell, COLUMNS) for cell in range(CELLS) if placed(shape, cell)}
        rows = [row for row in range(ROWS) if all(row != at for at, _ in begins)]
        columns = [column for column in range(COLUMNS) if all(column != at for _, at in begins)]
        found[shape] = {"rows": rows, "columns": columns}
        cells = {divmod(cell, COLUMNS) for cell in range(CELLS)} - begins
        others = [10 * row + column for row, column in cells if row not in rows and column not in columns]
        if others:
            found[shape]["cells"] = sorted(others)
    return Observed(found)


@observer
def first_free(context: Context, *, program: str, shapes: list[str]) -> Observed:
    """Lay shapes in turn on the first free cell; list the first free cell after each.

    observe = "first_free"
    with = { program = "all.transcription", shapes = ["01:02:03:04", "1-1:10:11:20"] }

    Return the first free cell after each; in words, the first shape that does not fit.

    Raise UserError for a shape that the program does not have.
    """
    known = {shape for row in pieces_of(context.text(program)) for shape in row}
    taken: set[int] = set()
    after = []
    for shape in shapes:
        if shape not in known:
            raise UserError(f"the program has no shape {shape!r}")
        cell = min(set(range(CELLS)) - taken)
        cells = placed(shape, cell)
        if cells is None or not taken.isdisjoint(cells):
            return Observed(f"{shape} cannot begin at {cell:02}")
        taken.update(cells)
        after.append(min(set(range(CELLS)) - taken))
    return Observed(after)


FREE = " "


@observer
def rows_at_once(
    context: Context, *, file: str, program: str, pieces: Annotated[str, Field(pattern="^[A-L]{1,11}$")]
) -> Observed:
    """List the boards of some pieces whose two upper rows are the printed ones, both filled by the last piece.

    observe = "rows_at_once"
    with = { file = "rows.transcription", program = "unique.transcription", pieces = "KBLFD" }

    Return how many boards of these pieces have the printed first two rows, both filled by the last piece alone.

    The third row must have the printed letters in the printed order: its empty cells are not to be relied on.
    """
    lines = ["".join(sign for sign in line if sign in LETTERS) for line in context.text(file).splitlines()]
    if len(lines) < 3:
        raise UserError(f"{file} has {len(lines)} lines; expected three rows of a board")
    first, second, third = lines[:3]
    table = pieces_of(context.text(program))
    fitting = [
        (board, before)
        for board, before in boards(table, pieces)
        if board[: 2 * COLUMNS] == first + second and board[2 * COLUMNS : 3 * COLUMNS].replace(FREE, "") == third
    ]
    at_once = [board for board, before in fitting if FREE in before[:COLUMNS] and FREE in before[COLUMNS : 2 * COLUMNS]]
    rows = ", ".join(board[2 * COLUMNS : 3 * COLUMNS].replace(FREE, ".") for board in at_once)
    return Observed(len(at_once), f"third row: {rows}")


def boards(table: Sequence[Sequence[str]], pieces: str, board: str = FREE * CELLS) -> Iterator[tuple[str, str]]:
    """Yield each board of these pieces, laid in this order, with the board before the last piece."""
    cell = board.index(FREE)
    for shape in table[LETTERS.index(pieces[0])]:
        cells = placed(shape, cell)
        if cells is None or any(board[spot] != FREE for spot in cells):
            continue
        laid = "".join(pieces[0] if spot in cells else sign for spot, sign in enumerate(board))
        if len(pieces) == 1:
            yield laid, board
        else:
            yield from boards(table, pieces[1:], laid)


EXAMPLE = re.compile(r"(\S+:\S+)((?: \d\d\([^)]*\))+)")
ENTRY = re.compile(r"(\d\d) => ('[A-L]'|\w+)((?:,? \.+)?)")
"""An entry of %board; dots after it stand for the rest of its row."""
CELL = re.compile(r"(\d\d)\((\d)([+-]?\d?), (\d)([+-]?\d?)\)")


@observer
def worked_example(context: Context, *, file: str, program: str = "", board: str = "") -> Observed:
    """List the cells of a worked example that are wrong, or pieces that a printed `%board` has elsewhere.

    observe = "worked_example"
    with = { file = "worked.transcription", board = "board.transcription" }

    Return what is wrong: cells that are not the shape's, or not the sum that is printed; nothing, if all is well.

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


COMMENT = re.compile(r"# (?:[\d ]*[^\x00-\x7f])+")
"""The copy has no line ends; a comment ends with its last sign that is not ASCII."""


@observer
def printed_again(context: Context, *, file: str, program: str) -> Observed:
    """Count how often a part that the page prints a second time occurs in a program.

    observe = "printed_again"
    with = { file = "search.transcription", program = "all.transcription" }

    Return how often the part stands in the program.
    """
    return Observed(code(context.text(program)).count(code(context.text(file))))


def code(text: str) -> str:
    """Return a text without comments and blanks."""
    return "".join(COMMENT.sub("", text).split())
