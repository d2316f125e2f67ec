"""An edition for reading: its texts as corrected, and the apparatus with every change.

reading_text("debruijn1972_pentomino/first24")
apparatus_text("debruijn1972_pentomino")
"""

from __future__ import annotations

from originals.apparatus import ApparatusRow, apparatus
from originals.edition import Edition, edition


def reading_text(target: str) -> str:
    """Return the reading text of a run, or of every program of the edition once."""
    name, _, run = target.partition("/")
    found = edition(name)
    if run:
        return with_end(found.run(run).reading)
    readings = {found.texts[run.text].file: run.reading for run in reversed(list(found.runs.values())) if plain(run)}
    if len(readings) == 1:
        return with_end(next(iter(readings.values())))
    return "\n".join(f"==== {file}\n{with_end(text)}" for file, text in reversed(list(readings.items())))


def plain(run: object) -> bool:
    """Tell whether a run is the author's own text, with no variant of the editor's."""
    return not getattr(run, "variants", ()) and not getattr(run, "insertions", ())


def with_end(text: str) -> str:
    """Return the text with a line end after its last line."""
    return text if text.endswith("\n") else text + "\n"


def apparatus_text(target: str) -> str:
    """Return every change, old reading beside new, by text and line."""
    name, _, run = target.partition("/")
    found = edition(name)
    rows = apparatus(found)
    if run:
        chosen = found.run(run)
        wanted = {*chosen.emendations}
        for variant in chosen.variants:
            wanted |= {change.identifier for change in found.variants[variant]}
        rows = tuple(row for row in rows if row.identifier in wanted)
    return "\n".join(row_text(found, row) for row in rows) or f"{name} has no changes\n"


def row_text(found: Edition, row: ApparatusRow) -> str:
    """Return one change as a paragraph."""
    place = f"{found.texts[row.text].file}:{row.line}"
    old = "\n".join(f"  - {line}" for line in row.old.splitlines() or [""])
    new = "\n".join(f"  + {line}" for line in row.new.splitlines() or [""])
    return f"{place}  {row.identifier} ({row.kind}, {row.certainty})\n{old}\n{new}\n  {row.reason}\n"
