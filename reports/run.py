"""Run a job and show what came of it.

outcome = performed(job)
code = shown(job, outcome, profile=False, record=None)      # standard output: what the program printed
"""

from __future__ import annotations

import json
import sys
from dataclasses import replace
from pathlib import Path

from interpreters import Outcome, run
from interpreters.source.diagnostics import Diagnostic, rendered
from reports.files import write_text
from reports.job import Job, Wishes, job_for
from reports.progress import Progress
from reports.record import run_record

__all__ = ["EXIT_CODES", "Job", "Wishes", "ending_message", "job_for", "performed", "shown"]

EXIT_CODES = {"finished": 0, "trap": 3, "exhausted": 4, "unsupported": 2, "interrupted": 130}
TITLES = {"trap": "trap", "exhausted": "exhausted", "unsupported": "not built", "interrupted": "interrupted"}


def performed(job: Job, trace: bool = False) -> Outcome:
    """Run the job, with progress on standard error; raise SourceError for a wrong text, ValueError for a wish."""
    with Progress(job.title) as progress:
        request = replace(job.request, progress=progress.statements)
        if trace:
            request = replace(request, trace=traced)
        return run(job.source, job.language, request)


def traced(line: str) -> None:
    """Print one traced event on standard error."""
    sys.stderr.write(line + "\n")


def shown(job: Job, outcome: Outcome, *, profile: bool = False, record: Path | None = None) -> int:
    """Print the output, and on standard error how the run ended; write what was asked for; return the exit code."""
    kept = json.dumps(run_record(job, outcome), ensure_ascii=False, indent=2) + "\n" if record else ""
    sys.stdout.write(kept if str(record) == "-" else outcome.output)
    sys.stdout.flush()
    if record and str(record) != "-":
        write_text(record, kept)
    if profile:
        from reports.profile import listing
        from reports.profile import profile as profiled

        sys.stderr.write(listing(profiled(job, outcome.counts)))
    message = ending_message(job, outcome)
    if message:
        sys.stderr.write(message + "\n")
    return EXIT_CODES[outcome.ending.kind]


def ending_message(job: Job, outcome: Outcome) -> str:
    """Say how a run ended that did not end by itself: file:line:column, the line with a caret, the values."""
    ending = outcome.ending
    if ending.kind == "finished":
        return ""
    message = f"{TITLES[ending.kind]}: {ending.message}" if ending.kind != ending.message else ending.message
    if ending.place is None:
        return f"{job.source.name}: {message}"
    return rendered(job.source, Diagnostic(ending.place, message))
