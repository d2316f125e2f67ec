"""The records of an edition's runs, cached: reading one a second time costs no run.

records = Records()
records("debruijn1972_pentomino", "first24")["counts"]["86"]
"""

from __future__ import annotations

from dataclasses import asdict, replace
from typing import Any

from getallenband.interpreters.outcome import Interrupted
from getallenband.reports.runs.cache import ResultCache
from getallenband.reports.runs.job import RunJob, run_job
from getallenband.reports.runs.record import FORM, PACKAGES, RunRecord, run_record
from getallenband.reports.runs.run import perform
from getallenband.reports.runs.sources import machine, of_run, versions


class Records:
    """All records asked for so far, by edition and run."""

    def __init__(self, cache: ResultCache | None = None) -> None:
        self.cache = cache or ResultCache()
        self.made: dict[tuple[str, str], RunRecord] = {}
        self.jobs: dict[tuple[str, str], RunJob] = {}

    def __call__(self, edition: str, run: str) -> RunRecord:
        """Return a run's record; raise KeyboardInterrupt if the user stopped it."""
        key = edition, run
        if key not in self.made:
            job = self.job(edition, run)
            self.made[key] = self.cache.get(question(job), lambda: make_record(job))
        return self.made[key]

    def job(self, edition: str, run: str) -> RunJob:
        """Return what a run needs; the edition is read once."""
        key = edition, run
        if key not in self.jobs:
            self.jobs[key] = run_job(edition, run)
        return self.jobs[key]

    def known(self, edition: str, run: str) -> bool:
        """Tell whether a run's record is cached."""
        return self.cache.has(question(self.job(edition, run)))


def make_record(job: RunJob) -> RunRecord:
    """Run the job; return its record, with the times of a first run. Raise KeyboardInterrupt if the user stopped it."""
    outcome = perform(replace(job, request=replace(job.request, cached_code=False)))
    if isinstance(outcome.ending, Interrupted):
        raise KeyboardInterrupt
    return run_record(job, outcome)


def failed_assumptions(job: RunJob, cache: ResultCache) -> int | None:
    """Return how many of the program's assumptions failed when its record was made; None if that is not cached."""
    record: RunRecord | None = cache.look_up(question(job))
    return record and record["provenance"]["failed_assumptions"]


def question(job: RunJob) -> dict[str, Any]:
    """Return everything that a run's record depends on; its text and inputs are in `checksums` as received only."""
    request = job.request
    return {
        "kind": "run",
        "form": FORM,
        "edition": job.edition,
        "run": job.run,
        "name": job.source.name,
        "text": job.source.text,
        "language": job.language,
        "checksums": dict(job.checksums),
        "tapes": {name: tape.text for name, tape in request.tapes.items()},
        "arithmetic": request.options.arithmetic,
        "settings": dict(request.options.settings),
        "limits": asdict(request.limits),
        "probes": {name: asdict(probe) for name, probe in request.probes.items()},
        "stop": asdict(request.stop) if request.stop else None,
        "engine": request.engine,
        "sources": of_run(job.language, request.engine),
        "versions": versions(*PACKAGES),
        "machine": machine(),
    }
