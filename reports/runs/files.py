"""Texts from files, wrong bytes pointed at; and the files that a program writes.

source = read_text(Path("x.ecol"))          # SourceText; SourceError where it is neither UTF-8 nor Latin-1
source, notes = read_noted(Path("x.ecol"), encoding="koi8-r")
write_files(Path("out"), outcome.files)     # UserError, when all that can be is written, for names that cannot be
"""

from __future__ import annotations

import codecs
import re
import sys
from collections.abc import Mapping
from pathlib import Path

from getallenband import durable
from getallenband.durable.visible import shown
from getallenband.interpreters.source.diagnostics import Diagnostic, SourceError, UserError, rendered_note
from getallenband.interpreters.source.position import SourceText

LISTED, NAME = 10, 255
"""Files of a program that are named, and characters of a name: it may write a million, with names of a megabyte."""
STATUS = "status"
"""The name of the file in which a program leaves what it needs to go on."""


MARK = "\ufeff"
"""What editors of Windows write before a text; no place counts it."""
MARKS = {
    codecs.BOM_UTF8: "utf-8",
    codecs.BOM_UTF32_LE: "utf-32",
    codecs.BOM_UTF32_BE: "utf-32",
    codecs.BOM_UTF16_LE: "utf-16",
    codecs.BOM_UTF16_BE: "utf-16",
}
"""The same as bytes, and what it says; the mark of UTF-32 begins with that of UTF-16."""
LATIN_1 = re.compile(rb"[\t\n\v\f\r\x20-\x7e\xa0-\xff]*")
"""A text as Latin-1 has it: printed characters, and none of the codes from 80 to 9f, which it leaves to terminals."""


def read_text(path: Path, name: str = "") -> SourceText:
    """Read a text as `read_noted` does, without the notes."""
    return read_noted(path, name)[0]


def read_noted(path: Path, name: str = "", encoding: str = "") -> tuple[SourceText, tuple[str, ...]]:
    """Read a text ("-" is standard input) that is in UTF-8, in Latin-1, which a note says, or in the encoding given.

    Raise SourceError where a byte is wrong, UserError for an unknown encoding, OSError for no file.
    """
    if str(path) == "-":
        content, known = durable.read_whole(sys.stdin.buffer, "standard input"), "standard input"
    else:
        with path.open("rb") as file:  # a FIFO too, as the shell's <(…) is
            content, known = durable.read_whole(file, str(path)), str(path)
    name, chosen = name or shown(known), checked_encoding(encoding)
    marked = next((found for mark, found in MARKS.items() if content.startswith(mark)), "")
    if chosen == marked == "utf-8":
        content = content.removeprefix(codecs.BOM_UTF8)
    try:
        return SourceText(name, content.decode(chosen).removeprefix(MARK).replace("\r\n", "\n")), ()
    except UnicodeError as error:
        at = error.start if isinstance(error, UnicodeDecodeError) else 0
    if not encoding and not marked and looks_like_latin_1(content):
        source = SourceText(name, content.decode("latin-1").replace("\r\n", "\n"))
        start = len(content[:at].replace(b"\r\n", b"\n"))
        message = f"read as Latin-1, since byte {content[at]:#04x} is not UTF-8"
        note = Diagnostic(source.place(start, start + 1), message, hint="--encoding NAME chooses another encoding")
        return source, (rendered_note(source, note),)
    source = SourceText(name, content.decode(chosen, errors="replace").removeprefix(MARK))
    start = len(content[:at].decode(chosen, errors="replace").removeprefix(MARK))
    missed = "UTF-8, and the text does not look like Latin-1"
    if marked == "utf-8":
        missed = "UTF-8, which the mark at the beginning of the text says it is"
    message, expected = f"byte {content[at]:#04x} is not {encoding or missed}", f"a text in {encoding or 'UTF-8'}"
    wrong = Diagnostic(source.place(start, start + 1), message, expected, hint=cure(content, marked))
    raise SourceError(source, [wrong])


def cure(content: bytes, marked: str) -> str:
    """Say how to read what is in none of the usual encodings, or in one that a mark at its beginning names."""
    if marked == "utf-8":
        return "it was put together of texts in two encodings: save it as UTF-8 throughout"
    if marked:
        return f"this is {marked.upper()}, which --encoding {marked} reads in run, new edition and supply"
    if b"\0" in content:
        return "this is no text: a byte 0 is in no encoding of texts that is read here"
    others = "(cp1252, koi8-r, cp037 …) in run, new edition and supply"
    return f"--encoding NAME reads others {others}; iconv -f NAME -t UTF-8 converts a file"


def checked_encoding(encoding: str) -> str:
    """Return the name of an encoding, by default UTF-8; raise UserError for one that there is not."""
    try:
        found = codecs.lookup(encoding or "utf-8").name
        " ".encode(found).decode(found)  # some translate no texts
    except (LookupError, ValueError):
        known = "utf-8, latin-1, cp1252, koi8-r, cp037 or another that Python knows"
        raise UserError(f"--encoding {shown(encoding)}: no such encoding; expected: {known}") from None
    return "utf-8" if found == "utf-8-sig" else found


def looks_like_latin_1(content: bytes) -> bool:
    """Tell whether a text that is not UTF-8 has characters of Latin-1 only, and none that are right in UTF-8."""
    return LATIN_1.fullmatch(content) is not None and content.decode("utf-8", errors="ignore").isascii()


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
    """Say which files a program wrote that nobody asked for: the first of them; nothing where there are none."""
    names = sorted(set(files) - {STATUS})
    listed = ", ".join(shown(name if len(name) <= NAME else name[:NAME] + "…") for name in names[:LISTED])
    more = f" and {len(names) - LISTED:,} more" if len(names) > LISTED else ""
    return f"written by the program, not saved: {listed}{more} (--files DIR saves them)" if names else ""


def write_status(path: Path, files: Mapping[str, str]) -> None:
    """Write the status that a program saved, for a later run's `--tape status=FILE`; raise UserError if it did not."""
    if STATUS not in files:
        raise UserError(f"{shown(path)}: not written: the program saved no status")
    durable.write(path, files[STATUS])
