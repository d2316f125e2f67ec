"""See whether a run that was stopped and one that goes on from its status print, joined, what one run prints.

observe = "joined"
with = { parts = ["tetrihex-50", "tetrihex-from-50"], status = "status" }
"""

from __future__ import annotations

from itertools import pairwise
from typing import Annotated

from annotated_types import Len

from reports.checking.observed import Context, Observed


def observe(
    context: Context, *, parts: Annotated[list[str], Len(1)], status: str = "status", run: str = ""
) -> Observed:
    """Return the number of lines that both ways print, if all are alike; else, in words, what is not.

    Each part must go on from the one before.
    """
    whole = context.record(run)["output"]
    for before, after in pairwise(parts):
        if context.input(status, after).text != context.record(before)["files"].get(status):
            return Observed(f"{after} does not go on from the status that {before} leaves")
    joined = "".join(context.record(part)["output"] for part in parts)
    lines = len(whole.splitlines())
    if joined == whole:
        return Observed(lines, "the outputs are the same, byte by byte")
    alike = next(n for n, (a, b) in enumerate(zip(joined + "\0", whole + "\1", strict=False)) if a != b)
    return Observed(f"line {joined[:alike].count(chr(10)) + 1} differs")
