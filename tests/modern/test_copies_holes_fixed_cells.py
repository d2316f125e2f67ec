"""Puzzles as their inventors say them: ranges of copies, holes, fixed cells, symmetries that count, border colours.

Expected counts are published, or come from a plain search.
"""

from __future__ import annotations

import re
import tomllib
from itertools import permutations, product
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from getallenband.modern.proof import check_certificate
from getallenband.modern.proof.certificate import write_certificate
from getallenband.modern.proof.certificate_file import Refused, reading
from getallenband.modern.proof.verify import verify
from getallenband.modern.puzzle_files.errors import PuzzleError
from getallenband.modern.puzzle_files.picture import as_text
from getallenband.modern.puzzle_files.puzzle import parse_puzzle, read_puzzle
from getallenband.modern.search.solve import SearchOptions, solve
from getallenband.modern.solvers import bit_parallel
from tests.modern.test_copies_of_pieces import SHAPES, classes, tilings


def check(path, puzzle_file=None):
    return verify(path, puzzle_file)[1]


PENTOMINOES = """
[pieces]
F = ".##/##./.#."
I = "#####"
L = "####/#..."
N = "###./..##"
P = "###/##."
T = "###/.#./.#."
U = "#.#/###"
V = "#../#../###"
W = "##./.##/..#"
X = ".#./###/.#."
Y = "####/.#.."
Z = "##./.#./.##"
"""


def puzzle(text):
    return parse_puzzle(text, Path("own.toml"), "own.toml")


def counts(text, algorithm="auto"):
    result = solve(puzzle(text), SearchOptions(algorithm))
    return result.solutions_up_to_symmetry, result.solutions


@pytest.mark.parametrize(("side", "classes_", "total"), [(4, 37, 117), (5, 1018, 4006), (6, 113_185, 451_206)])
def test_any_number_of_one_sided_polyominoes_up_to_rotation(side, classes_, total):
    """The numbers up to rotation were published for a puzzle of projecteuler.chat."""
    text = f"""lattice = "square"
        sides = "one-sided"
        board = {{ rectangle = [{side}, {side}] }}
        polyforms = [{{ size = {side} }}]
        copies = "any"
        symmetries = "rotations"
    """
    assert counts(text) == (classes_, total)


def test_tetracubes_in_a_box_by_rotations_only():
    box = 'lattice = "cubic"\nsides = "one-sided"\nboard = { box = [2, 4, 4] }\npolyforms = [{ size = 4 }]\n'
    assert counts(box + 'symmetries = "rotations"') == (1390, 11120)
    assert counts(box) == (695, 11120)


@pytest.mark.parametrize(
    ("board", "classes_"),
    [
        ("board = { rectangle = [8, 8], without = [[3, 3], [3, 4], [4, 3], [4, 4]] }", 65),  # Scott 1958, Golomb
        ("board = { rectangle = [8, 8] }\nholes = { cells = [[3, 3], [3, 4], [4, 3], [4, 4]] }", 65),
        ('board = { rectangle = [3, 20] }\nholes = "any"\nsymmetries = ["half-turn", "mirror"]', 2),
    ],
)
def test_twelve_pentominoes(board, classes_):
    assert counts(f'lattice = "square"\n{board}\n{PENTOMINOES}')[0] == classes_


def test_pentominoes_and_a_square_tetromino_anywhere():
    """Golomb's other chessboard: 16,146 ways."""
    text = f'lattice = "square"\nboard = {{ rectangle = [8, 8] }}\n{PENTOMINOES}O = "##/##"\n'
    assert counts(text) == (16_146, 8 * 16_146)


def test_slothouber_and_graatsma_have_one_solution():
    cube = 'lattice = "cubic"\nboard = { box = [3, 3, 3] }\nholes = 3\ncopies = 6\n[pieces]\nA = "##/##"\n'
    assert counts(cube) == (1, 8)


def test_conways_blocks_have_a_rod_in_each_slice():
    """Berlekamp, Conway and Guy: each slice of one by five by five has precisely one of the rods of three."""
    board = puzzle("""lattice = "cubic"
        board = { box = [5, 5, 5] }
        copies = { A = 13, D = 3 }
        [pieces]
        A = "####/####"
        B = "##/##|##/##"
        C = "##/##"
        D = "###"
    """)
    solutions = []
    solve(board, on_solution=solutions.append)
    assert (len(solutions), solve(board).solutions) == (572, 27_456)
    for solution in solutions:
        rods = [cells for name, cells in board.problem.laid(solution).items() if name[0] == "D"]
        for axis in range(3):
            across = [{cell[axis] for cell in rod} for rod in rods]
            assert sorted(place for places in across for place in places) == [0, 1, 2, 3, 4]


