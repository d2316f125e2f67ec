"""The records of an edition's runs, each made once, when it is first asked for.

records = Records()
records("debruijn1972_pentomino", "first24")["counts"]["86"]
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from interpreters.outcome import Interrupted
from reports.job import run_job
from reports.record import run_record
from reports.run import performed

Record = Mapping[str, Any]


class Records:
    """All records made so far, by edition and run."""

    def __init__(self) -> None:
        self.made: dict[tuple[str, str], Record] = {}

    def __call__(self, edition: str, run: str) -> Record:
        """Return a run's record; raise KeyboardInterrupt if the user stopped it."""
        key = edition, run
        if key not in self.made:
            job = run_job(edition, run)
            outcome = performed(job)
            if isinstance(outcome.ending, Interrupted):
                raise KeyboardInterrupt
            self.made[key] = run_record(job, outcome)
        return self.made[key]
