"""Name the piece of which some printed coordinates are a site.

observe = "site_of"
with = { file = "piece-s.transcription", puzzle = "tetrihex" }
"""

from __future__ import annotations

import re

from reports.checking.observed import Context, Observed


def observe(context: Context, *, file: str, puzzle: str) -> Observed:
    """Return the name, or "none" if the boxes at these coordinates are no piece's site."""
    problem = context.oracle.puzzle(puzzle).problem
    printed = {
        tuple(int(number) for number in match[1].split(","))
        for match in re.finditer(r"\(([-\d, ]+)\)", context.text(file))
    }
    for placement in problem.placements:
        if {problem.cells[cell] for cell in placement.cells} == printed:
            return Observed(problem.pieces[placement.piece])
    return Observed("none")
