"""Count the boards that a run wrote to a file and that are no image of a board before them.

observe = "first_of_images"
with = { file = "pentomino.dat" }
with = { file = "pentomino.dat", other = "all", other_file = "pento_all.dat" }
"""

from __future__ import annotations

from reports.checking.observed import Context, Observed
from reports.editions.perl2012_pentomino.page import firsts


def observe(context: Context, *, file: str, other: str = "", other_file: str = "") -> Observed:
    """Return how many there are; with `other`, how many of the file are the first of their images in another run's."""
    boards = context.written(file).split()
    if not other:
        return Observed(len(firsts(boards)))
    return Observed(len(set(boards) & set(firsts(context.written(other_file, other).split()))))
