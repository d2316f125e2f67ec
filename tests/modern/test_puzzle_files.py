"""Puzzle files: what they may say, and the exact message for what they may not."""

import re
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from getallenband.modern.proof import check_certificate
from getallenband.modern.puzzle_files import puzzle
from getallenband.modern.puzzle_files.errors import PuzzleError
from getallenband.modern.puzzle_files.puzzle import parse_puzzle, read_puzzle
from getallenband.modern.search.solve import SearchOptions, solve
from tests import ROOT

GOOD = """title = "Two by three"
lattice = "square"
sides = "free"
board = { rectangle = [2, 3] }

[pieces]
I = "##"
L = "##/##"
"""


def written(tmp_path, text):
    path = tmp_path / "own.toml"
    path.write_text(text, encoding="utf-8")
    return str(path)


def refusal(tmp_path, text):
    with pytest.raises(PuzzleError) as refused:
        read_puzzle(written(tmp_path, text))
    return str(refused.value).replace(str(tmp_path) + "/", "")


def test_a_puzzle_of_ones_own(tmp_path):
    puzzle = read_puzzle(written(tmp_path, GOOD))
    assert puzzle.title == "Two by three"
    assert solve(puzzle).solutions == 2


def test_boards_by_drawing_cells_and_shape_are_the_same(tmp_path):
    pieces = '\n[pieces]\nA = "##"\nB = "##/##"\n'
    boards = [
        "board = { rectangle = [2, 3] }",
        'board = { drawing = "###/###" }',
        'board.drawing = """\n###\n###"""',
        "board = { cells = [[0, 0], [0, 1], [0, 2], [1, 0], [1, 1], [1, 2]] }",
        "board = { rectangle = [3, 3], without = [[2, 0], [2, 1], [2, 2]] }",
    ]
    problems = [read_puzzle(written(tmp_path, f'lattice = "square"\n{board}{pieces}')).problem for board in boards]
    assert all(problem == problems[0] for problem in problems)


