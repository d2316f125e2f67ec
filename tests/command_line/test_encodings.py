"""Texts that are not in UTF-8: recognised, chosen by --encoding, or refused."""

from __future__ import annotations

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
