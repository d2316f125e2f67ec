"""Hints, with options as they are written for what is run: on the command line, or in the files of an edition.

for_job(job, "NLCR is in the library both: --setting library=both")
'NLCR is in the library both: settings = { library = "both" }; in queens/runs.toml, [runs.queens]'
"""

from __future__ import annotations

import re
from dataclasses import replace

from getallenband.interpreters import SourceError, language
from getallenband.interpreters.source.diagnostics import Diagnostic
from getallenband.reports.runs.job import RunJob

RUN = "{edition}/runs.toml, [runs.{run}]"
KEYS = (
    (r"--setting (\w+)=(\w+|…)", r'settings = { \1 = "\2" }', RUN),
    (r"--arithmetic (\w+)", r'arithmetic = "\1"', RUN),
    (
        r"declare (it|these) in the program",
        r'declare \1 in a file: insert = [{ file = "drivers/…", after = "…" }]',
        RUN,
    ),
    (r"--language (\w+)", r'language = "\1"', "{edition}/edition.toml, [texts.…]"),
)
"""An option or an advice, the key that stands for it in an edition, and where that is written."""


def for_job(job: RunJob, hint: str) -> str:
    """Return a hint that holds for a job."""
    files: dict[str, None] = {}
    for option, key, file in KEYS if job.edition else ():
        hint, times = re.subn(option, key, hint)
        if times:
            files[file.format(edition=job.edition, run=job.run)] = None
    return "; in ".join([hint, *files])


def emended(job: RunJob, line: int) -> str:
    """Say which emendations there are in a line of what was run: it may be wrong by them; "" without any."""
    name, number = job.source.origin(line)
    changes = job.emended.get(number, ()) if name == job.source.name else ()
    return f"line {number} is emended ({', '.join(changes)})" if changes else ""


def refusal(job: RunJob, error: SourceError) -> SourceError:
    """Return the error with which a job's text is refused, its hints as they hold for the job."""

    def hinted(found: Diagnostic) -> Diagnostic:
        hints = [for_job(job, found.hint), emended(job, found.place.line)]
        return replace(found, hint="; ".join(filter(None, hints)))

    return SourceError(error.source, [*map(hinted, error.diagnostics)])


def cure(job: RunJob, kind: str, message: str, line: int) -> str:
    """Return what would have let a job go on that ended with this message in a line, or nothing."""
    if kind != "trap":
        return ""
    cures = [for_job(job, language(job.language).cure(message, job.source, job.request.options)), emended(job, line)]
    return "; ".join(filter(None, cures))
