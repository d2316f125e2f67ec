"""Texts from files, wrong bytes pointed at; and the files that a program writes.

source = read_text(Path("x.ecol"))          # SourceText; SourceError where it is no UTF-8
write_files(Path("out"), outcome.files)     # UserError, when all that can be is written, for names that cannot be
"""

from __future__ import annotations

import sys
from collections.abc import Mapping
from pathlib import Path

import durable
from durable.visible import shown
from interpreters.source.diagnostics import Diagnostic, SourceError, UserError
from interpreters.source.position import SourceText

STATUS = "status"
"""The name of the file in which a program leaves what it needs to go on."""


def read_text(path: Path, name: str = "") -> SourceText:
    """Read a UTF-8 text ("-" is standard input); raise SourceError where a byte is wrong, OSError for no file."""
    if str(path) == "-":
        content, known = durable.read_whole(sys.stdin.buffer, "standard input"), "standard input"
    else:
        with path.open("rb") as file:  # a FIFO too, as the shell's <(…) is
            content, known = durable.read_whole(file, str(path)), str(path)
    name = name or shown(known)
    try:
        return SourceText(name, content.decode("utf-8-sig").replace("\r\n", "\n"))
    except UnicodeDecodeError as error:
        source = SourceText(name, content.decode("utf-8", errors="replace"))
        start = len(content[: error.start].decode("utf-8", errors="replace"))
        message = f"byte {content[error.start]:#04x} is not UTF-8"
        raise SourceError(source, [Diagnostic(source.place(start, start + 1), message, "a text in UTF-8")]) from None


def write_files(folder: Path, files: Mapping[str, str]) -> None:
    """Write a program's own files into a folder, made if need be; raise UserError for those that cannot be written."""
    durable.check_folder(folder)
    refused = []
    for name, text in files.items():
        path = durable.inside(name)
        if path is None:
            refused.append(f"the program wrote a file {name!r}, which leads out of {folder}")
            continue
        try:
            durable.write_below(folder, path, text)
        except OSError as error:
            refused.append(f"{shown(error.filename)}: {error.strerror}")
        except ValueError:
            refused.append(f"the program wrote a file {name!r}, and no file can have this name")
    if refused:
        raise UserError("\n".join(refused))


def not_saved(files: Mapping[str, str]) -> str:
    """Say which files a program wrote that nobody asked for; nothing where there are none."""
    names = ", ".join(map(shown, sorted(set(files) - {STATUS})))
    return f"written by the program, not saved: {names} (--files DIR saves them)" if names else ""


def write_status(path: Path, files: Mapping[str, str]) -> None:
    """Write the status that a program saved, for a later run's `--tape status=FILE`; raise UserError if it did not."""
    if STATUS not in files:
        raise UserError(f"{shown(path)}: not written: the program saved no status")
    durable.write(path, files[STATUS])
