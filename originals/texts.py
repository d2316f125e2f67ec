"""The texts of a document, as edition.toml lists them; each is in a file of its own, which never changes.

[texts.ecol]
role = "program"
language = "ecol"
file = "ecol.transcription"
sha256 = "…"
witness = "the scanned text of …, section 10"
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Literal, get_args

from getallenband.originals.files import Files, inside
from getallenband.originals.lines import lines_of
from getallenband.originals.tables import Table, called

Role = Literal["program", "tape", "table", "article"]
ROLES: tuple[Role, ...] = get_args(Role)
"""A table is what the document prints for its readers: results, and not an input. An article is its prose, as far as
claims quote it."""

AWAITED = "to be supplied"
"""How the checksum of a text begins that nobody has supplied yet; the rest tells it from others."""


@dataclass(frozen=True, slots=True)
class Text:
    """A text of the document, as its witness has it. Only programs have a language and an arithmetic.

    witness      where in the witness it stands
    page_breaks  the lines with which, as far as is known, another page begins
    obtain       of a text that may not be copied, where to get it; else ""
    missing      what to do where the text is not here, and the transcription is empty; else ""
    """

    name: str
    role: Role
    language: str
    arithmetic: str
    file: str
    sha256: str
    witness: str
    transcription: str
    page_breaks: tuple[int, ...] = ()
    obtain: str = ""
    missing: str = ""


def read_texts(root: Table, files: Files) -> dict[str, Text]:
    """Read the texts by their names."""
    return {name: read_text_entry(name, table, files) for name, table in root.tables("texts")}


def read_text_entry(name: str, table: Table, files: Files) -> Text:
    """Read one text and compare its checksum; one that may not be copied, or has no checksum yet, need not be there."""
    program = table.choice("role", ROLES) == "program"
    file, obtain, checksum = table.string("file"), table.string("obtain", ""), table.string("sha256")
    with table.blamed("file"):
        missing = (bool(obtain) or checksum.startswith(AWAITED)) and not inside(files.folder, file).exists()
    text = table.record(
        Text,
        name=name,
        language=table.string("language") if program else "",
        arithmetic=table.string("arithmetic", "ieee754") if program else "",
        transcription="" if missing else files.named(file, table, "file"),
        missing=how_to_supply(files.folder, name, obtain) if missing else "",
    )
    if missing:
        files.checksums[file] = checksum
    else:
        check_text(text, table, files)
    return text


def how_to_supply(folder: Path, name: str, obtain: str) -> str:
    """Say where a text that is not here can be had, and how it is put into the edition."""
    supply = f"getallenband supply {called(folder)} {name} FILE"
    if not obtain:
        return f"awaiting evidence: what does the document print? Write it into a file; then: {supply}"
    return f"the text {name!r} is left out because it may not be copied; get it from: {obtain}; then: {supply}"


def check_text(text: Text, table: Table, files: Files) -> None:
    """Raise EditionError for a page that cannot begin where the entry says, and for a text that was changed."""
    last = len(lines_of(text.transcription))
    for number, line in enumerate(text.page_breaks):
        if not max((1, *text.page_breaks[:number])) < line <= last:
            expected = f"expected lines from 2 to {last}, each beyond the one before"
            raise table.error(f"no page can begin with line {line}: {expected}", "page_breaks", number)
    checksum = files.checksums[text.file]
    if checksum != text.sha256:
        raise table.error(
            f"{text.file} is not the text that was transcribed: its sha256 is {checksum}; recorded: {text.sha256};"
            f" if it was changed on purpose: getallenband seal {called(files.folder)}",
            "sha256",
        )