TRIPLED = {
    "F": 125, "I": 19, "L": 113, "N": 68, "P": 497, "T": 106, "U": 48, "V": 63, "W": 91, "X": 15, "Y": 86, "Z": 131,
}  # fmt: skip


@pytest.mark.parametrize(
    "name", [pytest.param(name, marks=pytest.mark.soak) if name == "P" else name for name in TRIPLED]
)
def test_nine_of_eleven_pentominoes_triple_the_other(name):
    """Nine other pieces fill each one enlarged three times; of F a second solver finds as many ways."""
    shapes = tomllib.loads(PENTOMINOES)["pieces"]
    rows = ["".join(mark * 3 for mark in row) for row in shapes.pop(name).split("/")]
    board = "/".join(row for row in rows for _ in range(3))
    pieces = "\n".join(f'{other} = "{shape}"' for other, shape in shapes.items())
    text = f'lattice = "square"\ncopies = "0-1"\nboard.drawing = "{board}"\n[pieces]\n{pieces}\n'
    assert counts(text)[0] == TRIPLED[name]
    if name == "F":
        assert counts(text, "bit_parallel") == (125, 125)


@pytest.mark.parametrize(
    ("size", "classes_"),
    [
        ([3, 5], 7),
        ([4, 5], 50),
        ([5, 5], 107),
        ([5, 6], 541),
        ([5, 7], 1396),
        ([3, 10], 145),
        ([3, 15], 201),
        ([4, 10], 2085),
    ],
)
def test_some_of_the_twelve_pentominoes_in_a_smaller_rectangle(size, classes_):
    """The published numbers of rectangles that take fewer than all twelve."""
    text = f'lattice = "square"\ncopies = "0-1"\nboard.rectangle = {size}\n{PENTOMINOES}'
    assert counts(text)[0] == classes_


@pytest.mark.parametrize(("t", "classes_", "total"), [(4, 3, 18), (8, 16, 96), (12, 21, 162)])
def test_t_and_o_tetrominoes_on_a_chessboard(t, classes_, total):
    """96 was found by a transfer matrix, too."""
    board = f'lattice = "square"\nboard.rectangle = [8, 8]\ncopies = {{ T = {t}, O = {16 - t} }}\n'
    text = f'{board}[pieces]\nT = "###/.#."\nO = "##/##"\n'
    assert counts(text) == counts(text, "bit_parallel") == (classes_, total)


@settings(max_examples=25)
@given(st.data())
def test_random_ranges_and_holes_by_a_plain_search(tmp_path_factory, data):
    height, width = data.draw(st.sampled_from([(2, 3), (2, 5), (3, 3), (3, 4), (4, 3), (4, 4)]))
    names = data.draw(st.sets(st.sampled_from("VLSI"), min_size=1, max_size=3).map(sorted))
    ranges = {name: data.draw(st.tuples(st.integers(0, 1), st.integers(1, 3))) for name in names}
    corners = [[0, 0], [0, width - 1], [height - 1, 0], [height - 1, width - 1]]
    anywhere = data.draw(st.booleans())
    holes = data.draw(st.sampled_from([(low, high) for high in range(1, 5) for low in range(min(high, 2) + 1)]))
    said = f'"{holes[0]}-{holes[1]}"'
    if not anywhere:
        said = f"{{ cells = {corners}, number = {said} }}" if data.draw(st.booleans()) else f"{{ cells = {corners} }}"
        holes = holes if "number" in said else (0, 4)
    most = {name: high for name, (_, high) in ranges.items()} | {"o": holes[1]}
    found = [
        tiling
        for tiling in tilings(height, width, most)
        if all(sum(name == other for other, _ in tiling) >= low for name, (low, _) in (ranges | {"o": holes}).items())
        and (anywhere or all([*cell] in corners for name, cells in tiling if name == "o" for cell in cells))
    ]
    shapes = "\n".join(f'{name} = "{SHAPES[name]}"' for name in names)
    listed = ", ".join(f'{name} = "{low}-{high}"' for name, (low, high) in ranges.items())
    text = f"""lattice = "square"
        board = {{ rectangle = [{height}, {width}] }}
        copies = {{ {listed} }}
        holes = {said}
        [pieces]
        {shapes}
    """
    volume = {name: len(SHAPES[name].replace("/", "").replace(".", "")) for name in names} | {"o": 1}
    least, most_ = (sum(volume[name] * ends[end] for name, ends in (ranges | {"o": holes}).items()) for end in (0, 1))
    if not least <= height * width <= most_:
        assert not found
        with pytest.raises(PuzzleError, match="the board has"):
            puzzle(text)
        return
    board = puzzle(text)
    expected = classes(found, height, width), len(found)
    assert counts(text) == counts(text, "bit_parallel") == counts(text, "frontier") == expected
    parts = solve(board, SearchOptions("bit_parallel", split=True))
    assert (parts.solutions_up_to_symmetry, parts.solutions) == expected
    path = tmp_path_factory.mktemp("certificate") / "own.toml"
    options = SearchOptions("bit_parallel", split=True, checkpoint=path.with_suffix(".state"), resume=True)
    for _ in range(2):
        resumed = solve(board, options)
        assert (resumed.solutions_up_to_symmetry, resumed.solutions) == expected
    path.write_text(text)
    assert write_certificate(read_puzzle(path), path.with_suffix(".certificate"))
    proved = re.search(
        r": (\d+) solutions?( up to \d+ symmetries, (\d+) in all)?;", check(path.with_suffix(".certificate"))
    )
    assert int(proved[3] or proved[1]) == expected[1]
    solutions = []
    solve(board, on_solution=solutions.append)
    assert len(set(solutions)) == expected[0]
    assert all(board.problem.is_solution(solution) for solution in solutions)


