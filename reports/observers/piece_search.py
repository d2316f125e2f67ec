"""Estimate how many more trials a search piece by piece needs than the program made.

observe = "piece_search"
with = { puzzle = "tetra", order = "kawai", statement = ["62", "78"], at_least = 500 }

The search piece by piece lays the pieces in a fixed order, each on every site in turn; how many sites it tries is
estimated by random descents (Knuth, Estimating the efficiency of backtrack programs, Mathematics of Computation 29,
1975), from geometry, with a fixed seed.
"""

from __future__ import annotations

import math
import random

from reports.observed import Context, Observed
from reports.observers.count import executions


def observe(
    context: Context,
    *,
    puzzle: str,
    order: str,
    statement: str | list[str],
    at_least: float,
    descents: int = 20000,
    run: str = "",
) -> Observed:
    """Return the ratio of trials, estimated to executed; consistent if it is `at_least` so much."""
    known = context.witness.puzzle(puzzle)
    problem, chosen = known.problem, known.orders[order]
    keep = range(len(problem.placements)) if chosen.keep is None else chosen.keep
    sites: list[list[int]] = [[] for _ in problem.pieces]
    for index in keep:
        placement = problem.placements[index]
        sites[placement.piece].append(sum(1 << cell for cell in placement.cells))
    dice = random.Random(1975)
    found = [trials([sites[piece] for piece in chosen.pieces], dice) for _ in range(descents)]
    mean = sum(found) / descents
    error = math.sqrt(sum((number - mean) ** 2 for number in found) / descents / descents)
    made = executions(context.record(run)["counts"], statement)
    why = f"about {mean:.2g} (± {error:.1g}) trials piece by piece, {made:,} as the program goes"
    return Observed(f"{mean / made:.2g} to 1", mean / made >= at_least, why, judged=True)


def trials(sites: list[list[int]], dice: random.Random) -> float:
    """Descend once; return how many trials the whole tree has if all of it is like this descent."""
    used, total, ways = 0, 0.0, 1.0
    for mine in sites:
        total += ways * len(mine)
        fitting = [site for site in mine if not site & used]
        if not fitting:
            break
        ways *= len(fitting)
        used |= dice.choice(fitting)
    return total
