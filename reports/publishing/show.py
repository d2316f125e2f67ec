"""An edition for reading: its texts as corrected, and the apparatus: witnesses, searches, variants and every change.

reading_text("debruijn1972_pentomino/first24")
apparatus_text("debruijn1972_pentomino")
solution_text("debruijn1972_pentomino", 24)
"""

from __future__ import annotations

from dataclasses import asdict, replace

from getallenband.interpreters.source.diagnostics import UserError
from getallenband.originals.changes import Change
from getallenband.originals.edition import Edition, edition
from getallenband.originals.errors import TextNotHere
from getallenband.originals.folders import opened
from getallenband.originals.presentation import presentation
from getallenband.originals.searches import Search
from getallenband.originals.witnesses import Witness
from getallenband.reports.publishing.pictures import text
from getallenband.reports.publishing.witnesses import facts
from getallenband.reports.runs.records import Records


def reading_text(target: str) -> str:
    """Return the reading text of a run, or of every program of the edition once."""
    name, run = opened(target)
    found = edition(name)
    for each in [found.run(run)] if run else found.runs.values():
        if each.missing:
            raise TextNotHere(each.missing)
    if run:
        return with_end(found.run(run).reading)
    readings = {found.texts[run.text].file: run.reading for run in reversed(list(found.runs.values())) if plain(run)}
    if len(readings) == 1:
        return with_end(next(iter(readings.values())))
    return "\n".join(f"==== {file}\n{with_end(text)}" for file, text in reversed(list(readings.items())))


def plain(run: object) -> bool:
    """Tell whether a run is the author's own text, with no experiment of the editor's."""
    return not getattr(run, "experiments", ()) and not getattr(run, "insertions", ())


def with_end(text: str) -> str:
    """Return the text with a line end after its last line."""
    return text if text.endswith("\n") else text + "\n"


def apparatus_text(target: str) -> str:
    """Return witnesses, searches, what witnesses read otherwise, and every change, old beside new, by text and line."""
    name, run = opened(target)
    found = edition(name)
    rows, variants = found.apparatus, found.variants
    if run:
        chosen = found.run(run)
        wanted = {*chosen.emendations}
        for experiment in chosen.experiments:
            wanted |= {change.identifier for change in found.experiments[experiment]}
        rows = tuple(row for row in rows if row.identifier in wanted)
        variants = tuple(each for each in variants if each.text in (chosen.text, *chosen.inputs.values()))
    parts = [
        *(witness_text(witness) for witness in found.witnesses.values()),
        *map(search_text, found.searches),
        *(variant_text(found, variant) for variant in variants),
        *(row_text(found, row) for row in rows),
    ]
    return "\n".join([*parts, *([] if rows else [f"{name} has no changes\n"])])


def witness_text(witness: Witness) -> str:
    """Return what is known of a witness as a paragraph."""
    return f"witness {witness.sigil}: {witness.title}\n" + "".join(
        f"  {label}: {fact}\n" for label, fact in facts(asdict(witness))
    )


def search_text(search: Search) -> str:
    """Return where was looked for the document, with which words, and what came of it, as a paragraph."""
    return f"searched {search.when}: {search.where}\n  words: {'; '.join(search.words)}\n  {search.result}\n"


def variant_text(found: Edition, row: Change) -> str:
    """Return one variant as a paragraph: who reads what."""
    place = f"{found.texts[row.text].file}:{row.line}"
    readings = ((found.base(row.text), row.old), (", ".join(row.witnesses), row.new))
    shown = "".join(f"  {sigil}: {line}\n" for sigil, text in readings for line in text.splitlines() or [""])
    return f"{place}  {row.identifier} (variant)\n{shown}  {row.reason}\n"


def row_text(found: Edition, row: Change) -> str:
    """Return one change as a paragraph."""
    place = f"{found.texts[row.text].file}:{row.line}"
    old = "\n".join(f"  - {line}" for line in row.old.splitlines() or [""])
    new = "\n".join(f"  + {line}" for line in row.new.splitlines() or [""])
    judged = ", ".join(filter(None, (row.cause, row.certainty, row.need and f"need: {row.need}")))
    return f"{place}  {row.identifier} ({judged})\n{old}\n{new}\n  {row.reason}\n"


def solution_text(target: str, solution: int) -> str:
    """Return a solution that a program of the edition printed, drawn with a sign for each piece.

    The edition's first picture says how; for a run its own picture, or one of another run.
    """
    from getallenband.reports.publishing.drawings import lay_out

    name, run = opened(target)
    found = edition(name)
    program = found.run(run).text if run else ""
    pictures = presentation(found).pictures
    if not pictures:
        raise UserError(f"{target}: report.toml has no [[picture]] that says how its solutions are drawn")
    picture = min(
        pictures, key=lambda each: run and (run not in (each.run, each.gallery), found.run(each.run).text != program)
    )
    return text(picture.lattice, lay_out(found, replace(picture, run=run or picture.run), Records(), solution))
