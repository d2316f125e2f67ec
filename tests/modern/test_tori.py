"""Boards that are closed to rings, beside a plain search that lays each piece on squares counted round the rings."""

from __future__ import annotations

from pathlib import Path

import pytest

from getallenband.modern.proof.certificate import write_certificate
from getallenband.modern.proof.verify import verify
from getallenband.modern.puzzle_files import PuzzleError
from getallenband.modern.puzzle_files.puzzle import parse_puzzle
from getallenband.modern.search.solve import solve
from getallenband.modern.solvers import brute_force, colouring, first_hole

PIECES = {"I": "###", "L": "##/#.", "P": "##/##/#."}


def check(path, puzzle_file=None):
    return verify(path, puzzle_file)[1]


def puzzle(board, pieces, more=""):
    drawn = "\n".join(f'{name} = "{drawing}"' for name, drawing in pieces.items())
    text = f'lattice = "square"\n{more}board = {{ {board} }}\n[pieces]\n{drawn}\n'
    return parse_puzzle(text, Path("own.toml"), "own.toml"), text


def forms(drawing):
    shape = [(y, x) for y, row in enumerate(drawing.split("/")) for x, mark in enumerate(row) if mark == "#"]
    for _ in range(4):
        shape = [(x, -y) for y, x in shape]
        yield shape
        yield [(y, -x) for y, x in shape]


def laid(rows, columns, is_torus, pieces):
    """Return all solutions, as sets of pairs of a piece's name and its squares."""

    def places(drawing):
        found = set()
        for form in forms(drawing):
            for down in range(-rows, rows):
                for right in range(columns):
                    moved = [(y + down, (x + right) % columns) for y, x in form]
                    if is_torus:
                        moved = [(y % rows, x) for y, x in moved]
                    if len(set(moved)) == len(moved) and all(0 <= y < rows for y, _ in moved):
                        found.add(frozenset(moved))
        return found

    partial = {frozenset()}
    for name, drawing in pieces.items():
        partial = {
            before | {(name, place)}
            for before in partial
            for place in places(drawing)
            if not any(place & other for _, other in before)
        }
    return partial


def images(solution, rows, columns, is_torus):
    """Yield a solution under all symmetries of its board: shifts, mirror images, and turns of a square torus."""
    for turned in (False, True) if is_torus and rows == columns else (False,):
        for flip in (1, -1):
            for mirror in (1, -1):
                for down in range(rows) if is_torus else ((0,) if flip == 1 else (rows - 1,)):
                    for right in range(columns):
                        to = (turned, flip, mirror, down, right, rows, columns)
                        yield frozenset((name, frozenset(move(cell, *to) for cell in at)) for name, at in solution)


def move(cell, turned, flip, mirror, down, right, rows, columns):
    y, x = cell[::-1] if turned else cell
    return (flip * y + down) % rows, (mirror * x + right) % columns


BOARDS = [("cylinder", 4, 3), ("cylinder", 3, 4), ("torus", 3, 4), ("torus", 2, 6), ("torus", 6, 2), ("cylinder", 2, 6)]


@pytest.mark.parametrize(("board", "rows", "columns"), [*BOARDS, ("torus", 3, 3)])
def test_counts_against_a_plain_search(board, rows, columns):
    pieces = PIECES | {"J": "#"}
    if rows == columns:  # quarter turns too
        del pieces["I"]
    read, _ = puzzle(f"{board} = [{rows}, {columns}]", pieces)
    expected = laid(rows, columns, board == "torus", pieces)
    assert expected
    classes = {min(map(sorted_of, images(one, rows, columns, board == "torus"))) for one in expected}
    found = solve(read)
    assert (found.solutions, found.solutions_up_to_symmetry) == (len(expected), len(classes))
    assert brute_force.solve(read.problem).solutions == first_hole.solve(read.problem).solutions == len(expected)


def sorted_of(solution):
    return tuple(sorted((name, tuple(sorted(at))) for name, at in solution))


@pytest.mark.parametrize(
    ("board", "more"),
    [("cylinder = [4, 3]", ""), ("torus = [3, 4]", ""), ("torus = [4, 3]", 'symmetries = "none"\n')],
)
def test_certificates_go_round(tmp_path, monkeypatch, board, more):
    read, text = puzzle(board, PIECES | {"J": "#"}, more)
    monkeypatch.chdir(tmp_path)
    Path("own.toml").write_text(text)
    assert write_certificate(read, Path("proof"))
    assert f" {solve(read).solutions} " in f"{check(Path('proof'))} ".replace("solutions", " ")


def test_a_ring_of_odd_length_has_no_two_colours():
    """Tetrominoes, of which one covers three squares of one colour, fill no rectangle, but a cylinder."""
    tetrominoes = {"I": "####", "L": "###/#..", "N": "##./.##", "O": "##/##", "T": "###/.#."}
    assert colouring.proof(puzzle("rectangle = [4, 5]", tetrominoes)[0].problem)
    assert colouring.proof(puzzle("cylinder = [4, 5]", tetrominoes)[0].problem) is None


def test_a_piece_longer_than_the_ring_has_no_place():
    assert solve(puzzle("torus = [1, 4]", {"I": "##"}, "copies = 2\n")[0]).solutions == 2
    assert solve(puzzle("torus = [1, 3]", {"I": "####"}, 'copies = "any"\nholes = "any"\n')[0]).solutions == 1


def test_colours_of_pieces_go_round_a_torus_without_colours():
    read, _ = puzzle("torus = [1, 4]", {"I": "ab"}, "copies = 2\n")
    assert solve(read).solutions == 2


@pytest.mark.parametrize(
    ("board", "said"),
    [
        ("torus = [4]", "'torus' must be a list of 2 integers from 1 on"),
        ("torus = [64, 64]", "4096 shifts and their symmetries are too many to try"),
        ("torus = [4, 4], without = [[4, 4]]", "the cell [4, 4] to be left out is not on the board"),
    ],
)
def test_wrong_tori(board, said):
    with pytest.raises(PuzzleError, match=r"own\.toml") as raised:
        puzzle(board, {"I": "##"}, 'copies = "any"\n')
    assert said in str(raised.value)


def test_a_quarter_turn_takes_no_closed_axis_to_an_open_one():
    """One of nine single squares is marked: on a cylinder it lies in the middle row or in an outer one."""
    marked, _ = puzzle("cylinder = [3, 3]", {"X": "#", "o": "#"}, 'copies.o = "any"\n')
    assert (solve(marked).solutions, solve(marked).solutions_up_to_symmetry) == (9, 2)
    marked, _ = puzzle("torus = [3, 3]", {"X": "#", "o": "#"}, 'copies.o = "any"\n')
    assert (solve(marked).solutions, solve(marked).solutions_up_to_symmetry) == (9, 1)
