"""How a search works and how long it takes."""

from __future__ import annotations

import math
import random
from itertools import pairwise, zip_longest
from typing import Annotated

from annotated_types import Len
from pydantic import NonNegativeInt, PositiveFloat

from getallenband.interpreters.source.diagnostics import UserError
from getallenband.originals.values import rounded
from getallenband.reports.checking.observed import Context, Observed
from getallenband.reports.checking.observers.counts import executions
from getallenband.reports.runs.by_folder import observer

DESCENTS = 4000


@observer
def success_by_depth(
    context: Context, *, puzzle: str, trials: str, placements: str, deepest: NonNegativeInt = 0, run: str = ""
) -> Observed:
    """Compare the author's estimate for each depth of his search with what was counted.

    observe = "success_by_depth"
    with = { puzzle = "tetra", trials = "trials", placements = "placements", deepest = 6 }

    With n pieces laid, a trial is expected to fit with probability (1 - n/N)^(M-1), if boxes are chosen at random (N
    pieces of M elements). The most closely surrounded box is expected to do much better.

    Return the trials that fit divided by those expected to; with `deepest` the greatest such quotient of one depth.

    deepest   the most pieces laid that are looked at

    Facts: fitted, expected, whole (all depths together), by_depth (in words).
    """
    problem = context.oracle.puzzle(puzzle).problem
    pieces = len(problem.pieces)
    size = len(problem.cells) / pieces
    tried, laid = context.probe(trials, run), context.probe(placements, run)
    if not tried:
        raise UserError("the probes saw nothing")
    expected = {depth: tried[depth] * (1 - depth / pieces) ** (size - 1) for depth in sorted(tried)}
    quotients = {depth: laid.get(depth, 0) / number for depth, number in expected.items()}
    looked_at = [quotients[depth] for depth in quotients if depth <= deepest]
    if deepest and not looked_at:
        raise UserError(f"deepest = {deepest}: the search began with {min(tried)} pieces laid")
    whole = sum(laid.values()) / sum(expected.values())
    by_depth = ", ".join(f"{depth}: {quotient:.2f}" for depth, quotient in quotients.items())
    facts = {
        "fitted": sum(laid.values()),
        "expected": round(sum(expected.values())),
        "whole": round(whole, 3),
        "by_depth": by_depth,
    }
    why = f"trials that fit, divided by those expected to, by the number of pieces laid: {by_depth}"
    return Observed(round(max(looked_at) if deepest else whole, 3), why, judged=True, facts=facts)


@observer
def cut_by_depth(context: Context, *, puzzle: str, order: str, reached: str, entered: str, run: str = "") -> Observed:
    """Count the depths at which a program gives up more or less often than a modern search.

    observe = "cut_by_depth"
    with = { puzzle = "tetra", order = "kawai", reached = "not_complete", entered = "searched_on" }

    Return at how many depths they differ; a depth is the number of pieces laid. Facts: cut (how many placements).
    """
    left, searched = context.probe(reached, run), context.probe(entered, run)
    if not left:
        raise UserError("the probes saw nothing")
    modern = context.oracle(puzzle, order, "most_surrounded").counts["cut"][1:]
    mine = [left[depth] - searched.get(depth, 0) for depth in sorted(left)]
    pairs = list(zip_longest(mine, modern[: len(mine)], fillvalue=0))
    return Observed(sum(a != b for a, b in pairs), f"cut: {pairs}", facts={"cut": sum(mine)})


