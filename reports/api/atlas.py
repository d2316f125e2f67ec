"""The atlas as the command line asks for it: rows chosen, their puzzle files, their counts made anew.

rows = chosen(["hexiamonds"], lattice="triangular")
record, different = recount_rows(rows, long=False, path=None, tell=print)
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path

from getallenband.durable.names import unknown
from getallenband.modern.puzzle_files.atlas import Row, atlas
from getallenband.modern.puzzle_files.errors import PuzzleError
from getallenband.reports.comparing.atlas import (
    RECORD,
    SHORT,
    Recount,
    changed,
    entry,
    is_short,
    recorded,
    recounts,
    save,
)

EVERY = 20.0
"""Seconds of processor time after which a record under way is written."""


def chosen(
    texts: Sequence[str],
    lattice: str | None = None,
    pieces: str | None = None,
    cells: str | None = None,
    verdict: str | None = None,
) -> list[Row]:
    """Return the rows that are asked for; raise PuzzleError where a name is unknown, or none is left."""
    rows = [*atlas().values()]
    if texts:
        rows = list(dict.fromkeys(row for text in texts for row in _of_text(text, rows)))
    if lattice is not None:
        rows = [row for row in rows if row.lattice == _known("lattice", lattice, (row.lattice for row in rows))]
    if pieces is not None:
        known = {name for row in rows for name in row.pieces.split(", ")}
        rows = [row for row in rows if _known("piece", pieces, known) in row.pieces.split(", ")]
    if cells is not None:
        least, most = _sizes(cells)
        rows = [row for row in rows if least <= len(row.cells) <= most]
    if verdict is not None:
        record = recorded()
        rows = [row for row in rows if entry(row, record.get(row.name))["verdict"] == verdict]
    if not rows:
        raise PuzzleError("no row of the atlas is like this")
    return rows


def _of_text(text: str, rows: Sequence[Row]) -> list[Row]:
    """Return the row of this name, or else those whose name, subject, pieces or source contain the text."""
    word = text.lower()
    found = [row for row in rows if row.name == text] or [
        row for row in rows if word in f"{row.name}\n{row.about}\n{row.pieces}\n{row.by}\n{row.where}".lower()
    ]
    if not found:
        raise PuzzleError(unknown("row of the atlas", text, [row.name for row in rows]))
    return found


def _known(kind: str, name: str, known: Iterable[str]) -> str:
    names = set(known)
    if name not in names:
        raise PuzzleError(unknown(f"{kind} of the atlas", name, names))
    return name


def _sizes(given: str) -> tuple[int, int]:
    found = re.fullmatch(r"(\d{1,4})(?:-(\d{1,4}))?", given, re.ASCII)
    if found is None:
        raise PuzzleError(f"--cells {given}: expected a number of cells such as 60, or a range such as 40-60")
    return int(found[1]), int(found[2] or found[1])


def file_of(rows: Sequence[Row]) -> str:
    """Return the puzzle file of the only row."""
    if len(rows) != 1:
        raise PuzzleError(f"--file needs the name of one row; {len(rows)} rows are like this")
    return rows[0].text


def recount_rows(
    rows: Sequence[Row], *, long: bool, path: Path | None, tell: Callable[[str], None]
) -> tuple[dict[str, Recount], list[str]]:
    """Count anew, and keep the counts in the file at `path`; return all counts, and a line for each that has changed.

    Rows that took longer than a minute are left out, if not all are wanted (`long`).
    """
    from getallenband.modern.search import interruptible  # with it comes numpy, which a list of the atlas does not need

    before = recorded(path or RECORD)
    wanted = [row for row in rows if long or is_short(row, before)]
    record, different, unsaved = dict(before), [], 0.0
    with interruptible() as interrupted:
        for row, counted in recounts(wanted, None if long else SHORT, interrupted):
            line = next(changed([(row, counted)], before), None)
            tell(line or f"{row.name}: {counted['in_all']:,}, {counted['seconds']:.2f} s of CPU")
            different += [line] if line else []
            record[row.name] = counted
            unsaved += counted["seconds"] + 0.1
            if path is not None and unsaved > EVERY:
                save(record, path)
                unsaved = 0.0
    if path is not None:
        save(record, path)
    return record, different