def test_more_holes_at_once_than_there_may_be():
    """Holes that a quarter-turn takes to each other are four, so that no solution with one hole has them."""
    text = """lattice = "square"
        sides = "one-sided"
        board = { rectangle = [3, 3] }
        copies = { S = "0-3", I = "any", A = "0-3" }
        holes = "0-1"
        symmetries = "rotations"
        [pieces]
        S = "##./.##"
        I = "##"
        A = "#"
    """
    assert counts(text) == counts(text, "bit_parallel") == (82, 316)


LAST_CELL = """lattice = "square"
board = { rectangle = [3, 3] }
copies = { V = "1-3", o = "0-3" }
symmetries = "none"
[pieces]
V = "##/#./#."
I = "##"
J = "##"
o = "#"
"""


def test_work_units_of_a_piece_that_could_be_left_out_but_for_the_volume():
    """It has the fewest places and is placed first, but is no item that must be covered."""
    read, found = puzzle(LAST_CELL), []
    solve(read, SearchOptions("bit_parallel"), on_solution=found.append)
    parts = []
    solve(read, SearchOptions("bit_parallel", split=True), on_solution=parts.append)
    assert sorted(parts) == sorted(found)
    assert counts(LAST_CELL, "frontier")[0] == len(found) > 0


def test_holes_among_some_cells_are_as_many_as_these(tmp_path):
    """Volume alone would allow four: the checkers must know, too, that I is then placed once."""
    path = tmp_path / "own.toml"
    path.write_text("""lattice = "square"
        board.drawing = "####/#..."
        copies = { I = "0-1" }
        holes = { cells = [[1, 0]] }
        [pieces]
        I = "####"
        A = "#"
    """)
    assert write_certificate(read_puzzle(path), path.with_suffix(".certificate"))
    assert ": 1 solution" in check(path.with_suffix(".certificate"))


def drawings(text):
    found, read = [], puzzle(text)
    solve(read, on_solution=found.append)
    return sorted(as_text(read.problem, solution) for solution in found)


def test_fixed_cells_belong_to_their_piece():
    board = 'lattice = "square"\nsymmetries = "none"\nboard = { rectangle = [3, 20] }\n'
    everything = drawings(f"{board}{PENTOMINOES}")
    begun = [drawing for drawing in everything if [line[0] for line in drawing.splitlines()[:2]] == ["U", "U"]]
    assert drawings(f"{board}fixed = {{ U = [[0, 0], [1, 0]] }}{PENTOMINOES}") == begun
    assert 0 < len(begun) < len(everything) == 4 * 2


def test_holes_are_drawn_as_points_and_are_no_pieces():
    board = puzzle('lattice = "square"\nboard = { rectangle = [1, 3] }\nholes = 1\n[pieces]\nI = "##"\n')
    solutions = []
    solve(board, on_solution=solutions.append)
    assert [as_text(board.problem, solution) for solution in solutions] == ["I I ."]
    assert board.problem.laid(solutions[0]) == {"I": ((0, 0), (0, 1))}


