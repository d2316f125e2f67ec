"""What newcomers ran into with editions of their own: each message says what is wrong and what to do."""

from __future__ import annotations

import json
import re

import pytest
import yaml

import getallenband as gb
from getallenband.reports.publishing.critical import readings
from getallenband.reports.scaffolding.edition import Beginning, new_edition

PROGRAM = 'begin integer k; k := 42; outinteger(1, k); outstring(1, ": it") end\n'


@pytest.fixture(autouse=True)
def listing(tmp_path, monkeypatch):
    """Write a program, and go there."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "it.a60").write_text(PROGRAM)
    return tmp_path


def test_a_difference_in_blanks_only_is_called_that(call, listing):
    """It was said that blanks do not count; but where one side has none they did."""
    (listing / "paper.txt").write_text("42: it\n")
    assert call("new", "edition", "mine", "it.a60", "--printed", "paper.txt")[0] == 0
    (verdict,) = json.loads(call("check", "mine", "--json")[1])
    assert "printed '42·:·it'; they differ in blanks only: with spacing = \"removed\" no" in verdict["why"]
    claims = listing / "mine" / "claims.toml"
    claims.write_text(claims.read_text().replace('spacing = "ignored"', 'spacing = "removed"'))
    assert call("seal", "mine")[1] == "claim it-output: awaiting-evidence is now reproduced\n"
    claims.write_text(claims.read_text().replace('"reproduced"', '"awaiting-evidence"'))
    (listing / "mine" / "it-prints.transcription").write_text("43: it\n")
    assert "blanks only" not in "".join(call("seal", "mine")[1:])


def test_what_is_unknown_can_be_said_to_be(call, listing):
    """The tutorial's command wrote "unknown" for a checksum and a year, and the edition could not be read any more."""
    (listing / "it.txt").write_text(PROGRAM.replace("begin", "be gin").replace("integer", "int eger"))
    assert call("new", "edition", "mine", "it.txt")[0] == 0
    file = listing / "mine" / "edition.toml"
    file.write_text(re.sub('"<[^>]*>"', '"unknown"', file.read_text()))
    assert 'year = "unknown"' in file.read_text()
    code, out, err = call("check", "mine")
    assert code == 0
    assert err.startswith("note: mine: title, author, year, source, machine, rights, origin of witness copy, ")
    assert "no language is recognised in this text" in out
    assert "write it into edition.toml, language of [texts.it]" in out
    assert "2 placeholders are left, in angle brackets: claim.1.quotation, claim.1.place" in out
    (listing / "paper.txt").write_text("42 : it\n")
    assert call("supply", "mine", "it-prints", "paper.txt")[0] == 0
    assert call("report", "mine", "--out", "pages")[0] == 0
    assert "undated" in (listing / "pages" / "mine.html").read_text()


def test_all_that_is_written_of_a_draft_says_so(call, listing):
    """The certificate and TEI said nothing, and the page counted a verdict that nobody had accepted."""
    (listing / "paper.txt").write_text("42 : it\n")
    assert call("new", "edition", "mine", "it.a60", "--printed", "paper.txt")[0] == 0
    assert call("report", "mine", "--out", "draft")[0] == 0
    certificate = yaml.safe_load((listing / "draft" / "mine.codecheck.yml").read_text())
    assert certificate["summary"].startswith(
        "A draft: what is counted here is not finished. 1 statement by the author: 1 awaiting"
    )
    assert certificate["getallenband_claims"][0]["verdict"] == "awaiting-evidence"
    tei = (listing / "draft" / "mine.tei.xml").read_text()
    assert '<revisionDesc status="draft"><change>1 verdict that no editor has accepted yet.' in tei
    page = (listing / "draft" / "mine.md").read_text()
    assert "Statements of the author: 1 awaiting evidence." in page
    assert "reproduced<br>no editor has accepted it yet<br>the program as transcribed" in page
    assert call("seal", "mine")[0] == 0
    file = listing / "mine" / "edition.toml"
    file.write_text(re.sub('"<[^>]*>"', '"unknown"', file.read_text()))
    claims = listing / "mine" / "claims.toml"
    claims.write_text(claims.read_text().replace("<the page>", "page 1"))
    assert call("report", "mine", "--out", "pages")[0] == 0
    certificate = yaml.safe_load((listing / "pages" / "mine.codecheck.yml").read_text())
    assert certificate["summary"].startswith("1 statement by the author: 1 reproduced")
    assert "draft" not in (listing / "pages" / "mine.tei.xml").read_text()
    assert "Statements of the author: 1 reproduced." in (listing / "pages" / "mine.md").read_text()