def test_pieces_by_enumeration_alone(tmp_path):
    text = 'lattice = "hexagonal"\npolyforms = [{ size = 4 }]\nboard = { drawing = "%s" }\n'
    rows = "/".join(" " * (row % 2) + "# " * (6 - row % 2) for row in range(5))
    puzzle = read_puzzle(written(tmp_path, text % rows))
    assert puzzle.problem.pieces == tuple(f"4.{n}" for n in range(1, 8))
    assert solve(puzzle, SearchOptions("dancing_links")).solutions_up_to_symmetry == 3


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        (
            "board =",
            "bord =",
            "own.toml:4:1: unknown key 'bord' in a puzzle; nearest: board\n    bord = { rectangle = [2, 3] }\n    ^",
        ),
        (
            "rectangle",
            "rectangel",
            "own.toml:4:11: unknown key 'rectangel' in a board; nearest: rectangle\n"
            "    board = { rectangel = [2, 3] }\n              ^",
        ),
        (
            '"square"',
            '"sqare"',
            "own.toml:2:1: unknown lattice 'sqare'; expected one of cubic, face-centred cubic, hexagonal, square, "
            'sticks, triangular, edge-matching\n    lattice = "sqare"\n    ^',
        ),
        (
            '"free"',
            '"both"',
            "own.toml:3:1: unknown sides 'both'; expected one of free, one-sided, fixed\n    sides = \"both\"\n    ^",
        ),
        (
            "[2, 3]",
            "[2, 4]",
            "own.toml:4:1: the pieces have 6 cells, the board has 8; `holes = 2` leaves the others empty\n"
            "    board = { rectangle = [2, 4] }\n    ^",
        ),
        (
            "{ rectangle = [2, 3] }",
            "{ cells = [[0, 0], [0, 1], [0, 0]] }",
            "own.toml:4:36: the cell [0, 0] is there already\n"
            "    board = { cells = [[0, 0], [0, 1], [0, 0]] }\n                                       ^",
        ),
        (
            "{ rectangle = [2, 3] }",
            "{ rectangle = [2, 3], without = [[5, 5]] }",
            "own.toml:4:42: the cell [5, 5] to be left out is not on the board\n"
            "    board = { rectangle = [2, 3], without = [[5, 5]] }\n                                             ^",
        ),
        (
            "[2, 3]",
            "[99999999999999999999, 0]",
            "own.toml:4:24: invalid TOML: an integer of more than 64 bits\n"
            "    board = { rectangle = [99999999999999999999, 0] }\n                           ^",
        ),
        (
            "[2, 3]",
            "[" + "9" * 5000 + ", 1]",
            "own.toml:4:24: invalid TOML: an integer of more than 64 bits\n    board = { rectangle = ["
            + "9" * 137
            + "\n                           ^",
        ),
        (
            "{ rectangle = [2, 3] }",
            "[" * 2001,
            "own.toml:4:9: invalid TOML: values are nested too deeply\n    board = " + "[" * 152 + "\n            ^",
        ),
        (
            "title",
            "a." * 200 + "title",
            "own.toml:1:1: invalid TOML: a key of more than 100 parts\n    " + "a." * 80 + "\n    ^",
        ),
        (
            "[2, 3]",
            "[200000, 300000]",
            "own.toml:4:11: the board has more than 4096 cells\n"
            "    board = { rectangle = [200000, 300000] }\n              ^",
        ),
        (
            'lattice = "square"\nsides = "free"\nboard = { rectangle = [2, 3] }',
            'lattice = "cubic"\nsides = "fixed"\nboard = { box = [2, 3, 1] }\npolyforms = [{ size = 6 }]',
            "own.toml:5:16: there are more than 3000 polyforms of 6 cells\n"
            "    polyforms = [{ size = 6 }]\n                   ^",
        ),
        (
            "{ rectangle = [2, 3] }",
            "{ hexagon = 2 }",
            "own.toml:4:11: a hexagon needs the lattice 'hexagonal' or 'triangular', not 'square'\n"
            "    board = { hexagon = 2 }\n              ^",
        ),
        (
            '"##/##"',
            '"##/#?"',
            "own.toml:8:1: a drawing has the characters # . / |, small letters and blanks, not '?'\n"
            '    L = "##/#?"\n    ^',
        ),
        (
            '"##/##"',
            "[[0, 0], [0, 0]]",
            "own.toml:8:14: the cell [0, 0] is there already\n    L = [[0, 0], [0, 0]]\n                 ^",
        ),
        (
            '"##/##"',
            "[[0, 0, 0]]",
            "own.toml:8:6: [0, 0, 0] is not a cell of 2 integers\n    L = [[0, 0, 0]]\n         ^",
        ),
        (
            'sides = "free"',
            "polyforms = [{ size = 3 }]",
            "own.toml:7:1: the piece 'I' is not one of the 2 polyforms\n    I = \"##\"\n    ^",
        ),
        (
            'sides = "free"',
            "polyforms = [{ size = 30 }]",
            "own.toml:3:16: 'size' must be an integer from 1 to 8, not 30\n"
            "    polyforms = [{ size = 30 }]\n                   ^",
        ),
        (
            'L = "##/##"\n',
            'L = "##/##"\n[orders.own]\nscan = ["row", "column"]\nfirst = "X"\n',
            "own.toml:11:1: unknown piece 'X'; known: I, L\n    first = \"X\"\n    ^",
        ),
        (
            'L = "##/##"\n',
            'L = "##/##"\n[orders.own]\nscan = ["row", "layer"]\n',
            "own.toml:10:16: unknown axis 'layer'; expected one of row, column\n"
            '    scan = ["row", "layer"]\n                   ^',
        ),
        (
            'L = "##/##"\n',
            'L = "##/##"\n[orders.own]\nscan = [[0, 0], [5, 5]]\n',
            "own.toml:10:17: [5, 5] is not a cell of the board\n    scan = [[0, 0], [5, 5]]\n                    ^",
        ),
        (
            "[pieces]",
            "[pieces",
            "own.toml:6:8: invalid TOML: Expected ']' at the end of a table declaration\n    [pieces\n           ^",
        ),
        ("lattice =", "lattices =", "own.toml:2:1: unknown key 'lattices' in a puzzle; nearest: lattice"),
        ('lattice = "square"\n', "", "own.toml:1:1: the key 'lattice' is missing"),
    ],
)
def test_what_is_wrong_is_said_with_its_place(tmp_path, old, new, message):
    assert old in GOOD
    said = refusal(tmp_path, GOOD.replace(old, new, 1))
    assert said == message if "\n" in message else said.startswith(message)


