"""Texts that are not in UTF-8: recognised, chosen by --encoding, or refused."""

from __future__ import annotations

import codecs

import pytest

TIMES = 'begin outinteger(1, 2 × 3); outstring(1, "é") end\n'


def test_a_text_in_latin_1_is_read_with_a_note(call, tmp_path):
    path = tmp_path / "times.a60"
    path.write_bytes(f"comment two\n; {TIMES}".replace("\n", "\r\n").encode("latin-1"))
    code, out, err = call("run", str(path))
    assert (code, out) == (0, "6 é")
    assert err == (
        f"{path}:2:25: note: read as Latin-1, since byte 0xd7 is not UTF-8; --encoding NAME chooses another encoding\n"
    )
    assert call("run", str(path), "--quiet") == (0, "6 é", "")
    assert call("run", str(path), "--encoding", "latin-1") == (0, "6 é", "")
    code, _, err = call("run", str(path), "--encoding", "utf-8")
    assert (code, err.splitlines()[0]) == (2, f"{path}:2:25: byte 0xd7 is not utf-8")


def test_the_encoding_is_that_of_the_inputs_too(call, tmp_path):
    program, tape = tmp_path / "copy.pl", tmp_path / "tape"
    program.write_bytes("print <STDIN>; # Привет\n".encode("koi8-r"))
    tape.write_bytes("Москва\n".encode("koi8-r"))
    assert call("run", str(program), "--tape", str(tape), "--encoding", "koi8-r")[:2] == (0, "Москва\n")
    program.write_text("print <STDIN>;\n")
    tape.write_bytes(b"caf\xe9\n")
    code, out, err = call("run", str(program), "--tape", str(tape))
    assert (code, out) == (0, "café\n")
    assert err.startswith(f"{tape}:1:4: note: read as Latin-1")


@pytest.mark.parametrize("name", ["utf-16", "utf-32", "utf-16-le"])
def test_wide_characters(call, tmp_path, name):
    path = tmp_path / "times.a60"
    path.write_bytes(TIMES.replace("\n", "\r\n").encode(name))
    assert call("run", str(path), "--encoding", name) == (0, "6 é", "")
    path.write_bytes(path.read_bytes()[:-1])
    code, out, err = call("run", str(path), "--encoding", name)
    assert (code, out, f" is not {name}" in err) == (2, "", True)


@pytest.mark.parametrize("name", ["nonsense", "hex", "undefined", "a\0b"])
def test_an_unknown_encoding(call, tmp_path, name):
    path = tmp_path / "times.a60"
    path.write_text(TIMES)
    code, out, err = call("run", str(path), "--encoding", name)
    assert (code, out) == (2, "")
    assert "no such encoding; expected: utf-8, latin-1" in err


@pytest.mark.parametrize("content", [b"caf\xc3\xa9 \xe9\n", b"\x93quoted\x94\n", b"\xe9\0\n"])
def test_a_text_that_is_neither_utf_8_nor_latin_1_by_its_look(call, tmp_path, content):
    path = tmp_path / "damaged.a60"
    path.write_bytes(content)
    code, out, err = call("run", str(path))
    assert (code, out) == (2, "")
    assert "is not UTF-8, and the text does not look like Latin-1" in err


@pytest.mark.parametrize("suffix", [".ecol", ".a60", ".f", ".algol", ".c", ".pl", ".scm"])
def test_a_mark_of_the_encoding_moves_no_place(call, tmp_path, suffix):
    path = tmp_path / f"program{suffix}"
    for text in (b"?? ) = (\n", b"?\n? ( \xc3\xa9\xe9\n"):  # wrong in every language, and in no encoding
        said = []
        for mark in (b"", codecs.BOM_UTF8):
            path.write_bytes(mark + text)
            code, out, err = call("run", str(path))
            assert (code, out) == (2, "")
            said.append([line for line in err.splitlines() if line.startswith((str(path), "    "))])
        plain, marked = said
        assert [line.split(" byte ")[0] for line in marked[:1]] == [line.split(" byte ")[0] for line in plain[:1]]
        assert marked[1:] == plain[1:]


def test_a_marked_text_runs_in_any_encoding_of_the_mark(call, tmp_path):
    path = tmp_path / "times.a60"
    for name in ("utf-8", "utf-16-le", "utf-16-be", "utf-32-le"):
        path.write_bytes(f"\ufeff{TIMES}".encode(name))
        assert call("run", str(path), "--encoding", name) == (0, "6 é", "")


def test_a_wrong_byte_of_a_marked_text_is_named(call, tmp_path):
    program, tape = tmp_path / "copy.pl", tmp_path / "tape"
    program.write_text("print <STDIN>;\n")
    tape.write_bytes(codecs.BOM_UTF8 + b"one\n10 caf\xe9\n")
    code, out, err = call("run", str(program), "--tape", str(tape))
    assert (code, out) == (2, "")
    expected = f"{tape}:2:7: byte 0xe9 is not UTF-8, which the mark at the beginning of the text says it is\n"
    assert err.startswith(expected)
    assert err.endswith("  hint: it was put together of texts in two encodings: save it as UTF-8 throughout\n")


@pytest.mark.parametrize(
    ("mark", "name"),
    [
        (codecs.BOM_UTF16_LE, "utf-16"),
        (codecs.BOM_UTF16_BE, "utf-16"),
        (codecs.BOM_UTF32_LE, "utf-32"),
        (codecs.BOM_UTF32_BE, "utf-32"),
    ],
)
def test_another_mark_names_its_encoding(call, tmp_path, mark, name):
    path = tmp_path / "times.a60"
    path.write_bytes(mark + b"\xe9\xe8\xe9\xe8")  # Latin-1 by its look
    code, out, err = call("run", str(path))
    assert (code, out) == (2, "")
    assert f"  hint: this is {name.upper()}, which --encoding {name} reads in run, new edition and supply" in err
