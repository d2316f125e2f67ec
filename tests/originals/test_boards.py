"""Boards of report.toml: what is read, and what is refused, message by message."""

from types import SimpleNamespace

import pytest

from getallenband.originals.boards import names_of
from getallenband.originals.errors import EditionError
from getallenband.originals.presentation import read_presentation
from getallenband.reports.publishing.player.boards import drawn
from getallenband.reports.publishing.player.runs import solution

BOARD = """
[[board]]
text = "main"
rows = 2
columns = 3
cell = "3 * row + column + 1"
value = "board[cell]"
free = 0
piece = "value"
solution = { at = "print" }
"""


def board(tmp_path, text):
    (tmp_path / "report.toml").write_text(text)
    return read_presentation(tmp_path).boards[0]


def changed(**changes):
    """Return the board's text with lines replaced, or left out where the replacement is empty."""
    lines = [line for line in BOARD.splitlines() if line.split(" ")[0] not in changes]
    return "\n".join([*lines, *filter(None, changes.values())]) + "\n"


def test_cells_are_numbered_by_an_expression(tmp_path):
    read = board(tmp_path, BOARD)
    assert read.cells == ((1, 2, 3), (4, 5, 6))
    assert (read.value, read.piece, read.characters) == (["[]", "board", "cell"], "value", False)
    assert names_of(read) == {"board"}


def test_cells_may_be_listed_and_pieces_be_characters(tmp_path):
    read = board(tmp_path, changed(cell="", rows="", columns="cells = [[9, 10], [17]]", free='free = "."'))
    assert read.cells == ((9, 10), (17,))
    assert (read.free, read.characters) == (ord("."), True)


def test_parts_are_laid_level_by_level(tmp_path):
    part = '{ each = "e", first = "1", last = "top - 1", cells = ["hole[e]", "hole[e] + form[e, 2]"], piece = "e" }'
    (read,) = board(tmp_path, changed(value="", piece=f"laid = [{part}]")).laid
    assert read.last == ["-", "top", 1]
    assert read.cells == (["[]", "hole", "e"], ["+", ["[]", "hole", "e"], ["[]", "form", "e", 2]])
    assert names_of(board(tmp_path, changed(value="", piece=f"laid = [{part}]"))) == {"top", "hole", "form"}


def test_marks_are_letters_at_the_sides(tmp_path):
    read = board(tmp_path, changed(piece='piece = "value"\nmarks = ["side[4 * cell]", "top"]\nletters = "RG"'))
    assert (read.marks, read.letters) == ((["[]", "side", ["*", 4, "cell"]], "top"), "RG")
    assert names_of(read) == {"board", "side", "top"}
    with pytest.raises(EditionError) as raised:
        drawn(read, SimpleNamespace())
    assert str(raised.value).endswith('board main: "marks" has 2 expressions; a cell has 4 sides')


EXPRESSION = '"value" must be an expression of numbers, variables, +, -, * and subscripts, not '


@pytest.mark.parametrize(
    ("changes", "place", "message"),
    [
        ({"cell": 'cell = "3 * row + k"'}, "10:1: board main", '"cell" may use row and column, not k'),
        ({"cell": 'cell = "a[row]"'}, "10:1: board main", '"cell" may not use arrays'),
        ({"cell": 'cell = "row + column"'}, "10:1: board main", "two cells have the same number"),
        ({"cell": "cells = [[1], 2]"}, "10:1: board main", '"cells" must be lists of integers, not [[1], 2]'),
        ({"cell": "cells = [[1, true]]"}, "10:1: board main", '"cells" must be lists of integers, not [[1, True]]'),
        ({"value": 'value = "board[cell"'}, "10:1: board main", f"{EXPRESSION}'board[cell'"),
        ({"value": 'value = "open(cell)"'}, "10:1: board main", f"{EXPRESSION}'open(cell)'"),
        ({"value": "", "piece": ""}, "2:1: board main", 'expected "value" or "laid"'),
        ({"free": 'free = "ab"'}, "10:1: board main", '"free" must be an integer or one character, not \'ab\''),
        ({"rows": 'lattice = "round"'}, "10:1: board main", '"lattice" must be one of square, hexagonal'),
        ({"rows": "rows = 0"}, "10:1: board main", '"rows" must be at least 1, not 0'),
        ({"solution": 'solution = { statement = "print" }'}, "10:1: [board main.solution]", 'the key "at" is missing'),
        (
            {"solution": 'solution = { at = "print" }\ncolour = 1'}, "11:1: board main",
            'unknown key "colour"; nearest: columns',
        ),
    ],
)  # fmt: skip
def test_what_is_refused(tmp_path, changes, place, message):
    with pytest.raises(EditionError) as raised:
        board(tmp_path, changed(**changes))
    assert str(raised.value).startswith(f"{tmp_path}/report.toml:{place}: {message}")


PART = '{ cells = ["hole[1]"], piece = "1" }'


@pytest.mark.parametrize(
    ("changes", "name", "place", "message"),
    [
        ({}, "x", "7:1", "there is no variable 'board'; known: x"),
        ({"piece": 'piece = "y"'}, "board", "10:1", "there is no variable 'y'; known: board"),
        ({"piece": f"laid = [{PART}]"}, "board", "10:1", "there is no variable 'hole'; known: board"),
        ({}, "board", "10:14", "no statement begins with 'print'"),
        ({"solution": 'solution = { at = "b", printed = "k" }'}, "board", "10:24", "no statement begins with 'k'"),
    ],
)
def test_what_a_program_does_not_have(tmp_path, changes, name, place, message):
    read = board(tmp_path, changed(**changes))
    data = {"arrays": [{"name": name}], "globals": [], "functions": [], "cells": []}
    program = SimpleNamespace(name="full", reading="begin end")
    with pytest.raises(EditionError) as raised:
        solution(program, read, data | {"statements": [{"line": 1, "column": 1}]})
    assert str(raised.value) == f"{tmp_path}/report.toml:{place}: board main: run full: {message}"