@pytest.mark.parametrize(
    ("old", "new", "seen"),
    [
        ("   ", "      ", ("···", "······")),
        (" 2", " 2\n", ("·2", "·2␊")),
        (" ", "\n", ("·", "␊")),
        ("a\n", "b\n", ("a", "b")),
        ("a\n", "", ("a", "")),
    ],
)
def test_readings_that_look_alike_have_signs_for_blanks(old, new, seen):
    assert readings(old, new) == seen


def test_a_second_thought_says_which_emendation_to_delete(call, listing):
    """It was refused with the line of an entry that had never been written."""
    for name, now in (("first.a60", "43"), ("second.a60", "44")):
        (listing / name).write_text(PROGRAM.replace("42", now))
    assert call("new", "edition", "mine", "it.a60")[0] == 0
    assert call("collate", "mine/it.transcription", "first.a60", "--append")[0] == 0
    before = (listing / "mine" / "emendations.toml").read_text()
    code, _, err = call("collate", "mine/it.transcription", "second.a60", "--append")
    line = before[: before.rindex("[[emendation]]")].count("\n") + 1
    there = f"mine/emendations.toml:{line}:1: emendation reading-1 makes '3' of '2' there"
    assert (code, err) == (
        2,
        f"mine/it.transcription:1:24: '2' cannot become '4': {there}; if that is wrong, delete it and collate again\n",
    )
    assert (listing / "mine" / "emendations.toml").read_text() == before


def test_a_reason_that_nobody_has_judged_is_left_to_do(call, listing):
    """A guess from the letters alone stood on the page as the editor's judgement, and nothing was left to do."""
    (listing / "it.a60").write_text(PROGRAM.replace("42", "4Z").replace("it", "|<"))
    (listing / "right.a60").write_text(PROGRAM.replace("it", "K"))
    assert call("new", "edition", "mine", "it.a60")[0] == 0
    assert call("collate", "mine/it.transcription", "right.a60", "--append")[0] == 0
    emendations = listing / "mine" / "emendations.toml"
    assert 'reason = "<A scan reads “K” as “|‹”.>"' in emendations.read_text()
    assert ", emendation.reading-1.reason, emendation.reading-2.reason\n" in call("check", "mine")[1]
    emendations.write_text(emendations.read_text().replace("<A scan reads “2” as “Z”.>", "The print has a 2."))
    assert ", claim.1.place, emendation.reading-2.reason\n" in call("check", "mine")[1]
    arguments = ("--witness", "copy", "--out", "mine/variants.toml")
    assert call("collate", "mine/it.transcription", "right.a60", *arguments)[0] == 0
    assert 'reason = "<what follows from this reading>"' in (listing / "mine" / "variants.toml").read_text()


def test_a_year_that_was_guessed_is_said(call, listing):
    """The year in the folder's name was silently that of the document."""
    assert call("new", "edition", "reader1965", "it.a60")[2] == "year 1965: taken from the folder's name\n"
    assert "\nyear = 1965\n" in (listing / "reader1965" / "edition.toml").read_text()
    assert call("new", "edition", "mine", "it.a60")[2] == ""


def test_a_story_that_nobody_has_written_is_left_to_do(call, listing):
    """The page said “written in algol60”, and nothing said that its story was the first version."""
    assert "mine/story.md: write the story in" in call("new", "edition", "mine", "it.a60")[1]
    story = listing / "mine" / "story.md"
    assert "The program is written in ALGOL 60. It executes" in story.read_text()
    story.write_text("It is 42.\n")
    assert "story.md" not in call("check", "mine")[1]
    story.unlink()
    assert "mine/story.md: the page has no story; write one\n" in call("check", "mine")[1]


@pytest.mark.parametrize(
    ("pattern", "message"),
    [
        ("RULERS", '"pattern" must have a group, in ( ), around what is published'),
        ("([0-9", "\"pattern\" must be a regular expression, not '([0-9'"),
    ],
)
def test_a_wrong_pattern_of_a_figure_is_refused_at_once(call, listing, pattern, message):
    """The edition was written, and refused everything, with a message about a file that nobody had written by hand."""
    figure = f'[[figure]]\nquotation = "it is 42"\npublished = "42"\npattern = "{pattern}"\n'
    (listing / "figures.toml").write_text(figure)
    code, out, err = call("new", "edition", "mine", "it.a60", "--printed", "figures.toml")
    assert (code, out, err) == (2, "", f"figures.toml:4:1: figure it is 42: {message}\n")
    assert not (listing / "mine").exists()


