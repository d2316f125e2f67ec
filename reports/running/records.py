"""The records of an edition's runs, each made once, when it is first asked for.

records = Records()
records("debruijn1972_pentomino", "first24")["counts"]["86"]
"""

from __future__ import annotations

from interpreters.outcome import Interrupted
from reports.running.job import run_job
from reports.running.record import RunRecord, run_record
from reports.running.run import perform


class Records:
    """All records made so far, by edition and run."""

    def __init__(self) -> None:
        self.made: dict[tuple[str, str], RunRecord] = {}

    def __call__(self, edition: str, run: str) -> RunRecord:
        """Return a run's record; raise KeyboardInterrupt if the user stopped it."""
        key = edition, run
        if key not in self.made:
            job = run_job(edition, run)
            outcome = perform(job)
            if isinstance(outcome.ending, Interrupted):
                raise KeyboardInterrupt
            self.made[key] = run_record(job, outcome)
        return self.made[key]
