"""Collation: the candidates turn one transcription into the other, whatever the two hold."""

from __future__ import annotations

import tomllib
from hashlib import sha256

import pytest
from hypothesis import given
from hypothesis import strategies as st

from getallenband.originals.changes import Change, apply_changes
from getallenband.originals.confusions import likely
from getallenband.originals.edition import edition_at
from getallenband.originals.errors import EditionError
from getallenband.originals.variants import as_emendations, as_variants, collated

LINES = st.lists(st.text("ab 1l;\t", max_size=6), min_size=1, max_size=8)


@given(LINES, LINES, st.booleans(), st.booleans())
def test_the_candidates_give_the_second_text(first, second, first_ends, second_ends):
    a, b = "\n".join(first) + "\n" * first_ends, "\n".join(second) + "\n" * second_ends
    if a == "":
        return
    entries = tomllib.loads(as_emendations(collated(a, b), "main")).get("emendation", [])
    changes = [
        Change(
            each["id"], each["text"], each["line"], each["old"], each["new"], "copy", "possible", "possible", "r", "f"
        )
        for each in entries
    ]
    assert apply_changes(a, changes) == b


@pytest.mark.parametrize(
    ("old", "new", "column", "parts"),
    [
        ("k := l;\n", "k := 1;\n", 6, ("l", "1")),
        ("plaknr := 2\n", "p1aknr := 2\n", 1, ("plaknr", "p1aknr")),
        ("a := a\n", "a := b\n", 5, (" a", " b")),
        ("x:= 1\n", "x := 1\n", 1, ("x", "x ")),
        ("()\n", "( )\n", 1, ("(", "( ")),
    ],
)
def test_words_are_the_unit_of_variants(old, new, column, parts):
    (found,) = collated(old, new, words=True)
    assert (found.column, found.old, found.new) == (column, *parts)


@pytest.mark.parametrize(
    ("old", "new", "changes"),
    [
        ("plaknr := 2\n", "p1aknr := 2\n", [("l", "1", "probable", "A scan reads “1” as “l”.")]),
        ("      M = J - K + M\n", "      M = J - K + N\n", [("+ M", "+ N", "probable", "A scan reads “N” as “M”.")]),
        (
            "(K .EQ, O) GO TO 70\n",
            "(K .EQ. 0) GO TO 70\n",
            [(",", ".", "probable", "A scan reads “.” as “,”."), (" O", " 0", "probable", "A scan reads “0” as “O”.")],
        ),
        (
            "     K = 1\n",
            "      K = 1\n",
            [("     ", "      ", "probable", "what follows is too far to the left.")],
        ),
        ("k := 1; l := 2\nm\n", "k := 1;\nl := 2\nm\n", [("; ", ";\n", "probable", "Lines were joined.")]),
        ("k :=\n1;\n", "k := 1;\n", [("\n", " ", "probable", "A line was broken in two.")]),
        ("corne := 1\n", "come := 1\n", [("rn", "m", "probable", "A scan reads “m” as “rn”.")]),
        ("k : 1;\n", "k := 1;\n", [(":", ":=", "possible", "A character is lost.")]),
        ("k := 1;\n", "k := 123;\n", [("1", "123", "possible", "2 characters are lost.")]),
        ("K := 1;\n", "k := 1;\n", [("K", "k", "possible", "Capital and small letters")]),
        ("cut oﬀ\n", "cut off\n", [("ﬀ", "ff", "probable", "“ﬀ” is one sign for “ff”.")]),
        ("s := “a”\n", 's := "a”\n', [("“", '"', "probable", 'A scan reads “"” as ““”.')]),
        ("a\n24  THE JOURNAL\nb\n", "a\nb\n", [("24  THE JOURNAL\n", "", "possible", "the head or foot of a page")]),
        ("k;\nm\n", "k;\nl := 1;\nm\n", [("m", "m", "possible", "A line is lost.")]),
        ("k := 4;\n", "k := 9;\n", [("4", "9", "", "The corrected text reads this way.")]),
    ],
)
def test_the_smallest_change_is_proposed_with_its_likely_cause(old, new, changes):
    """It was the word, or the whole line with its end, and the cause was always "copy", "possible"."""
    found = collated(old, new)
    assert len(found) == len(changes)
    for each, (was, became, certainty, reason) in zip(found, changes, strict=True):
        cause = likely(each.was, each.became)
        assert (each.new.startswith(became) or each.new.endswith(became), cause.certainty) == (True, certainty)
        assert len(each.old) <= len(was) + 1
        assert reason in cause.reason
        assert cause.cause == ("copy" if certainty else "undecided")


