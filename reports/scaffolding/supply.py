"""Put a text beside an edition that lacks it: one that may not be copied, or what the document prints.

    supply("mine", "program", Path("my-copy.txt"))      # "mine/program.transcription"

A text whose checksum is recorded must be that text, letter by letter; only its line ends may differ.
"""

from __future__ import annotations

from hashlib import sha256
from pathlib import Path

from getallenband.durable.names import unknown
from getallenband.durable.visible import shown
from getallenband.interpreters.source.diagnostics import UserError
from getallenband.originals.edition import edition
from getallenband.originals.files import inside
from getallenband.originals.folders import MARK, folder_of
from getallenband.originals.placeholders import is_open
from getallenband.originals.tables import display_path
from getallenband.originals.texts import AWAITED, Text
from getallenband.reports.scaffolding.changing import Files, changing
from getallenband.reports.scaffolding.listing import read_listing
from getallenband.reports.scaffolding.seal import keep, replaced


def supply(name: str, text: str, path: Path, encoding: str = "") -> str:
    """Write a text into an edition and return its path, as messages name it.

    Raise UserError for another text, and for one that is there already.
    """
    with changing(folder_of(name)) as files:
        found = edition(name)
        if text not in found.texts:
            raise UserError(unknown("text", text, found.texts))
        wanted = found.texts[text]
        place = inside(found.folder, wanted.file)
        if not wanted.missing:
            raise UserError(f"{display_path(place)}: already exists; nothing was overwritten")
        content = read_listing(path, encoding)[0].encode()
        awaited = wanted.sha256.startswith(AWAITED)
        if not awaited:
            content = the_recorded(wanted, path, content)
        # The text first: where this is killed between the two, `seal` records it.
        files.write(str(place.relative_to(found.folder)), content)
        if awaited:
            record(files, wanted, content)
    return display_path(place)


def record(files: Files, text: Text, content: bytes) -> None:
    """Write the checksum of a text that had none into edition.toml."""
    checksum = sha256(content).hexdigest()
    keep(checksum, content)
    written = files.text(MARK)
    files.write(MARK, replaced(written, text.sha256, checksum, files.folder / MARK))


def the_recorded(text: Text, path: Path, content: bytes) -> bytes:
    """Return the text in that form of line ends whose checksum is recorded; raise UserError if none is."""
    bare = content.rstrip(b"\n")
    forms = [content, bare, bare + b"\n"]
    for form in [*forms, *(form.replace(b"\n", b"\r\n") for form in forms)]:
        if sha256(form).hexdigest() == text.sha256:
            return form
    which = "the text" if is_open(text.witness) else f"{text.witness},"
    raise UserError(
        f"{shown(path)}: is not the text that was transcribed: its sha256 is {sha256(content).hexdigest()};"
        f" recorded: {text.sha256}. Line ends do not matter; expected: {which} from {text.obtain}"
    )
