"""The files of an edition's folder: all are plain, none is huge, and no name leads out of the folder.

files = Files(Path("mine"))
files.read("main.transcription")            # the text; its checksum is in files.checksums from then on
puzzle_of(Path("mine"), "strip.toml", …)    # "mine/strip.toml", by which solvers know it
"""

from __future__ import annotations

import os
from collections.abc import Callable
from hashlib import sha256
from pathlib import Path
from stat import S_ISDIR, S_ISREG

from getallenband.durable import LARGEST
from getallenband.durable.names import shown
from getallenband.originals.errors import EditionError
from getallenband.originals.tables import Table, display_path, read_text

PUZZLES = (".toml", ".dlx")
"""How the files of puzzles end."""
LONGEST_NAME = 255
"""The bytes of a file's name in an edition, its folders with it: what file systems take for each part."""


class Files:
    """The files of a folder that were read, with their checksums."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.checksums: dict[str, str] = {}

    def read(self, file: str) -> str:
        """Return the text of a file in the folder, and keep its checksum."""
        path = inside(self.folder, file)
        content = read_text(path)
        self.checksums[file] = sha256(path.read_bytes()).hexdigest()
        return content

    def named(self, file: str, table: Table, *keys: str) -> str:
        """Return the text of a file that a table names."""
        with table.blamed(*keys):
            return self.read(file)


def checked_files(folder: Path) -> list[os.stat_result]:
    """Return what is known of the folder's files, in their order; links and files beyond any text are refused."""
    found = []
    for path in sorted(folder.rglob("*")):
        stat = path.lstat()
        if not (S_ISREG(stat.st_mode) or S_ISDIR(stat.st_mode)):
            raise EditionError(f"{display_path(path)}: is a link or a device; an edition has files and folders only")
        if stat.st_size > LARGEST and S_ISREG(stat.st_mode):
            raise EditionError(f"{display_path(path)}: has {stat.st_size:,} bytes; expected at most {LARGEST:,}")
        if S_ISREG(stat.st_mode):
            found.append(stat)
    return found


def inside(folder: Path, file: str) -> Path:
    """Return the path of a file in a folder; a name that leads out of the folder is an EditionError."""
    if not file.isprintable() or len(file.encode()) > LONGEST_NAME:
        expected = f"at most {LONGEST_NAME} bytes, of characters that can be printed"
        raise EditionError(f"{shown(file)} is not a file name: expected {expected}")
    path = (folder / file).resolve()
    if not path.is_relative_to(folder.resolve()):
        raise EditionError(f"{file!r} leads out of the folder")
    return path


def puzzle_of(folder: Path, given: str, error: Callable[[str, str], EditionError]) -> str:
    """Return the name by which solvers know a puzzle that an edition names: one of ours, or EDITION/FILE.

    A file is one of the edition's; `error` says where another is named.
    """
    if not given.endswith(PUZZLES):
        return given
    try:
        path = inside(folder, given)
        there = path.is_file()
    except (EditionError, OSError):
        there = False
    if not there:
        expected = "expected one, or the name of a puzzle of ours"
        raise error(f'"puzzle" {given!r} is not a file of the edition; {expected}', "puzzle")
    return f"{folder.name}/{path.relative_to(folder.resolve()).as_posix()}"
