"""What each line of a program says, in plain English (gloss.toml): for those who cannot read its language.

[ecol]
5 = "The array relposeen has 63 places."      # a line of the transcription
7-9 = "…"                                     # the same for several lines

[corrected.all]                               # a text that the document prints without line ends:
2 = "The squares, 00 to 59."                  # a line of it with all its emendations
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from getallenband.durable.names import shown, unknown
from getallenband.originals.changes import Change, apply_changes
from getallenband.originals.collation import collate
from getallenband.originals.lines import lines_of
from getallenband.originals.matching import matcher
from getallenband.originals.runs import Run
from getallenband.originals.tables import Table, read_table

FILE = "gloss.toml"
CORRECTED = "corrected"
Lines = Mapping[int, str]


@dataclass(frozen=True, slots=True)
class Gloss:
    """The meaning of each line by text: of its transcription, or of the text with all its emendations."""

    transcribed: Mapping[str, Lines] = field(default_factory=dict)
    corrected: Mapping[str, Lines] = field(default_factory=dict)


def read_gloss(folder: Path, texts: Mapping[str, str | None], emendations: Sequence[Change]) -> Gloss:
    """Return the gloss of an edition with these texts and emendations; empty if it has none.

    Of a text that is not here (None) nobody knows how many lines it has: its gloss is left out. Raise EditionError for
    a text or a line that is not there, and for a line that is explained twice.
    """
    path = folder / FILE
    if not path.exists():
        return Gloss()
    root = read_table(path)
    inner = root.table(CORRECTED)
    here = {name: text for name, text in texts.items() if text is not None}
    corrected = {
        name: apply_changes(text, [change for change in emendations if change.text == name])
        for name, text in here.items()
        if name in inner.content
    }
    missing = texts.keys() - here.keys()
    gloss = Gloss(
        {name: read_lines(root, name, here) for name in root.content if name not in {CORRECTED, *missing}},
        {name: read_lines(inner, name, corrected) for name in inner.content if name not in missing},
    )
    for name in missing:
        root.string_table(name)
        inner.string_table(name)
    inner.close()
    root.close()
    return gloss


def read_lines(table: Table, name: str, texts: Mapping[str, str]) -> Lines:
    """Read what the lines of one text say."""
    if name not in texts:
        raise table.error(unknown("text", name, texts), name)
    lines: dict[int, str] = {}
    for key, meaning in table.string_table(name).items():
        chosen = numbers(key, len(lines_of(texts[name])))
        if not chosen:
            raise table.table(name).error(f"{shown(key)} is neither a line of the text nor FIRST-LAST", key)
        for line in chosen:
            if line in lines:
                raise table.table(name).error(f"line {line} is explained twice", key)
            lines[line] = meaning
    return lines


def numbers(key: str, last: int) -> range:
    """Read "5" or "7-9"; anything else, or lines beyond the last, are no lines."""
    match = re.fullmatch(r"(\d{1,9})(?:-(\d{1,9}))?", key)
    first, end = (int(match[1]), int(match[2] or match[1])) if match else (0, 0)
    return range(first, end + 1) if 1 <= first <= end <= last else range(0)


def explained(gloss: Gloss, run: Run, transcription: str, emendations: Sequence[Change]) -> dict[int, str]:
    """Return what the lines of a run's reading text say, by their numbers; a line that an experiment changed is silent.

    `emendations` are all those of the text.
    """
    if run.text in gloss.corrected:
        meanings, lines = dict(gloss.corrected[run.text]), lines_of(apply_changes(transcription, list(emendations)))
    else:
        chosen = [change for change in emendations if change.identifier in run.emendations]
        rows = [row for row in collate(transcription, chosen, run.insertions) if row.line]
        known = gloss.transcribed.get(run.text, {})
        meanings, lines = {row.line: known.get(row.source, "") for row in rows}, [row.text.rstrip("\n") for row in rows]
    same = matcher(lines, lines_of(run.reading)).get_matching_blocks()
    pairs = ((block.a + at, block.b + at) for block in same for at in range(1, block.size + 1))
    return {there: meanings[here] for here, there in pairs if meanings.get(here)}