AXES = 'scan = ["row", "column"]\n'


@pytest.mark.parametrize(
    ("new", "message"),
    [
        ('pieces = ["L"]', "own.toml:10:1: the order must name every piece once"),
        ('pieces = ["L", "X"]', "own.toml:10:16: unknown piece 'X'; known: I, L"),
        ("pieces = 5", "own.toml:10:1: 'pieces' must be a list of pieces, not 5"),
        ("scan = 5", "own.toml:10:1: 'scan' must be a list of axes or of cells, not 5"),
        ('scan = ["row", [0, 0]]', "own.toml:10:16: number 2 of 'scan' must be an axis, not [0, 0]"),
        ('scan = ["row", "-row"]', "own.toml:10:1: the scan must name axes once"),
        ("scan = [[0, 0], [0, 0]]", "own.toml:10:1: the scan must name cells of the board, each once"),
        ("scan = [[true, 0]]", "own.toml:10:9: [True, 0] is not a cell of the board"),
        ("scan = [[0, true]]", "own.toml:10:9: [0, True] is not a cell of the board"),
        ('first = ["I"]', """own.toml:10:1: 'first' must be the name of a piece, not ['I']"""),
        ('first = "L"\nat = [[0, 0], [1, 2]]', "own.toml:11:15: the piece 'L' does not fit here"),
        ('forms = [["I", "##"]]', "own.toml:10:16: forms need a scan by axes"),
        (AXES + 'forms = [["I"]]', "own.toml:11:10: number 1 of 'forms' must be a piece and a drawing such as "),
        (AXES + 'forms = [["I", ""]]', "own.toml:11:16: this is no form of the piece 'I'"),
        (AXES + 'forms = [["I", "#/#"], ["L", "###/#"]]', "own.toml:11:30: this is no form of the piece 'L'"),
        (AXES + 'only = { L = ["##/##", "###"] }', "own.toml:11:24: this is no form of the piece 'L'"),
        ("at = [[0, 0]]", "own.toml:10:1: 'at' needs 'first', the piece that begins there"),
        (AXES + "only = { I = 5 }", "own.toml:11:10: 'I' must be a list of forms, not 5"),
        (AXES + 'only = { X = ["#"] }', "own.toml:11:10: unknown piece 'X'; known: I, L"),
        ("sites = { I = [[[0, 0], [1, 1]]] }", "own.toml:10:16: the piece 'I' does not fit here"),
        ("sites = { I = [[5]] }", "own.toml:10:17: 5 is not a cell of the board"),
        ("stride = 4", "own.toml:10:1: a stride needs a scan by two axes, both ascending"),
        ('scan = ["row", "-column"]\nstride = 4', "own.toml:11:1: a stride needs a scan by two axes, both ascending"),
        (AXES + "stride = 1.5", "own.toml:11:1: 'stride' must be an integer from 1 to 8192, not 1.5"),
        ("watch = 1", "own.toml:10:1: 'watch' must be a table such as { cell = [0, 5], levels = [3, 5] }, not 1"),
        ("watch = { cell = [0, 0] }", "own.toml:10:1: the key 'levels' is missing"),
        ("watch = { cell = [0, 5], levels = [1, 2] }", "own.toml:10:11: [0, 5] is not a cell of the board"),
        ("watch = { cell = [0, 0], levels = [1, 9999] }", "own.toml:10:26: there are no levels beyond 4096"),
        ("leave_last = 1", "own.toml:10:1: 'leave_last' must be true or false, not 1"),
    ],
)
def test_what_is_wrong_in_an_order_is_said_with_its_place(tmp_path, new, message):
    """`pieces` stands in the file before the order: the first key of that name is not meant."""
    assert refusal(tmp_path, f"{GOOD}[orders.own]\n{new}\n").startswith(message)


