"""Running times, judged by what was executed and by the times of a machine."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, NotRequired

from annotated_types import Interval, Len
from typing_extensions import TypedDict

from getallenband.interpreters.source.diagnostics import UserError
from getallenband.originals.machines import MachineTime
from getallenband.originals.values import rounded
from getallenband.reports.checking.observed import Context, Observed
from getallenband.reports.checking.observers.counts import executions
from getallenband.reports.runs.by_folder import observer
from getallenband.reports.runs.clock import checked_clock, time_run
from getallenband.reports.runs.job import run_job

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
def time_by_clock(context: Context, *, clock: str, run: str = "") -> Observed:
    """Judge a published running time by the clock of a machine (docs/clocks.md).

    observe = "time_by_clock"
    with = { clock = "el_x8" }

    Return the clock's interval for the run, in words; the published time agrees if it lies in it.

    Facts: low, high (minutes), spare (by how many per cent of the published time the least is less).
    """
    name = run or context.run
    counts, job = context.record(name)["counts"], run_job(context.edition, name)
    times = time_run(job, counts, checked_clock(clock, job.language)).timing
    context.parts.add(("clock", clock))
    low, high = times.low, times.high
    spare = round(100 * (1 - low / context.number))
    facts = {"low": round(low / 60, 1), "high": round(high / 60, 1), "spare": spare}
    seen = f"{rounded(low / 60, 3)} to {rounded(high / 60, 3)} minutes"
    return Observed(seen, judged=True, interval=(low, high), facts=facts)


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