def test_a_figure_that_is_contradicted_stands_beside_the_observation(call, listing):
    """Neither value was said, and the reason ended with “.;”."""
    figure = '[[figure]]\nquotation = "it is 15"\npublished = "15"\npattern = "([0-9]+)"\n'
    (listing / "figures.toml").write_text(figure)
    assert call("new", "edition", "mine", "it.a60", "--printed", "figures.toml")[0] == 0
    out = call("check", "mine")[1]
    assert "1. claim it-figure-1: contradicted (published 15, observed 42): " in out
    assert "; correct what was read wrongly, or write verdict, slip and observed into claims.toml\n" in out
    assert ".;" not in out


def test_a_figure_of_a_statement_that_is_not_there_refuses_nothing_else(call, listing):
    """Statements may have other names when the program is corrected; `check` ended with exit code 2."""
    (listing / "figures.toml").write_text('[[figure]]\nquotation = "42"\npublished = "42"\nstatement = "999"\n')
    assert call("new", "edition", "mine", "it.a60", "--printed", "figures.toml")[0] == 0
    code, out, err = call("check", "mine")
    assert (code, err, "claim it-figure-1: the program has no statement '999'" in out) == (0, "", True)
    assert "1 statement: 1 awaiting-evidence; all as expected" in out
    assert call("report", "mine", "--out", "pages")[0] == 0


@pytest.mark.parametrize(
    ("right", "wrong", "message"),
    [
        ('"output"', '"outptu"', "10:1: claim it-output: there is no observer 'outptu'; nearest: output"),
        ("spacing", "spacin", "11:10: claim it-output: the observer 'output': there is no parameter spacin"),
    ],
)
def test_a_wrong_observer_of_a_claim_that_awaits_evidence_is_an_error(call, listing, right, wrong, message):
    """Nothing was observed, so nothing was looked up: all was "as expected" until the evidence came."""
    assert call("new", "edition", "mine", "it.a60")[0] == 0
    claims = listing / "mine" / "claims.toml"
    claims.write_text(claims.read_text().replace(right, wrong, 1))
    assert call("check", "mine") == (2, "", f"mine/claims.toml:{message}\n")


def test_an_endless_program_that_prints_ends_soon(call, listing):
    """It printed 64 MB without a word, for minutes, before anything was said."""
    (listing / "it.a60").write_text("begin l: outinteger(1, 42); goto l end\n")
    code, out, err = call("new", "edition", "mine", "it.a60")
    assert (code, err) == (0, "")
    message = "exhausted: the budget of 1000000 bytes of output is used up; the budget is in runs.toml"
    assert f"mine/it.transcription:1:10: {message}" in out
    assert message in (listing / "mine" / "TODO.md").read_text()


def test_a_run_that_is_stopped_leaves_a_whole_folder(listing, monkeypatch):
    monkeypatch.setattr("getallenband.reports.scaffolding.edition.all_verdicts", interrupted)
    with pytest.raises(KeyboardInterrupt):
        new_edition(listing / "mine", Beginning([listing / "it.a60"]))
    assert "The programs have not been run yet." in (listing / "mine" / "TODO.md").read_text()


def interrupted(*_):
    raise KeyboardInterrupt


@pytest.mark.parametrize(
    ("content", "hint"),
    [
        (
            b"begin \x93it\x94 end\n",
            "--encoding NAME reads others (cp1252, koi8-r, cp037 …) in run, new edition and supp",
        ),
        (
            "begin end\n".encode("utf-16"),
            "this is UTF-16, which --encoding utf-16 reads in run, new edition and supply",
        ),
        (b"\x7fELF\0\0\xff", "this is no text: a byte 0 is in no encoding of texts that is read here"),
    ],
)
@pytest.mark.parametrize("verb", [("new", "edition", "own"), ("supply", "mine", "it-prints"), ("run",)])
def test_what_is_in_another_encoding_has_a_cure_for_each_verb(call, listing, content, hint, verb):
    """All verbs named an option of `run`."""
    assert call("new", "edition", "mine", "it.a60")[0] == 0
    (listing / "x.a60").write_bytes(content)
    code, out, err = call(*verb, "x.a60")
    assert (code, out, hint in err) == (2, "", True)


