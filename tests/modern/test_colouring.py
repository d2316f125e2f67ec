"""Counting colours: what it proves is so, and it proves what is known."""

from itertools import combinations_with_replacement

import pytest

from modern.exact_cover.answer import UnsuitedError
from modern.puzzle_files.puzzle import read_puzzle
from modern.search import solve
from modern.solvers import brute_force, colouring

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


def test_where_colours_prove_nothing_it_refuses():
    with pytest.raises(UnsuitedError, match="two colours prove nothing"):
        colouring.solve(read_puzzle("pentominoes-6x10").problem)
