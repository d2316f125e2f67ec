"""Run a job, and say how it ended.

outcome = perform(job)
EXIT_CODES[outcome.ending.kind], ending_message(job, outcome)
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from dataclasses import replace

from getallenband.durable.visible import visible
from getallenband.interpreters import Outcome, language, run
from getallenband.interpreters.recognition import advice
from getallenband.interpreters.running.decks import is_stopped
from getallenband.interpreters.running.engines import native_is_there
from getallenband.interpreters.source.diagnostics import Diagnostic, SourceError, UserError, rendered, rendered_note
from getallenband.reports.runs.hints import cure, for_job, refusal
from getallenband.reports.runs.job import RunJob
from getallenband.reports.runs.progress import Progress

EXIT_CODES = {"finished": 0, "trap": 3, "exhausted": 4, "unsupported": 2, "interrupted": 130}
TITLES = {"trap": "trap", "exhausted": "exhausted", "unsupported": "not built", "interrupted": "interrupted"}


def perform(
    job: RunJob, trace: Callable[[str], None] | None = None, echo: Callable[[str], None] | None = None
) -> Outcome:
    """Run the job, with progress on standard error.

    Raise SourceError for a wrong text, UserError for an invalid option.
    """
    with Progress(job.title) as progress:
        progressing = None if trace else job.request.progress or progress.statements
        request = replace(job.request, progress=progressing, trace=trace, echo=echo)
        try:
            return run(job.source, job.language, request)
        except SourceError as error:
            refused = refusal(job, error)
            if hint := advice(job.source, language(job.language), request.options):
                raise UserError(f"{refused}\n  hint: {for_job(job, hint)}") from refused
            raise refused from None


def print_trace(line: str) -> None:
    """Print one traced event on standard error."""
    sys.stderr.write(visible(line) + "\n")


def notes_of(job: RunJob, outcome: Outcome) -> list[str]:
    """Return the notes on a text and on its run, a line each."""
    refused = []
    if outcome.engine == "machine" != job.request.engine:
        missing = "LLVM cannot be loaded (is llvmlite installed, and memory left for it?)"
        why = "too large for machine code" if native_is_there() else missing
        refused = [f"{job.source.name}: {why}: the slow engine ran it"]
    return [
        *job.notes,
        *(rendered_note(job.source, note) for note in outcome.notes),
        *refused,
        *not_stopped(job, outcome),
    ]


def not_stopped(job: RunJob, outcome: Outcome) -> list[str]:
    """Return a note on a run that ended by itself before the execution at which it was to be stopped."""
    stop = job.request.stop
    if stop is None or outcome.ending.kind != "finished" or is_stopped(outcome, job.request):
        return []
    return [f"{job.source.name}: note: the run ended before execution {stop.execution} of statement {stop.statement}"]


def ending_message(job: RunJob, outcome: Outcome) -> str:
    """Say how a run ended that did not end by itself: file:line:column, the line with a caret, the values, a cure."""
    ending = outcome.ending
    if ending.kind == "finished":
        return ""
    # what a trap says may go over several lines; other messages only quote what does
    said = ending.message if ending.kind == "trap" else ending.message.replace("\n", "␊")
    message = f"{TITLES[ending.kind]}: {said}" if ending.kind != said else said
    if ending.place is None:
        return f"{job.source.name}: {message}"
    hint = cure(job, ending.kind, ending.message, ending.place.line)
    return rendered(job.source, Diagnostic(ending.place, message, hint=hint))
