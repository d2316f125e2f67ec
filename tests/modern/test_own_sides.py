"""Sides of single pieces, and pieces of which there is none, beside puzzles that say the same otherwise."""

from __future__ import annotations

from pathlib import Path

import pytest

from getallenband.modern.proof.certificate import write_certificate
from getallenband.modern.proof.verify import verify
from getallenband.modern.puzzle_files import PuzzleError
from getallenband.modern.puzzle_files.notes import notes
from getallenband.modern.puzzle_files.puzzle import parse_puzzle
from getallenband.modern.search.solve import solve

PIECES = 'pieces = { I = "###", L = "##/#.", N = "##./.##" }\n'


def check(path, puzzle_file=None):
    return verify(path, puzzle_file)[1]


def puzzle(text):
    return parse_puzzle(f'lattice = "square"\n{text}', Path("own.toml"), "own.toml")


def sites(text):
    problem = puzzle(text).problem
    return {name: len(own) for name, own in zip(problem.pieces, problem.placements_by_piece, strict=True)}


@pytest.mark.parametrize(
    ("sides", "number"),
    [
        ("", {"I": 6, "L": 16, "N": 8}),
        ('sides = "fixed"\n', {"I": 3, "L": 4, "N": 2}),
        ('sides = { L = "fixed" }\n', {"I": 6, "L": 4, "N": 8}),
        ('sides = { L = "fixed", N = "one-sided" }\n', {"I": 6, "L": 4, "N": 4}),
    ],
)
def test_each_piece_is_moved_as_the_file_says(sides, number):
    assert sites(f'{sides}board = {{ rectangle = [3, 3] }}\nholes = "any"\ncopies = "0-1"\n{PIECES}') | {".": 9} == (
        number | {".": 9}
    )


def test_no_copy_is_no_piece():
    board = "board = { rectangle = [2, 3] }\n"
    assert sites(f'{board}copies = {{ I = 2, L = 0, N = "0-0" }}\n{PIECES}') == {"I": 2}
    found = solve(puzzle(f"{board}copies = {{ I = 2, L = 0, N = 0 }}\n{PIECES}"))
    assert (found.solutions, found.solutions_up_to_symmetry) == (1, 1)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ('sides = { M = "fixed" }\n', "own.toml:2:11: unknown key 'M' in sides"),
        ('sides = { L = "fix" }\n', "own.toml:2:11: unknown sides 'fix'; expected one of free, one-sided, fixed"),
        ("copies = { I = 0, L = 0, N = 0 }\n", "own.toml:2:1: there are no copies of any piece"),
        ("copies = { M = 0 }\n", "own.toml:2:12: unknown key 'M' in copies"),
    ],
)
def test_wrong_sides_and_copies(text, message):
    with pytest.raises(PuzzleError) as raised:
        puzzle(f"{text}board = {{ rectangle = [3, 3] }}\n{PIECES}")
    assert str(raised.value).startswith(message)


def test_a_piece_with_a_table_gets_the_way_to_say_it():
    with pytest.raises(PuzzleError, match=r'its sides are said by sides = \{ L = "…" \}'):
        puzzle('board = { rectangle = [1, 1] }\npieces = { L = { drawing = "#", sides = "fixed" } }\n')


@pytest.mark.parametrize(
    "text",
    [
        f'sides = {{ L = "fixed" }}\nboard = {{ rectangle = [2, 3] }}\ncopies = {{ L = 2, I = 0, N = 0 }}\n{PIECES}',
        'sides = { V = "one-sided" }\nboard = { rectangle = [2, 3] }\npieces = { L = "##/#.", V = "##/#." }\n',
    ],
)
def test_certificates_know_both(tmp_path, monkeypatch, text):
    monkeypatch.chdir(tmp_path)
    Path("own.toml").write_text(f'lattice = "square"\n{text}')
    read = puzzle(text)
    assert write_certificate(read, Path("proof"))
    assert f" {solve(read).solutions} " in f"{verify(Path('proof'))[1]} ".replace("solutions", " ")


@pytest.mark.parametrize(("board", "cells"), [("triangle = 3", 9), ("hexagon = 2", 24), ("hexagon = 1", 6)])
def test_boards_of_triangles(board, cells):
    text = f'lattice = "triangular"\ncopies = "any"\npieces.M = "#"\nboard = {{ {board} }}\n'
    read = parse_puzzle(text, Path("own.toml"), "own.toml")
    assert len(read.problem.cells) == cells
    assert len(read.symmetries) == (6 if board.startswith("triangle") else 12)


@pytest.mark.parametrize(
    ("pieces", "said"), [('{ A = "#.#" }', ["the piece 'A' has separate parts"]), ('{ A = "###" }', [])]
)
def test_a_piece_of_separate_parts_gets_a_note(pieces, said):
    assert (
        notes(puzzle(f'copies = "any"\nholes = "any"\nboard = {{ rectangle = [2, 4] }}\npieces = {pieces}\n')) == said
    )


@pytest.mark.parametrize(
    ("board", "said"),
    [
        ("sphere", "; known: box, cells, cylinder, drawing, hexagon, octahedron, rectangle, rhombus, torus, triangle"),
        ("rectangel", "; nearest: rectangle"),
        ("withut", "; nearest: without"),
    ],
)
def test_a_board_that_there_is_not_gets_the_nearest_or_all(board, said):
    with pytest.raises(PuzzleError) as raised:
        puzzle(f"board = {{ {board} = [2, 3] }}\n{PIECES}")
    assert f"own.toml:2:11: unknown key '{board}' in a board{said}" in str(raised.value)
