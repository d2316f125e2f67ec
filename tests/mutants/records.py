"""The records of an altered edition's runs, made again only where something that they depend on was altered."""

from __future__ import annotations

import json
import signal
from hashlib import sha256
from typing import Any

from getallenband.originals.edition import Edition
from getallenband.reports.runs.cache import ResultCache
from getallenband.reports.runs.job import RunJob, job_of_run
from getallenband.reports.runs.records import Records, make_record, question

PATIENCE, HOURS = 5.0, 7200.0
"""Seconds that a run may take: every day, and where long mutants are judged."""


class TooLong(Exception):
    """A run takes too long."""


def key_of(job: RunJob) -> str:
    """Return what a run's record depends on, but for the checksums of files whose other parts it may not read."""
    asked = question(job)
    del asked["checksums"]
    return sha256(json.dumps(asked, sort_keys=True).encode()).hexdigest()


class AlteredRecords:
    """The records of the edition in a folder; those of the unaltered runs are cached."""

    def __init__(self, patience: float) -> None:
        self.patience = patience
        self.kept = Records(ResultCache())
        self.found: Edition | None = None
        self.by_key: dict[str, Any] = {}
        self.kept_keys: dict[tuple[str, str], str] = {}
        self.jobs: dict[str, tuple[RunJob, str]] = {}

    def load(self, found: Edition) -> None:
        self.found = found
        self.jobs = {}

    def job(self, run: str) -> tuple[RunJob, str]:
        if run not in self.jobs:
            job = job_of_run(self.found, self.found.run(run))
            self.jobs[run] = job, key_of(job)
        return self.jobs[run]

    def __call__(self, edition: str, run: str) -> Any:
        job, key = self.job(run)
        if key not in self.by_key:
            unaltered = key == self.kept_key(edition, run)
            self.by_key[key] = self.kept(edition, run) if unaltered else self.made(job, edition, run)
        if isinstance(self.by_key[key], Exception):
            raise self.by_key[key]
        return self.by_key[key]

    def kept_key(self, edition: str, run: str) -> str:
        """Return the key of the unaltered run."""
        if (edition, run) not in self.kept_keys:
            self.kept_keys[edition, run] = key_of(self.kept.job(edition, run))
        return self.kept_keys[edition, run]

    def made(self, job: RunJob, edition: str, run: str) -> Any:
        """Return the record of an altered run, or what it raises."""
        if sum(self.kept(edition, run)["seconds"].values()) > self.patience:
            return TooLong(run)
        before = signal.signal(signal.SIGALRM, signal.default_int_handler)
        signal.setitimer(signal.ITIMER_REAL, self.patience)
        try:
            return json.loads(json.dumps(make_record(job)))
        except KeyboardInterrupt:
            return TooLong(run)
        except Exception as error:
            return error
        finally:
            signal.setitimer(signal.ITIMER_REAL, 0)
            signal.signal(signal.SIGALRM, before)
