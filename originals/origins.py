"""Where the lines of a run's reading text come from: what a message about one of them names.

    origins(edition("mine"), run)[37]       # ("mine/scan.transcription", 40): line 38 is line 40 of the transcription

A line that an editor's file brings in is a line of that file. Any other line that the transcription does not have, such
as the second half of one that was broken in two, has the number of the line before it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from getallenband.originals.changes import Change, apply_changes
from getallenband.originals.collation import Row, collate
from getallenband.originals.edition import Edition
from getallenband.originals.lines import lines_of
from getallenband.originals.runs import Run


def origins(found: Edition, run: Run) -> tuple[tuple[str, int], ...]:
    """Return file and line for each line of the reading text, and for the end of the text; () where no line moved."""
    text = found.texts[run.text]
    emendations = [change for change in found.emending(run.text) if change.identifier in run.emendations]
    experiments = [change for name in run.experiments for change in found.experiments[name] if change.text == run.text]
    if not run.insertions and not any(map(moves_lines, [*emendations, *experiments])):
        return ()
    transcribed = [line for _, line in sources(collate(text.transcription, emendations))]
    emended = apply_changes(text.transcription, emendations)
    own = f"{found.name}/{text.file}"
    lines = [
        (f"{found.name}/{file}", line) if file else (own, transcribed[line - 1])
        for file, line in sources(collate(emended, experiments, run.insertions))
    ]
    return (*lines, (own, len(lines_of(text.transcription)) + 1))


def moves_lines(change: Change) -> bool:
    return change.old.count("\n") != change.new.count("\n")


def sources(rows: Iterable[Row]) -> Iterator[tuple[str, int]]:
    """Yield for each new line the old one, or the one before it; of an insertion, its file and the line in it."""
    source, inserted = 1, 0
    for row in rows:
        inserted = inserted + 1 if row.insertion else 0
        source = row.source or source
        if row.line:
            yield (row.insertion, inserted) if row.insertion else ("", source)