@pytest.mark.parametrize(
    ("new", "message"),
    [
        ("title = 5", "1:1: 'title' must be a string, not 5"),
        ("sides = []", "1:1: 'sides' must be one of free, one-sided, fixed, not []"),
        ("board = 4", "1:1: 'board' must be a table such as { rectangle = [6, 10] }, not 4"),
        ("board = { rectangle = 4 }", "1:11: 'rectangle' must be a list of 2 integers from 1 on, not 4"),
        ("board = { rectangle = [2, -3] }", "1:11: 'rectangle' must be a list of 2 integers from 1 on, not [2, -3]"),
        ("board = { drawing = 7 }", "1:11: 'drawing' must be a drawing, not 7"),
        ("board = { cells = [[0]] }", "1:20: [0] is not a cell of 2 integers"),
        ("board = { cells = 7 }", "1:11: 'cells' must be a list of cells, not 7"),
        ("board = { rectangle = [2, 3], without = [[0, 0], [0, 0]] }", "1:50: the cell [0, 0] is there already"),
        ("board = { rectangle = [2, 3], without = 5 }", "1:31: 'without' must be a list of cells, not 5"),
        ('polyforms = [{size = "1"}]', "1:15: 'size' must be an integer from 1 to 8, not '1'"),
        ("polyforms = [{size = true}]", "1:15: 'size' must be an integer from 1 to 8, not True"),
        ("polyforms = [{size = 2}, {planar = true}]", "1:26: the key 'size' is missing"),
        ("polyforms = {size = 1}", "1:1: 'polyforms' must be a list such as [{ size = 5 }], not {'size': 1}"),
        ("polyforms = [5]", "1:14: number 1 of 'polyforms' must be a table such as { size = 5 }, not 5"),
        ("polyforms = [{size = 2, planar = 1}]", "1:25: 'planar' must be true or false, not 1"),
        (
            "polyforms = [{size = 2, planar = true}]",
            "1:25: planar polyforms are of the lattices cubic, face-centred cubic",
        ),
        ("pieces = 5", "1:1: 'pieces' must be a table of drawings or lists of cells by name, not 5"),
        ("pieces = { A = 5 }", "1:12: 'A' must be a drawing or a list of cells, not 5"),
        ("pieces = { A = [] }", "1:12: the piece 'A' has no cells"),
        ('pairs = ["Rr"]', "1:1: the key 'pairs' belongs to edge-matching puzzles only"),
        ("orders = 3", "1:1: 'orders' must be a table of orders by name, not 3"),
        ("orders = { o = 3 }", "1:12: 'o' must be a table, an order, not 3"),
    ],
)
def test_a_value_of_another_kind_is_told(tmp_path, new, message):
    rest = {"lattice": '"square"', "board": "{ rectangle = [1, 2] }", "pieces": '{ I = "##" }'}
    rest.pop(new.partition(" ")[0], None)
    lines = "".join(f"{key} = {value}\n" for key, value in rest.items())
    assert refusal(tmp_path, f"{new}\n{lines}").startswith(f"own.toml:{message}\n    {new}\n")


def test_a_puzzle_has_pieces_or_polyforms(tmp_path):
    rest = 'lattice = "square"\nboard = { rectangle = [1, 2] }\npolyforms = []\n'
    message = "own.toml:3:1: there are no polyforms; expected a list such as [{ size = 5 }]\n"
    assert refusal(tmp_path, rest).startswith(message)
    (tmp_path / "own.toml").write_text(rest + 'pieces = { I = "##" }\n')
    assert read_puzzle(str(tmp_path / "own.toml")).problem.pieces == ("I",)


