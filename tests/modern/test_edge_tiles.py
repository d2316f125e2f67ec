"""Jigsaws of triangles and hexagons, cut at random, beside a search in which a side is a point of the plane."""

from __future__ import annotations

from cmath import rect
from collections import Counter
from math import pi, sqrt
from pathlib import Path

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from getallenband.modern.puzzle_files import PuzzleError
from getallenband.modern.puzzle_files.picture import as_text
from getallenband.modern.puzzle_files.puzzle import parse_puzzle
from getallenband.modern.search.solve import solve
from getallenband.modern.solvers import brute_force

HEIGHT = sqrt(3) / 2
BOARDS = {"hexagon": 2, "triangle": 2, "rhombus": [1, 2]}


def at(point):
    return round(point.real, 6) + 0.0, round(point.imag, 6) + 0.0


def hexagon(column, row):
    """Return the middles of the sides of a hexagon of width 1, clockwise."""
    return [at(complex(column, -row * HEIGHT) + rect(0.5, -turn * pi / 3)) for turn in range(6)]


def triangle(column, row, up):
    """Return those of a triangle of side 1, by its place in its row."""
    middle = complex(column / 2, -row * HEIGHT + (-HEIGHT / 6 if up else HEIGHT / 6))
    return [at(middle + rect(HEIGHT / 3, (pi / 6 if up else -pi / 6) - turn * 2 * pi / 3)) for turn in range(3)]


TILES = {
    ("hexagon", 6): [hexagon(c, r) for r, row in ((-1, (-0.5, 0.5)), (0, (-1, 0, 1)), (1, (-0.5, 0.5))) for c in row],
    ("triangle", 3): [triangle(0, 0, True), triangle(-1, 1, True), triangle(0, 1, False), triangle(1, 1, True)],
    ("rhombus", 3): [triangle(c, 0, c % 2 == 1) for c in range(4)],
}


def laid(tiles, pieces):
    """Return all solutions: sets of a piece and the letters at its points."""
    sides = [point for tile in tiles for point in tile]
    outside = {point for point in sides if sides.count(point) == 1}
    found = [({}, frozenset())]
    for tile in tiles:
        found = [
            (seen | dict(zip(tile, turned, strict=True)), done | {(name, frozenset(zip(tile, turned, strict=True)))})
            for seen, done in found
            for name, piece in pieces.items()
            if name not in {used for used, _ in done}
            for turned in {piece[turn:] + piece[:turn] for turn in range(len(piece))}
            if all(
                seen.get(point, letter) == letter and (letter == "_") == (point in outside)
                for point, letter in zip(tile, turned, strict=True)
            )
        ]
    return {done for _, done in found}


def turned(solution, points, turns):
    """Return a solution after a turn of the board about its middle; None where that does not take it to itself."""
    middle = sum(complex(*point) for point in points) / len(points)
    move = {point: at((complex(*point) - middle) * rect(1, 2 * pi * turns / 6) + middle) for point in points}
    near = {moved: min(points, key=lambda one: abs(complex(*one) - complex(*moved))) for moved in move.values()}
    if any(abs(complex(*one) - complex(*moved)) > 0.001 for moved, one in near.items()):
        return None
    return frozenset(
        (name, frozenset((near[move[point]], letter) for point, letter in sides)) for name, sides in solution
    )


@st.composite
def jigsaws(draw):
    shape, number = draw(st.sampled_from(sorted(TILES)))
    tiles = TILES[shape, number]
    sides = [point for tile in tiles for point in tile]
    letters = {point: draw(st.sampled_from("abcd")) if sides.count(point) == 2 else "_" for point in sorted(set(sides))}
    pieces = {}
    for name, tile in zip("ABCDEFG", tiles, strict=False):
        turn = draw(st.integers(0, number - 1))
        whole = "".join(letters[point] for point in tile)
        pieces[name] = whole[turn:] + whole[:turn]
    alike = Counter(min(piece[turn:] + piece[:turn] for turn in range(number)) for piece in pieces.values())
    assume(max(alike.values()) < 3)  # each exchange of alike pieces is a solution of its own
    return shape, tiles, pieces


def puzzle(shape, pieces, more='border = "_"'):
    lines = [
        'lattice = "edge-matching"',
        f"board = {{ {shape} = {BOARDS[shape]} }}",
        'pairs = ["aa", "bb", "cc", "dd"]',
    ]
    lines += [more, "[pieces]", *(f'{name} = "{sides}"' for name, sides in pieces.items()), ""]
    return parse_puzzle("\n".join(lines), Path("own.toml"), "own.toml")


@given(jigsaws())
@settings(max_examples=40)
def test_counts_against_a_plain_search(jigsaw):
    shape, tiles, pieces = jigsaw
    expected = laid(tiles, pieces)
    points = sorted({point for tile in tiles for point in tile})
    images = {one: [turned(one, points, turns) for turns in range(6)] for one in expected}
    classes = {min(sorted_of(image) for image in its if image is not None) for its in images.values()}
    found = solve(puzzle(shape, pieces))
    assert found.solutions == len(expected) >= 1
    assert found.solutions_up_to_symmetry == len(classes)
    assert brute_force.solve(puzzle(shape, pieces).problem).solutions == len(expected)


def sorted_of(solution):
    return tuple(sorted((name, tuple(sorted(sides))) for name, sides in solution))


@pytest.mark.parametrize(
    ("shape", "called"), [("hexagon", "sixth turns"), ("triangle", "third turns"), ("rhombus", "half turns")]
)
def test_the_output_says_which_turns_were_taken_out(shape, called):
    number = len(TILES[shape, 6 if shape == "hexagon" else 3][0])
    read = puzzle(shape, {"A": "a" * number}, 'copies = "any"')
    assert read.up_to == f"{called} of the board"


def test_a_picture_has_a_letter_for_each_piece():
    problem = puzzle("rhombus", {"A": "a__", "B": "_ab", "C": "_ba", "D": "__a"}).problem
    solution = next(index for index, one in enumerate(problem.placements) if one.piece == 0)
    assert sorted(as_text(problem, (solution,)).replace(" ", "")) == [".", ".", ".", "A"]


@pytest.mark.parametrize(
    ("board", "piece", "said"),
    [
        ("hexagon = 2", "abab", "the piece 'A' must have six letters of ab, not 'abab'"),
        ("triangle = 2", "ababab", "the piece 'A' must have three letters of ab, not 'ababab'"),
        ("torus = [2, 2]", "abab", "the board of an edge-matching puzzle is not closed to a ring"),
        ("rectangle = [2, 2]", "ababa", "the piece 'A' must have four letters of ab, not 'ababa'"),
    ],
)
def test_wrong_boards(board, piece, said):
    text = f'lattice = "edge-matching"\nboard = {{ {board} }}\npairs = ["aa", "bb"]\n[pieces]\nA = "{piece}"\n'
    with pytest.raises(PuzzleError, match=r"own\.toml") as raised:
        parse_puzzle(text, Path("own.toml"), "own.toml")
    assert said in str(raised.value)
