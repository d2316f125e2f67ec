"""An edition from damaged listings, of texts that may not be copied, and from what is no text at all."""

from __future__ import annotations

import json
import re
from html import unescape

import pytest

PROGRAM = "begin integer fortytwo; fortytwo := 42; outinteger(1, fortytwo) end\n"
AWAITING = "1 statement: 1 awaiting-evidence; all as expected"


@pytest.fixture(autouse=True)
def files(tmp_path, monkeypatch):
    """Write a listing and what it prints, and go there."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "scan.a60").write_text(PROGRAM)
    (tmp_path / "paper.txt").write_text("42\n")
    return tmp_path


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"%PDF-1.7 ...", "x.f: is a PDF, and not a text: take its text out with: pdftotext -layout FILE.pdf; if"),
        (
            b"\x89PNG\r\n\x1a\n",
            "x.f: is a picture (PNG), and not a text: read it with a program for that, such as: tess",
        ),
        (b"\xff\xd8\xff\xe0\0", "x.f: is a picture (JPEG), and not a text"),
        (b"II*\0\x08\0\0\0", "x.f: is a picture (TIFF), and not a text"),
        (b"PK\x03\x04", "x.f: is a packed file (ZIP, Word, EPUB …), and not a text: save what it holds as plain text"),
        (b" \n", "x.f: is empty; expected a text"),
        (b"A\x80\xff\n", "x.f:1:2: byte 0x80 is not UTF-8, and the text does not look like Latin-1"),
    ],
)
@pytest.mark.parametrize("what", ["listing", "printed"])
def test_what_is_no_text_is_refused_and_nothing_written(call, files, content, message, what):
    (files / "x.f").write_bytes(content)
    given = ("x.f",) if what == "listing" else ("scan.a60", "--printed", "x.f")
    code, out, err = call("new", "edition", "mine", *given)
    assert (code, out) == (2, "")
    assert err.startswith(message)
    assert not (files / "mine").exists()


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("--printed", "scn=paper.txt"), "--printed scn=…: there is no program 'scn'; nearest: scan"),
        (
            ("--printed", "paper.txt", "--printed", "scan=paper.txt"),
            "--printed scan=paper.txt: there are two of scan; expected",
        ),
        (("--printed", "none.txt"), "none.txt: No such file or directory"),
        (("--encoding", "none"), "--encoding none: no such encoding; expected: utf-8"),
        (("--language", "algol6"), "there is no language 'algol6'; nearest: algol60"),
    ],
)
def test_wrong_arguments_write_nothing(call, files, arguments, message):
    code, out, err = call("new", "edition", "mine", "scan.a60", *arguments)
    assert (code, out, err.startswith(message)) == (2, "", True)
    assert not (files / "mine").exists()


def test_a_text_in_another_encoding_is_written_in_utf_8(call, files):
    (files / "paper.txt").write_bytes("réponse: 42\r\n".encode("latin-1"))
    code, _, err = call("new", "edition", "mine", "scan.a60", "--printed", "paper.txt")
    assert (code, "paper.txt:1:2: note: read as Latin-1, since byte 0xe9 is not UTF-8" in err) == (0, True)
    assert (files / "mine" / "scan-prints.transcription").read_text() == "réponse: 42\n"
    (files / "paper.txt").write_bytes("ответ 42\n".encode("koi8-r"))
    assert call("new", "edition", "two", "scan.a60", "--printed", "paper.txt", "--encoding", "koi8-r")[0] == 0
    assert (files / "two" / "scan-prints.transcription").read_text() == "ответ 42\n"


def test_of_a_thousand_messages_twenty_are_shown(call, files):
    names = [f"name{number}" for number in range(1_000)]
    (files / "scan.a60").write_text("begin integer k;\n" + "".join(f"k := {name};\n" for name in names) + "end\n")
    code, out, _ = call("new", "edition", "mine", "scan.a60")
    assert (code, out.count(" is not declared")) == (0, 20)
    assert "… and 980 more\n" in out


def test_a_text_in_no_known_language_is_a_beginning(call, files):
    (files / "scan.txt").write_text("Once upon a time\n")
    code, out, _ = call("new", "edition", "mine", "scan.txt")
    assert (code, "no language is recognised in this text" in out) == (0, True)
    assert "write it into edition.toml, language of [texts.scan]" in out
    assert AWAITING in call("check", "mine")[1]
    assert call("report", "mine", "--out", "pages")[0] == 0
    toml = files / "mine" / "edition.toml"
    known = next(line for line in toml.read_text().splitlines() if line.startswith("language"))
    toml.write_text(toml.read_text().replace(known, 'language = "algol60"'))
    assert "mine/scan.transcription:1:1: " in call("check", "mine")[1]


def test_a_program_that_breaks_in_a_finished_edition_is_an_error_still(call, files):
    assert call("new", "edition", "mine", "scan.a60", "--printed", "paper.txt")[0] == 0
    assert call("seal", "mine")[0] == 0
    (files / "mine" / "scan.transcription").write_text("begin integer k k := 1 end\n")
    assert call("seal", "mine")[0] == 0
    code, out, err = call("check", "mine")
    assert (code, out, err.startswith("mine/scan.transcription:1:19: unexpected := after k k")) == (2, "", True)


def withhold(call, files):
    """Begin an edition whose program may not be copied, check it, and take the program out."""
    assert call("new", "edition", "mine", "scan.a60", "--printed", "paper.txt")[0] == 0
    assert call("seal", "mine")[0] == 0
    toml, text = files / "mine" / "edition.toml", files / "mine" / "scan.transcription"
    toml.write_text(toml.read_text().replace('# obtain = "a library, an address"', 'obtain = "a library"'))
    assert "1 statement: 1 reproduced; all as expected" in call("check", "mine")[1]
    return text


def test_a_text_that_may_not_be_copied_is_supplied_by_who_has_it(call, files):
    text = withhold(call, files)
    text.unlink()
    code, out, err = call("check", "mine")
    how = "the text 'scan' is left out because it may not be copied; get it from: a library; then: getallenband supply"
    how = f"{how} mine"
    assert (code, err, AWAITING in out, f"{how} scan FILE" in out) == (0, "", True, True)
    for command in (("run", "mine"), ("show", "mine")):
        assert call(*command) == (2, "", f"{how} scan FILE\n")
    assert call("check", "mine", "scan-output", "--evidence")[0] == 0
    assert call("seal", "mine") == (0, "nothing changed\n", "")
    assert call("report", "mine", "--out", "pages")[0] == 0
    assert how in unescape((files / "pages" / "mine.html").read_text())
    (files / "other.a60").write_text(PROGRAM.replace("42", "43"))
    code, out, err = call("supply", "mine", "scan", "other.a60")
    assert (code, out, err.startswith("other.a60: is not the text that was transcribed: its sha256 is ")) == (
        2,
        "",
        True,
    )
    assert err.endswith(". Line ends do not matter; expected: the text from a library\n")
    assert not text.exists()
    (files / "mine.a60").write_bytes(PROGRAM.strip().encode() + b"\r\n\r\n")
    assert call("supply", "mine", "scan", "mine.a60")[0] == 0
    assert text.read_text() == PROGRAM
    refused = "mine/scan.transcription: already exists; nothing was overwritten\n"
    assert call("supply", "mine", "scan", "other.a60") == (2, "", refused)
    assert text.read_text() == PROGRAM
    assert "1 statement: 1 reproduced; all as expected" in call("check", "mine")[1]


def test_pages_never_show_a_text_that_may_not_be_copied(call, files):
    withhold(call, files)
    assert call("report", "mine", "--out", "pages")[0] == 0
    for path in (files / "pages").rglob("*.*"):
        assert "fortytwo" not in path.read_text(), path
    assert "may not be copied, so it is not shown here" in (files / "pages" / "mine.html").read_text()
    data = json.loads((files / "pages" / "data" / "mine.json").read_text())
    assert (data["player"], data["listings"], data["verdicts"][0]["verdict"]) == (None, [], "reproduced")


def test_a_report_of_one_edition_has_no_link_that_leads_nowhere(call, files):
    (files / "printed.txt").write_text("42\n")
    assert call("new", "edition", "mine", "scan.a60", "--printed", "printed.txt")[0] == 0
    assert call("seal", "mine")[0] == 0
    assert call("report", "mine", "--out", "pages")[0] == 0
    pages = {path.name: path.read_text() for path in (files / "pages").glob("*.html")}
    anchors = {name: {*re.findall(r'\bid="([^"]+)"', text)} for name, text in pages.items()}
    links = [(name, link) for name, text in pages.items() for link in re.findall(r'\b(?:href|src)="([^"]+)"', text)]
    local = [(name, *link.partition("#")[::2]) for name, link in links if ":" not in link]
    assert [link for link in local if link[1] and not (files / "pages" / link[1]).is_file()] == []
    assert [link for link in local if link[2] and link[2] not in anchors[link[1] or link[0]]] == []
    assert len(local) > 10


def test_figures_with_their_quotations_are_evidence(call, files):
    (files / "figures.toml").write_text(
        '[[figure]]\nquotation = "the answer was 42"\npublished = "42"\npattern = "([0-9]+)"\nplace = "page 2"\n'
        '[[figure]]\nquotation = "3 statements"\npublished = "3"\n'
        '[[figure]]\nquotation = "done once, 1 time"\npublished = "1"\nstatement = "1:25"\n'
    )
    assert call("new", "edition", "mine", "scan.a60", "--printed", "figures.toml")[0] == 0
    assert call("seal", "mine")[1].count("awaiting-evidence is now reproduced\n") == 2
    code, out, _ = call("check", "mine")
    assert (code, "3 statements: 1 awaiting-evidence, 2 reproduced; all as expected" in out) == (0, True)
    assert "claim scan-figure-2: Awaiting evidence: what observes it? Say so" in out
    figures = '[[figure]]\nquotation = "42"\npublished = "42"\nstatement = "9"\n'
    (files / "figures.toml").write_text(figures)
    code, out, _ = call("new", "edition", "wrong", "scan.a60", "--printed", "figures.toml")
    assert (code, "claim scan-figure-1: the program has no statement '9'" in out) == (0, True)
    (files / "figures.toml").write_text('[[figure]]\nquotation = "43"\npublished = "42"\n')
    message = 'figures.toml:3:1: figure 43: "published" must be a part of the quotation\n'
    assert call("new", "edition", "two", "scan.a60", "--printed", "figures.toml") == (2, "", message)


def test_collate_appends_what_is_new(call, files):
    (files / "scan.a60").write_text(PROGRAM.replace("42;", "4Z;"))
    assert call("new", "edition", "mine", "scan.a60", "--printed", "paper.txt")[0] == 0
    scan, corrected = "mine/scan.transcription", files / "corrected"
    corrected.write_text(PROGRAM)
    code, out, _ = call("collate", scan, "corrected", "--append")
    assert (code, "added to emendations.toml: 1, shown above" in out, "likely cause" in out) == (0, True, True)
    assert call("run", "mine")[:2] == (0, "42 ")
    emendations = (files / "mine" / "emendations.toml").read_text()
    again = "1 difference\nadded to emendations.toml: none; all were there\n"
    assert call("collate", scan, "corrected", "--append") == (0, again, "")
    (files / "empty").write_text("\n")
    assert call("collate", scan, "empty", "--append") == (2, "", "empty: is empty; expected a text\n")
    assert (files / "mine" / "emendations.toml").read_text() == emendations
    corrected.write_text(PROGRAM.replace(" 42;", "  142;"))
    code, _, err = call("collate", scan, "corrected", "--append")
    assert (code, "; if that is wrong, delete it" in err) == (2, True)
    assert (files / "mine" / "emendations.toml").read_text() == emendations


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("scan.a60", "paper.txt", "--append"), "scan.a60: is not a text of an edition: edition.toml beside it"),
        (("scan.a60", "paper.txt", "--append", "--out", "x.toml"), "Usage: "),
    ],
)
def test_what_cannot_be_appended(call, arguments, message):
    code, out, err = call("collate", *arguments)
    assert (code, out, message in err) == (2, "", True)


DECK = """      PROGRAM BOARD(OUTPUT)
      DIMENSION IB(4), IC(3)
      IB(1) = 1
      IB(4) = 2
      PRINT 10, (IB(I), I = 1, 4)
   10 FORMAT(1H ,2I2)
      END
