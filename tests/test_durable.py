"""Files are whole or not there, whoever writes at the same time, and whatever is in the way."""

from __future__ import annotations

import os
import socket
import stat
import subprocess
import sys
from contextlib import ExitStack

import pytest

from getallenband import durable
from tests.processes import started


def test_a_file_is_written_with_its_folders_where_that_is_wished(tmp_path):
    path = tmp_path / "a" / "b.md"
    with pytest.raises(FileNotFoundError, match="there is no such folder") as raised:
        durable.write(path, "é\r\n")
    assert raised.value.filename == str(tmp_path / "a")
    durable.write_below(tmp_path / "a", "b.md", "é\r\n")
    assert path.read_bytes() == "é\r\n".encode()
    durable.write(path, b"\0")
    assert path.read_bytes() == b"\0"
    assert [each.name for each in path.parent.iterdir()] == ["b.md"]
    durable.write(path, '"\ud800\udcff"')
    assert path.read_bytes() == rb'"\ud800\udcff"'  # JSON still
    (tmp_path / "a" / "out").symlink_to(tmp_path)
    for name, named in (("out/c", "out"), ("b.md/d/c", "b.md")):
        with pytest.raises(NotADirectoryError, match="is not a folder") as raised:
            durable.write_below(tmp_path / "a", name, "")
        assert raised.value.filename == str(tmp_path / "a" / named)
    assert [each.name for each in tmp_path.iterdir()] == ["a"]


def test_names_may_be_as_long_as_names_are(tmp_path):
    for name in ("n" * 255, "é" * 127, "🧩" * 63):
        durable.write(tmp_path / name, name)
        assert (tmp_path / name).read_text() == name
        (tmp_path / name).unlink()
        durable.write_folder(tmp_path / name, {"a": b""})
    assert len(list(tmp_path.iterdir())) == 3


def test_permissions_stay(tmp_path):
    path = tmp_path / "x"
    durable.write(path, "new")
    assert stat.S_IMODE(path.stat().st_mode) == 0o644
    path.chmod(0o600)
    durable.write(path, "newer")
    assert stat.S_IMODE(path.stat().st_mode) == 0o600


def test_nothing_is_left_half_written(tmp_path, monkeypatch):
    target = tmp_path / "page.md"
    target.write_text("old")

    def full(*_arguments):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("os.replace", full)
    with pytest.raises(OSError, match=r"No space.*page\.md'$"):
        durable.write(target, "new")
    assert [path.name for path in tmp_path.iterdir()] == ["page.md"]
    assert target.read_text() == "old"


def test_links_devices_and_folders_are_left_alone(tmp_path):
    (tmp_path / "real").write_text("old")
    (tmp_path / "link").symlink_to(tmp_path / "real")
    (tmp_path / "folder").mkdir()
    os.mkfifo(tmp_path / "pipe")
    for name in ("link", "folder", "pipe"):
        with pytest.raises(OSError, match="is not a regular file and is not replaced") as raised:
            durable.write(tmp_path / name, "new")
        assert raised.value.filename == str(tmp_path / name)
    assert (tmp_path / "real").read_text() == "old"
    with pytest.raises(OSError, match="is not a regular file"):
        durable.write(durable.Path("/dev/null"), "new")
    (tmp_path / "real").chmod(0o444)
    with pytest.raises(PermissionError, match="is write-protected and is not replaced"):
        durable.write(tmp_path / "real", "new")
    assert (tmp_path / "real").read_text() == "old"


def linked(path):
    durable.keep(path.with_name("other"), b"content", "")
    path.symlink_to("other")


def huge(path):
    path.touch()
    os.truncate(path, 2**30)


IN_THE_WAY = {
    "folder": durable.Path.mkdir,
    "FIFO": os.mkfifo,
    "link": linked,
    "loop": lambda path: path.symlink_to(path.name),
    "socket": lambda path: socket.socket(socket.AF_UNIX).bind(str(path)),
    "empty": durable.Path.touch,
    "huge": huge,
    "altered": lambda path: path.write_bytes(durable.sha256(b"a").hexdigest().encode() + b"\nb"),
}
"""What may stand in place of a file of the cache, and how it comes there."""


@pytest.mark.parametrize("what", IN_THE_WAY)
def test_an_entry_of_the_cache_that_is_none_is_made_again(tmp_path, monkeypatch, capsys, what):
    monkeypatch.chdir(tmp_path)
    path = tmp_path / "entry"
    IN_THE_WAY[what](durable.Path("entry"))  # the paths of sockets are short
    assert durable.read_cached(path) is None
    made = durable.keep(path, b"new", "results are")
    assert (made, durable.read_cached(path)) == ((False, None) if what == "folder" else (True, b"new"))
    told = f"{path}: Is a directory: results are not cached\n" if what == "folder" else ""
    assert capsys.readouterr().err == told
    assert path.is_symlink() is False
    assert what != "link" or durable.read_cached(tmp_path / "other") == b"content"


def test_an_entry_is_of_what_it_was_made_from(tmp_path):
    durable.keep(tmp_path / "entry", b"tables", "", b"a grammar")
    assert durable.read_cached(tmp_path / "entry", b"a grammar") == b"tables"
    assert durable.read_cached(tmp_path / "entry", b"another") is None


@pytest.mark.parametrize("what", ["FIFO", "loop", "socket", "empty"])
def test_what_is_no_folder_is_no_folder_of_the_cache(tmp_path, monkeypatch, what):
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    (tmp_path / "getallenband").mkdir()
    monkeypatch.chdir(tmp_path / "getallenband")
    IN_THE_WAY[what](durable.Path("x"))
    assert durable.cache_folder("x") is None


