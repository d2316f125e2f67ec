"""A text that is supplied goes to where the edition has it, and nowhere else."""

from __future__ import annotations

import errno
import json
import os
from hashlib import sha256

import pytest

from getallenband import durable
from getallenband.originals.edition import edition
from getallenband.originals.folders import ours
from tests import ROOT
from tests.command_line.mine import CLAIMS, EDITION, PROGRAM, RUNS


def lacking(mine, file: str) -> None:
    """Make the edition lack its text, which is in this file."""
    (mine / "main.transcription").unlink()
    named = EDITION.replace('"main.transcription"', json.dumps(file))
    (mine / "edition.toml").write_text(f'{named}obtain = "the library"\n')
    (mine.parent / "copy.a60").write_text(PROGRAM)


@pytest.mark.parametrize(
    "file", ["../out.a60", "sub/../../out.a60", "link/out.a60", "out.a60", "", ".", "a/..", "x\x1b[31m", "a" * 300]
)
def test_a_text_is_supplied_nowhere_else(call, mine, file):
    lacking(mine, file)
    (mine / "link").symlink_to(mine.parent)
    (mine / "out.a60").symlink_to(mine.parent / "out.a60")
    code, out, err = call("supply", "./mine", "main", "copy.a60")
    assert (code, out) == (2, "")
    assert "\x1b" not in err
    assert not (mine.parent / "out.a60").exists()


def test_a_text_is_supplied_into_a_folder_of_the_edition(call, mine):
    lacking(mine, "sub/main.transcription")
    code, out, err = call("supply", "./mine", "main", "copy.a60")
    assert (code, err) == (0, "")
    assert out.startswith("mine/sub/main.transcription\n")
    assert (mine / "sub" / "main.transcription").read_text() == PROGRAM


def test_an_edition_without_its_program_may_have_an_input_of_the_editor(call, mine):
    lacking(mine, "main.transcription")
    (mine / "tape").write_text("1")
    (mine / "runs.toml").write_text(f'{RUNS}inputs = {{ tape = "tape" }}\n')
    code, out, err = call("check", "./mine", "--json")
    assert (code, err) == (0, "")
    assert [each["verdict"] for each in json.loads(out)] == ["awaiting-evidence"]
    (mine / "runs.toml").write_text(f'{RUNS}seal = "0123456789abcdef"\n')
    assert call("seal", "./mine") == (0, "nothing changed\n", "")


def test_what_equals_a_text_that_may_not_be_copied_is_not_shown_as_an_observation(call, mine):
    (mine / "printed.transcription").write_text("42")
    printed = f'role = "table"\nfile = "printed.transcription"\nsha256 = "{sha256(b"42").hexdigest()}"\n'
    printed += 'witness = "a print"\nobtain = "the library"\n'
    (mine / "edition.toml").write_text(f"{EDITION}[texts.printed]\n{printed}")
    claim = CLAIMS.replace('published = "42"\nread = "text"', 'published = { text = "printed" }')
    (mine / "claims.toml").write_text(claim.replace("{this.published}", "it"))
    code, out, err = call("check", "./mine", "--json")
    assert (code, err) == (0, "")
    assert [(each["published"], each["observed"]) for each in json.loads(out)] == [
        ("the text printed, which may not be copied",) * 2
    ]


def test_what_an_input_takes_for_granted_is_not_confirmed_by_it(call, mine):
    (mine / "runs.toml").write_text(f'{RUNS}assumes = ["answer"]\n')
    pinned = 'verdict = "consistent"\nobserved = "42"'
    (mine / "claims.toml").write_text(CLAIMS.replace('verdict = "reproduced"', pinned))
    code, out, err = call("check", "./mine", "--json")
    assert (code, err) == (0, "")
    assert [(each["verdict"], each["reached"][-1]) for each in json.loads(out)] == [
        ("consistent", "the editor's own reading")
    ]
    (mine / "runs.toml").write_text(f'{RUNS}assumes = ["anwser"]\n')
    message = "mine/runs.toml:4:12: [runs.first]: there is no claim 'anwser'; nearest: answer\n"
    assert call("check", "./mine")[::2] == (2, message)


def awaiting(mine) -> None:
    """Make the edition await its text."""
    lacking(mine, "main.transcription")
    (mine / "edition.toml").write_text(EDITION.replace(sha256(PROGRAM.encode()).hexdigest(), "to be supplied: main"))


def stopping(monkeypatch, error: BaseException) -> None:
    """Stop the next file but one that is written."""
    written, put = [], durable.put

    def putting(path, *arguments, **options):
        written.append(path)
        if len(written) == 2:
            raise error
        put(path, *arguments, **options)

    monkeypatch.setattr(durable, "put", putting)
    monkeypatch.setattr("getallenband.reports.scaffolding.supply.keep", lambda *_: None)  # it writes into the cache


