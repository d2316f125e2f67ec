"""Count the shapes that a program's @piece has of each piece, and hold them against geometry.

observe = "piece_forms"
with = { file = "all.transcription" }
"""

from __future__ import annotations

from interpreters.source.diagnostics import UserError
from modern.geometry import LATTICES, at_origin, orientations, polyforms
from reports.checking.observed import Context, Observed
from reports.editions.perl2012_pentomino.page import LETTERS, offsets, pieces_of


def observe(context: Context, *, file: str) -> Observed:
    """Return the letters of the pieces by their number of shapes.

    With them, under "wrong", those whose shapes are not all the forms of a pentomino that no other piece is.
    """
    square = LATTICES["square"]
    forms = [{at_origin([(0, 0), *offsets(shape)]) for shape in shapes} for shapes in pieces_of(context.text(file))]
    known = [set(orientations(shape, square, "free")) for shape in polyforms(square, 5, "free")]
    if len(forms) != len(LETTERS):
        raise UserError(f"{file} has {len(forms)} pieces, not {len(LETTERS)}")
    by_number: dict[str, str] = {}
    for letter, shapes in zip(LETTERS, forms, strict=True):
        by_number[str(len(shapes))] = by_number.get(str(len(shapes)), "") + letter
    wrong = [letter for letter, shapes in zip(LETTERS, forms, strict=True) if shapes not in known]
    wrong += [letter for letter, shapes in zip(LETTERS, forms, strict=True) if forms.count(shapes) > 1]
    return Observed(by_number | ({"wrong": "".join(wrong)} if wrong else {}))
