"""Symmetries of edge-matching puzzles, beside orbits of listed solutions: turns, mirrors, exchanges of letters."""

from __future__ import annotations

from itertools import permutations
from pathlib import Path

import pytest

from getallenband.modern.puzzle_files import PuzzleError
from getallenband.modern.puzzle_files.puzzle import parse_puzzle
from getallenband.modern.search.solve import solve
from getallenband.reports.api.solving import counted
from tests.modern.test_edge_matching import laid

TWO_COLOURS = ("aaaa", "aaab", "aabb", "abab", "abbb", "bbbb")
CHIRAL = ("aabc", "abca", "abac", "bbca")


def puzzle(size, pieces, symmetries, pairs=("aa", "bb"), border=""):
    lines = ['lattice = "edge-matching"', f"board = {{ rectangle = {list(size)} }}", f"pairs = {list(pairs)}"]
    lines += [f'border = "{border}"'] if border else []
    lines += [f"symmetries = {symmetries}"] if symmetries else []
    text = "\n".join([*lines, "[pieces]", *(f'p{at} = "{sides}"' for at, sides in enumerate(pieces))])
    return parse_puzzle(text, Path("edges.toml"), "edges.toml")


def images(grid, kinds, letters):
    """Yield all images of an arrangement, each row a list of sides."""
    exchanges = [str.maketrans("".join(letters), "".join(each)) for each in permutations(letters)]
    for exchange in exchanges if "letters" in kinds else exchanges[:1]:
        renamed = [[sides.translate(exchange) for sides in row] for row in grid]
        mirrored = [[top + left + bottom + right for top, right, bottom, left in reversed(row)] for row in renamed]
        for turned in (renamed, mirrored) if "mirror" in kinds else (renamed,):
            each = turned
            for _ in range(4 if "turns" in kinds else 1):
                if len(each) == len(grid):
                    yield tuple(map(tuple, each))
                each = [[sides[3:] + sides[:3] for sides in row] for row in zip(*reversed(each), strict=True)]


def classes(size, pieces, kinds, border=""):
    copies = {f"p{at}": (1, 1) for at in range(len(pieces))}
    named = {f"p{at}": sides for at, sides in enumerate(pieces)}
    found = list(laid(*size, ("aa", "bb"), border, copies, named))
    width, letters = size[1], [letter for letter in "ab" if letter != border]
    grids = [[[sides for _, sides in one[row * width : (row + 1) * width]] for row in range(size[0])] for one in found]
    return len(found), len({min(images(grid, kinds, letters)) for grid in grids})


@pytest.mark.parametrize("size", [(2, 3), (3, 2), (1, 6)])
@pytest.mark.parametrize(
    ("symmetries", "kinds"),
    [
        ("", ["turns"]), ('"turns"', ["turns"]), ('"none"', []), ('"all"', ["turns", "mirror", "letters"]),
        ('["mirror"]', ["mirror"]), ('["turns", "letters"]', ["turns", "letters"]),
    ],
)  # fmt: skip
def test_classes_are_orbits_of_what_is_listed(size, symmetries, kinds):
    found = solve(puzzle(size, TWO_COLOURS, symmetries))
    assert (found.solutions, found.solutions_up_to_symmetry) == classes(size, TWO_COLOURS, kinds)
    assert found.solutions > 0


def test_the_letter_of_the_border_stays():
    found = solve(puzzle((2, 3), TWO_COLOURS, '"all"', border="a"))
    assert (found.solutions, found.solutions_up_to_symmetry) == classes((2, 3), TWO_COLOURS, ["turns", "mirror"], "a")


@pytest.mark.parametrize(
    ("pieces", "symmetries", "called"),
    [
        (TWO_COLOURS, "", "half turns of the board"),
        (TWO_COLOURS, '"all"', "half turns and mirror images of the board and exchanges of letters"),
        (TWO_COLOURS, '["letters"]', "exchanges of letters"),
        (TWO_COLOURS, '"none"', ""),
    ],
)
def test_the_output_says_which_symmetries_were_taken_out(pieces, symmetries, called):
    said = counted(puzzle((2, 3), pieces, symmetries), 5)
    assert said == f"5 solutions up to {called}".removesuffix(" up to ")


def test_a_set_without_its_mirror_images_has_no_mirror():
    found = puzzle((2, 2), CHIRAL, '"all"', pairs=("aa", "bb", "cc"))
    assert found.up_to == "quarter turns of the board"


@pytest.mark.parametrize(
    ("symmetries", "pairs", "message"),
    [
        ('"rotations"', ("aa", "bb"), "unknown symmetries 'rotations'; expected one of turns, all, none"),
        ('["half-turn"]', ("aa", "bb"), "unknown symmetry 'half-turn'; expected one of turns, mirror, letters"),
        ('"all"', tuple(2 * letter for letter in "abcdefghijk"), "more than 40,320 exchanges of letters would have to"),
    ],
)
def test_wrong_symmetries(symmetries, pairs, message):
    with pytest.raises(PuzzleError, match=rf"^edges\.toml:4:\d+: {message}"):
        puzzle((2, 3), TWO_COLOURS, symmetries, pairs)
