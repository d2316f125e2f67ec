"""Differences between a transcription of an edition and a corrected copy become emendations of the edition.

found = collated(transcription, corrected)
append(*text_of(Path("mine/scan.transcription")), found)        # those that were added to emendations.toml
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import accumulate
from pathlib import Path

from getallenband.durable import visible
from getallenband.durable.names import shown
from getallenband.interpreters.source.diagnostics import UserError
from getallenband.originals.changes import placed, read_changes
from getallenband.originals.edition import Edition, edition_at
from getallenband.originals.folders import MARK
from getallenband.originals.lines import lines_of
from getallenband.originals.tables import display_path, read_table
from getallenband.originals.variants import Difference, as_emendations, quoted
from getallenband.reports.scaffolding.changing import changing

FILE = "emendations.toml"


def known_text(path: Path) -> tuple[Path, str] | None:
    """Return the folder of the edition that has a transcription, and the text's name; None if none has."""
    folder = path.resolve().parent
    if (folder / MARK).is_file():
        for name, entry in read_table(folder / MARK).tables("texts"):
            if entry.string("file") == path.name:
                return folder, name
    return None


def text_of(path: Path) -> tuple[Path, str]:
    """Return the folder of the edition that has a transcription, and the text's name; raise UserError if none has."""
    if found := known_text(path):
        return found
    raise UserError(
        f"{visible.shown(path)}: is not a text of an edition: {MARK} beside it does not list it, or is not there"
    )


def to_describe(path: Path, sigil: str) -> str:
    """Say that a witness has yet to be described in the edition that has a transcription; "" if it is."""
    found = known_text(path)
    witnesses = read_table(found[0] / MARK).entries("witness", "sigil") if found else ()
    if any(entry.string("sigil") == sigil for entry in witnesses):
        return ""
    return f'next: in edition.toml, a [[witness]] with sigil = {quoted(sigil)} and title = "what this copy is"\n'


def append(folder: Path, text: str, differences: Sequence[Difference]) -> list[Difference]:
    """Add the differences that are not emended yet, and return them; raise what an edition with them raises.

    Raise UserError where one contradicts an emendation that is there.

    The file is as it was before where they cannot be added.
    """
    with changing(folder) as files:
        before = files.text(FILE)
        changes = read_changes(folder / FILE, "emendation") if before else ()
        known = {(change.text, change.line, change.old, change.new) for change in changes}
        new = [each for each in differences if (text, each.line, each.old, each.new) not in known]
        check_apart(edition_at(folder), text, new)
        if new:
            separated = before if before.endswith("\n") or not before else before + "\n"
            files.write(FILE, separated + as_emendations(new, text, {change.identifier for change in changes}))
            edition_at(folder)
    return new


def check_apart(found: Edition, text: str, differences: Sequence[Difference]) -> None:
    """Raise UserError where a difference overlaps an emendation: only an editor can say which of them is right."""
    transcription = found.texts[text].transcription
    starts = [0, *accumulate(map(len, lines_of(transcription, keepends=True)))]
    emended = placed(transcription, found.emending(text))
    for each in differences:
        first = starts[each.line - 1] + each.column - 1
        place = f"{display_path(found.folder / found.texts[text].file)}:{each.line}:{each.column}"
        for start, change in emended:
            if start < first + len(each.old) and first < start + len(change.old):
                raise UserError(
                    f"{place}: {shown(each.old)} cannot become"
                    f" {shown(each.new)}: {change.entry.place()} makes {shown(change.new)} of {shown(change.old)}"
                    " there; if that is wrong, delete it and collate again"
                )