def test_a_cache_folder_that_cannot_be_listed_is_not_used(tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    monkeypatch.setattr("os.access", lambda _path, mode: not mode & os.R_OK)
    assert durable.cache_folder("x") is None


def test_only_regular_files_are_read_and_no_fifo_is_waited_for(tmp_path):
    os.mkfifo(tmp_path / "pipe")
    for path in (tmp_path / "pipe", tmp_path, durable.Path("/dev/zero")):
        with pytest.raises(OSError, match="is not a regular file") as raised:
            durable.read(path)
        assert raised.value.filename == str(path)


WRITER = """
import sys, pathlib
from getallenband import durable
while True:
    durable.write(pathlib.Path(sys.argv[1]), sys.argv[2] * 100_000)
    print("written", flush=True)
"""


def test_writers_that_are_killed_leave_one_whole_content(tmp_path):
    path = tmp_path / "x"
    with ExitStack() as ended_by_a_kill:
        for letter in "ab":
            command = [sys.executable, "-c", WRITER, str(path), letter]
            writer = ended_by_a_kill.enter_context(started(command, stdout=subprocess.PIPE))
            assert writer.stdout.readline() == b"written\n"
    assert path.read_text() in {"a" * 100_000, "b" * 100_000}


def test_what_killed_writers_left_goes_and_what_others_write_stays(tmp_path):
    dead, living = (tmp_path / f".x.{name}{durable.SUFFIX}" for name in ("abcdefg1", "abcdefg2"))
    folder, other = tmp_path / f".mine.abcdefg3{durable.SUFFIX}", tmp_path / f".x.1{durable.SUFFIX}"
    link = tmp_path / f".x.abcdefg4{durable.SUFFIX}"
    for path in (dead, living, other):
        path.write_text("")
    folder.mkdir()
    (folder / "inside").write_text("")
    link.symlink_to(other)
    with living.open() as held:
        assert durable.lock(held.fileno())
        durable.sweep.cache_clear()
        durable.write(tmp_path / "y", "")
        assert sorted(tmp_path.iterdir()) == sorted([living, other, link, tmp_path / "y"])


def test_a_folder_is_whole_or_not_there(tmp_path, monkeypatch):
    durable.write_folder(tmp_path / "mine", {"a": b"1", "b/c": b"2"})
    assert (tmp_path / "mine" / "b" / "c").read_bytes() == b"2"
    with pytest.raises(OSError, match="not empty"):
        durable.write_folder(tmp_path / "mine", {"a": b"3"})
    with pytest.raises(FileNotFoundError, match="there is no such folder"):
        durable.write_folder(tmp_path / "none" / "mine", {})
    monkeypatch.setattr("os.rename", lambda *_: (_ for _ in ()).throw(OSError(28, "No space left on device")))
    with pytest.raises(OSError, match=r"No space.*other'$"):
        durable.write_folder(tmp_path / "other", {"a": b"3"})
    assert [path.name for path in tmp_path.iterdir()] == ["mine"]


@pytest.mark.parametrize("made", ["mkdtemp", "mkstemp"])
def test_what_a_sweep_removes_before_it_is_locked_is_made_again(tmp_path, monkeypatch, made):
    make, swept = getattr(durable.tempfile, made), []

    def swept_once(**where):
        found = make(**where)
        if not swept:
            swept.append(found)
            durable.sweep.__wrapped__(tmp_path)
        return found

    monkeypatch.setattr(durable.tempfile, made, swept_once)
    durable.write_folder(tmp_path / "mine", {"a/b": b"1"})
    durable.write(tmp_path / "x", "2")
    assert len(swept) == 1
    assert {path.name for path in tmp_path.rglob("*")} == {"mine", "a", "b", "x"}
    assert ((tmp_path / "mine/a/b").read_bytes(), (tmp_path / "x").read_bytes()) == (b"1", b"2")


def test_where_nothing_may_be_written_the_message_names_the_file(tmp_path, monkeypatch):
    def refused(**_where):
        raise PermissionError(13, "Permission denied", "/hidden")

    monkeypatch.setattr(durable.tempfile, "mkstemp", refused)
    monkeypatch.setattr(durable.tempfile, "mkdtemp", refused)
    for write in (lambda path: durable.write(path, ""), lambda path: durable.write_folder(path, {})):
        with pytest.raises(PermissionError) as raised:
            write(tmp_path / "mine")
        assert raised.value.filename == str(tmp_path / "mine")


def test_without_a_cache_folder_there_is_none(tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    assert durable.cache_folder("x") == tmp_path / "getallenband" / "x"
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "file"))
    assert durable.cache_folder("x") is None


def test_the_folder_around_the_cache_folders_is_ours_alone_too(tmp_path, monkeypatch, capsys):
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    around = tmp_path / "getallenband"
    around.mkdir()
    around.chmod(0o777)
    assert durable.cache_folder("compiled") is None
    assert capsys.readouterr().err == f"{around}: can be written by others: nothing is cached there\n"
    around.chmod(0o755)
    assert durable.cache_folder("compiled") == around / "compiled"


def test_a_cache_folder_is_ours_alone(tmp_path, monkeypatch, capsys):
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    folder = durable.cache_folder("x")
    assert stat.S_IMODE(folder.stat().st_mode) == 0o700
    folder.chmod(0o770)
    assert [durable.cache_folder("x"), durable.cache_folder("x")] == [None, None]
    assert capsys.readouterr().err == f"{folder}: can be written by others: nothing is cached there\n"
    monkeypatch.setattr("os.getuid", lambda: folder.stat().st_uid + 1)
    assert durable.cache_folder("y") is None
    assert capsys.readouterr().err == f"{folder.parent / 'y'}: belongs to another user: nothing is cached there\n"
