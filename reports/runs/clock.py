"""How long a run would have taken on an old machine, by its statements' counts.

found = time_run(job, outcome.counts, checked_clock("el_x8", job.language))
print(clock_text(job, found))
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated, TypedDict

from getallenband.interpreters import language, read
from getallenband.interpreters.clocks import Clock, Timing, clock, timing
from getallenband.interpreters.language import checked_options
from getallenband.interpreters.source.diagnostics import UserError
from getallenband.reports.runs.job import RunJob
from getallenband.reports.runs.profile import statement_places

SHOWN = 5
"""How many lines the message lists."""


Interval = Annotated[
    tuple[Annotated[float, ("minimum", 0)], float], ("description", "the least and the greatest seconds")
]


class ClockRecord(TypedDict):
    """How long a run and its statements would have taken.

    missing  how often operations were done whose time no source gives: they are in no sum
    """

    machine: str
    seconds: Interval
    statements: dict[str, Interval]
    missing: dict[str, Annotated[int, ("minimum", 1)]]


@dataclass(frozen=True, slots=True)
class ClockedRun:
    """The times of a run on a machine."""

    clock: Clock
    timing: Timing

    @property
    def column(self) -> dict[str, str]:
        """Return the times of the statements that took any, as a listing has them."""
        return {name: seconds(low, high) for name, (low, high) in self.timing.statements.items() if high}

    @property
    def record(self) -> ClockRecord:
        """Return the times for the run record."""
        return {
            "machine": self.clock.name,
            "seconds": (round(self.timing.low, 6), round(self.timing.high, 6)),
            "statements": {
                name: (round(low, 6), round(high, 6)) for name, (low, high) in self.timing.statements.items()
            },
            "missing": dict(self.timing.missing),
        }


def checked_clock(name: str, of_language: str) -> Clock:
    """Return a clock for programs in a language; raise UserError where there is none."""
    found, lang = clock(name), language(of_language)
    if lang.costs is None or found.language != lang.name:
        raise UserError(
            f"there is no clock for {lang.title}: {name} has the times of {language(found.language).title} only"
        )
    return found


def time_run(job: RunJob, counts: Mapping[str, int], machine: Clock) -> ClockedRun:
    """Return what the executions of a job's statements take on a machine."""
    lang = language(job.language)
    assert lang.costs is not None, lang.title
    options = checked_options(lang, job.request.options)
    charges = lang.costs(read(job.source, job.language, options), job.source, options)
    return ClockedRun(machine, timing(machine, charges, counts))


def clock_text(job: RunJob, found: ClockedRun) -> str:
    """Say how long the run would have taken, which lines cost most, and what the figures leave out."""
    times, lines = found.timing, defaultdict[int, list[tuple[float, float]]](list)
    places = statement_places(job, {})
    for name, time in times.statements.items():
        lines[places[name].line].append(time)
    sums = {line: (sum(low for low, _ in each), sum(high for _, high in each)) for line, each in lines.items()}
    said = [f"{found.clock.name}: {seconds(times.low, times.high)} on the {found.clock.title}"]
    texts, whole = job.source.text.splitlines(), times.low + times.high
    for line, (low, high) in sorted(sums.items(), key=lambda item: -sum(item[1]))[:SHOWN]:
        share = (low + high) / whole if whole else 0
        said.append(f"  {share:4.0%}  {seconds(low, high)}  line {line}: {texts[line - 1].strip()}")
    if times.missing:
        done = (f"{operation} {number:,}×" for operation, number in sorted(times.missing.items()))
        said.append(f"  not included, for want of a figure: {', '.join(done)}")
    return "\n".join(said)


def seconds(low: float, high: float) -> str:
    """Print an interval: 1.5 to 2.25 s; from two minutes on in minutes."""
    unit, size = ("min", 60) if high >= 120 else ("s", 1)
    return f"{low / size:,.3g} to {high / size:,.3g} {unit}"
