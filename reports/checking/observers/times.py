"""Running times, judged by what was executed and by the times of a machine."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Mapping
from typing import Annotated, NotRequired

from annotated_types import Interval, Len
from typing_extensions import TypedDict

from getallenband.interpreters.clocks import Timing, independently
from getallenband.interpreters.source.diagnostics import UserError
from getallenband.originals.machines import MachineTime
from getallenband.originals.values import rounded
from getallenband.reports.checking.observed import Context, Observed
from getallenband.reports.checking.observers.counts import executions
from getallenband.reports.runs.by_folder import observer
from getallenband.reports.runs.clock import checked_clock, time_run
from getallenband.reports.runs.job import run_job
from getallenband.reports.runs.profile import statement_places

LINE_AND_TIME = 2
"""The groups of a pattern for the rows of a profile."""
Actions = Annotated[dict[str, Annotated[float, Interval(gt=0, le=1e9)]], Len(1)]


class Cost(TypedDict):
    """What executions of some statements take."""

    statement: NotRequired[str | list[str]]
    low: Actions
    high: Actions


@observer
def time_per_statement(context: Context, *, cost: Annotated[list[Cost], Len(1)], run: str = "") -> Observed:
    """Divide a published running time by what the run executed; judge it by the machine's times.

    observe = "time_per_statement"
    with.cost = [{ statement = ["62", "65"], low = { 1620-test = 1 }, high = { 1620-add = 1, 1620-test = 1 } }]

    `low` and `high` say how many actions of the machine, by their names in the edition's machines.toml, an execution of
    these statements (default: of any) takes at least and at most.

    Return the implied microseconds for each execution of all the statements that have a cost.

    The published seconds agree if they lie between the sums. Facts: executed, low, high (microseconds an execution).
    """
    executed, low, high = seconds(context, cost, run)
    implied, least, most = (1e6 * time / executed for time in (context.number, low, high))
    why = (
        f"{context.number:,g} s for {executed:,} executions; {least:.4g} to {most:.4g} µs for each:"
        f" {sources(context, cost)}"
    )
    facts = {"executed": executed, "low": least, "high": most}
    return Observed(f"{rounded(implied, 3)} µs an execution", why, judged=True, interval=(low, high), facts=facts)


@observer
def time_by_clock(context: Context, *, clock: str, independent: bool = False, run: str = "") -> Observed:
    """Judge a published running time by the clock of a machine (docs/clocks.md).

    observe = "time_by_clock"
    with = { clock = "el_x8" }

    Return the clock's interval for the run, in words; the published time agrees if it lies in it. With `independent`
    the clock is used without what was taken from the program by which it is judged.

    Facts: low, high (minutes), spare (by how many per cent of the published time the least is less).
    """
    times = clocked(context, clock, run or context.run, independent=independent)
    low, high = times.low, times.high
    spare = round(100 * (1 - low / context.number))
    facts = {"low": round(low / 60, 1), "high": round(high / 60, 1), "spare": spare}
    seen = f"{rounded(low / 60, 3)} to {rounded(high / 60, 3)} minutes"
    return Observed(seen, judged=True, interval=(low, high), facts=facts)


@observer
def profile_by_clock(
    context: Context, *, clock: str, file: str, pattern: re.Pattern[str], independent: bool = False, run: str = ""
) -> Observed:
    """List the lines of a printed profile whose time lies outside the interval of a clock (docs/clocks.md).

    observe = "profile_by_clock"
    with = { clock = "el_x8", file = "profile.transcription", pattern = '^([0-9]+) [0-9]+ ([0-9.]+) ' }

    The pattern captures the number of a line and its microseconds. Lines that lack a figure of the clock are left out.

    Return the numbers of the lines outside. Facts: lines (how many were compared), share (per cent of their published
    time that the lines inside have).
    """
    name = run or context.run
    times = clocked(context, clock, name, independent=independent)
    places = statement_places(run_job(context.edition, name), {})
    left_out = {places[statement].line for statement in times.incomplete}
    low, high = defaultdict[int, float](float), defaultdict[int, float](float)
    for statement, (least, most) in times.statements.items():
        low[places[statement].line] += least
        high[places[statement].line] += most
    printed = profile_rows(context.text(file), pattern)
    compared = {line: time for line, time in printed.items() if line in low and line not in left_out}
    if not compared:
        raise UserError(f"the pattern {pattern.pattern!r} captures no line that the clock has")
    outside = [line for line, time in compared.items() if not low[line] <= time <= high[line]]
    share = 100 * (1 - sum(compared[line] for line in outside) / sum(compared.values()))
    return Observed(outside, facts={"lines": len(compared), "share": round(share, 1)})


def profile_rows(text: str, pattern: re.Pattern[str]) -> dict[int, float]:
    """Return the seconds of each line in a printed profile."""
    if pattern.groups != LINE_AND_TIME:
        raise UserError(f"the pattern {pattern.pattern!r} has {pattern.groups} groups; expected {LINE_AND_TIME}")
    rows = [row.groups(default="") for row in map(pattern.search, text.splitlines()) if row]
    try:
        return {int(line): float(time) / 1e6 for line, time in rows}
    except ValueError as error:
        raise UserError(f"the pattern {pattern.pattern!r} captures what is not a number: {error}") from error


def clocked(context: Context, clock: str, run: str, *, independent: bool) -> Timing:
    """Return what a run takes by a clock."""
    job = run_job(context.edition, run)
    machine = checked_clock(clock, job.language)
    context.parts.add(("clock", clock))
    return time_run(job, context.record(run)["counts"], independently(machine) if independent else machine).timing


def seconds(context: Context, cost: list[Cost], run: str) -> tuple[int, float, float]:
    """Return how often the statements were executed, and the seconds that this takes at least and at most."""
    counts = context.record(run)["counts"]
    times = [executions(counts, each.get("statement", list(counts))) for each in cost]
    if sum(times) == 0:
        raise UserError("nothing was executed")
    low, high = (
        sum(number * microseconds(context, each[side]) for number, each in zip(times, cost, strict=True)) / 1e6
        for side in ("low", "high")
    )
    return sum(times), low, high


def microseconds(context: Context, actions: Mapping[str, float]) -> float:
    """Return what some actions of a machine take together."""
    return sum(times * context.machine(name).microseconds for name, times in actions.items())


def sources(context: Context, cost: list[Cost]) -> str:
    """Return every action that was asked for: its time, and who says so."""
    names = dict.fromkeys(name for each in cost for actions in (each["low"], each["high"]) for name in actions)
    return "; ".join(described(context.machine(name)) for name in names)


def described(time: MachineTime) -> str:
    return f"{time.machine}, {time.what}: {time.microseconds:g} µs ({time.source}; {time.certainty})"
