"""To begin with: `new` writes what works and overwrites nothing, `seal` says what changed."""

from __future__ import annotations

import json
import os
import re
from hashlib import sha256
from threading import Event, Thread
from xml.etree import ElementTree

import pytest

from getallenband.durable.errors import Error
from getallenband.interpreters.source.diagnostics import UserError
from getallenband.originals.edition import edition_at
from getallenband.originals.variants import as_emendations, collated
from getallenband.reports.scaffolding.changing import changing
from getallenband.reports.scaffolding.emend import append, text_of

PROGRAM = 'begin integer k; k := read; outstring(1, "twice: "); outinteger(1, 2 × k) end\n'
HOW = ("new", "edition", "mine", "twice.a60", "--tape", "numbers.txt")


@pytest.fixture(autouse=True)
def listing(tmp_path, monkeypatch):
    """Write a program and its tape, and go there."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "twice.a60").write_text(PROGRAM)
    (tmp_path / "numbers.txt").write_text("21\n")
    return tmp_path


def test_a_new_edition_has_a_checked_page_at_once(call, listing):
    (listing / "paper.txt").write_text("twice:  42\n")
    code, out, err = call(*HOW, "--printed", "paper.txt")
    assert (code, err) == (0, "")
    names = [path.relative_to(listing).as_posix() for path in (listing / "mine").rglob("*") if path.is_file()]
    assert sorted(out.split("\n\n")[0].splitlines()) == sorted(names)
    assert out.splitlines()[-1] == "next: getallenband check mine; getallenband report mine"
    code, out, _ = call("check", "mine")
    assert (code, "1 statement: 1 reproduced; 1 not as expected" in out) == (1, True)
    assert "claim twice-output: reproduced: if you agree, getallenband seal mine writes that into claims.toml" in out
    assert call("seal", "mine") == (0, "claim twice-output: awaiting-evidence is now reproduced\n", "")
    code, out, _ = call("check", "mine")
    assert (code, "1 statement: 1 reproduced; all as expected" in out) == (0, True)
    assert call("report", "mine", "--out", "pages")[0] == 0
    page = (listing / "pages" / "mine.html").read_text()
    assert "It executes 3 statements." in page
    assert "Next:" not in page
    for name in ("edition.toml", "runs.toml", "claims.toml", "emendations.toml", "story.md"):
        assert "Next: " in (listing / "mine" / name).read_text().splitlines()[0]


def test_names_that_are_alike_are_of_texts_of_their_own(call, listing):
    """One input was written over another, as was a program by what another one printed; `a.b` was no key."""
    (listing / "twice-prints.a60").write_text("begin outinteger(1, 7) end\n")
    (listing / "input-a-b.a60").write_text("begin outinteger(1, 8) end\n")
    (listing / "others.txt").write_text("22\n")
    tapes = [each for name in ("a.b", "a-b", "é", "ü") for each in ("--tape", f"{name}=others.txt")]
    (listing / "paper.txt").write_text("twice: 42")
    (listing / "seven.txt").write_text("7")
    printed = ("--printed", "paper.txt", "--printed", "twice-prints=seven.txt")
    assert call(*HOW, "twice-prints.a60", "input-a-b.a60", *tapes, *printed)[0] == 0
    code, out, _ = call("check", "mine")
    summary = "3 statements: 1 awaiting-evidence, 2 reproduced; 2 not as expected"
    assert (code, summary in out) == (1, True)
    runs = (listing / "mine" / "runs.toml").read_text()
    inputs = 'tape = "input-tape", "a.b" = "input-a-b-2", a-b = "input-a-b-3", "é" = "input", "ü" = "input-2"'
    assert runs.count(f"inputs = {{ {inputs} }}\n") == 3
    assert (listing / "mine" / "twice-prints.transcription").read_text() == "begin outinteger(1, 7) end\n"
    assert (listing / "mine" / "twice-prints-2.transcription").read_text() == "twice: 42"


@pytest.mark.parametrize(
    ("program", "what"),
    [
        ("begin integer k; outinteger(1, k) end\n", "mine/twice.transcription:1:32: trap: k has no value yet"),
        ("begin integer k; k := l end\n", "mine/twice.transcription:1:23: l is not declared"),
        ("begin integer k k := 1 end\n", "mine/twice.transcription:1:19: unexpected := after k k"),
        ("be gin?\n", "mine/twice.transcription:1:7: invalid character '?'"),
    ],
)
@pytest.mark.parametrize("printed", [(), ("--printed", "numbers.txt")])
def test_a_damaged_program_is_a_beginning_too(call, listing, program, what, printed):
    """What could not be read was refused, and nothing was written: but it is what most scans are like."""
    (listing / "twice.a60").write_text(program)
    code, out, err = call("new", "edition", "mine", "twice.a60", *printed)
    assert (code, err, what in out) == (0, "", True)
    code, out, err = call("check", "mine")
    assert (code, err, what in out) == (0, "", True)
    assert "1 statement: 1 awaiting-evidence; all as expected" in out
    assert ("what does the document print?" in out) == (not printed)
    assert what in (listing / "mine" / "TODO.md").read_text()
    assert call("report", "mine", "--out", "pages")[0] == 0
    assert "Draft" in (listing / "pages" / "mine.html").read_text()


def test_a_page_alone_has_no_dead_links(call, listing):
    """Six of its links led to pages that only a report of all editions has."""
    assert call(*HOW)[0] == 0
    assert call("report", "mine", "--out", "pages")[0] == 0
    for page in ("mine.html", "reading.html"):
        found = re.findall('href="([^"#]*)(?:#[^"]*)?"', (listing / "pages" / page).read_text())
        local = {link for link in found if link and not link.startswith(("http", "data:"))}
        assert local
        assert [link for link in local if not (listing / "pages" / link).exists()] == []
    assert "](index.md)" not in (listing / "pages" / "mine.md").read_text()


def test_an_edition_may_begin_in_an_empty_folder(call, listing):
    (listing / "mine").mkdir()
    assert call(*HOW)[0] == 0
    assert (listing / "mine" / "edition.toml").exists()


def test_evidence_can_be_supplied_later(call, listing):
    assert call(*HOW)[0] == 0
    assert call("check", "mine")[0] == 0
    (listing / "paper.txt").write_bytes(b"twice:\r\n 43\r\n")
    code, out, _ = call("supply", "mine", "twice-prints", "paper.txt")
    assert (code, out) == (0, "mine/twice-prints.transcription\nnext: getallenband check mine\n")
    code, out, _ = call("check", "mine")
    assert (code, "claim twice-output: contradicted" in out) == (1, True)
    code, out, _ = call("seal", "mine")
    why = "not sealed: contradicted: Compared line by line; the number of blanks between two words is ignored. (line 1"
    assert (code, why in out) == (1, True)
    assert "already exists; nothing was overwritten" in call("supply", "mine", "twice-prints", "paper.txt")[2]
    assert "no text 'twice-print'; nearest: twice-prints" in call("supply", "mine", "twice-print", "paper.txt")[2]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (HOW, "mine: already exists; nothing was overwritten"),
        (("new", "edition", "full", "twice.a60"), "full: already exists; nothing was overwritten"),
        (("new", "edition", "link", "twice.a60"), "link: already exists; nothing was overwritten"),
        (("new", "edition", "own", "none.a60"), "none.a60: No such file or directory"),
        (("new", "edition", "own", "twice.a60", "./twice.a60"), "would be called 'twice' as twice.a60 is; rename one"),
        (("new", "edition", "a b", "twice.a60"), "a b: an edition's name has the letters A to Z"),
        (("new", "edition", "Zürich", "twice.a60"), "Zürich: an edition's name has the letters A to Z and a to z"),
        (
            ("new", "edition", "debruijn1972_pentomino", "twice.a60"),
            "debruijn1972_pentomino: there is an edition 'debruijn1972_pentomino'; choose another name",
        ),
        (("new", "puzzle", "numbers.txt"), "numbers.txt: the name of a puzzle file ends in .toml"),
        (("new", "puzzle", "taken.toml"), "taken.toml: already exists; nothing was overwritten"),
        (("new", "language", "full"), "full: already exists; nothing was overwritten"),
        (("new", "language", "ecol"), "ecol: there is a language 'ecol'; choose another name"),
        (("new", "language", "json"), "json: there is a Python package 'json'; choose another name"),
        (("new", "language", "Two-words"), "Two-words: the name of a language is that of a Python package"),
        (("new", "language", "while"), "while: the name of a language is that of a Python package"),
        (("new", "edition", "a\nb", "twice.a60"), "a␊b: an edition's name has the letters A to Z"),
        (("new", "puzzle", "a\nb"), "a␊b: the name of a puzzle file ends in .toml"),
        (("new", "language", "a\nb"), "a␊b: the name of a language is that of a Python package: small letters"),
        (("new", "edtion", "x", "y"), "there is no verb 'edtion'; nearest: edition"),
    ],
)
def test_nothing_is_overwritten(call, listing, arguments, message):
    (listing / "mine").write_text("kept")
    (listing / "full").mkdir()
    (listing / "full" / "file").write_text("kept")
    (listing / "link").symlink_to(listing / "elsewhere")
    (listing / "taken.toml").write_text("kept")
    before = sorted(path.name for path in listing.rglob("*"))
    code, out, err = call(*arguments)
    assert (code, out) == (2, "")
    assert message in err
    assert sorted(path.name for path in listing.rglob("*")) == before
    assert {(listing / name).read_text() for name in ("mine", "full/file", "taken.toml")} == {"kept"}


def test_a_new_puzzle_has_a_solution(call):
    assert call("new", "puzzle", "own.toml")[0] == 0
    assert call("solve", "own.toml")[1].startswith("own: 6 solutions up to symmetry, ")


@pytest.mark.parametrize("name", ["two\nlines.toml", "red\x1b[31m.toml", "\udcff.toml"])
def test_a_new_puzzle_of_any_name_has_a_solution(call, name):
    code, out, err = call("new", "puzzle", name)
    assert (code, err, "\x1b" in out) == (0, "", False)
    assert "6 solutions up to symmetry, " in call("solve", name)[1]


def test_seal_reads_nothing_outside_the_folder(call, listing):
    """It printed any file that an edition gave for a checksum, and kept a copy of any that it gave for a text."""
    assert call(*HOW)[0] == 0
    (listing / "secret").write_text("a secret")
    file = listing / "mine" / "edition.toml"
    before = file.read_text()
    file.write_text(before.replace("twice.transcription", "../secret"))
    assert call("seal", "mine") == (
        2,
        "",
        "mine/edition.toml:32:1: [texts.twice]: '../secret' leads out of the folder\n",
    )
    checksum = sha256((listing / "mine" / "twice.transcription").read_bytes()).hexdigest()
    file.write_text(before.replace(checksum, str(listing / "secret")))
    code, out, err = call("seal", "mine")
    assert (code, err, "a secret" in out) == (0, "", False)
    assert "no copy of the text that was sealed is here: what changed in it cannot be shown" in out
    (listing / "mine" / "link").symlink_to("/dev/zero")
    message = "mine/link: is a link or a device; an edition has files and folders only\n"
    assert call("seal", "mine") == (2, "", message)


def test_seal_shows_control_characters_and_keeps_line_ends(call, listing):
    assert call(*HOW)[0] == 0
    file, text = listing / "mine" / "edition.toml", listing / "mine" / "twice.transcription"
    file.write_bytes(file.read_bytes().replace(b"\n", b"\r\n"))
    text.write_text(text.read_text() + "\x1b[2J")
    code, out, _ = call("seal", "mine")
    assert (code, "\x1b" in out, "␛[2J" in out) == (0, False, True)
    assert file.read_bytes().count(b"\r\n") == file.read_bytes().count(b"\n")


def test_seal_shows_what_changed(call, listing):
    assert call(*HOW)[0] == 0
    assert call("seal", "mine") == (0, "nothing changed\n", "")
    text = listing / "mine" / "twice.transcription"
    text.write_text(PROGRAM.replace("2 ×", "3 ×"))
    assert call("run", "mine")[0] == 2
    code, out, err = call("seal", "mine")
    assert (code, err) == (0, "")
    assert out.splitlines()[0].startswith("twice.transcription: sha256 ")
    assert out.splitlines()[2:] == [f"  -{PROGRAM.rstrip()}", f"  +{PROGRAM.rstrip().replace('2 ×', '3 ×')}"]
    assert call("run", "mine") == (0, "twice: 63 ", "")
    (listing / "mine" / "runs.toml").write_text(
        (listing / "mine" / "runs.toml").read_text().replace("budget", 'seal = "0"\nbudget')
    )
    code, out, _ = call("seal", "mine")
    assert (code, out.count("\n")) == (0, 1)
    assert out.startswith("run twice: what came of it has the checksum ")
    assert call("seal", "mine") == (0, "nothing changed\n", "")


def test_seal_leaves_a_file_alone_that_nobody_may_write(call, listing):
    assert call(*HOW)[0] == 0
    (listing / "mine" / "twice.transcription").write_text(PROGRAM.replace("2 ×", "3 ×"))
    file = listing / "mine" / "edition.toml"
    before = file.read_bytes()
    file.chmod(0o444)
    assert call("seal", "mine") == (2, "", f"{file}: is write-protected and is not replaced\n")
    assert (file.read_bytes(), file.stat().st_mode & 0o777) == (before, 0o444)


def test_a_sealed_text_that_was_altered_is_not_shown(call, listing, monkeypatch):
    monkeypatch.setenv("XDG_CACHE_HOME", str(listing))
    assert call(*HOW)[0] == 0
    text = listing / "mine" / "twice.transcription"
    sealed = listing / "getallenband" / "sealed" / sha256(text.read_bytes()).hexdigest()
    whole = sealed.read_bytes()
    sealed.write_text("FALSE LINE\n")
    assert call("seal", "mine") == (0, "nothing changed\n", "")
    assert sealed.read_bytes() == whole
    sealed.write_text("FALSE LINE\n")
    text.write_text(PROGRAM.replace("2 ×", "3 ×"))
    code, out, err = call("seal", "mine")
    assert (code, err) == (0, "")
    assert out.splitlines()[1] == "  no copy of the text that was sealed is here: what changed in it cannot be shown"


def test_a_tape_is_read_once_since_it_may_be_a_fifo(call, listing):
    read, write = os.pipe()
    os.write(write, b"21\n")
    os.close(write)
    assert call(*HOW[:-1], f"/dev/fd/{read}")[0] == 0
    os.close(read)
    assert (listing / "mine" / "input-tape.transcription").read_text() == "21\n"
    os.mkfifo("program.a60")
    assert call("new", "edition", "other", "program.a60") == (2, "", "program.a60: is not a regular file\n")


def test_control_characters_are_signs_in_files_of_xml(call, listing):
    """No XML may hold them: the files could not be read."""
    (listing / "twice.a60").write_text(PROGRAM.replace("twice: ", "<b>\x1b[31m"))
    assert call(*HOW)[0] == 0
    assert call("report", "mine", "--out", "pages")[0] == 0
    assert "<b>␛[31m" in "".join(ElementTree.parse(listing / "pages" / "mine.tei.xml").getroot().itertext())
    board = (
        'title = "<b>\\u001b[31m"\nlattice = "square"\nboard = { rectangle = [1, 1] }\npieces = { "\\u0000" = "#" }\n'
    )
    (listing / "own.toml").write_text(board)
    assert call("solve", "own.toml", "--svg", "own.svg")[0] == 0
    shown = [text.strip() for text in ElementTree.parse(listing / "own.svg").getroot().itertext() if text.strip()]
    assert shown == ["<b>␛[31m", "␀"]


def test_what_the_document_prints_is_compared_as_emended(call, listing):
    """A scan error in the printed table could be corrected, but the claim stayed contradicted."""
    (listing / "paper.txt").write_text("twice: 4Z\n")
    (listing / "right.txt").write_text("twice: 42\n")
    assert call(*HOW, "--printed", "paper.txt")[0] == 0
    assert "claim twice-output: contradicted" in call("check", "mine")[1]
    table = "mine/twice-prints.transcription"
    assert "added to emendations.toml: 1" in call("collate", table, "right.txt", "--append")[1]
    assert "The text twice-prints with 1 emendation." in call("check", "mine", "twice-output", "--evidence")[1]
    assert call("seal", "mine")[1] == "claim twice-output: awaiting-evidence is now reproduced-after-emendation\n"
    (verdict,) = json.loads(call("check", "mine", "--json")[1])
    assert (verdict["published"], verdict["derived"]["value"]) == (["twice: 4Z"], ["twice: 42"])
    assert verdict["reached"] == ["the program as transcribed"]
    assert call("report", "mine", "--out", "pages")[0] == 0
    page = (listing / "pages" / "mine.html").read_text()
    assert "The text twice-prints with 1 emendation." in page
    assert "no run reads this text; compared with it, as emended: twice-output" in page


def test_seal_writes_nothing_where_an_emendation_fits_no_more(call, listing):
    """The checksum was renewed all the same, and a later seal did not show the lines that had changed."""
    (listing / "right.a60").write_text(PROGRAM.replace("2 ×", "3 ×"))
    assert call(*HOW)[0] == 0
    assert call("collate", "mine/twice.transcription", "right.a60", "--append")[0] == 0
    before = (listing / "mine" / "edition.toml").read_bytes()
    text = listing / "mine" / "twice.transcription"
    text.write_text(PROGRAM.replace("2 ×", "4 ×"))
    code, out, err = call("seal", "mine")
    assert (code, out, "'2' is not found" in err) == (2, "", True)
    assert (listing / "mine" / "edition.toml").read_bytes() == before
    text.write_text(PROGRAM.replace("twice", "double"))
    code, out, _ = call("seal", "mine")
    assert (code, '  +begin integer k; k := read; outstring(1, "double: ")' in out) == (0, True)


def test_what_cannot_be_used_is_as_it_was_before(listing):
    def spoil():
        with changing(listing) as files:
            files.text("twice.a60")
            files.write("twice.a60", "x")
            files.write("new/new.toml", "x")
            raise Error

    with pytest.raises(Error):
        spoil()
    assert ((listing / "twice.a60").read_text(), (listing / "new" / "new.toml").exists()) == (PROGRAM, False)


def test_what_another_program_wrote_meanwhile_is_neither_replaced_nor_restored(listing):
    def interfere(name, *, read=True, written_before=False):
        with changing(listing) as files:
            if read:
                files.text(name)
            if written_before:
                files.write(name, "ours")
            (listing / name).write_text("an editor's")
            files.write(name, "ours, too")

    for written_before in (False, True):
        with pytest.raises(
            UserError, match=r"twice\.a60: another program has changed it meanwhile; run the command again"
        ):
            interfere("twice.a60", written_before=written_before)
        assert (listing / "twice.a60").read_text() == "an editor's"
    with pytest.raises(UserError, match=r"new\.toml: another program"):
        interfere("new.toml", read=False)
    assert (listing / "new.toml").read_text() == "an editor's"


def test_one_command_waits_for_another(call, listing, monkeypatch):
    """Two that added an emendation each at once both said that they had, and one was gone."""
    assert call("new", "edition", "mine", "twice.a60", "--tape", "numbers.txt")[0] == 0
    waits, outcome = Event(), []
    monkeypatch.setattr("getallenband.reports.scaffolding.changing.waiting", lambda _: waits.set())
    text = listing / "mine" / "twice.transcription"

    def command():
        differences = collated(PROGRAM, PROGRAM.replace("begin", "BEGIN"))
        outcome.extend(append(*text_of(text), differences))

    with changing(listing / "mine") as files:
        other = Thread(target=command)
        other.start()
        while not waits.wait(0.01):
            assert other.is_alive()
        files.text("emendations.toml")
        files.write("emendations.toml", as_emendations(collated(PROGRAM, PROGRAM.replace("twice", "TWICE")), "twice"))
    other.join()
    assert len(outcome) == 1
    assert [change.new for change in edition_at(listing / "mine").emendations] == ["TWICE", "BEGIN"]


@pytest.mark.parametrize(
    ("old", "new"),
    [("one\ntwo\n", "one two\n"), ("one\ntwo\n", "one\n\n\ntwo\n"), ("one\ntwo\nthree\n", "one\n")],
    ids=["joined", "broken", "deleted"],
)
def test_messages_name_the_line_of_the_transcription(call, listing, old, new):
    """An emendation that joined, broke or deleted lines before moved the number, under the transcription's name."""
    text = f"begin comment {old}; integer k;\nk := 1;\noutinteger(1, l)\nend\n"
    line = text[: text.index("outinteger")].count("\n") + 1
    (listing / "twice.a60").write_text(text)
    (listing / "right.a60").write_text(text.replace(old, new))
    assert call("new", "edition", "mine", "twice.a60")[0] == 0
    assert call("collate", "mine/twice.transcription", "right.a60", "--append")[0] == 0
    place = f"mine/twice.transcription:{line}:15: "
    assert f"{place}l is not declared" in call("check", "mine")[1]
    code, _, err = call("run", "mine")
    assert (code, err.splitlines()[:2]) == (2, [f"{place}l is not declared (Report 5)", f"{line:5} | outinteger(1, l)"])
    (listing / "right.a60").write_text(text.replace(old, new).replace("k := 1;", "").replace("l)", "k)"))
    assert call("collate", "mine/twice.transcription", "right.a60", "--append")[0] == 0
    trap = f"{place}trap: k has no value yet"
    assert trap in call("check", "mine")[1]
    code, _, err = call("run", "mine")
    assert (code, trap in err) == (3, True)


