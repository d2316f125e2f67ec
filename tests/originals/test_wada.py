"""Wada's article of 2002: what is refused as printed, what the emendations take from the copy, what the orders do."""

from __future__ import annotations

import re
import tomllib
from typing import Any

import pytest

from getallenband.interpreters import Options, SourceError, SourceText, read
from getallenband.modern.puzzle_files.puzzle import read_puzzle
from getallenband.originals.edition import edition
from getallenband.reports.editions.wada2002_pentomino.observers.tries import arrays_of, brothers

JIGSAW = edition("wada2002_jigsaw")
PENTOMINO = edition("wada2002_pentomino")
ORDER = "FILNPTUVWXYZ"


def transcription(name: str) -> str:
    return JIGSAW.read(f"{name}.transcription")


@pytest.mark.parametrize(("name", "line"), [("remainder", 5), ("scheme", 39)])
def test_as_printed_a_parenthesis_closes_nothing(name: str, line: int) -> None:
    text = transcription(name).replace("          ... 表-1の通りなので省略\n", "\n")
    with pytest.raises(SourceError) as refused:
        read(SourceText("printed.scm", text), "amb_scheme", Options("exact"))
    assert f"printed.scm:{line}:" in str(refused.value)
    assert "this ) closes nothing" in str(refused.value)


def test_statements_that_print_are_those_of_the_copy_but_for_their_formats() -> None:
    shown = re.findall(r'\\n",(.*?)\);', transcription("printing"))
    used = re.findall(r'\\n",(l.*?)\);', JIGSAW.runs["c"].reading)
    assert shown == used
    assert [arguments.count("l(") for arguments in shown] == [3, 6, 6, 6, 6, 6, 3]


def test_table_1_follows_from_the_square() -> None:
    """The drivers' conditions are those of the places above and to the left, and no others."""
    supplied = JIGSAW.read("drivers/fit.scm")
    found = {}
    for place, conditions in re.findall(r"\(\(= n (\d)\) (.*)\)\n", supplied):
        found[int(place)] = {tuple(map(int, quad)) for quad in re.findall(r"\(m (\d) (\d) (\d) (\d)\)", conditions)}
    assert found == {place: neighbours(place) for place in range(2, 8)}
    swapped = {}
    for place, conditions in re.findall(r"case (\d):(.*)\n", JIGSAW.read("drivers/fit.c")):
        quads = [tuple(map(int, quad)) for quad in re.findall(r"m\((\d),(\d),(\d),(\d)\)", conditions)]
        swapped[int(place)] = {(c, d, a, b) for a, b, c, d in quads}
    assert swapped == found


def neighbours(place: int) -> set[tuple[int, int, int, int]]:
    """Return (neighbour, its edge, place, its edge): edges are top, right, bottom, left."""
    row, column = divmod(place, 3)
    above = {(place - 3, 2, place, 0)} if row else set()
    left = {(place - 1, 1, place, 3)} if column else set()
    return above | left


def forms() -> dict[frozenset[int], int]:
    """Return the forms of all pieces, as the squares of a board with 16 to a row, by piece in Wada's order."""
    problem = read_puzzle("pentominoes-6x10").problem
    found: dict[frozenset[int], int] = {}
    for placement in problem.placements:
        squares = sorted(16 * problem.cells[cell][0] + problem.cells[cell][1] for cell in placement.cells)
        shape = frozenset(square - squares[0] for square in squares)
        found[shape] = ORDER.index(problem.pieces[placement.piece])
    return found


def trie_of(text: str) -> Any:
    """Read the printed data: (square branch …) or (square . piece)."""
    stack: list[list[Any]] = [[]]
    for word in re.findall(r"[().]|\d+", text):
        if word == "(":
            stack.append([])
        elif word == ")":
            done = stack.pop()
            stack[-1].append(tuple(done))
        else:
            stack[-1].append(word if word == "." else int(word))
    (whole,) = stack.pop()
    assert not stack
    return whole


def leaves(node: Any, path: tuple[int, ...] = ()) -> list[tuple[frozenset[int], int]]:
    if node[1] == ".":
        return [(frozenset((*path, node[0])), node[2])]
    return [leaf for branch in node[1:] for leaf in leaves(branch, (*path, node[0]))]


def emended_trie() -> str:
    text = PENTOMINO.read("trie.transcription")
    for change in tomllib.loads(PENTOMINO.read("emendations.toml"))["emendation"]:
        if change["text"] == "trie":
            assert text.count(change["old"]) == 1
            text = text.replace(change["old"], change["new"])
    return text


def test_trie_has_each_form_once_under_its_piece() -> None:
    printed = PENTOMINO.read("trie.transcription")
    assert (printed.count("("), printed.count(")")) == (85, 87)
    found = leaves(trie_of(emended_trie()))
    kept = {shape: piece for shape, piece in forms().items() if piece != ORDER.index("F")}
    kept[frozenset({0, 1, 15, 16, 32})] = kept[frozenset({0, 15, 16, 17, 33})] = ORDER.index("F")
    assert len(found) == len(kept)
    assert dict(found) == kept


@pytest.mark.parametrize("name", ["trie-printed", "trie-exchanged", "trie-smallest-first"])
def test_drivers_hold_the_trie(name: str) -> None:
    arrays = arrays_of(PENTOMINO.read(f"drivers/{name}.c"))

    def branches(node: int) -> list[Any]:
        return [
            (arrays["at"][one], *(branches(arrays["son"][one]) or [".", arrays["of"][one]]))
            for one in brothers(arrays, node)
        ]

    held = (0, *branches(1))
    if name == "trie-printed":
        assert held == trie_of(emended_trie())
    assert dict(leaves(held)) == dict(leaves(trie_of(emended_trie())))


def test_supplied_shapes_are_all_forms_of_their_pieces() -> None:
    text = PENTOMINO.runs["full"].reading
    data = text[text.index("ss a[12][8]") : text.index("int dirs")]
    rows = re.findall(r"\{(\{[\d,{}\n ]*\})\}+[;,] /\*(\w)\*/", data)
    shapes = {
        frozenset(map(int, row.split(","))): ORDER.index(name)
        for row_text, name in rows
        for row in re.findall(r"\{([\d,]+)\}", row_text)
    }
    assert shapes == dict(leaves(trie_of(emended_trie())))
    counted = re.search(r"dirs\[\]=\{([\d,]+)\}", text)
    assert counted is not None
    assert [list(shapes.values()).count(piece) for piece in range(12)] == [int(n) for n in counted[1].split(",")]


def test_every_solution_has_an_image_with_the_cross_in_one_quarter(call) -> None:
    code, out, _ = call("check", "wada2002_pentomino", "x-in-one-quarter")
    assert (code, out.splitlines()[-1]) == (0, "1 statement: 1 confirmed; all as expected")