@pytest.mark.parametrize(
    ("key", "value", "message"),
    [
        ("pairs", "5", """own.toml:3:1: 'pairs' must be a list such as ["Rr", "Gg"], not 5"""),
        ("pairs", "[]", "own.toml:3:1: there are 0 pairs; expected 1 to 32"),
        ("pairs", '["Aa", "A"]', "own.toml:3:16: 'A' is not a pair of new letters"),
        ("pairs", '["Aa", 3]', "own.toml:3:16: number 2 of 'pairs' must be a string of two letters, not 3"),
        (
            "board",
            "{ hexagon = 3 }",
            "own.toml:4:12: the piece 'X' must have six letters of Aa, not 'AAAA'",
        ),
        ("board", "{}", "own.toml:2:1: a board needs exactly one of rectangle, "),
        (
            "board",
            "{ rectangle = [-1, -1] }",
            "own.toml:2:11: 'rectangle' must be a list of 2 integers from 1 on, not [-1, -1]",
        ),
        ("board", "{ rectangle = [1, 2] }", "own.toml:4:1: there are 1 pieces, the board has 2 squares"),
        ("pieces", "5", "own.toml:4:1: 'pieces' must be a table of letters by piece, not 5"),
        ("pieces", '{ "." = "AAAA" }', "own.toml:4:12: the name '.' is that of holes"),
        ("pieces", "{ X = 4 }", "own.toml:4:12: 'X' must be a string of three, four or six letters, not 4"),
        ("pieces", '{ X = "AAB" }', "own.toml:4:12: the piece 'X' must have four letters of Aa, not 'AAB'"),
        ("sides", '"free"', "own.toml:5:1: the key 'sides' does not belong to edge-matching puzzles"),
    ],
)
def test_what_is_wrong_in_an_edge_matching_puzzle_is_told(tmp_path, key, value, message):
    given = {"lattice": '"edge-matching"', "board": "{ rectangle = [1, 1] }", "pairs": '["Aa"]'}
    given |= {"pieces": '{ X = "AAAA" }'} | {key: value}
    said = refusal(tmp_path, "".join(f"{key} = {value}\n" for key, value in given.items()))
    assert said.startswith(message)


@pytest.mark.parametrize(
    ("cells", "message"),
    [
        (
            "[[0, 0], [1000000000, 1000000000]]",
            "own.toml:2:28: the cell [1000000000, 1000000000] is too far away: coordinates go from -4096 to 4096",
        ),
        (
            "[[9223372036854775807, 0], [9223372036854775806, 0]]",
            "own.toml:2:20: the cell [9223372036854775807, 0] is too far away: coordinates go from -4096 to 4096",
        ),
        (
            "[[0, 0], [3000, 3000]]",
            "own.toml:2:11: a picture of the board has more than 10,000,000 characters, blanks too",
        ),
    ],
)
def test_a_board_that_no_picture_can_show_is_refused(tmp_path, cells, message):
    """`--list` drew all that lies between its cells."""
    text = f'lattice = "square"\nboard = {{ cells = {cells} }}\npieces = {{ A = "#", B = "#" }}\n'
    assert refusal(tmp_path, text).startswith(message)


def test_a_piece_is_as_near_as_a_board(tmp_path):
    said = refusal(tmp_path, GOOD.replace('"##/##"', "[[0, 0], [0, -5000]]"))
    assert said.startswith("own.toml:8:14: the cell [0, -5000] is too far away: coordinates go from -4096 to 4096")


