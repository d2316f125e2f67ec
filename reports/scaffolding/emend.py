"""Differences between a transcription of an edition and a corrected copy become emendations of the edition.

found = collated(transcription, corrected)
append(*text_of(Path("mine/scan.transcription")), found)        # those that were added to emendations.toml
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import durable
from durable.errors import Error
from durable.visible import shown
from interpreters.source.diagnostics import UserError
from originals.changes import read_changes
from originals.edition import edition_at
from originals.folders import MARK
from originals.tables import read_table, read_text
from originals.variants import Difference, as_emendations

FILE = "emendations.toml"


def text_of(path: Path) -> tuple[Path, str]:
    """Return the folder of the edition that has a transcription, and the text's name; raise UserError if none has."""
    folder = path.resolve().parent
    if (folder / MARK).is_file():
        for name, entry in read_table(folder / MARK).tables("texts"):
            if entry.string("file") == path.name:
                return folder, name
    raise UserError(f"{shown(path)}: is no text of an edition: {MARK} beside it does not list it, or is not there")


def append(folder: Path, text: str, differences: Sequence[Difference]) -> list[Difference]:
    """Add the differences that are not emended yet, and return them; raise what an edition with them raises.

    The file is as it was before where they cannot be added.
    """
    path = folder / FILE
    before = read_text(path) if path.exists() else ""
    changes = read_changes(path, "emendation") if path.exists() else ()
    known = {(change.text, change.line, change.old, change.new) for change in changes}
    new = [each for each in differences if (text, each.line, each.old, each.new) not in known]
    if not new:
        return []
    separated = before if before.endswith("\n") or not before else before + "\n"
    durable.write(path, separated + as_emendations(new, text, {change.identifier for change in changes}))
    try:
        edition_at(folder)
    except Error:
        durable.write(path, before)
        raise
    return new
