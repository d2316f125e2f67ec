"""Counts of statements, and what probes saw."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Literal

from getallenband.durable.names import hint
from getallenband.interpreters.source.diagnostics import UserError
from getallenband.originals.values import rounded
from getallenband.reports.checking.observed import Context, Observed
from getallenband.reports.runs.by_folder import observer


@observer
def count(
    context: Context, *, statement: str | list[str], less: str | list[str] | None = None, run: str = ""
) -> Observed:
    """Count how often a statement ran (of several, the sum), less how often others did.

    observe = "count"
    with = { statement = "86" }

    Return how often the statement ran (of several: the sum), less how often others did.
    """
    counts = context.record(run)["counts"]
    return Observed(executions(counts, statement) - executions(counts, less or []))


def executions(counts: Mapping[str, int], statement: str | list[str]) -> int:
    """Return the sum of the counts of one statement or of several; raise UserError for one that is not there."""
    wanted = [statement] if isinstance(statement, str) else statement
    for label in wanted:
        if label not in counts:
            raise UserError(f"the program has no statement {label!r}{hint(label, counts)}")
    return sum(counts[label] for label in wanted)


@observer
def counts_ratio(
    context: Context,
    *,
    over: str | list[str],
    under: str | list[str],
    run: str = "",
    under_run: str = "",
    judged: bool = False,
) -> Observed:
    """Divide the count of one statement by that of another.

    observe = "counts_ratio"
    with = { over = "60", under = "75" }

    Return the quotient; `judged` where it is compared with words such as "a little".

    Facts: over, under, per_cent (of the difference).
    """
    above = executions(context.record(run)["counts"], over)
    below = executions(context.record(under_run or run)["counts"], under)
    if below == 0:
        raise UserError("the divisor never ran")
    facts = {"over": above, "under": below, "per_cent": rounded(100 * abs(above - below) / below, 2)}
    return Observed(round(above / below, 6), f"{above:,} / {below:,}", judged=judged, facts=facts)


Aspect = Literal["times", "sum", "least", "greatest", "histogram", "list", "values"]


@observer
def probe(
    context: Context, *, name: str, value: int | None = None, aspect: Aspect = "times", run: str = ""
) -> Observed:
    """Read a probe: how often a variable had a value, its extremes, or its whole histogram.

    observe = "probe"
    with = { name = "placements", value = 12 }

    Return an aspect of the histogram.

    times      how often the variable had `value`, or (without it) how often the probe was reached
    sum        the sum of the values
    least, greatest   the extreme values
    histogram  {value: times}; list: the times in ascending order of the values; values: the values themselves
    """
    return Observed(aspect_of(context.probe(name, run), value, aspect))


def aspect_of(histogram: Mapping[int, int], value: int | None, aspect: Aspect) -> Any:
    match aspect:
        case "times":
            return sum(histogram.values()) if value is None else histogram.get(value, 0)
        case "sum":
            return sum(key * times for key, times in histogram.items())
        case "least":
            return min(histogram, default=None)
        case "greatest":
            return max(histogram, default=None)
        case "histogram":
            return {str(key): times for key, times in sorted(histogram.items())}
        case "list":
            return [times for _, times in sorted(histogram.items())]
        case "values":
            return sorted(histogram)


@observer
def same_probes(context: Context, *, names: list[str], others: list[str], run: str = "") -> Observed:
    """Compare probes pair by pair: both must have seen each value equally often.

    observe = "same_probes"
    with = { names = ["laid", "stored"], others = ["lifted", "restored"] }

    Return the probes that did not see just what their pair did. Facts: seen, how often the others saw anything.
    """
    if len(names) != len(others):
        raise UserError(f"{len(names)} probes cannot be paired with {len(others)}")
    differ = []
    seen = 0
    for name, other in zip(names, others, strict=True):
        mine = context.probe(name, run)
        if mine != context.probe(other, run):
            differ.append(name)
        else:
            seen += sum(mine.values())
    return Observed(differ, facts={"seen": seen})


@observer
def probe_limit(context: Context, *, names: Sequence[str], run: str = "") -> Observed:
    """Find the greatest value that several probes saw.

    observe = "probe_limit"
    with = { names = ["fields_tested_1", "fields_tested_2"] }

    Return the greatest value; raise UserError if none saw any.
    """
    values = [value for name in names for value in context.probe(name, run)]
    if not values:
        raise UserError("the probes saw nothing")
    return Observed(max(values))
