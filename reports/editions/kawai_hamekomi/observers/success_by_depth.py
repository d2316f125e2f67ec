"""Compare the author's estimates for each depth of his search with what was counted.

observe = "success_by_depth"
with = { puzzle = "tetra", order = "kawai", trials = "trials", placements = "placements" }

With n pieces laid, a trial is expected to fit with probability (1 - n/N)^(M-1), if boxes are chosen at random (N
pieces of M elements); a search enters with S (1 - n/N) trials to make, if each piece has S sites (section 5.2). The
most closely surrounded box is expected to do much better.
"""

from __future__ import annotations

from reports.checking.observed import Context, Observed


def observe(
    context: Context,
    *,
    puzzle: str,
    order: str,
    trials: str,
    placements: str,
    searches: str,
    aspect: str = "success",
    run: str = "",
) -> Observed:
    """Return how many trials fit beside how many were expected to, depth by depth in `why`; or the same of "trials".

    The claim is consistent if there are fewer than expected on the whole.
    """
    known = context.oracle.puzzle(puzzle)
    problem, probes = known.problem, context.record(run)["probes"]
    pieces = len(problem.pieces)
    size = len(problem.cells) / pieces
    kept = len(problem.placements if known.orders[order].keep is None else known.orders[order].keep or ())
    tried, laid, entered = (
        {int(depth): times for depth, times in probes[name].items()} for name in (trials, placements, searches)
    )
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
        return Observed(f"{made:,} made, {expected:,.0f} estimated", made < expected, why, judged=True)
    expected_shares = {depth: (1 - depth / pieces) ** (size - 1) for depth in sorted(tried)}
    each = ", ".join(
        f"{depth}: {laid.get(depth, 0) / tried[depth]:.4f} ({share:.4f})" for depth, share in expected_shares.items()
    )
    apply_options, expected = sum(laid.values()), sum(tried[depth] * share for depth, share in expected_shares.items())
    why = f"share of trials that fit, with so many pieces laid (expected of a random box): {each}"
    return Observed(f"{apply_options:,} fit, {expected:,.0f} expected", apply_options < expected, why, judged=True)
