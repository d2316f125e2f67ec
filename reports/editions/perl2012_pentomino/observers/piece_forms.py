"""Count the shapes that a program's @piece has of each piece, and hold them against geometry.

observe = "piece_forms"
with = { file = "all.transcription" }
"""

from __future__ import annotations

from modern.geometry import LATTICES, at_origin, orientations, polyforms
from modern.kernels.perl_model import offsets
from reports.checking.observed import Context, Observed
from reports.editions.perl2012_pentomino.page import LETTERS, pieces_of


def observe(context: Context, *, file: str) -> Observed:
    """Return the letters of the pieces by their number of shapes.

    It agrees only if besides every piece is another pentomino, and its shapes are all the forms of that pentomino.
    """
    square = LATTICES["square"]
    forms = [{at_origin([(0, 0), *offsets(shape)]) for shape in shapes} for shapes in pieces_of(context.text(file))]
    known = [set(orientations(shape, square, "free")) for shape in polyforms(square, 5, "free")]
    by_number: dict[str, str] = {}
    for letter, shapes in zip(LETTERS, forms, strict=True):
        by_number[str(len(shapes))] = by_number.get(str(len(shapes)), "") + letter
    complete = all(shapes in known for shapes in forms) and len({frozenset(shapes) for shapes in forms}) == len(known)
    return Observed(by_number, "" if complete else "a form is wrong", None if complete else False)
