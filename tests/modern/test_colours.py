"""Coloured cells, beside a search that lays pieces one after another on the cells and looks at each colour."""

from __future__ import annotations

from pathlib import Path

import pytest

from getallenband.modern.proof.certificate import write_certificate
from getallenband.modern.proof.check_certificate import check
from getallenband.modern.puzzle_files.puzzle import parse_puzzle
from getallenband.modern.search.solve import solve


def puzzle(board, pieces, lattice="square"):
    drawn = "\n".join(f'{name} = "{drawing}"' for name, drawing in pieces.items())
    text = f'lattice = "{lattice}"\nboard.drawing = "{board}"\n[pieces]\n{drawn}\n'
    return parse_puzzle(text, Path("own.toml"), "own.toml"), text


def marks(drawing):
    return {(y, x): mark for y, row in enumerate(drawing.split("/")) for x, mark in enumerate(row) if mark != "."}


def turned(shape):
    """Yield a shape after each of eight motions."""
    for _ in range(4):
        shape = {(x, -y): mark for (y, x), mark in shape.items()}
        yield shape
        yield {(y, -x): mark for (y, x), mark in shape.items()}


def laid(left, pieces):
    """Return all ways to lay the pieces, as sets of pieces' cells."""
    if not pieces:
        return {frozenset()} if not left else set()
    (name, shape), *others = pieces
    found = set()
    for form in turned(shape):
        for y, x in left:
            first = min(form)
            moved = {(a + y - first[0], b + x - first[1]): mark for (a, b), mark in form.items()}
            agree = all(
                cell in left and ("#" in (mark, left[cell]) or mark == left[cell]) for cell, mark in moved.items()
            )
            if agree:
                rest = {cell: mark for cell, mark in left.items() if cell not in moved}
                found |= {one | {(name, frozenset(moved))} for one in laid(rest, others)}
    return found


@pytest.mark.parametrize(
    ("board", "pieces"),
    [
        ("ab/ba", {"D": "ab", "E": "ab"}),
        ("ab/ab", {"D": "aa", "E": "bb"}),
        ("ab/ba", {"D": "aa", "E": "bb"}),
        ("abab/b#ba", {"D": "ab", "E": "ab", "F": "##", "G": "bb"}),
        ("abab/baba/abab", {"L": "ab/b.", "V": "ba/a.", "I": "aba", "J": "#b#"}),
    ],
)
def test_colours_against_a_plain_search(tmp_path, monkeypatch, board, pieces):
    read, text = puzzle(board, pieces)
    expected = laid(marks(board), [(name, marks(drawing)) for name, drawing in pieces.items()])
    assert solve(read).solutions == len(expected)
    monkeypatch.chdir(tmp_path)
    Path("own.toml").write_text(text)
    assert write_certificate(read, Path("proof"))
    assert check(Path("proof")).startswith("own.toml: ")


def test_a_hexagon_and_a_triangle_have_colours_too():
    assert solve(puzzle("a b/ b a", {"D": "a b", "E": "a b"}, "hexagonal")[0]).solutions == 4
    assert solve(puzzle("abab", {"D": "ab", "E": "ab"}, "triangular")[0]).solutions == 2