def test_the_command_writes_what_an_edition_reads(call, tmp_path):
    """The candidates are emendations as they stand: with them the edition's text is the other reading."""
    a, b, folder = tmp_path / "a.a60", tmp_path / "b.a60", tmp_path / "mine"
    a.write_text("begin\n  outinteger(1, l)\nend\n")
    b.write_text("begin\n  outinteger(1, 1)\nend\n")
    folder.mkdir()
    code, out, err = call("collate", str(a), str(b), "--out", str(folder / "emendations.toml"))
    assert (code, err) == (0, "")
    shown = f"{a}:2:17: l\n  {b}: 1\n  likely cause: copy, probable: A scan reads “1” as “l”.\n1 difference\n"
    assert out == f"{shown}written: {folder / 'emendations.toml'}\n"
    (folder / "main.transcription").write_text(a.read_text())
    (folder / "runs.toml").write_text('[runs.first]\ntext = "main"\nabout = "All."\n')
    (folder / "edition.toml").write_text(
        "[edition]\nname = 'mine'\ntitle = 'T'\nauthor = 'A'\nyear = 1965\nsource = 'S'\nmachine = 'M'\nrights = 'R'\n"
        "[texts.main]\nrole = 'program'\nlanguage = 'algol60'\nfile = 'main.transcription'\nwitness = 'W'\n"
        f"sha256 = '{sha256(a.read_bytes()).hexdigest()}'\n"
    )
    assert call("run", str(folder)) == (0, "1 ", "")
    again = call("collate", str(a), str(b), "--out", str(folder / "emendations.toml"))
    assert again == (2, "", f"{folder / 'emendations.toml'}: already exists; nothing was overwritten\n")


def test_another_copy_is_written_as_variants_that_an_edition_reads(call, tmp_path):
    """As a second witness B reads what it reads; the program that is run is A's."""
    a, b, folder = tmp_path / "a.a60", tmp_path / "b.a60", tmp_path / "mine"
    a.write_text("begin\n  outinteger(1, 41)\nend\n")
    b.write_text("begin\n  outinteger(1, 42)\nend;\n")
    folder.mkdir()
    code, _, err = call("collate", str(a), str(b), "--witness", "deck", "--out", str(folder / "variants.toml"))
    assert (code, err) == (0, "")
    (folder / "main.transcription").write_text(a.read_text())
    (folder / "runs.toml").write_text('[runs.first]\ntext = "main"\nabout = "All."\n')
    (folder / "edition.toml").write_text(
        "[edition]\nname = 'mine'\ntitle = 'T'\nauthor = 'A'\nyear = 1965\nsource = 'S'\nmachine = 'M'\nrights = 'R'\n"
        "[texts.main]\nrole = 'program'\nlanguage = 'algol60'\nfile = 'main.transcription'\nwitness = 'W'\n"
        f"sha256 = '{sha256(a.read_bytes()).hexdigest()}'\n"
        "[[witness]]\nsigil = 'print'\ntitle = 'A print'\n[[witness]]\nsigil = 'deck'\ntitle = 'A deck of cards'\n"
    )
    assert call("run", str(folder)) == (0, "41 ", "")
    assert edition_at(folder).witnessed("main", "deck") == b.read_text()
    assert edition_at(folder).witnessed("main", "print") == a.read_text()
    code, shown, err = call("show", str(folder), "--apparatus")
    assert (code, err) == (0, "")
    assert "witness print: A print\n  from: unknown\n  scanned by: unknown\n  read by: unknown\n" in shown
    assert "main.transcription:2  main-1 (variant)\n  print: 41\n  deck: 42\n" in shown


def test_variants_of_an_editions_text_have_its_name(call, tmp_path, monkeypatch):
    """They were of a text "main", which the edition did not have; nothing said that a file was written."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "primes.a60").write_text("begin outinteger(1, 41) end\n")
    (tmp_path / "deck.txt").write_text("begin outinteger(1, 42) end\n")
    assert call("new", "edition", "mine", "primes.a60")[0] == 0
    arguments = ("collate", "mine/primes.transcription", "deck.txt", "--witness", "deck")
    code, out, err = call(*arguments, "--out", "mine/variants.toml")
    described = 'next: in edition.toml, a [[witness]] with sigil = "deck" and title = "what this copy is"\n'
    assert (code, out.endswith(f"1 difference\nwritten: mine/variants.toml\n{described}"), err) == (0, True, "")
    description = tmp_path / "mine" / "edition.toml"
    description.write_text(description.read_text() + '\n[[witness]]\nsigil = "deck"\ntitle = "Cards"\n')
    assert call("show", "mine", "--apparatus")[0] == 0
    again = call(*arguments, "--out", "again.toml")
    assert again[1].endswith("written: again.toml\n")
    code, out, err = call(*arguments, "--append")
    assert (code, out, "--out EDITION/variants.toml" in err) == (2, "", True)


@given(LINES, LINES)
def test_variants_are_the_differences_that_emendations_are(first, second):
    a, b = "\n".join(first) + "\n", "\n".join(second) + "\n"
    found = collated(a, b)
    emendations = tomllib.loads(as_emendations(found, "main")).get("emendation", [])
    variants = tomllib.loads(as_variants(found, "main", "B")).get("variant", [])
    keys = ("text", "line", "old", "new")
    assert [[each[key] for key in keys] for each in variants] == [[each[key] for key in keys] for each in emendations]
    assert all(each["witnesses"] == ["B"] for each in variants)


def test_an_empty_text_is_refused(call, tmp_path):
    (tmp_path / "empty").write_text("")
    code, out, err = call("collate", str(tmp_path / "empty"), str(tmp_path / "empty"))
    assert (code, out, err) == (2, "", f"{tmp_path}/empty: is empty; expected a text\n")


@pytest.mark.parametrize(("text", "other"), [("a\n" * 10_000, "b\n" + "a\n" * 9_999), ("a " * 10_000, "b " * 9_999)])
def test_texts_that_are_alike_everywhere_are_refused_at_once(text, other):
    with pytest.raises(EditionError, match=r"the texts have 99,\d{3},\d{3} pairs of equal lines or words"):
        collated(text, other)
