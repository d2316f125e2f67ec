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
import tempfile
from pathlib import Path

import platformdirs

MODE = 0o644
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
    """Name a folder for what can be made again, made if need be; None where nothing can be written."""
    folder = platformdirs.user_cache_path("getallenband") / name
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError:
        return None
    return folder if os.access(folder, os.W_OK | os.X_OK) else None