@pytest.mark.parametrize(
    ("symmetries", "turns"),
    [
        ('"all"', range(8)),
        ('"rotations"', (0, 3, 5, 6)),
        ('"none"', (0,)),
        ('["half-turn"]', (0, 3)),
        ('["quarter-turn"]', (0, 3, 5, 6)),
        ('["mirror"]', range(8)),
    ],
)
def test_the_symmetries_that_count(symmetries, turns):
    """The turns are those of `classes`: bits for upside down, left to right, rows to columns."""

    def image(tiling, turn):
        def moved(y, x):
            y, x = (3 - y if turn & 1 else y), (3 - x if turn & 2 else x)
            return (x, y) if turn & 4 else (y, x)

        return frozenset((name, frozenset(moved(*cell) for cell in cells)) for name, cells in tiling)

    found = tilings(4, 4, {"L": 2, "I": 4})
    expected = len({frozenset(image(tiling, turn) for turn in turns) for tiling in found})
    text = f"""lattice = "square"
        symmetries = {symmetries}
        board = {{ rectangle = [4, 4] }}
        copies = {{ L = 2, I = 4 }}
        [pieces]
        L = "{SHAPES["L"]}"
        I = "##"
    """
    assert counts(text)[0] == expected


def test_border_colours_and_copies_by_a_plain_search():
    """MacMahon's six squares in two colours, the first one twice, in all rectangles of squares."""
    squares = sorted({min(s[i:] + s[:i] for i in range(4)) for s in map("".join, product("ab", repeat=4))})
    for rows, columns in ((1, 2), (1, 3), (2, 2)):
        for border in ("", "a", "b"):
            wanted = rows * columns
            chosen = [squares[0], *squares[: wanted - 1]]
            found = set()
            for order in permutations(chosen):
                for turns in product(range(4), repeat=wanted):
                    laid = tuple(s[t:] + s[:t] for s, t in zip(order, turns, strict=True))
                    if matches(laid, rows, columns, border):
                        found.add(laid)
            lines = "\n".join(f'{square} = "{square}"' for square in squares[: wanted - 1])
            text = f"""lattice = "edge-matching"
                board = {{ rectangle = [{rows}, {columns}] }}
                pairs = ["aa", "bb"]
                {f'border = "{border}"' if border else ""}
                copies = {{ {squares[0]} = 2 }}
                [pieces]
                {lines}
            """
            assert counts(text)[1] == counts(text, "bit_parallel")[1] == len(found)


@pytest.mark.soak
def test_all_squares_in_three_colours():
    """MacMahon's 24, one colour at the border of 4 by 6: 13,328 ways up to the rectangle and the other two colours."""
    squares = sorted({min(s[i:] + s[:i] for i in range(4)) for s in map("".join, product("abc", repeat=4))})
    lines = "\n".join(f'{square} = "{square}"' for square in squares)
    head = 'lattice = "edge-matching"\nboard = { rectangle = [4, 6] }\npairs = ["aa", "bb", "cc"]\nborder = "a"\n'
    assert counts(f"{head}[pieces]\n{lines}") == (4 * 13_328, 8 * 13_328)


def matches(laid, rows, columns, border):
    for place, (top, right, bottom, left) in enumerate(laid):
        row, column = divmod(place, columns)
        outside = [top] * (row == 0) + [right] * (column == columns - 1) + [bottom] * (row == rows - 1)
        outside += [left] * (column == 0)
        if border and set(outside) - {border}:
            return False
        if column and laid[place - 1][1] != left:
            return False
        if row and laid[place - columns][2] != top:
            return False
    return True


def test_a_border_letter_of_its_own_is_nowhere_inside():
    """Four corners of Eternity's kind: six orders up to rotation, and none with the letters turned inwards."""
    corners = "\n".join(f'{name} = "_aa_"' for name in "1234")
    text = 'lattice = "edge-matching"\nboard = { rectangle = [2, 2] }\npairs = ["aa"]\nborder = "_"\n[pieces]\n'
    assert counts(text + corners) == (6, 24)


DOMINOES = """lattice = "square"
board = { rectangle = [2, 4] }
copies = { D = 4 }
[pieces]
D = "##"
"""


