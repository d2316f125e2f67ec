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

from originals.files import Files
from originals.tables import Table

ROLES = ("program", "tape", "table", "article")
"""A table is what the document prints for its readers: results, and not an input. An article is its prose, as far as
claims quote it."""


@dataclass(frozen=True, slots=True)
class Text:
    """A text of the document, as its witness has it. Only programs have a language and an arithmetic.

    witness      where in the witness it stands
    page_breaks  the lines with which, as far as is known, another page begins
    """

    name: str
    role: str
    language: str
    arithmetic: str
    file: str
    sha256: str
    witness: str
    transcription: str
    page_breaks: tuple[int, ...] = ()


def read_texts(root: Table, files: Files) -> dict[str, Text]:
    """Read the texts by their names."""
    return {name: read_text_entry(name, table, files) for name, table in root.tables("texts")}


def read_text_entry(name: str, table: Table, files: Files) -> Text:
    """Read one text and compare its checksum."""
    role = table.choice("role", ROLES)
    program = role == "program"
    file = table.string("file")
    text = Text(
        name=name,
        role=role,
        language=table.string("language") if program else "",
        arithmetic=table.string("arithmetic", "ieee754") if program else "",
        file=file,
        sha256=table.string("sha256"),
        witness=table.string("witness"),
        transcription=files.named(file, table, "file"),
        page_breaks=table.integers("page_breaks"),
    )
    table.close()
    last = len(text.transcription.splitlines())
    for number, line in enumerate(text.page_breaks):
        if not max((1, *text.page_breaks[:number])) < line <= last:
            expected = f"expected lines from 2 to {last}, each beyond the one before"
            raise table.error(f"no page can begin with line {line}: {expected}", "page_breaks", number)
    if files.checksums[file] != text.sha256:
        raise table.error(
            f"{file} is not the text that was transcribed: its sha256 is {files.checksums[file]};"
            f" recorded: {text.sha256}",
            "sha256",
        )
    return text