def test_a_page_says_why_it_cannot_run_a_program(call, listing):
    """There was no player, and no word about it."""
    (listing / "it.a60").write_text("begin outreal(1, timeofday) end\n")
    code, out, _ = call("new", "edition", "mine", "it.a60")
    assert code == 0, out
    assert call("report", "mine", "--out", "pages")[0] == 0
    page = (listing / "pages" / "mine.html").read_text()
    assert "This page cannot run <code>it</code>: line 1 calls timeofday, which pages do not have." in page
    assert 'id="run-here"' not in page


@pytest.mark.parametrize(
    ("sample", "rows", "columns"), [("0 1 4 9 11", 5, 12), ("2 4 6 1 3 5", 6, 6), ("3 2 4", 3, 4), ("0 9999999", 2, 0)]
)
def test_a_board_has_a_column_for_each_place(call, listing, sample, rows, columns):
    """It was a square whatever the numbers were, and a mark beyond it was nowhere."""
    program = f"begin integer array m[1:{rows}]; m[1] := 0; outinteger(1, m[1]) end\n"
    (listing / "it.a60").write_text(program)
    (listing / "board.txt").write_text(sample)
    assert call("new", "edition", "mine", "it.a60")[0] == 0
    code, _, err = call("new", "board", "mine", "board.txt", "--at", "outinteger")
    board = listing / "mine" / "report.toml"
    if columns:
        assert (code, f"rows = {rows}\ncolumns = {columns}\n" in board.read_text()) == (0, True)
    else:
        assert (code, "mine/report.toml" in err, board.exists()) == (2, True, False)


def test_messages_about_an_edition_say_what_to_do(call, listing):
    (listing / "more.toml").write_text('[[figure]]\nquotation = "42"\npublished = "42"\n')
    assert call("new", "edition", "mine", "it.a60", "--printed", "more.toml")[0] == 0
    assert (
        "1. claim it-figure-1: Awaiting evidence: what observes it? Say so in claims.toml" in call("check", "mine")[1]
    )
    text, claims = listing / "mine" / "it.transcription", listing / "mine" / "claims.toml"
    text.write_text(PROGRAM + "\n")
    assert call("check", "mine")[2].endswith("; if it was changed on purpose: getallenband seal mine\n")
    text.write_text(PROGRAM)
    entry = '[[emendation]]\nid = "a"\ntext = "it"\nline = 1\nold = "k"\nnew = "l"\ncause = "undecided"\n'
    emendations = listing / "mine" / "emendations.toml"
    before = emendations.read_text()
    emendations.write_text(f'{before}{entry}need = "certain"\nreason = "so"\n')
    assert '; expected once: make "old" longer, and "new" with it' in call("check", "mine")[2]
    emendations.write_text(before)
    whole = claims.read_bytes()
    claims.write_bytes(whole + b"# caf\xe9\n")
    line = whole.count(b"\n") + 1
    assert call("check", "mine")[2].startswith(f"mine/claims.toml:{line}: is not UTF-8: byte 0xe9 at offset")
    claims.unlink()
    assert "mine/story.md: claims.toml is not there, or has no [[claim]]" in call("check", "mine")[2]
    (listing / "letter.txt").write_text("Dear Sir,\nit is 42.\n")
    assert "other/letter.transcription: no language is recog" in call("new", "edition", "other", "letter.txt")[1]


def test_what_is_unknown_reads_as_a_person_would_write_it(call, listing):
    """The page said “unknown, undated. unknown.”"""
    assert call("new", "edition", "mine", "it.a60")[0] == 0
    description = listing / "mine" / "edition.toml"
    whole = re.sub('"<[^>]*>"', '"unknown"', description.read_text().replace("<the title of the document>", "A"))
    description.write_text(whole.replace('source = "unknown"', 'source = "unknown: a loose sheet"'))
    assert call("report", "mine", "--out", "pages")[0] == 0
    page, plain = ((listing / "pages" / f"mine.{kind}").read_text() for kind in ("html", "md"))
    assert '<p class="lead">An unknown author, undated. The machine is unknown.</p>' in page
    assert "by an unknown author, undated: the programs" in page
    assert '<p id="rights">The rights are unknown.</p>' in page
    assert "An unknown author, undated. The source is unknown: a loose sheet.\nThe machine is unknown." in plain
    assert not re.search(r"[(>]unknown[,.<)]", page.replace("<dd>", "<dd> ").replace("<!--", ""))
    assert "(an unknown author, undated)" in gb.edition(listing / "mine")._repr_html_()