def test_what_happens_without_a_correction_names_the_line_of_the_transcription(call, listing):
    text = "begin comment one\ntwo; integer k;\nk := l\nend\n"
    (listing / "twice.a60").write_text(text)
    (listing / "right.a60").write_text(text.replace("one\n", "one ").replace("l\n", "1\n"))
    assert call("new", "edition", "mine", "twice.a60")[0] == 0
    assert call("collate", "mine/twice.transcription", "right.a60", "--append")[0] == 0
    assert call("report", "mine", "--out", "pages")[0] == 0
    assert "refused: line 3: l is not declared" in (listing / "pages" / "mine.md").read_text()


def test_messages_name_the_line_of_what_the_editor_inserted(call, listing):
    text = "begin integer k;\noutinteger(1, k)\nend\n"
    (listing / "twice.a60").write_text(text)
    assert call("new", "edition", "mine", "twice.a60")[0] == 0
    runs = listing / "mine" / "runs.toml"
    runs.write_text(runs.read_text().replace("budget", 'insert = [{ file = "more.a60", after = "k;" }]\nbudget'))
    (listing / "mine" / "more.a60").write_text("comment of the editor;\nk := l;\n")
    assert "mine/more.a60:2:6: l is not declared" in call("run", "mine")[2]
    (listing / "mine" / "more.a60").write_text("comment of the editor;\nk := k;\n")
    assert "mine/more.a60:2:" in call("run", "mine")[2]
    (listing / "mine" / "more.a60").write_text("comment of the editor;\ncomment again;\n")
    assert "mine/twice.transcription:2:15: trap: k has no value yet" in call("run", "mine")[2]
