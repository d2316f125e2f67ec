"""Files that are whole or not there: one way to write for every package, and the user's cache folder.

    write(Path("out/index.md"), "…")            # a reader sees the old file or the new one, whatever is killed when
    cache_folder("records")                     # ~/.cache/getallenband/records, or None where nothing can be written

The packages that write files must not import each other, so this stands below them all. Beside it stand errors.py, the
base of all that is raised for users, and names.py, the nearest of known names. Nothing here knows of programs, puzzles
or reports.
"""

from __future__ import annotations

import contextlib
import errno
import os
import stat
import sys
import tempfile
from functools import cache
from pathlib import Path

import platformdirs

MODE = 0o644
PRIVATE = 0o700
SUFFIX = ".part"
"""The end of a temporary file's name; the rest cannot be guessed."""


def write(path: Path, content: str | bytes) -> None:
    """Write a file, its folder made if need be; a text is UTF-8 with the line ends it has.

    Several processes may write the same file: one of their contents is there in the end. What is there but is no
    regular file (a link, a device, a folder) is left alone: OSError.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    mode = permissions(path)
    handle, temporary = tempfile.mkstemp(prefix=f".{path.name}.", suffix=SUFFIX, dir=path.parent)
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(content.encode() if isinstance(content, str) else content)
            file.flush()
            os.fsync(file.fileno())
        os.chmod(temporary, mode)
        os.replace(temporary, path)
    except BaseException:
        with contextlib.suppress(OSError):
            os.unlink(temporary)
        raise


def permissions(path: Path) -> int:
    """Return the permissions that a file has or will have; raise OSError for what must not be replaced."""
    try:
        mode = path.lstat().st_mode
    except FileNotFoundError:
        return MODE
    if not stat.S_ISREG(mode):
        raise OSError(errno.EINVAL, "is no regular file and is not replaced", str(path))
    return stat.S_IMODE(mode)


def cache_folder(name: str) -> Path | None:
    """Name a folder for what can be made again, made if need be; None where nothing can be written.

    What is kept there is believed, machine code too: a folder that others own or may write is not used, and it is said.
    """
    folder = platformdirs.user_cache_path("getallenband") / name
    try:
        folder.parent.mkdir(mode=PRIVATE, parents=True, exist_ok=True)
        folder.mkdir(mode=PRIVATE, exist_ok=True)
        found = folder.stat()
    except OSError:
        return None
    if hasattr(os, "getuid") and found.st_uid != os.getuid():
        return unused(folder, "belongs to another user")
    if found.st_mode & (stat.S_IWGRP | stat.S_IWOTH):
        return unused(folder, "can be written by others")
    return folder if os.access(folder, os.W_OK | os.X_OK) else None


@cache
def unused(folder: Path, why: str) -> None:
    """Say once that a folder of the cache is not used."""
    sys.stderr.write(f"{folder}: {why}: nothing is kept there\n")


def keep(path: Path, content: bytes, what: str) -> bool:
    """Write a file of the cache; where there is no room, say what is not kept and return False."""
    try:
        write(path, content)
    except OSError as error:
        sys.stderr.write(f"{path.parent}: {error.strerror}: {what} not kept\n")
        return False
    return True