@observer
def piece_search(
    context: Context,
    *,
    puzzle: str,
    order: str,
    statement: str | list[str],
    run: str = "",
) -> Observed:
    """Estimate how many times the program's trials a search piece by piece would need.

    observe = "piece_search"
    with = { puzzle = "tetra", order = "kawai", statement = ["62", "78"] }

    The search piece by piece lays the pieces in a fixed order, each on every site in turn; how many sites it tries is
    estimated by random descents (Knuth, Estimating the efficiency of backtrack programs, Mathematics of Computation 29,
    1975), from geometry, with a fixed seed.

    Return the least ratio of trials, estimated to executed, in three orders of the pieces after the first.

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
        "with the fewest sites first": sorted(others, key=lambda piece: len(sites[piece])),
        "with the most sites first": sorted(others, key=lambda piece: -len(sites[piece])),
    }
    made = executions(context.record(run)["counts"], statement)
    if made == 0:
        raise UserError(f"statement {statement!r} was never executed")
    ratios, reasons = [], []
    for name, order_of_pieces in orders.items():
        dice = random.Random(1975)
        found = [trials([sites[piece] for piece in (first, *order_of_pieces)], dice) for _ in range(DESCENTS)]
        mean = sum(found) / DESCENTS / made
        error = math.sqrt(sum((number / made - mean) ** 2 for number in found)) / DESCENTS
        ratios.append(mean)
        reasons.append(f"{float(f'{mean:.2g}'):,.0f} (± {float(f'{error:.1g}'):,.0f}) {name}")
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


@observer
def estimated_work(
    context: Context, *, puzzle: str, order: str, statement: str | list[str] = "", run: str = ""
) -> Observed:
    """Divide the work that the article's formula gives for a search by what was done, or by its other estimate.

    observe = "estimated_work"
    with = { puzzle = "tetra", order = "kawai", statement = ["62", "78"] }

    With n of N pieces laid, each of M elements and S sites, a search tries alpha(n) sites, of which beta(n) fit. Piece
    by piece alpha(n) = S; box by box, the box chosen at random, alpha(n) = S (1 - n/N); beta(n) = S (1 - n/N)^M in
    both. The trials are alpha(0) + alpha(1) beta(0) + alpha(2) beta(1) beta(0) + … (section 5.2).

    Return the trials of a search box by box, estimated, over the executions of `statement`.

    Without a statement: the trials of a search piece by piece, estimated, over those of one box by box, estimated.
    Facts: pieces, boxes (the two estimates).
    """
    problem, chosen = context.ordered(puzzle, order)
    number = len(problem.pieces)
    size = len(problem.cells) / number
    sites = len(problem.placements if chosen.keep is None else chosen.keep) / number
    by_piece = by_box = 0.0
    entered = 1.0
    for laid in range(number):
        free = 1 - laid / number
        by_piece += entered * sites
        by_box += entered * sites * free
        entered *= sites * free**size
    facts = {"pieces": round(by_piece), "boxes": round(by_box)}
    if not statement:
        return Observed(round(by_piece / by_box, 3), facts=facts)
    made = executions(context.record(run)["counts"], statement)
    if made == 0:
        raise UserError(f"statement {statement!r} was never executed")
    return Observed(round(by_box / made), f"{by_box:.3g} / {made:,}", judged=True, facts=facts)


@observer
def additions(
    context: Context,
    *,
    action: str,
    other: str,
    other_action: str,
    low: PositiveFloat,
    high: PositiveFloat,
    run: str = "",
) -> Observed:
    """Compare two published times of one algorithm, each in additions of its machine.

    observe = "additions"
    run = "tetra"
    with = { action = "tosbac-add", other = "tetrihex", other_action = "facom-add", low = 1, high = 5 }

    The claim's value is the time on the first machine, then that on the other.

    Return how many additions a statement took on the other machine for each that it took on the first.

    The first time agrees if that is `low` to `high`. Facts: mine, others (additions for a statement).
    """
    if not isinstance(context.expected, list) or len(context.expected) != 2:
        raise UserError("the claim's value is not two times")
    seconds, other_seconds = context.expected
    executed, other_executed = (sum(context.record(name)["counts"].values()) for name in (run, other))
    each = context.machine(action).microseconds * executed / 1e6
    mine = seconds / each
    others = other_seconds * 1e6 / context.machine(other_action).microseconds / other_executed
    return Observed(
        f"{rounded(others / mine, 3)} to 1",
        f"{mine:.3g} and {others:.3g} additions a statement",
        judged=True,
        interval=(others / high * each, others / low * each),
        facts={"mine": mine, "others": others, "low": low, "high": high},
    )


@observer
def joined(context: Context, *, parts: Annotated[list[str], Len(1)], run: str = "") -> Observed:
    """Check that runs continued from each other's status print together what one run prints.

    observe = "joined"
    with = { parts = ["tetrihex-50", "tetrihex-from-50"] }

    Return the number of lines that both ways print, if all are alike; else, in words, what is not.

    Each part must go on from the one before.
    """
    whole = context.record(run)["output"]
    for before, after in pairwise(parts):
        if context.input("status", after).text != context.record(before)["files"].get("status"):
            return Observed(f"{after} does not go on from the status that {before} leaves")
    joined = "".join(context.record(part)["output"] for part in parts)
    lines = len(whole.splitlines())
    if joined == whole:
        return Observed(lines, "the outputs are the same, byte by byte")
    alike = next(n for n, (a, b) in enumerate(zip(joined + "\0", whole + "\1", strict=False)) if a != b)
    return Observed(f"line {joined[:alike].count(chr(10)) + 1} differs")
