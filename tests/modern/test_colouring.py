"""Counting colours: what it proves is so, and it proves what is known."""

from itertools import combinations_with_replacement
from pathlib import Path

import pytest

from getallenband.modern.exact_cover.answer import UnsuitedError
from getallenband.modern.puzzle_files.puzzle import parse_puzzle, read_puzzle
from getallenband.modern.search import solve
from getallenband.modern.solvers import bit_parallel, brute_force, colouring

TETROMINOES = {"I": "####", "L": "###/#..", "O": "##/##", "S": ".##/##.", "T": "###/.#."}
TETRIAMONDS = {"bar": "####", "tree": "###/.#", "knee": ".###/.#"}


def read(folder, lattice, board, pieces):
    path = folder / "own.toml"
    drawn = "".join(f'{name}{i} = "{drawing}"\n' for i, (name, drawing) in enumerate(pieces))
    path.write_text(f'lattice = "{lattice}"\nboard = {board}\n[pieces]\n{drawn}')
    return read_puzzle(path)


@pytest.mark.parametrize(
    ("lattice", "board", "shapes", "proved"),
    [
        ("square", "{ rectangle = [3, 4] }", TETROMINOES, 11),
        ("square", "{ rectangle = [4, 4], without = [[0, 0], [0, 2], [1, 1], [2, 0]] }", TETROMINOES, 31),
        ("cubic", "{ box = [2, 2, 3] }", TETROMINOES, 7),
        ("triangular", "{ rhombus = [2, 3] }", TETRIAMONDS, 4),
    ],
)
def test_where_colours_prove_there_is_no_solution(tmp_path, lattice, board, shapes, proved):
    puzzles = [read(tmp_path, lattice, board, three) for three in combinations_with_replacement(shapes.items(), 3)]
    impossible = [puzzle.problem for puzzle in puzzles if colouring.proof(puzzle.problem) is not None]
    assert len(impossible) == proved
    assert not any(brute_force.solve(problem).solutions for problem in impossible)


def test_the_hexominoes_fill_no_rectangle():
    result = solve(read_puzzle("hexominoes-14x15"))
    assert (result.algorithm, result.solutions, result.finished) == ("colouring", 0, True)
    assert result.why == (
        "coloured like a chessboard, the board has 105 cells of one colour and 105 of the other; 24 of the pieces "
        "cover as many of both, 11 cover 2 more of one colour; with any signs these differences do not add up to 0"
    )


SQUARE = 'lattice = "square"\n'


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        (
            SQUARE + 'board = { rectangle = [8, 8], without = [[0, 0], [7, 7]] }\ncopies = 31\n[pieces]\nD = "##"\n',
            "coloured like a chessboard, the board has 32 cells of one colour and 30 of the other; 31 of the pieces "
            "cover as many of both; with any signs these differences do not add up to 2",
        ),
        (
            SQUARE + 'board = { rectangle = [3, 5] }\ncopies = "any"\n[pieces]\nO = "##/##"\nL = "###/#"\n',
            "the board has 15 cells; the nearest that the pieces can cover is 12 or 16",
        ),
        (
            SQUARE + 'board.drawing = "##.#/##.#"\ncopies = "any"\n[pieces]\nL = "##/#"\n',
            "nothing covers the cell [0, 3]",
        ),
        (
            SQUARE + 'board.drawing = "##/##"\n[pieces]\nI = "###"\no = "#"\n',
            "the piece 'I' fits nowhere",
        ),
        (
            SQUARE + 'board = { rectangle = [2, 4] }\ncopies = { o = 2 }\n[pieces]\nO = "#####"\no = "#"\nx = "#"\n',
            "the piece 'O' fits nowhere",
        ),
        ('items = "a b"\noptions = ["a"]\n', "no option has the item 'b'"),
        ('items = "a 2|b"\noptions = ["a b"]\n', "the item 'b' must be covered 2 times, and 1 options have it"),
        (
            'lattice = "edge-matching"\nboard = { rectangle = [1, 2] }\npairs = ["ab"]\nborder = "_"\n'
            '[pieces]\n1 = "___a"\n2 = "____"\n',
            "the piece '2' fits nowhere",
        ),
    ],
)
def test_why_there_is_no_solution(text, reason):
    result = solve(parse_puzzle(text, Path("own.toml"), "own.toml"))
    assert (result.solutions, result.no_solution) == (0, reason)


def test_no_reason_where_there_is_a_solution_or_none_to_see():
    assert solve(read_puzzle("pentominoes-3x20")).no_solution is None
    text = SQUARE + 'board = { rectangle = [3, 3] }\ncopies = "any"\n[pieces]\nI = "###"\nX = "#.#/###/#.#"\n'
    assert solve(parse_puzzle(text, Path("own.toml"), "own.toml")).no_solution is None


@pytest.mark.parametrize(("low", "high"), [(1, 2), (0, 3)])
def test_ranges_are_refuted_only_where_a_search_finds_nothing(low, high):
    for first, second in combinations_with_replacement(TETROMINOES.values(), 2):
        for board in ("[2, 6], without = [[0, 5], [1, 5]]", "[3, 4]", "[4, 4], without = [[0, 0], [0, 2]]"):
            text = f'{SQUARE}board = {{ rectangle = {board} }}\ncopies = "{low}-{high}"\n[pieces]\n'
            read = parse_puzzle(text + f'A = "{first}"\nB = "{second}"\nC = "##"\n', Path("own.toml"), "own.toml")
            if colouring.proof(read.problem) is not None:
                assert bit_parallel.solve(read.problem).solutions == 0


def test_where_colours_prove_nothing_it_refuses():
    with pytest.raises(UnsuitedError, match="two colours prove nothing"):
        colouring.solve(read_puzzle("pentominoes-6x10").problem)
