"""Compare the author's estimates for each depth of his search with what was counted.

observe = "success_by_depth"
with = { puzzle = "tetra", order = "kawai", trials = "trials", placements = "placements" }

With n pieces laid, a trial is expected to fit with probability (1 - n/N)^(M-1), if boxes are chosen at random (N
pieces of M elements); a search enters with S (1 - n/N) trials to make, if each piece has S sites (section 5.2). The
most closely surrounded box is expected to do much better.
"""

from __future__ import annotations

from typing import Literal

from interpreters.source.diagnostics import UserError
from reports.checking.observed import Context, Observed


def observe(
    context: Context,
    *,
    puzzle: str,
    order: str,
    trials: str,
    placements: str,
    searches: str,
    aspect: Literal["success", "trials"] = "success",
    run: str = "",
) -> Observed:
    """Return the trials that fit divided by those expected to, depth by depth in `why`; or the same of "trials".

    Facts: fitted, expected; or made, estimated.
    """
    problem, chosen = context.ordered(puzzle, order)
    pieces = len(problem.pieces)
    size = len(problem.cells) / pieces
    kept = len(problem.placements if chosen.keep is None else chosen.keep)
    tried, laid, entered = (context.probe(name, run) for name in (trials, placements, searches))
    if not tried or not entered:
        raise UserError("the probes saw nothing")
    if aspect == "trials":
        made, expected = (
            sum(tried.values()),
            sum(entered[depth] * kept / pieces * (1 - depth / pieces) for depth in entered),
        )
        each = ", ".join(
            f"{depth}: {tried.get(depth, 0) / entered[depth]:.1f} ({kept / pieces * (1 - depth / pieces):.1f})"
            for depth in sorted(entered)
        )
        why = f"trials of one search with so many pieces laid (estimated): {each}"
        facts = {"made": made, "estimated": round(expected)}
        return Observed(round(made / expected, 3), why, judged=True, facts=facts)
    expected_shares = {depth: (1 - depth / pieces) ** (size - 1) for depth in sorted(tried)}
    each = ", ".join(
        f"{depth}: {laid.get(depth, 0) / tried[depth]:.4f} ({share:.4f})" for depth, share in expected_shares.items()
    )
    fitted, expected = sum(laid.values()), sum(tried[depth] * share for depth, share in expected_shares.items())
    why = f"share of trials that fit, with so many pieces laid (expected of a random box): {each}"
    facts = {"fitted": fitted, "expected": round(expected)}
    return Observed(round(fitted / expected, 3), why, judged=True, facts=facts)
