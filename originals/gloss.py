"""What each line of a program says, in plain English (gloss.toml): for those who cannot read its language.

[ecol]
5 = "The array relposeen has 63 places."      # a line of the transcription
7-9 = "…"                                     # the same for several lines
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path

from durable.names import shown, unknown
from originals.tables import read_table

FILE = "gloss.toml"


def read_gloss(folder: Path, texts: Mapping[str, str | None]) -> dict[str, dict[int, str]]:
    """Return the gloss of each line by text and line of its transcription; {} if the edition has none.

    Of a text that is not here (None) nobody knows how many lines it has: its gloss is left out. Raise EditionError for
    a text or a line that is not there, and for a line that is explained twice.
    """
    path = folder / FILE
    if not path.exists():
        return {}
    root = read_table(path)
    gloss: dict[str, dict[int, str]] = {}
    for name in list(root.content):
        if name not in texts:
            raise root.error(unknown("text", name, texts), name)
        meanings = root.string_table(name)
        text = texts[name]
        if text is None:
            continue
        lines = gloss.setdefault(name, {})
        for key, meaning in meanings.items():
            chosen = numbers(key, len(text.splitlines()))
            if not chosen:
                raise root.table(name).error(f"{shown(key)} is neither a line of the text nor FIRST-LAST", key)
            for line in chosen:
                if line in lines:
                    raise root.table(name).error(f"line {line} is explained twice", key)
                lines[line] = meaning
    root.close()
    return gloss


def numbers(key: str, last: int) -> range:
    """Read "5" or "7-9"; anything else, or lines beyond the last, are no lines."""
    match = re.fullmatch(r"(\d{1,9})(?:-(\d{1,9}))?", key)
    first, end = (int(match[1]), int(match[2] or match[1])) if match else (0, 0)
    return range(first, end + 1) if 1 <= first <= end <= last else range(0)