def test_the_first_solution_is_handed_over_at_once():
    """Nobody who wants one need wait until thousands are found."""
    seen = []
    bit_parallel.solve(puzzle(DOMINOES).problem, on_solution=seen.append, stop=lambda: bool(seen))
    assert len(seen) == 1 < counts(DOMINOES)[1]


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("D = 4", 'D = "3-2"', "3:12: the range '3-2' ends before it begins"),
        ("D = 4", 'D = "0-0"', "3:1: there are no copies of any piece"),
        ("D = 4", 'D = "0-9"', "3:12: the range '0-9' goes beyond the 8 cells of the board; expected \"any\""),
        ("D = 4", "D = 5", "3:12: 5 copies of 'D' have 10 cells, the board has 8"),
        ("D = 4", 'D = "5-6"', "3:12: 5 copies of 'D' have 10 cells, the board has 8"),
        ("D = 4", 'D = "some"', "3:12: 'D' must be a number up to 4096, a range such as"),
        ("D = 4", "D = 3", "2:1: the pieces have 6 cells, the board has 8; `holes = 2` leaves the others empty"),
        ("D = 4", 'D = "1-3"', "2:1: the pieces have at most 6 cells, the board has 8; `holes = 2` leaves"),
        (
            "copies",
            "holes = 1\ncopies",
            "2:1: the pieces and holes have 9 cells, the board has 8\n",
        ),
        ("D = 4", "D = 2", "2:1: the pieces have 4 cells, the board has 8; `holes = 4` leaves the others empty"),
        ("copies = { D = 4 }", "copies = 3\nholes = 1", "2:1: the pieces and holes have 7 cells, the board has 8\n"),
        ("copies", 'holes = "2-1"\ncopies', "3:1: the range '2-1' ends before it begins"),
        ("copies", "holes = 9\ncopies", "3:1: 9 holes are more than the 8 cells of the board"),
        (
            "copies",
            "holes = { cells = [[0, 0], [1, 1]], number = 3 }\ncopies",
            "3:37: 3 holes are more than the 2 cells that may stay empty",
        ),
        (
            "copies",
            'holes = { cells = [[0, 0], [1, 1]], number = "0-3" }\ncopies',
            "3:37: the range '0-3' goes beyond the 2 cells that may stay empty; expected \"any\"",
        ),
        ("copies", "holes = { number = 1 }\ncopies", "3:1: the key 'cells' is missing"),
        ("copies", "holes = { cells = [[5, 5]] }\ncopies", "3:20: the cell [5, 5] is not on the board"),
        ("copies", "holes = { cells = [] }\ncopies", "3:11: there are no cells that may stay empty"),
        ("copies", "fixed = { E = [[0, 0]] }\ncopies", "3:11: unknown key 'E' in fixed"),
        ("copies", "fixed = { D = [[0, 9]] }\ncopies", "3:16: the cell [0, 9] is not on the board"),
        (
            "copies",
            'symmetries = "some"\ncopies',
            "3:1: unknown symmetries 'some'; expected one of all, rotations, none",
        ),
        (
            "copies",
            'symmetries = ["half-turn", "turn"]\ncopies',
            "3:28: unknown symmetry 'turn'; expected one of half-",
        ),
        ("copies", 'symmetries = ["quarter-turn"]\ncopies', "3:15: board and pieces have no quarter-turn"),
        ("copies", 'border = "a"\ncopies', "3:1: the key 'border' belongs to edge-matching puzzles only"),
    ],
)
def test_what_contradicts_itself_is_said_with_its_place(old, new, message):
    with pytest.raises(PuzzleError) as refused:
        puzzle(DOMINOES.replace(old, new, 1))
    assert str(refused.value).startswith(f"own.toml:{message}")
    if "have no" in message:
        return  # the checker looks for no symmetries: a certificate names them
    with pytest.raises(Refused), reading(Path("own.toml")):
        check_certificate.read(tomllib.loads(DOMINOES.replace(old, new, 1)))


def test_fixed_placements_that_overlap():
    pieces = '[pieces]\nI = "###"\nV = "##/#."\n'
    fixed = "fixed = { I = [[0, 0], [0, 1], [0, 2]], V = [[0, 2], [1, 2], [1, 1]] }"
    text = f'lattice = "square"\nboard = {{ rectangle = [2, 3] }}\n{fixed}\n{pieces}'
    with pytest.raises(PuzzleError, match=r"own\.toml:3:46: the cell \[0, 2\] is fixed for 'I' already"):
        puzzle(text)
    with pytest.raises(
        PuzzleError, match=r"3:11: no placement of the piece 'I' covers these cells and no other fixed ones"
    ):
        puzzle(text.replace("I = [[0, 0], [0, 1], [0, 2]], V = [[0, 2], [1, 2], [1, 1]]", "I = [[0, 0], [1, 0]]"))


def test_a_point_is_the_name_of_holes():
    with pytest.raises(PuzzleError, match=r"own\.toml:4:1: the name '\.' is that of holes"):
        puzzle('lattice = "square"\nboard = { rectangle = [1, 2] }\n[pieces]\n"." = "##"\n')
