"""The first arrangement that Wada's C program prints, as it is drawn."""

from __future__ import annotations

from dataclasses import replace

import pytest

from getallenband.interpreters.source.diagnostics import UserError
from getallenband.originals.edition import edition
from getallenband.originals.errors import EditionError
from getallenband.originals.presentation import read_presentation
from getallenband.reports.publishing.drawings import lay_out
from getallenband.reports.publishing.pictures import svg, text
from getallenband.reports.publishing.site import told
from getallenband.reports.runs.records import Records

EDITION = edition("wada2002_jigsaw")
PICTURE = read_presentation(EDITION.folder).pictures[0]
PIECES = ["gwgW", "RBbW", "GWrb", "GRRb", "BWGr", "Rbgw", "rGbR", "gBrg", "GRwb"]
"""The article's list, with the last letter of the eighth as the program has it."""


def test_the_pieces_of_the_article_lie_there_and_letters_meet():
    laid = lay_out(EDITION, PICTURE, Records())
    lying = ["".join(laid[row, column, edge] for edge in range(4)) for row in range(3) for column in range(3)]
    assert sorted(min(word[turn:] + word[:turn] for turn in range(4)) for word in lying) == sorted(
        min(word[turn:] + word[:turn] for turn in range(4)) for word in PIECES
    )
    for (row, column, edge), letter in laid.items():
        beside = {1: (row, column + 1, 3), 2: (row + 1, column, 0)}.get(edge)
        if beside in laid:
            assert laid[beside] == letter.swapcase()
    drawn = svg(PICTURE.lattice, laid, "One & all")
    assert drawn.count("<text") == 36
    assert "<title>One &amp; all</title>" in drawn
    assert text(PICTURE.lattice, laid).splitlines()[:3] == [
        "  g       R       G", "W   w   W   B   b   W", "  g       b       r",
    ]  # fmt: skip


def test_an_arrangement_that_was_not_printed():
    with pytest.raises(UserError) as raised:
        lay_out(EDITION, PICTURE, Records(), 13)
    message = "picture first-arrangement: arrangement 13 was not printed: the run printed 12 arrangements"
    assert str(raised.value) == f"wada2002_jigsaw: {message}"
    with pytest.raises(EditionError) as raised:
        lay_out(EDITION, replace(PICTURE, parameters=PICTURE.parameters | {"solution": 13}), Records())
    report = (EDITION.folder / "report.toml").read_text().splitlines()
    line = next(number for number, text in enumerate(report, 1) if text.startswith("with = "))
    assert str(raised.value) == f"originals/wada2002_jigsaw/report.toml:{line}:1: {message}"


def test_the_eighth_piece_as_the_article_and_as_the_contest_have_it():
    readings = next(picture for picture in read_presentation(EDITION.folder).pictures if picture.drawing == "readings")
    laid = lay_out(EDITION, readings, Records())
    assert ["".join(laid[0, column, edge] for edge in range(4)) for column in (0, 2)] == ["gBrG", "gBrg"]
    with pytest.raises(EditionError, match="pieces has no piece 10 of four letters"):
        lay_out(EDITION, replace(readings, parameters=readings.parameters | {"piece": 10}), Records())


def test_a_picture_follows_its_paragraph_of_the_story():
    data = {"story": "One.\n\nThe eighth\nis wrong.\n\nThree.", "pictures": [{"after": "eighth is"}, {"after": ""}]}
    assert [len(pictures) for _, pictures in told(data)] == [0, 1, 0]
