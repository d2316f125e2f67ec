"""A transcription and its reading text, set side by side; and what each line says."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from getallenband.originals.changes import Change, Insertion, apply_changes, insert_code
from getallenband.originals.collation import collate
from getallenband.originals.edition import edition, editions
from getallenband.originals.errors import EditionError
from getallenband.originals.gloss import Gloss, read_gloss
from getallenband.originals.tables import File, Table

ENTRY = Table({}, File("emendations.toml", ""))
TEXT = "begin\n a\n b\n c\n d\nend\n"


def change(name: str, line: int, old: str, new: str) -> Change:
    return Change(name, "t", line, old, new, "copy", "certain", "certain", "r", ENTRY)


def shown(rows):
    return [(row.line, row.text, row.source, row.transcribed, row.changes, row.insertion) for row in rows]


def test_lines_that_were_changed_added_and_taken_away():
    changes = [change("one", 2, "a", "A"), change("two", 4, " c\n", ""), change("three", 5, "d\n", "d\n e\n")]
    rows = collate(TEXT, changes, [Insertion("driver", "begin", True, "own\n", ENTRY)])
    assert shown(rows) == [
        (1, "begin\n", 1, "begin\n", (), ""),
        (2, "own\n", 0, "", (), "driver"),
        (3, " A\n", 2, " a\n", ("one",), ""),
        (4, " b\n", 3, " b\n", (), ""),
        (0, "", 4, " c\n", ("two",), ""),
        (5, " d\n", 5, " d\n", (), ""),
        (6, " e\n", 0, "", ("three",), ""),
        (7, "end\n", 6, "end\n", (), ""),
    ]


@given(st.data())
def test_joined_lines_are_both_texts(data):
    lines = TEXT.splitlines()
    chosen = data.draw(st.lists(st.integers(1, 6), unique=True))
    texts = st.sampled_from(["", "x", "x\ny", "x\n"])
    changes = [change(str(number), number, lines[number - 1].strip(), data.draw(texts)) for number in chosen]
    emended = apply_changes(TEXT, changes)
    anchors = [line for line in emended.split("\n") if line and emended.count(line) == 1]
    insertions = (
        [Insertion("i", data.draw(st.sampled_from(anchors)), data.draw(st.booleans()), "own\ncode\n", ENTRY)]
        if anchors
        else []
    )
    rows = collate(TEXT, changes, insertions)
    assert "".join(row.transcribed for row in rows) == TEXT
    assert "".join(row.text for row in rows) == insert_code(emended, insertions)
    assert [row.source for row in rows if row.source] == list(range(1, 7))
    assert [row.line for row in rows if row.line] == list(range(1, len([row for row in rows if row.line]) + 1))


@pytest.mark.parametrize("name", editions())
def test_every_run_is_collated(name):
    found = edition(name)
    for run in found.runs.values():
        if run.experiments:
            continue
        changes = [each for each in found.emendations if each.text == run.text and each.identifier in run.emendations]
        rows = collate(found.texts[run.text].transcription, changes, run.insertions)
        assert "".join(row.text for row in rows) == run.reading
        assert "".join(row.transcribed for row in rows) == found.texts[run.text].transcription


@pytest.mark.parametrize("name", editions())
def test_every_line_is_explained(name):
    found = edition(name)
    used = {run.text for run in found.runs.values()}
    assert used == {*found.gloss.transcribed, *found.gloss.corrected}
    for text, gloss in found.gloss.transcribed.items():
        assert set(gloss) == with_words(found.texts[text].transcription), text
    for text, gloss in found.gloss.corrected.items():
        changes = [change for change in found.emendations if change.text == text]
        assert set(gloss) == with_words(apply_changes(found.texts[text].transcription, changes)), text


def with_words(text: str) -> set[int]:
    return {number for number, line in enumerate(text.splitlines(), 1) if line.strip()}


def test_lines_of_a_run_are_explained_whatever_was_inserted_or_tried():
    found = edition("perl2012_pentomino")
    run = found.runs["at-once"]
    lines, meanings = run.reading.splitlines(), found.explained(run)
    assert meanings[lines.index("sub symmetry {") + 1] == "Should the search go on from here?"
    silent = [text.strip() for line, text in enumerate(lines, 1) if line not in meanings]
    assert silent == [
        "my $at_once = 0;",
        *("if ($pos < 10 and join('', @board{'00' .. '19'}) !~ /0/) {", "$at_once = 1;", "}"),
        *("if ($pos < 10 and join('', @board{'00' .. '09'}) !~ /0/) {", "$at_once = 0;", "}"),
        *("if (exists $uniq{$pattern}) {", "if ($at_once) {", "return 0;", "}", "return 0;", "}"),
    ]


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ('[b]\n1 = "x"\n', "1:1: there is no text 'b'; known: a"),
        ('[a]\n3 = "x"\n', "2:1: [a]: '3' is neither a line of the text nor FIRST-LAST"),
        ('[a]\nx = "x"\n', "2:1: [a]: 'x' is neither a line of the text nor FIRST-LAST"),
        ("[a]\n1 = 1\n", '2:1: "a": "1" must be a string, not 1'),
        ('[corrected.a]\n3 = "x"\n', "2:1: [corrected.a]: '3' is neither a line of the text nor FIRST-LAST"),
        ('[a]\n1-2 = "x"\n2 = "y"\n', "3:1: [a]: line 2 is explained twice"),
    ],
)
def test_a_wrong_gloss_is_refused(tmp_path, content, message):
    (tmp_path / "gloss.toml").write_text(content)
    with pytest.raises(EditionError) as raised:
        read_gloss(tmp_path, {"a": "one\ntwo\n"}, [])
    assert str(raised.value) == f"{tmp_path}/gloss.toml:{message}"


def test_an_edition_may_have_no_gloss(tmp_path):
    assert read_gloss(tmp_path, {"a": "one\n"}, []) == Gloss()
