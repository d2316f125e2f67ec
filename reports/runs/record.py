"""The record of a run: what was run, on what, with what outcome. A report is written from records alone.

    run_record(job, outcome)        # a dictionary for JSON; its keys are a contract
    record_text(job, outcome)       # the same as JSON

Only `seconds`, and when the run ended, differ between two runs of the same thing on the same versions.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from datetime import UTC, datetime
from hashlib import sha256
from typing import Annotated, Any, NotRequired, TypedDict

from getallenband.interpreters import Outcome
from getallenband.interpreters.outcome import Kind
from getallenband.reports.runs.clock import ClockRecord
from getallenband.reports.runs.job import RunJob
from getallenband.reports.runs.run import notes_of
from getallenband.reports.runs.sources import machine, of_run, versions

PACKAGES = ("getallenband", "lark", "llvmlite")
FORM = 2
"""Raise it when the form of a record changes: records that were cached in another form are made again."""


Natural = Annotated[int, ("minimum", 0)]
Duration = Annotated[float, ("minimum", 0)]
"""Seconds."""


class Ending(TypedDict):
    """How a run ended.

    kind    how the run ended
    line    where the program was, if it did not finish
    column  from 1
    """

    kind: Kind
    message: str
    line: int | None
    column: int | None


class Seconds(TypedDict):
    """What a run took of the processor's time."""

    build: Duration
    run: Duration


class Provenance(TypedDict):
    """What a run was made from, and when.

    ended               when the run ended, in UTC
    versions            of Python and of the packages that took part
    machine             operating system and processor
    checksums           sha256 of every file that went in, and of our own sources that took part (interpreters)
    arithmetic          whose numbers were used
    failed_assumptions  how often the program was lowered again, because what was assumed of its numbers did not hold
    """

    ended: Annotated[str, ("format", "date-time"), ("pattern", r"^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\+00:00$")]
    versions: Annotated[dict[str, str], ("required", ("python", *PACKAGES))]
    machine: str
    checksums: Annotated[dict[str, Annotated[str, ("pattern", "^[0-9a-f]{64}$")]], ("required", ("interpreters",))]
    arithmetic: str
    settings: dict[str, str]
    failed_assumptions: Natural


class RunRecord(TypedDict):
    """A run: what was run, and all that came of it.

    edition    null for a program in a file
    run        the run's name in the edition, or the name of the program's file
    engine     by what it was run; evaluator: the language's own
    output     everything printed
    files      what the program wrote to files, by name
    counts     how often each statement was executed, by its label: LINE, LINE:COLUMN or the program's own
    probes     histograms by the name of the probe: how often each value was seen
    tape_read  how many numbers were read from inputs
    notes      what is legal in the text or its run, but may not be what its author meant; a line each
    seconds    the only part, with `ended`, that differs between two runs of the same thing
    clock      with --clock: how long the run would have taken on an old machine
    """

    edition: str | None
    run: str
    language: str
    engine: Annotated[str, ("enum", ("native", "machine", "evaluator"))]
    outcome: Ending
    output: str
    files: dict[str, str]
    counts: dict[str, Natural]
    probes: dict[str, dict[Annotated[str, ("pattern", "^-?[0-9]+$")], Natural]]
    tape_read: Natural
    notes: list[str]
    seconds: Seconds
    clock: NotRequired[ClockRecord]
    provenance: Provenance


def record_text(job: RunJob, outcome: Outcome, clock: ClockRecord | None = None) -> str:
    """Return the record of a run as JSON, with its time on an old machine if that is given."""
    record = {**run_record(job, outcome), **({"clock": clock} if clock else {})}
    return json.dumps(record, ensure_ascii=False, indent=2) + "\n"


def run_record(job: RunJob, outcome: Outcome) -> RunRecord:
    """Return the record of a run."""
    ending = outcome.ending
    place = ending.place
    return {
        "edition": job.edition or None,
        "run": job.run or job.source.name,
        "language": job.language,
        "engine": outcome.engine,
        "outcome": {
            "kind": ending.kind,
            "message": ending.message,
            "line": place.line if place else None,
            "column": place.column if place else None,
        },
        "output": outcome.output,
        "files": dict(outcome.files),
        "counts": dict(outcome.counts),
        "probes": {
            name: {str(value): times for value, times in sorted(histogram.items())}
            for name, histogram in outcome.probes.items()
        },
        "tape_read": outcome.tape_read,
        "notes": notes_of(job, outcome),
        "seconds": {"build": round(outcome.build, 6), "run": round(outcome.run, 6)},
        "provenance": provenance(job, outcome),
    }


def seal_of(record: Mapping[str, Any]) -> str:
    """Return a checksum of all that came of a run: how it ended, what it printed and wrote, every count and probe."""
    came = {key: record[key] for key in ("outcome", "output", "files", "counts", "probes", "tape_read")}
    return sha256(json.dumps(came, sort_keys=True).encode()).hexdigest()[:16]


def provenance(job: RunJob, outcome: Outcome) -> Provenance:
    """Return what the run was made from, and when: versions, checksums, options, the time at which it ended."""
    return {
        "ended": datetime.now(UTC).isoformat(timespec="seconds"),
        "versions": versions(*PACKAGES),
        "machine": machine(),
        "checksums": {**job.checksums, "interpreters": of_run(job.language, job.request.engine)},
        "arithmetic": job.request.options.arithmetic,
        "settings": dict(job.request.options.settings),
        "failed_assumptions": outcome.failed_assumptions,
    }
