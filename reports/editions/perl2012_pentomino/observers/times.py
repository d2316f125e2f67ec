"""The page's running times."""

from __future__ import annotations

import re

from pydantic import PositiveInt

from interpreters.source.diagnostics import UserError
from originals.values import number
from reports.checking.observed import Context, Observed
from reports.checking.observers.counts import executions
from reports.runs.by_folder import observer


@observer
def printed_seconds(context: Context, *, file: str, of: PositiveInt | None = None) -> Observed:
    """List the times in seconds that the document prints.

    observe = "printed_seconds"
    with = { file = "times.transcription", of = 3 }

    Return the times in their order, each once; with `of`, that one of them.
    """
    times = list(dict.fromkeys(number(digits) for digits in re.findall(r"([\d,]+) 秒", context.text(file))))
    if of is None:
        return Observed(times)
    if of > len(times):
        raise UserError(f"{file} has {len(times)} times")
    return Observed(times[of - 1])


@observer
def time_by_work(
    context: Context, *, over: list[str], under: list[str], under_run: str, low: float, high: float
) -> Observed:
    """Compare the ratio of two published times with the ratio of the work of two runs.

    observe = "time_by_work"
    with = { over = ["25", "27"], under = ["44", "46"], under_run = "table", low = 0.8, high = 2.0 }

    Return the ratio of work; the ratio of the two published times agrees if it is `low` to `high` times that.

    The work of each run is how often some statements ran. Facts: over, under, ratio (of the times), low, high.
    """
    mine = executions(context.record()["counts"], over)
    theirs = executions(context.record(under_run)["counts"], under)
    seconds, under_seconds = context.expected
    if theirs == 0 or under_seconds == 0:
        raise UserError("the divisor is zero")
    ratio, published = mine / theirs, seconds / under_seconds
    each = f"{1e6 * seconds / mine:.1f} and {1e6 * under_seconds / theirs:.1f} µs for each execution"
    why = f"{mine:,} / {theirs:,}; published times {published:.3g} to 1, {each}"
    facts = {"over": mine, "under": theirs, "ratio": published, "low": low, "high": high}
    interval = low * ratio * under_seconds, high * ratio * under_seconds
    return Observed(f"{ratio:.3g} to 1", why, judged=True, interval=interval, facts=facts)