"""


def test_a_board_from_a_sample(call, files):
    (files / "deck.f").write_text(DECK)
    (files / "board.txt").write_text("1 0\n0 2\n")
    assert call("new", "edition", "mine", "deck.f")[0] == 0
    assert call("new", "board", "mine", "board.txt") == (0, "mine/report.toml\nnext: getallenband report mine\n", "")
    written = (files / "mine" / "report.toml").read_text()
    assert 'cell = "2 * row + column + 1"\nvalue = "IB[cell]"\nfree = 0\npiece = "value"\n' in written
    assert call("report", "mine", "--out", "pages")[0] == 0
    again = call("new", "board", "mine", "board.txt")
    assert again == (2, "", "mine/report.toml: has a [[board]] already; nothing is overwritten\n")


@pytest.mark.parametrize(
    ("sample", "options", "message"),
    [
        ("1 2\n3\n", (), "board.txt:2: this row has 1 cells, the first has 2; expected one solution"),
        ("1 2 3 4 5\n", (), "no array has 5 elements, as the solution has cells; say --array; arrays: IB (4), IC (3)"),
        ("1 0\n0 2\n", ("--at", "WRITE"), "--at WRITE: no statement begins with these words"),
        ("1 0\n0 2\n", ("--array", "IX"), "--array IX: there is no array 'IX'"),
    ],
)
def test_a_board_that_cannot_be_drawn(call, files, sample, options, message):
    (files / "deck.f").write_text(DECK)
    (files / "board.txt").write_text(sample)
    assert call("new", "edition", "mine", "deck.f")[0] == 0
    code, out, err = call("new", "board", "mine", "board.txt", *options)
    assert (code, out, err.startswith(message)) == (2, "", True)
    assert not (files / "mine" / "report.toml").exists()
