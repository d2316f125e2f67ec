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
from typing import Any, TypedDict

from interpreters import Outcome
from reports.runs.clock import ClockRecord
from reports.runs.job import RunJob
from reports.runs.run import notes_of
from reports.runs.sources import machine, of_run, versions

PACKAGES = ("getallenband", "lark", "llvmlite")
FORM = 2
"""Raise it when the form of a record changes: records that were cached in another form are made again."""


class Ending(TypedDict):
    """How a run ended; line and column are those of a trap."""

    kind: str
    message: str
    line: int | None
    column: int | None


class Seconds(TypedDict):
    """What a run took of the processor's time."""

    build: float
    run: float


class RunRecord(TypedDict):
    """A run: what was run, and all that came of it. `edition` is None for a program in a file."""

    edition: str | None
    run: str
    language: str
    engine: str
    outcome: Ending
    output: str
    files: dict[str, str]
    counts: dict[str, int]
    probes: dict[str, dict[str, int]]
    tape_read: int
    notes: list[str]
    seconds: Seconds
    provenance: Mapping[str, Any]


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
        "provenance": {**provenance(job), "failed_assumptions": outcome.failed_assumptions},
    }


def seal_of(record: Mapping[str, Any]) -> str:
    """Return a checksum of all that came of a run: how it ended, what it printed and wrote, every count and probe."""
    came = {key: record[key] for key in ("outcome", "output", "files", "counts", "probes", "tape_read")}
    return sha256(json.dumps(came, sort_keys=True).encode()).hexdigest()[:16]


def provenance(job: RunJob) -> dict[str, Any]:
    """Return what the run was made from, and when: versions, checksums, options, the time at which it ended."""
    return {
        "ended": datetime.now(UTC).isoformat(timespec="seconds"),
        "versions": versions(*PACKAGES),
        "machine": machine(),
        "checksums": {**job.checksums, "interpreters": of_run(job.language, job.request.engine)},
        "arithmetic": job.request.options.arithmetic,
        "settings": dict(job.request.options.settings),
    }
