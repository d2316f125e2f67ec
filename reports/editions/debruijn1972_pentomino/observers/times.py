"""Running times and factors between them."""

from __future__ import annotations

import re
from typing import Annotated

from annotated_types import Interval, Len

from getallenband.interpreters.source.diagnostics import UserError
from getallenband.originals.values import rounded
from getallenband.reports.checking.observed import Context, Observed
from getallenband.reports.checking.observers.times import Cost, microseconds, seconds, sources
from getallenband.reports.runs.by_folder import observer

Whole = Annotated[int, Interval(ge=1, le=100)]
LINE = re.compile(r"^[ -]*(\d+) (.*)$", re.MULTILINE)


@observer
def time_per_line(
    context: Context, *, file: str, actions: Annotated[dict[str, re.Pattern[str]], Len(1)], run: str = ""
) -> Observed:
    r"""Judge a published running time by the text of each executed line and the machine's times.

    observe = "time_per_line"
    with.actions = { x8-subscript = 'bezet ?\(', x8-sum = "[+-]", x8-decision = "^ALS" }
    with.file = "ecol.transcription"

    Wherever a pattern is found in a line, each execution of it takes the action's time in machines.toml at least, and
    that of the action with "-high" after its name at most.

    Return the implied microseconds for each line executed. Facts: executed, low, high (microseconds a line).
    """
    lines = dict(LINE.findall(context.text(file)))
    counts = context.record(run)["counts"]
    executed = sum(counts.get(label, 0) for label in lines)
    if executed == 0:
        raise UserError("nothing was executed")
    times = {
        action: sum(counts.get(label, 0) * len(pattern.findall(line)) for label, line in lines.items())
        for action, pattern in actions.items()
    }
    low, high = (
        sum(number * context.machine(action + end).microseconds for action, number in times.items()) / 1e6
        for end in ("", "-high")
    )
    cited = sources(context, [Cost(low=dict.fromkeys(actions, 1), high={f"{action}-high": 1 for action in actions})])
    each = ", ".join(f"{action} {number:,} times" for action, number in times.items())
    return Observed(
        f"{rounded(1e6 * context.number / executed, 3)} µs a line",
        f"{context.number:,g} s for {executed:,} lines: {each}: {cited}",
        judged=True,
        interval=(low, high),
        facts={"executed": executed, "low": 1e6 * low / executed, "high": 1e6 * high / executed},
    )


@observer
def speed_up(
    context: Context, *, run: str, timed_run: str, faster_run: str, cost: Annotated[list[Cost], Len(1)]
) -> Observed:
    """Judge a published factor between a timed program and one whose machine instructions are counted.

    observe = "speed_up"
    with = { run = "full", timed_run = "first24", faster_run = "skip" }
    with.cost = [{ statement = ["62"], low = { x8-instruction-least = 2 }, high = { x8-instruction = 6 } }]

    Return the hours that the whole search takes at the pace of the run that was timed.

    The published factor is the first value, the seconds of the timed run are the second. It agrees if the faster
    program, at the costs of its statements, takes that factor less.

    Facts: lines, timed_lines, decisions, hours, low and high (the factors), least and most (µs of an action).
    """
    _, published = context.expected
    lines, timed = (sum(context.record(name)["counts"].values()) for name in (run, timed_run))
    if not timed:
        raise UserError(f"the run {timed_run} did nothing")
    decisions, low, high = seconds(context, cost, faster_run)
    slow = published * lines / timed
    why = (
        f"{lines:,} lines at {1e6 * published / timed:.3g} µs against {decisions:,} decisions in {low:,.0f} to"
        f" {high:,.0f} s: {sources(context, cost)}"
    )
    actions = [microseconds(context, {name: 1}) for each in cost for side in ("low", "high") for name in each[side]]
    facts = {
        "lines": lines,
        "timed_lines": timed,
        "decisions": decisions,
        "hours": slow / 3600,
        "low": round(slow / high),
        "high": round(slow / low),
        "least": min(actions),
        "most": max(actions),
    }
    return Observed(
        f"{rounded(slow / 3600, 3)} hours", why, judged=True, interval=(slow / high, slow / low), facts=facts
    )


@observer
def time_by_factor(context: Context, *, run: str, timed_run: str) -> Observed:
    """Work out a time from two other statements of the document: a timed run, and a factor that could be gained.

    observe = "time_by_factor"
    with = { run = "full", timed_run = "first24" }

    The claim's value is the published time, the seconds of the timed run, and the factor.

    Return the seconds that the whole search takes at the pace of the timed run, divided by the factor.

    Facts: hours (before the division), minutes (after it).
    """
    published, timed_seconds, factor = context.expected
    lines, timed = (sum(context.record(name)["counts"].values()) for name in (run, timed_run))
    if not timed:
        raise UserError(f"the run {timed_run} did nothing")
    context.parts.add(("statement", "the timed run and the factor"))
    slow = timed_seconds * lines / timed
    facts = {"hours": round(slow / 3600, 1), "minutes": round(slow / factor / 60, 1)}
    return Observed(round(slow / factor), expected=published, judged=True, facts=facts)


@observer
def time_for_words(context: Context, *, letters: Whole, longest: Whole, low: str, high: str) -> Observed:
    """Judge a published time for testing every word of an alphabet by the time that a machine needs for one word.

    observe = "time_for_words"
    with = { letters = 63, longest = 12, low = "6600-clock", high = "x8-instruction" }

    `low` and `high` are actions of machines.toml, one for each word; the published time agrees if it lies between.

    Return the microseconds that the published time allows for each word.

    Facts: words (how many), microseconds, low and high (as multiples of the published time).
    """
    words = sum(letters**length for length in range(1, longest + 1))
    least, most = (words * context.machine(name).microseconds / 1e6 for name in (low, high))
    microseconds = rounded(1e6 * context.number / words, 2)
    facts = {
        "words": words,
        "microseconds": microseconds,
        "low": rounded(least / context.number, 3),
        "high": rounded(most / context.number, 3),
    }
    why = sources(context, [Cost(low={low: 1}, high={high: 1})])
    return Observed(f"{microseconds} µs a word", why, judged=True, interval=(least, most), facts=facts)
