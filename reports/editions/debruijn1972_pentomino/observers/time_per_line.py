r"""Judge a published running time by what each line that the run executed says, and by the machine's times for that.

observe = "time_per_line"
with.actions = { x8-subscript = 'bezet ?\(', x8-sum = "[+-]", x8-decision = "^ALS" }
with.file = "ecol.transcription"

Wherever a pattern is found in a line, each execution of it takes the action's time in machines.toml at least, and that
of the action with "-high" after its name at most.
"""

from __future__ import annotations

import re
from typing import Annotated

from annotated_types import Len

from interpreters.source.diagnostics import UserError
from originals.values import rounded
from reports.checking.observed import Context, Observed
from reports.checking.observers.time_per_statement import Cost, sources

LINE = re.compile(r"^[ -]*(\d+) (.*)$", re.MULTILINE)


def observe(
    context: Context, *, file: str, actions: Annotated[dict[str, re.Pattern[str]], Len(1)], run: str = ""
) -> Observed:
    """Return the implied microseconds for each line executed. Facts: executed, low, high (microseconds a line)."""
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
        f"{rounded(1e6 * context.number / executed, 3)} µs each",
        f"{context.number:,g} s for {executed:,} lines: {each}: {cited}",
        judged=True,
        interval=(low, high),
        facts={"executed": executed, "low": 1e6 * low / executed, "high": 1e6 * high / executed},
    )
