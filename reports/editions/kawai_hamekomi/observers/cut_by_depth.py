"""See whether a program's searches end, depth by depth, where a modern one finds an isolated box.

observe = "cut_by_depth"
with = { puzzle = "tetra", order = "kawai", reached = "not_complete", entered = "searched_on" }
"""

from __future__ import annotations

from itertools import zip_longest

from interpreters.source.diagnostics import UserError
from reports.checking.observed import Context, Observed


def observe(context: Context, *, puzzle: str, order: str, reached: str, entered: str, run: str = "") -> Observed:
    """Return at how many depths they differ; a depth is the number of pieces laid. Facts: cut (how many placements)."""
    left, searched = context.probe(reached, run), context.probe(entered, run)
    if not left:
        raise UserError("the probes saw nothing")
    modern = context.oracle(puzzle, order, "most_surrounded").counts["cut"][1:]
    mine = [left[depth] - searched.get(depth, 0) for depth in sorted(left)]
    pairs = list(zip_longest(mine, modern[: len(mine)], fillvalue=0))
    return Observed(sum(a != b for a, b in pairs), f"cut: {pairs}", facts={"cut": sum(mine)})
