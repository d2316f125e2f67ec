"""Work out the article's formula of the whole work of a search, and divide it by what a program did, or by itself.

observe = "estimated_work"
with = { puzzle = "tetra", order = "kawai", statement = ["62", "78"] }

With n of N pieces laid, each of M elements and S sites, a search tries alpha(n) sites, of which beta(n) fit. Piece by
piece alpha(n) = S; box by box, the box chosen at random, alpha(n) = S (1 - n/N); beta(n) = S (1 - n/N)^M in both.
The trials are alpha(0) + alpha(1) beta(0) + alpha(2) beta(1) beta(0) + … (section 5.2).
"""

from __future__ import annotations

from interpreters.source.diagnostics import UserError
from reports.checking.observed import Context, Observed
from reports.checking.observers.count import executions


def observe(context: Context, *, puzzle: str, order: str, statement: str | list[str] = "", run: str = "") -> Observed:
    """Return the trials of a search box by box, estimated, over the executions of `statement`.

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
