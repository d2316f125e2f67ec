"""The notes below a table of programs: what one attempt is, what else to know.

    marks, notes = assign_letters(entries)        # ["a", "a, b"], [("a", "An attempt is …"), ("b", "…")]

The same text under several programs is one note.
"""

from __future__ import annotations

from collections.abc import Sequence
from string import ascii_lowercase

from getallenband.reports.comparing.programs import ProgramEntry


def remarks(entry: ProgramEntry) -> list[str]:
    """Return the remarks on one program."""
    return [*([f"An attempt is {entry['attempt']}."] if entry["attempt"] else []), *entry["notes"]]


def assign_letters(entries: Sequence[ProgramEntry]) -> tuple[list[str], list[tuple[str, str]]]:
    """Return each program's letters, and the notes that they stand for."""
    texts = list(dict.fromkeys(text for entry in entries for text in remarks(entry)))
    letter = dict(zip(texts, ascii_lowercase, strict=False))
    return [", ".join(letter[text] for text in remarks(entry)) for entry in entries], [
        (letter[text], text) for text in texts
    ]
