"""The time of an edition's run on an old machine, for observers.

low, high = clocked_seconds(context, "el_x8", run="algol-first24")
"""

from __future__ import annotations

from reports.checking.observed import Context
from reports.runs.clock import checked_clock, time_run
from reports.runs.job import run_job


def clocked_seconds(context: Context, machine: str, run: str = "") -> tuple[float, float]:
    """Return the least and the greatest seconds that a run of the claim's edition takes on a machine.

    Raise UserError where the machine has no clock for the run's language. What has no figure is in neither bound.
    """
    counts = context.record(run)["counts"]
    job = run_job(context.edition, run or context.run)
    times = time_run(job, counts, checked_clock(machine, job.language)).timing
    return times.low, times.high
