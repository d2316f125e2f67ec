"""Atomic file writing for every package, and the user's cache folder.

    write(Path("index.md"), "…")                # a reader sees the old file or the new one, whatever is killed when
    write_below(Path("out"), "a/b.md", "…")     # the same in a folder, through no link in it
    read(Path("index.md"))                      # bytes, of a regular file that is not too large
    write_folder(Path("mine"), {"a.toml": b""}) # whole, or not written
    cache_folder("records")                     # ~/.cache/getallenband/records, or None where nothing can be written
    keep(path, b"…", "results are"); read_cached(path)   # a cached file, with a checksum

What a user asked for is whole after a power failure too: contents are synced before they get their name, and folders
after it. Cached files are not synced: their checksum shows one that is torn, and it is made again.

The packages that write files must not import each other, so this one is below them all. It also has errors.py, the base
of all errors for users, names.py, the nearest of known names, toml.py, and visible.py, which escapes foreign text.
Nothing here knows of programs, puzzles or reports.
"""

from __future__ import annotations

import contextlib
import errno
import os
import re
import shutil
import stat
import sys
import tempfile
from collections.abc import Callable, Iterator, Mapping
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import BinaryIO

import platformdirs

MODE = 0o644
PRIVATE = 0o700
SUFFIX = ".getallenband-part"
"""The end of a temporary file's name; what comes before it cannot be guessed."""
LARGEST = 64 * 2**20
"""Bytes of a file that is read whole."""
TEMPORARY = re.compile(rf"\..+\.[a-z0-9_]{{8}}{re.escape(SUFFIX)}")


def write(path: Path, content: str | bytes) -> None:
    """Write a file; a text is UTF-8 with the line ends it has.

    Several processes may write the same file: one of their contents is there in the end. What is there but is no
    regular file (a link, a device, a folder), or that nobody may write, is left alone: OSError.
    """
    put(path, content, permissions(path))


def write_below(folder: Path, name: str, content: str | bytes) -> None:
    """Write a file in a folder, by its path in it; folders are made if need be, and links to others refused."""
    path = folder / name
    missing = [each for each in path.parents if not each.exists()]
    folder.mkdir(parents=True, exist_ok=True)
    for part in reversed(path.relative_to(folder).parents[:-1]):
        made = folder / part
        with contextlib.suppress(FileExistsError):
            made.mkdir()
        if not stat.S_ISDIR(made.lstat().st_mode):
            raise NotADirectoryError(errno.ENOTDIR, "is not a folder", str(made))
    for made in missing:
        sync_folder(made.parent)
    write(path, content)


def inside(name: str) -> str | None:
    """Return the path of a file in a folder without detours; None where it leads out of the folder."""
    path = os.path.normpath(name)
    return None if path in (".", "..") or path.startswith(("../", "/")) else path


def put(path: Path, content: str | bytes, mode: int, *, synced: bool = True) -> None:
    """Write a file over whatever has its name; half of a pair of code units is written as its escape in JSON."""
    sweep(path.absolute().parent)
    with naming(path):
        handle, temporary = begin(path)
        try:
            with os.fdopen(handle, "wb") as file:
                file.write(content.encode(errors="backslashreplace") if isinstance(content, str) else content)
                file.flush()  # what cannot be written must not get the name
                os.fchmod(file.fileno(), mode)
                if synced:
                    os.fsync(file.fileno())
                os.replace(temporary, path)
        except BaseException:
            with contextlib.suppress(OSError):
                os.unlink(temporary)
            raise
        if synced:
            sync_folder(path.parent)


@contextlib.contextmanager
def naming(path: Path | str) -> Iterator[None]:
    """Make an OSError name the target, not the temporary file (or nothing, where the disk is full or damaged)."""
    try:
        yield
    except OSError as problem:
        problem.filename = str(path)
        raise


