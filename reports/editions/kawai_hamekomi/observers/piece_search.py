"""Estimate how many times the trials that a program made a search piece by piece needs.

observe = "piece_search"
with = { puzzle = "tetra", order = "kawai", statement = ["62", "78"] }

The search piece by piece lays the pieces in a fixed order, each on every site in turn; how many sites it tries is
estimated by random descents (Knuth, Estimating the efficiency of backtrack programs, Mathematics of Computation 29,
1975), from geometry, with a fixed seed.
"""

from __future__ import annotations

import math
import random

from pydantic import PositiveInt

from interpreters.source.diagnostics import UserError
from reports.checking.observed import Context, Observed
from reports.checking.observers.count import executions


def observe(
    context: Context,
    *,
    puzzle: str,
    order: str,
    statement: str | list[str],
    descents: PositiveInt = 4000,
    run: str = "",
) -> Observed:
    """Return the least ratio of trials, estimated to executed, in three orders of the pieces after the first.

    They are tried as the named order has them, those with the fewest sites first, and those with the most first.
    Facts: ratios (in words).
    """
    problem, chosen = context.ordered(puzzle, order)
    keep = range(len(problem.placements)) if chosen.keep is None else chosen.keep
    sites: list[list[int]] = [[] for _ in problem.pieces]
    for index in keep:
        placement = problem.placements[index]
        sites[placement.piece].append(sum(1 << cell for cell in placement.cells))
    first, *others = chosen.pieces
    orders = {
        "in the default order": others,
        "fewest sites first": sorted(others, key=lambda piece: len(sites[piece])),
        "most sites first": sorted(others, key=lambda piece: -len(sites[piece])),
    }
    made = executions(context.record(run)["counts"], statement)
    if made == 0:
        raise UserError(f"statement {statement!r} was never executed")
    ratios, reasons = [], []
    for name, order_of_pieces in orders.items():
        dice = random.Random(1975)
        found = [trials([sites[piece] for piece in (first, *order_of_pieces)], dice) for _ in range(descents)]
        mean = sum(found) / descents / made
        error = math.sqrt(sum((number / made - mean) ** 2 for number in found)) / descents
        ratios.append(mean)
        reasons.append(f"{name} {mean:.2g} (± {error:.1g})")
    return Observed(float(f"{min(ratios):.2g}"), judged=True, facts={"ratios": "; ".join(reasons)})


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
