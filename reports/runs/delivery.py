"""What a run leaves, each part where it is asked for; the output first, so that it is not lost with another part.

    deliver(job, Delivery(record="-", profile=True))     # the exit code

Standard output has what the program printed, or its record, and nothing else; standard error all that we say.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path

from getallenband import durable
from getallenband.durable.errors import Error
from getallenband.durable.visible import shown, visible
from getallenband.interpreters import Outcome, pipeline
from getallenband.originals.folders import folder_of
from getallenband.reports.runs import stepping
from getallenband.reports.runs.clock import checked_clock, clock_text, time_run
from getallenband.reports.runs.files import not_saved, write_files, write_status
from getallenband.reports.runs.job import RunJob
from getallenband.reports.runs.options import RunOptions, tapes_of
from getallenband.reports.runs.profile import named_listing
from getallenband.reports.runs.record import record_text
from getallenband.reports.runs.run import EXIT_CODES, ending_message, notes_of, perform, print_trace

PART = 2**20
"""Characters that are written at a time: Python encodes what it is given, and 100 MB take 100 MB more."""


@dataclass(frozen=True)
class Delivery:
    """What is asked for of a run besides its output: names of files, of a folder, of a clock; "" for none.

    A record "-" replaces the output. `lines` are those that are traced: FIRST-LAST. A stage to show replaces the run.
    """

    record: str = ""
    files: str = ""
    save_status: str = ""
    profile: bool = False
    clock: str = ""
    trace: bool = False
    lines: str | None = None
    step: bool = False
    quiet: bool = False
    show: str = ""

    @property
    def watched(self) -> bool:
        """Return whether the run is traced or goes step by step."""
        return self.trace or self.step or bool(self.lines)

    @property
    def outputs(self) -> list[Path]:
        """Return the files that are written."""
        return [Path(file) for file in (self.record if self.record != "-" else "", self.save_status) if file]


def deliver(job: RunJob, wanted: Delivery) -> int:
    """Run a job, deliver what is asked for, and return the exit code.

    Raise Error, when all else is delivered, for what could not be written, and as `perform` does.
    """
    clock = checked_clock(wanted.clock, job.language) if wanted.clock else None
    if not wanted.quiet:
        print_lines(job.notes)  # before the run: it may be long, and what was guessed explains a refusal
    if wanted.show:
        sys.stdout.write(visible(pipeline.shown(wanted.show, job.source, job.language, job.request)))
        return 0
    if wanted.files:
        durable.check_folder(Path(wanted.files))
    echo = wanted.step and wanted.record != "-"
    outcome = run_watched(job, wanted, echo=echo)
    clocked = time_run(job, outcome.counts, clock) if clock else None
    record = record_text(job, outcome, clocked.record if clocked else None) if wanted.record else ""
    if not echo:
        written = record if wanted.record == "-" else outcome.output
        for start in range(0, len(written), PART):
            sys.stdout.write(written[start : start + PART])
        end_line(outcome.output)
    sys.stdout.flush()
    writing: list[Callable[[], None]] = []
    if wanted.files:
        writing.append(lambda: write_files(Path(wanted.files), outcome.files))
    if wanted.record not in ("", "-"):
        writing.append(lambda: durable.write(Path(wanted.record), record))
    if wanted.save_status:
        writing.append(lambda: write_status(Path(wanted.save_status), outcome.files))
    complaints = [complaint for write in writing if (complaint := complaint_of(write))]
    if wanted.profile:
        sys.stderr.write(visible(named_listing(job, outcome.counts, clocked.column if clocked else {})))
    if clocked:
        print_lines([clock_text(job, clocked)])
    if not wanted.quiet:
        unsaved = "" if wanted.files or wanted.record else not_saved(outcome.files)
        print_lines([*notes_of(job, outcome)[len(job.notes) :], unsaved])
    print_lines([ending_message(job, outcome)])
    if complaints:
        raise Error("\n".join(complaints))
    return EXIT_CODES[outcome.ending.kind]


def end_line(printed: str) -> None:
    """Begin a new line at a terminal after output that does not end one: messages and prompts have their own."""
    if printed and not printed.endswith("\n") and sys.stdout.isatty():
        sys.stdout.flush()
        sys.stderr.write("\n")


def paths_read(job: RunJob, target: str, options: RunOptions) -> list[Path]:
    """Return the files that a run reads: nothing may be written over them."""
    files = folder_of(job.edition).rglob("*") if job.edition else [Path(target)]
    return [*files, *(tape for tape in tapes_of(options).values() if isinstance(tape, Path))]


def print_lines(lines: Iterable[str]) -> None:
    """Write lines on standard error, but for empty ones."""
    sys.stderr.write("".join(visible(line) + "\n" for line in lines if line))


def complaint_of(write: Callable[[], None]) -> str:
    """Write a part; return the message where that cannot be, "" where it is done."""
    try:
        write()
    except OSError as error:
        return f"{shown(error.filename)}: {error.strerror}"
    except Error as error:
        return str(error)
    return ""


def run_watched(job: RunJob, wanted: Delivery, *, echo: bool) -> Outcome:
    """Run a job, step by step or with a trace where that is asked for."""
    if wanted.step:
        return stepping.step(job, echo=echo)
    if wanted.lines:
        stepping.check_lines(wanted.lines, job.source)
        return perform(job, stepping.of_lines(wanted.lines, print_trace))
    return perform(job, print_trace if wanted.trace else None)