def sync_folder(folder: Path) -> None:
    """Wait until the names in a folder are on the disk: a new name may be lost with the power until then."""
    try:
        handle = os.open(folder, os.O_RDONLY)
    except OSError:
        return  # one that may be written but not listed; on some systems no folder can be opened
    try:
        os.fsync(handle)
    except OSError as problem:
        if problem.errno not in (errno.EINVAL, errno.ENOTSUP):  # some file systems do not sync folders
            raise
    finally:
        os.close(handle)


def read(path: Path) -> bytes:
    """Read a regular file; OSError for one too large, and for what is not a regular file."""
    with open_regular(path) as file:
        return read_whole(file, str(path))


def open_regular(path: Path, flags: int = 0) -> BinaryIO:
    """Open a regular file for reading; OSError for anything else, at once: a FIFO would wait for its writer."""
    handle = os.open(path, os.O_RDONLY | os.O_NONBLOCK | os.O_NOCTTY | flags)
    if not stat.S_ISREG(os.fstat(handle).st_mode):
        os.close(handle)
        raise OSError(errno.EINVAL, "is not a regular file", str(path))
    return os.fdopen(handle, "rb")


def read_whole(file: BinaryIO, name: str) -> bytes:
    """Read an open file to its end; OSError with its name for one too large."""
    with naming(name):
        content = file.read(LARGEST + 1)
    if len(content) > LARGEST:
        raise OSError(errno.EFBIG, f"has more than {LARGEST:,} bytes", name)
    return content


def begin(path: Path) -> tuple[int, str]:
    """Make a temporary file beside a path, locked for as long as it is open: it is no dead process's."""
    while True:
        handle, temporary = tempfile.mkstemp(prefix=prefix(path), suffix=SUFFIX, dir=path.parent)
        if claim(handle, temporary):
            return handle, temporary
        os.close(handle)


def begin_folder(path: Path) -> tuple[int, Path]:
    """Make a temporary folder beside a path, locked like a temporary file."""
    while True:
        temporary = Path(tempfile.mkdtemp(prefix=prefix(path), suffix=SUFFIX, dir=path.parent))
        try:
            handle = os.open(temporary, os.O_RDONLY)
        except FileNotFoundError:
            continue
        if claim(handle, str(temporary)):
            return handle, temporary
        os.close(handle)


def claim(handle: int, temporary: str) -> bool:
    """Lock what was just made; return False where another process's `sweep` saw it before and removed it."""
    lock(handle, wait=True)  # for a sweep that is under way; without locks nothing is swept
    try:
        return os.path.samestat(os.fstat(handle), os.lstat(temporary))
    except FileNotFoundError:
        return False


def prefix(path: Path) -> str:
    """Return how the name of a temporary file begins: no longer than names may be, whatever that of the file."""
    return f".{path.name[:50]}."


def write_folder(folder: Path, files: Mapping[str, bytes]) -> None:
    """Write a folder of files, by their paths in it; an empty one that is there is replaced, else OSError."""
    check_parent(folder)
    sweep(folder.absolute().parent)
    with naming(folder):
        handle, temporary = begin_folder(folder)
        try:
            fill(temporary, files)
            os.rename(temporary, folder)
        except BaseException:
            shutil.rmtree(temporary, ignore_errors=True)
            raise
        finally:
            os.close(handle)
        sync_folder(folder.parent)


