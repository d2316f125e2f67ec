"""Lay shapes in turn on the first free cell of the empty board.

observe = "first_free"
with = { program = "all.transcription", shapes = ["01:02:03:04", "1-1:10:11:20"] }
"""

from __future__ import annotations

from interpreters.source.diagnostics import UserError
from reports.checking.observed import Context, Observed
from reports.editions.perl2012_pentomino.page import CELLS, pieces_of, placed


def observe(context: Context, *, program: str, shapes: list[str]) -> Observed:
    """Return the first free cell after each; in words, the first shape that does not fit.

    Raise UserError for a shape that the program does not have.
    """
    known = {shape for row in pieces_of(context.text(program)) for shape in row}
    taken: set[int] = set()
    after = []
    for shape in shapes:
        if shape not in known:
            raise UserError(f"the program has no shape {shape!r}")
        cell = min(set(range(CELLS)) - taken)
        cells = placed(shape, cell)
        if cells is None or not taken.isdisjoint(cells):
            return Observed(f"{shape} cannot begin at {cell:02}")
        taken.update(cells)
        after.append(min(set(range(CELLS)) - taken))
    return Observed(after)
