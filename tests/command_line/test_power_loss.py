"""After a power failure at any moment, what a command wrote is the old file, the new one, or not there.

A disk keeps what was synced: the contents of files and the names in folders. Of the renames since then it may have kept
any. Each state that it may be in is looked at after each sync and each rename of a command.
"""

from __future__ import annotations

import os
import shutil
from collections import defaultdict
from itertools import combinations
from pathlib import Path

import pytest

from getallenband.durable import TEMPORARY
from tests.command_line.mine import PROGRAM

TORN = b"torn: it was not synced"


class Disk:
    """A folder on a disk that may lose its power.

    `contents` and `names` are what was synced of files and folders, by their inodes; `pending` are the renames since
    the last sync of their folder. `whole` are the contents that each path had when it got its name, `seen` what it may
    have after a power failure: None, where it is not there.
    """

    def __init__(self, root: Path) -> None:
        self.root = root
        self.contents: dict[int, bytes] = {}
        self.names: dict[int, dict[str, int]] = {}
        self.pending: list[tuple[int, str, int]] = []
        self.whole: dict[str, set[bytes]] = defaultdict(set)
        self.seen: dict[str, set[bytes | None]] = defaultdict(set)
        for path in [root, *root.rglob("*")]:
            self.sync(path)
            if path.is_file():
                self.whole[str(path.relative_to(root))].add(path.read_bytes())

    def sync(self, path: Path) -> None:
        number = path.stat().st_ino
        if path.is_dir():
            self.names[number] = {entry.name: entry.inode() for entry in os.scandir(path)}
            for entry in os.scandir(path):
                if entry.is_dir():
                    self.names.setdefault(entry.inode(), {})
            self.pending = [each for each in self.pending if each[0] != number]
        else:
            self.contents[number] = path.read_bytes()

    def rename(self, source: Path, target: Path) -> None:
        number = source.stat().st_ino
        self.pending.append((target.parent.stat().st_ino, target.name, number))
        for path in [source, *source.rglob("*")]:
            if path.is_file():
                name = str((target / path.relative_to(source)).relative_to(self.root))
                self.whole[name].add(path.read_bytes())

    def fail(self) -> None:
        """Note what there may be after a power failure now."""
        for kept in range(len(self.pending) + 1):
            for some in combinations(self.pending, kept):
                names = {number: dict(entries) for number, entries in self.names.items()}
                for folder, name, number in some:
                    names.setdefault(folder, {})[name] = number
                found = self.below(names, self.root.stat().st_ino)
                for path in {*self.whole, *found}:
                    self.seen[path].add(found.get(path))

    def below(self, names: dict[int, dict[str, int]], folder: int) -> dict[str, bytes]:
        """Return the contents of all files below a folder, by their paths; TORN for a folder whose names are lost."""
        found = {}
        for name, number in names[folder].items():
            if TEMPORARY.fullmatch(name):
                continue
            if number in names:
                found |= {f"{name}/{path}": content for path, content in self.below(names, number).items()}
            else:
                found[name] = self.contents.get(number, TORN)
        return found


@pytest.fixture
def disk(mine, monkeypatch):
    """Watch the folder that the test is in."""
    Path("main.a60").write_text(PROGRAM)
    Path("other.a60").write_text(PROGRAM.replace("42", "43"))
    shutil.copytree(mine, "altered/mine")
    Path("altered/mine/main.transcription").write_text(PROGRAM + "\n")
    watched = Disk(Path.cwd())
    monkeypatch.setenv("XDG_CACHE_HOME", str(Path.cwd().parent / "cache"))
    fsync, replace, rename = os.fsync, os.replace, os.rename

    def noting_sync(handle):
        path = Path(os.readlink(f"/proc/self/fd/{handle}"))
        fsync(handle)
        if path.is_relative_to(watched.root):
            watched.sync(path)
            watched.fail()

    def noting(moved):
        def move(source, target):
            if Path(target).absolute().is_relative_to(watched.root):
                watched.rename(Path(source).absolute(), Path(target).absolute())
                watched.fail()
            moved(source, target)

        return move

    monkeypatch.setattr("os.fsync", noting_sync)
    monkeypatch.setattr("os.replace", noting(replace))
    monkeypatch.setattr("os.rename", noting(rename))
    return watched


WRITING = {
    "record": (("run", "mine", "--record", "record.json"), ["record.json"]),
    "checkpoint": (("solve", "rug", "--every", "0", "--checkpoint", "state"), ["state"]),
    "certificate": (("solve", "rug", "--certificate", "proof", "--svg", "rug.svg"), ["proof", "rug.svg"]),
    "report": (("report", "./mine", "--out", "out"), ["out/mine.html", "out/mine.md"]),
    "collate": (("collate", "main.a60", "other.a60", "--out", "differences.toml"), ["differences.toml"]),
    "seal": (("seal", "./altered/mine"), ["altered/mine/edition.toml"]),
    "new edition": (("new", "edition", "fresh", "main.a60"), ["fresh/edition.toml", "fresh/claims.toml"]),
}
"""Commands that write what a user asked for, and some of their files."""


@pytest.mark.skipif(not Path("/proc/self/fd").is_dir(), reason="needs /proc to know what is synced")
@pytest.mark.parametrize("name", WRITING)
def test_files_are_whole_after_a_power_failure(name, disk, call):
    arguments, files = WRITING[name]
    code, _, errors = call(*arguments)
    assert code == 0, errors
    for path, contents in disk.seen.items():
        assert contents <= {*disk.whole[path], None}, f"{path} may be torn"
    assert set(files) <= {path for path, contents in disk.seen.items() if len(contents) > 1}, "they were not written"
    disk.seen.clear()
    disk.fail()
    for path, content in {name: Path(name).read_bytes() for name in disk.whole if Path(name).is_file()}.items():
        assert disk.seen[path] == {content}, f"{path} may be lost though the command has ended"


def test_the_disk_of_this_test_loses_what_is_not_synced(disk):
    Path("a").write_bytes(b"new")
    os.replace("a", "b")
    assert disk.seen["b"] == {None, TORN}
    with Path("b").open() as file:
        os.fsync(file.fileno())
    disk.seen.clear()
    disk.fail()
    assert disk.seen["b"] == {None, b"new"}