@pytest.mark.parametrize(
    "board",
    ["square rectangle = [1, 4096]", "square cells = [[-4096, 0], [4096, 60]]", "triangular rhombus = [2048, 1]"],
)
def test_long_boards_are_not_refused(tmp_path, board):
    lattice, _, board = board.partition(" ")
    text = f'lattice = "{lattice}"\nboard = {{ {board} }}\npieces = {{ A = [[0, 0, 0]] }}\n'
    said = refusal(tmp_path, text.replace("[[0, 0, 0]]", '"#"') if lattice == "square" else text)
    assert "the pieces have 1 cells, the board has" in said


@pytest.mark.parametrize(
    "text",
    [
        "",
        "lattice = 3\nboard = 4\n",
        'lattice = "square"\nboard = 4\n',
        'lattice = "square"\nboard = { rectangle = 4 }\n[pieces]\nA = "#"\n',
        'lattice = "square"\nboard = { rectangle = ["a", "b"] }\n[pieces]\nA = "#"\n',
        'lattice = "square"\nboard = { rectangle = [0, 0] }\n[pieces]\n',
        'lattice = "square"\nboard = { cells = [[0]] }\n[pieces]\nA = "#"\n',
        'lattice = "square"\nboard = { drawing = 7 }\n[pieces]\nA = "#"\n',
        'lattice = "square"\nboard = { drawing = "#" }\npieces = 3\n',
        'lattice = "square"\nboard = { drawing = "#" }\npieces = { A = 3 }\n',
        'lattice = "square"\nboard = { drawing = "#" }\npieces = { A = [3] }\n',
        'lattice = "square"\nboard = { drawing = "#" }\npieces = { A = "#" }\npolyforms = 3\n',
        'lattice = "square"\nboard = { drawing = "#" }\npieces = { A = "#" }\npolyforms = [{ size = "x" }]\n',
        'lattice = "square"\nboard = { drawing = "#" }\npieces = { A = "#" }\norders = 3\n',
        'lattice = "square"\nboard = { drawing = "#" }\npieces = { A = "#" }\norders = { o = 3 }\n',
        'lattice = "square"\nboard = { drawing = "#" }\npieces = { A = "#" }\norders = { o = { scan = 3 } }\n',
        'lattice = "square"\nboard = { drawing = "#" }\npieces = { A = "#" }\norders = { o = { forms = [["A"]] } }\n',
        'lattice = "square"\nboard = { drawing = "#" }\npieces = { A = "#" }\norders = { o = { watch = 1 } }\n',
        'lattice = "edge-matching"\nboard = { rectangle = [1, 1] }\npairs = ["Aa"]\npieces = { A = 4 }\n',
        'lattice = "edge-matching"\nboard = { rectangle = [1] }\npairs = [3]\npieces = { A = "AAAA" }\n',
        'lattice = "edge-matching"\nboard = { hexagon = 3 }\npieces = { A = "AAAA" }\n',
        'lattice = "face-centred cubic"\nboard = { cells = [[0, 0, 0], [0, 0, 1]] }\npieces = { A = [[0, 0, 0]] }\n',
        'lattice = "hexagonal"\nboard = { drawing = "##" }\npieces = { A = "#" }\n',
    ],
)
def test_no_file_is_answered_with_a_fault_of_ours(tmp_path, text):
    assert refusal(tmp_path, text).startswith("own.toml:")


@settings(max_examples=60)
@given(
    st.integers(0, len(GOOD) - 1),
    st.sampled_from(["", "#", "/", '"', "[", "]", "{", "}", "0", "9", "x", "\n", "=", ","]),
)
def test_any_slip_of_the_pen_gives_a_message_or_a_puzzle(place, mark):
    text = GOOD[:place] + mark + GOOD[place + 1 :]
    said = ""
    try:
        parse_puzzle(text, Path("own.toml"), "own.toml")
    except PuzzleError as error:
        said = str(error)
    assert not said or said.startswith("own.toml:")