def test_a_text_that_cannot_be_recorded_is_not_there_either(call, mine, monkeypatch):
    awaiting(mine)
    before = (mine / "edition.toml").read_text()
    with monkeypatch.context() as patched:
        stopping(patched, OSError(errno.ENOSPC, os.strerror(errno.ENOSPC), "edition.toml"))
        code, out, err = call("supply", "./mine", "main", "copy.a60")
    assert (code, out, err) == (2, "", "edition.toml: No space left on device\n")
    assert (mine / "edition.toml").read_text() == before
    assert not (mine / "main.transcription").exists()
    assert call("supply", "./mine", "main", "copy.a60")[0] == 0


def test_a_supply_that_was_killed_is_completed_by_seal(call, mine, monkeypatch):
    awaiting(mine)
    with monkeypatch.context() as patched:
        stopping(patched, SystemExit(9))
        call("supply", "./mine", "main", "copy.a60")
    code, _, err = call("show", "./mine")
    assert code == 2
    assert err.endswith("if it was changed on purpose: getallenband seal mine\n")
    assert call("seal", "./mine")[0] == 0
    assert call("show", "./mine") == (0, PROGRAM, "")


ENCODED = {
    "utf-16": PROGRAM.encode("utf-16"),
    "cp037": PROGRAM.encode("cp037"),
    "utf-8": b"\xef\xbb\xbf" + PROGRAM.replace("\n", "\r\n\r\n").encode(),
}


@pytest.mark.parametrize("encoding", ENCODED)
def test_a_copy_in_another_encoding_is_the_same_text(call, mine, encoding):
    lacking(mine, "main.transcription")
    (mine.parent / "copy").write_bytes(ENCODED[encoding])
    assert call("supply", "./mine", "main", "copy", "--encoding", encoding)[0] == 0
    assert (mine / "main.transcription").read_text() == PROGRAM


@pytest.mark.parametrize(
    ("content", "options", "message"),
    [
        (PROGRAM.replace("42", "43").encode(), (), "copy: is not the text that was transcribed: its sha256 is "),
        (PROGRAM.replace("\n", "\r").encode(), (), "copy: is not the text that was transcribed: its sha256 is "),
        (b"a\0b", (), "copy: is not the text that was transcribed: its sha256 is "),
        (PROGRAM.encode("utf-16"), (), "copy:1:1: byte 0xff is not UTF-8, and the text does not look like Latin-1"),
        (PROGRAM.encode(), ("--encoding", "punycode"), "copy:1:"),  # Python 3.13 has another column
        (PROGRAM.encode(), ("--encoding", "zlib"), "--encoding zlib: no such encoding; expected: utf-8,"),
        (b"\\ud800", ("--encoding", "unicode_escape"), "invalid text encoding: 'utf-8' codec can't encode"),
        (b"\x1f\x8b\x08\0", (), "copy: is a packed file (gzip), and not a text: unpack it first: gunzip FILE.gz"),
        (b"\n \n", (), "copy: is empty; expected a text"),
        ("copy", (), "copy: Too many levels of symbolic links"),
        (".", (), "copy: Is a directory"),
        ("/dev/zero", (), "copy: has more than 67,108,864 bytes"),
        ("/proc/self/mem", (), "copy: Input/output error"),
    ],
)
def test_what_is_not_the_text_is_refused(call, mine, content, options, message):
    lacking(mine, "main.transcription")
    copy = mine.parent / "copy"
    if isinstance(content, bytes):
        copy.write_bytes(content)
    else:
        copy.symlink_to(content)
    code, out, err = call("supply", "./mine", "main", "copy", *options)
    assert (code, out) == (2, "")
    assert err.startswith(message)
    assert not (mine / "main.transcription").exists()


def test_a_text_of_ours_is_supplied_by_the_name_of_its_edition_from_anywhere(call, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    _, out, err = call("run", "kruseman2008_pentomino")
    assert "; then: getallenband supply kruseman2008_pentomino program FILE" in out + err


@pytest.mark.skipif(not (ROOT / ".gitignore").exists(), reason="a source archive has no .gitignore")
def test_git_ignores_the_texts_of_ours_that_may_not_be_published():
    ignored = (ROOT / ".gitignore").read_text(encoding="utf-8").splitlines()
    texts = [(name, text.file) for name in ours() for text in edition(name).texts.values() if text.obtain]
    assert texts
    assert [f"originals/{name}/{file}" for name, file in texts if f"originals/{name}/{file}" not in ignored] == []