def fill(folder: Path, files: Mapping[str, bytes]) -> None:
    """Write files into a new folder, whose mode becomes the usual one, and sync it."""
    folders = {folder}
    for name, content in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        folders.update(each for each in path.parents if each.is_relative_to(folder))
        with path.open("wb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
    folder.chmod(0o755)
    for each in folders:
        sync_folder(each)


def permissions(path: Path) -> int:
    """Return the permissions that a file has or will have.

    Raise OSError for what must not be replaced, and for a folder that does not exist, which it names.
    """
    check_parent(path)
    try:
        mode = path.lstat().st_mode
    except FileNotFoundError:
        return MODE
    if not stat.S_ISREG(mode):
        raise OSError(errno.EINVAL, "is not a regular file and is not replaced", str(path))
    if not mode & 0o222:
        raise PermissionError(errno.EACCES, "is write-protected and is not replaced", str(path))
    return stat.S_IMODE(mode)


def check_parent(path: Path) -> None:
    if not path.parent.is_dir():
        raise FileNotFoundError(errno.ENOENT, "there is no such folder", str(path.parent))


def check_folder(path: Path) -> None:
    """Raise OSError where there is no folder and none can be made."""
    check_parent(path)
    if os.path.lexists(path) and not path.is_dir():
        raise NotADirectoryError(errno.ENOTDIR, "is not a folder", str(path))


def lock(handle: int, *, wait: bool = False) -> bool:
    """Lock an open file for as long as it is open; return False where another process has it, or there are no locks."""
    try:
        import fcntl  # not in WebAssembly, nor on Windows

        fcntl.flock(handle, fcntl.LOCK_EX | (0 if wait else fcntl.LOCK_NB))
    except (ImportError, OSError):
        return False
    return True


@contextlib.contextmanager
def locked(folder: Path, waiting: Callable[[], None]) -> Iterator[None]:
    """Let one process at a time into a block about a folder; call `waiting` where another is in it already.

    Where there are no locks, on some systems and network disks, all come in.
    """
    handle = os.open(folder, os.O_RDONLY)
    try:
        if not lock(handle):
            waiting()
            lock(handle, wait=True)
        yield
    finally:
        os.close(handle)


@cache
def sweep(folder: Path) -> None:
    """Remove what killed processes left in a folder: once in a process, before it writes there."""
    with contextlib.suppress(OSError):
        for entry in [each for each in os.scandir(folder) if TEMPORARY.fullmatch(each.name)]:
            with contextlib.suppress(OSError):
                handle = os.open(entry.path, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK)
                try:
                    if lock(handle):
                        shutil.rmtree(entry.path) if entry.is_dir() else os.unlink(entry.path)
                finally:
                    os.close(handle)


def cache_folder(name: str) -> Path | None:
    """Name a folder for what can be made again, made if need be; None where nothing can be written.

    Cached files are trusted, machine code too: a folder that others own or can write is reported and not used.
    """
    folder = platformdirs.user_cache_path("getallenband") / name
    try:
        folder.parent.mkdir(mode=PRIVATE, parents=True, exist_ok=True)
        folder.mkdir(mode=PRIVATE, exist_ok=True)
        found = [(each, each.stat()) for each in (folder, folder.parent)]  # who may write the second replaces the first
    except OSError:
        return None
    for each, status in found:
        if status.st_uid != os.getuid():
            return report_unused(each, "belongs to another user")
        if status.st_mode & (stat.S_IWGRP | stat.S_IWOTH):
            return report_unused(each, "can be written by others")
    return folder if os.access(folder, os.R_OK | os.W_OK | os.X_OK) else None


@cache
def report_unused(folder: Path, why: str) -> None:
    """Report once that a folder of the cache is not used."""
    sys.stderr.write(f"{folder}: {why}: nothing is cached there\n")


def keep(path: Path, content: bytes, what: str, made_from: bytes = b"") -> bool:
    """Write a cached file, replacing any; where that fails, report what is not cached and return False.

    The first line is the checksum of what the content was made from and of the content.
    """
    try:
        put(path, sha256(made_from + content).hexdigest().encode() + b"\n" + content, MODE, synced=False)
    except OSError as error:
        named = path if isinstance(error, IsADirectoryError) else path.parent
        sys.stderr.write(f"{named}: {error.strerror}: {what} not cached\n")
        return False
    return True


def read_cached(path: Path, made_from: bytes = b"") -> bytes | None:
    """Return the content of a cached file; None where it is missing, damaged, or made from something else.

    The checksum detects accidental damage; `cache_folder` keeps other users out.
    """
    try:
        with open_regular(path, os.O_NOFOLLOW) as file:
            digest, _, content = read_whole(file, str(path)).partition(b"\n")
    except OSError:
        return None
    return content if digest == sha256(made_from + content).hexdigest().encode() else None
