"""Wada's article of 2002: what is refused as printed, what the emendations take from the copy, what the orders do."""

from __future__ import annotations

import re

import pytest

from interpreters import Options, SourceError, SourceText, read
from originals import edition

JIGSAW = edition("wada2002_jigsaw")


def transcription(name: str) -> str:
    return JIGSAW.read(f"{name}.transcription")


@pytest.mark.parametrize(("name", "line"), [("remainder", 5), ("scheme", 39)])
def test_as_printed_a_parenthesis_closes_nothing(name: str, line: int) -> None:
    text = transcription(name).replace("          ... 表-1の通りなので省略\n", "\n")
    with pytest.raises(SourceError) as refused:
        read(SourceText("printed.scm", text), "amb_scheme", Options("exact"))
    assert f"printed.scm:{line}:" in str(refused.value)
    assert "unexpected )" in str(refused.value)


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