@pytest.mark.parametrize(
    "text",
    [
        'lattice = "square"\nboard = { rectangle = [30, 30] }\n[pieces]\n'
        + "".join(f'P{number} = "#"\n' for number in range(900)),
        'lattice = "edge-matching"\nboard = { rectangle = [1, 500] }\npairs = ["Rr"]\n[pieces]\n'
        + "".join(f'P{number} = "RrRr"\n' for number in range(500)),
    ],
)
def test_more_placements_than_any_search_gets_through_are_refused(tmp_path, text):
    assert "the pieces have more than 200000 placements\n    [pieces]\n    ^" in refusal(tmp_path, text)


def test_polyforms_beyond_counting_are_refused(tmp_path):
    text = 'lattice = "square"\nboard = { rectangle = [1, 5] }\npolyforms = [%s]\n'
    many = refusal(tmp_path, text % ", ".join(["{ size = 6 }"] * 120))
    assert many.startswith("own.toml:3:1: there are more than 4096 polyforms\n    polyforms = [{ size = 6 }, ")


def test_a_file_too_large_to_be_read_through_is_refused(tmp_path):
    assert refusal(tmp_path, f"# {'x' * (1 << 21)}\n{GOOD}").startswith(
        "own.toml:1:1: the file has more than 2,097,152 characters\n"
    )
    for text, message in (
        (f"| {'x' * (1 << 24)}\na\na\n", "1:1: the file has more than 16,777,216 characters\n"),
        ("a\n" * 200_002, "200002:1: there are more than 200000 options\n"),
    ):
        (tmp_path / "own.dlx").write_text(text)
        with pytest.raises(PuzzleError) as refused:
            read_puzzle(tmp_path / "own.dlx")
        assert str(refused.value).startswith(f"{tmp_path / 'own.dlx'}:{message}")


def test_control_characters_are_shown(tmp_path):
    assert refusal(tmp_path, GOOD.replace("free", "\x1b[31mfree")) == (
        "own.toml:3:10: invalid TOML: Illegal character '\\x1b'\n    sides = \"␛[31mfree\"\n             ^"
    )


def test_a_file_without_end_is_not_read(tmp_path):
    endless = tmp_path / "endless.toml"
    endless.symlink_to("/dev/zero")
    with pytest.raises(PuzzleError) as refused:
        read_puzzle(endless)
    assert str(refused.value) == f"{endless}: cannot read this puzzle file: is not a regular file"


def test_a_puzzle_file_in_another_encoding(tmp_path):
    path = tmp_path / "latin.toml"
    path.write_bytes("# Pentominoes\ntitle = 'Café'\n".encode("latin-1"))
    with pytest.raises(PuzzleError) as refused:
        read_puzzle(path)
    assert str(refused.value) == f"{path}:2: byte 0xe9 is not UTF-8; save the file as UTF-8"


@pytest.mark.parametrize(
    ("name", "text", "place"), [("x.toml", "titel = 'x'\n", "1:1"), ("x.dlx", "a b\na c\n", "2:3")]
)
def test_a_mark_of_the_encoding_moves_no_place(tmp_path, name, text, place):
    said = []
    for mark in ("", "\ufeff"):
        (tmp_path / name).write_bytes((mark + text).encode())
        with pytest.raises(PuzzleError) as refused:
            read_puzzle(tmp_path / name)
        said.append(str(refused.value))
    assert said[0] == said[1]
    assert said[0].startswith(f"{tmp_path / name}:{place}: ")


def test_both_checkers_of_certificates_know_the_keys_of_puzzle_files():
    """They share no code: a key that one does not know would make it refuse what `solve --certificate` writes."""
    page = Path("reports/publishing/checker/puzzle.mjs")
    in_page = re.search(
        r"^const KEYS = \[(.*?)\];", (ROOT / page).read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL
    )
    known = set(puzzle.KEYS) - {"pairs", "border"}  # of edge matching, which has no certificates
    assert known == check_certificate.KEYS, "KEYS of modern/proof/check_certificate.py"
    assert in_page is not None
    assert set(re.findall(r'"(\w+)"', in_page[1])) == known, page
