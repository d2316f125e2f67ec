"""How fast the document's machine ran a program, for the player: from a clock of the machine, or a published time.

pace(found, run, job, data)    # {"machine": "EL-X8", "run": "first24", "seconds": 360.0, "then": "After 6 minutes …"}
                               # {"machine": "EL-X8", "costs": [0.0, 41.5, …], "then": ""}, microseconds a statement
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from typing import Any

from getallenband.interpreters import language, read
from getallenband.interpreters.language import checked_options
from getallenband.originals.edition import Edition
from getallenband.originals.presentation import Pace, presentation, seconds_of
from getallenband.originals.runs import Run
from getallenband.reports.runs.clock import checked_clock
from getallenband.reports.runs.job import RunJob

UNITS = ((3600, "hour"), (60, "minute"), (1, "second"))


def pace(found: Edition, run: Run, job: RunJob, data: Mapping[str, Any]) -> dict[str, Any] | None:
    """Return the pace of a run, None where nothing was published; raise EditionError for an unknown clock."""
    for program in presentation(found).programs:
        given = program.pace
        if given and run.name in (given.runs or [name for name, each in found.runs.items() if each.text == run.text]):
            if found.runs[given.run].text != run.text:
                continue
            if not given.clock:
                return {"machine": program.machine, **published(given, found)}
            with program.entry.blamed("pace", "clock"):
                return {"machine": program.machine, "costs": costs(given.clock, job, data), "then": ""}
    return None


def published(given: Pace, found: Edition) -> dict[str, Any]:
    """Return the run that took the published seconds, and what the machine had done by then."""
    seconds = seconds_of(given, found)
    return {"run": given.run, "seconds": seconds, "then": given.then.replace("{time}", duration(seconds))}


def costs(name: str, job: RunJob, data: Mapping[str, Any]) -> list[float]:
    """Return the microseconds that one execution of each statement takes: the middle of the clock's two bounds."""
    lang = language(job.language)
    clock = checked_clock(name, job.language)
    assert lang.costs is not None, lang.title
    options = checked_options(lang, job.request.options)
    taken = defaultdict[str, float](float)
    for charge in lang.costs(read(job.source, job.language, options), job.source, options):
        if figure := clock.figures.get(charge.operation):
            least, most = figure.microseconds
            taken[charge.counted] += (charge.low * least + charge.high * most) / 2
    return [round(taken[statement["label"]], 3) for statement in data["statements"]]


def duration(seconds: float) -> str:
    """Return a time in words: 5 hours 40 minutes, 3.5 seconds."""
    said = []
    for size, unit in UNITS:
        number, seconds = (seconds, 0) if size == 1 else divmod(seconds, size)
        if number:
            said.append(f"{number:g} {unit}{'' if number == 1 else 's'}")
    return " ".join(said)
