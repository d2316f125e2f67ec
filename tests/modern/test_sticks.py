"""Polysticks, beside a search in which a stick is the set of its two ends, and a passage a pair of sticks in line."""

from __future__ import annotations

from itertools import combinations
from pathlib import Path

import pytest

from getallenband.modern.geometry import LATTICES, polyforms
from getallenband.modern.proof import check_certificate
from getallenband.modern.proof.certificate import write_certificate
from getallenband.modern.proof.verify import verify
from getallenband.modern.puzzle_files import PuzzleError
from getallenband.modern.puzzle_files.picture import as_text
from getallenband.modern.puzzle_files.puzzle import parse_puzzle
from getallenband.modern.search.solve import solve
from getallenband.modern.solvers import bit_parallel, frontier


def check(path, puzzle_file=None):
    return verify(path, puzzle_file)[1]


def puzzle(text):
    return parse_puzzle(f'lattice = "sticks"\n{text}', Path("own.toml"), "own.toml")


def stick(y, x):
    """Return a stick by its ends, complex numbers, from doubled coordinates."""
    half = complex(0, 0.5) if x % 2 else complex(0.5, 0)
    return frozenset([complex(y, x) / 2 - half, complex(y, x) / 2 + half])


def passes(sticks):
    """Return the points at which these go straight on."""
    return {point for one, other in combinations(sticks, 2) for point in one & other if sum(one | other) == 3 * point}


def laid(board, pieces):
    """Return all ways to lay each piece once on the board, so that no two go straight on at one point."""
    found = [(frozenset(board), frozenset(), frozenset())]
    for name, sticks in pieces.items():
        places = set()
        for mirror in (False, True):
            for turn in range(4):
                form = [frozenset((end.conjugate() if mirror else end) * 1j**turn for end in each) for each in sticks]
                corner = complex(
                    round(min(e.real for s in form for e in s)), round(min(e.imag for s in form for e in s))
                )
                for down in range(4):
                    for right in range(4):
                        step = complex(down, right) - corner
                        places.add(frozenset(frozenset(end + step for end in each) for each in form))
        found = [
            (left - place, taken | passes(place), done | {(name, place)})
            for left, taken, done in found
            for place in places
            if place <= left and not passes(place) & taken
        ]
    return {done for left, _, done in found if not left}


FRAMES = [
    ("rectangle = [1, 2]", 'I = ".#.#"\nL = ".#./..#"\nU = "./#.#/.#."\n', 7),
    ("rectangle = [2, 1]", 'I = ".#.#"\nL = ".#./..#"\nU = "./#.#/.#."\n', 7),
    ("rectangle = [2, 2]", 'L = ".#.#/....#"\nM = ".#.#/....#"\nD = ".#.#"\nX = "./..#/.#.#/..#"\n', 12),
    ("rectangle = [2, 2]", 'L = ".#.#/....#"\nS = ".#.#/..#"\nT = ".#.#/..#"\nZ = "./#/.#/..#"\n', 12),
    ("rectangle = [2, 2]", 'K = ".#./#"\nO = ".#./#.#/.#."\nU = "./#.#/.#."\nV = "./#.#/.#."\n', 12),
]


@pytest.mark.parametrize(("board", "pieces", "sticks"), FRAMES)
def test_counts_against_a_plain_search(tmp_path, monkeypatch, board, pieces, sticks):
    text = f"board = {{ {board} }}\n[pieces]\n{pieces}"
    read = puzzle(text)
    drawn = {line[0]: line.split('"')[1] for line in pieces.splitlines()}
    shapes = {
        name: [stick(y, x) for y, row in enumerate(rows.split("/")) for x, mark in enumerate(row) if mark == "#"]
        for name, rows in drawn.items()
    }
    on_board = [stick(*cell) for cell in read.problem.cells if sum(cell) % 2]
    assert len(on_board) == sticks
    expected = laid(on_board, shapes)
    assert expected
    found = solve(read)
    assert found.solutions == len(expected)
    assert frontier.solve(read.problem).solutions == bit_parallel.solve(read.problem).solutions == len(expected)
    monkeypatch.chdir(tmp_path)
    Path("own.toml").write_text(f'lattice = "sticks"\n{text}')
    assert write_certificate(read, Path("proof"))
    assert str(len(expected)) in check(Path("proof"))


def test_pieces_that_would_cross_do_not():
    """Two straight pieces fill a cross only if they go through one another."""
    cross = 'board.drawing = "./..#/.#.#/..#"\n[pieces]\n'
    assert solve(puzzle(f'{cross}I = ".#.#"\nJ = ".#.#"\n')).solutions == 0
    assert solve(puzzle(f'{cross}V = ".#./..#"\nW = ".#./..#"\n')).solutions == 4


def test_the_number_of_polysticks():
    """OEIS A019988, A151537 and A096267."""
    for sides, numbers in (("free", [1, 2, 5, 16]), ("one-sided", [1, 2, 7, 25]), ("fixed", [2, 6, 22, 88])):
        assert [len(polyforms(LATTICES["sticks"], size, sides)) for size in (1, 2, 3, 4)] == numbers
        for size in (1, 2, 3, 4):
            found = polyforms(LATTICES["sticks"], size, sides)
            assert [*found] == check_certificate.polyforms(size, False, "sticks", sides)


def test_a_picture_shows_rows_of_sticks():
    problem = puzzle('board = { rectangle = [1, 1] }\n[pieces]\nO = ".#./#.#/.#."\n').problem
    assert as_text(problem, (0,)) == "  O\nO   O\n  O"


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ('board.drawing = "##"\n[pieces]\nI = ".#"\n', "[0, 0] is no stick: one coordinate is even, the other odd"),
        ('board.cells = [[1, 1]]\n[pieces]\nI = ".#"\n', "[1, 1] is no stick"),
        ('holes = 1\nboard.drawing = ".#.#"\n[pieces]\nI = ".#"\n', "puzzles of sticks have no holes"),
        ('board.drawing = ".a"\n[pieces]\nI = ".#"\n', "a drawing has the characters # . / | and blanks, not 'a'"),
    ],
)
def test_wrong_sticks(text, said):
    with pytest.raises(PuzzleError, match=r"own\.toml") as raised:
        puzzle(text)
    assert said in str(raised.value)
