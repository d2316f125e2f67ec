"""The critical listing of each program text: reading text beside transcription, changes, gloss, counts of statements.

for listing in listings(found, runs, records):
    for row in listing["rows"]:
        row["line"], row["text"], row["source"], row["transcribed"], row["changes"], row["gloss"], row["statements"]
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from getallenband.originals.collation import collate
from getallenband.originals.edition import Edition
from getallenband.originals.runs import Run
from getallenband.reports.publishing.data import Listing, ListingRow
from getallenband.reports.runs.job import run_job
from getallenband.reports.runs.profile import profile
from getallenband.reports.runs.records import Records


def listings(found: Edition, runs: Sequence[Run], records: Records) -> list[Listing]:
    """Return the listing of each text that may be copied, with counts of its busiest run that is the author's own."""
    busiest: dict[str, tuple[int, Run]] = {}
    for run in runs:
        if run.experiments or found.texts[run.text].obtain:
            continue
        statements = sum(records(found.name, run.name)["counts"].values())
        if statements > busiest.get(run.text, (-1, run))[0]:
            busiest[run.text] = statements, run
    return [
        {
            "text": name,
            "file": found.texts[name].file,
            "language": run.language,
            "run": run.name,
            "rows": list(rows(found, run, records)),
        }
        for name, (_, run) in busiest.items()
    ]


def rows(found: Edition, run: Run, records: Records) -> Iterator[ListingRow]:
    """Yield the lines of a run's reading text, and those of the transcription that were taken away."""
    counted = {
        line["line"]: line for line in profile(run_job(found.name, run.name), records(found.name, run.name)["counts"])
    }
    chosen = [change for change in found.emending(run.text) if change.identifier in run.emendations]
    gloss, taken_away = found.explained(run), found.gloss.transcribed.get(run.text, {})
    before = ""
    for row in collate(found.texts[run.text].transcription, chosen, run.insertions):
        meaning = gloss.get(row.line, "") if row.line else taken_away.get(row.source, "")
        yield {
            "line": row.line,
            "text": row.text.rstrip("\n"),
            "source": row.source,
            "transcribed": row.transcribed.rstrip("\n"),
            "changes": list(row.changes),
            "insertion": row.insertion,
            "gloss": meaning if meaning != before else "",
            "statements": counted[row.line]["statements"] if row.line in counted else [],
        }
        before = meaning or before
