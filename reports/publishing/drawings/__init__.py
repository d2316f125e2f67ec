"""The drawings that serve every edition, one file each: how a solution that a program printed is laid on the board.

    laid = draw_with("board", context, {"solution": 1})       # {(row, column): piece}

A `@drawing` returns the piece on every cell of a lattice of the puzzles; a `@gallery` of the same name, without the
number of a solution, yields each printed line with its board. Those of one edition are in reports/editions.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from contextlib import nullcontext
from typing import Any

from getallenband.interpreters.source.diagnostics import UserError
from getallenband.modern.geometry import Cell
from getallenband.originals.edition import Edition
from getallenband.originals.presentation import Picture
from getallenband.reports.checking.check import context_of_run
from getallenband.reports.checking.observed import Context
from getallenband.reports.publishing.pictures import EDGES
from getallenband.reports.runs.by_folder import DRAWINGS, GALLERIES
from getallenband.reports.runs.records import Records

MOST_CELLS = 2_000_000
"""Of all boards of a gallery."""


def draw_with(name: str, context: Context, parameters: Mapping[str, Any]) -> dict[Cell, str]:
    """Draw; raise UnknownNameError for an unknown drawing, UserError for wrong parameters or an unreadable output."""
    draw, checked = DRAWINGS.find(name, context.edition, parameters)
    laid: dict[Cell, str] = draw(context, **checked)
    return laid


def check_cells(lattice: str, cells: Collection[Cell]) -> None:
    """Raise UserError for a cell that a lattice does not have, and for a board without cells."""
    for cell in cells:
        if len(cell) != (2 if lattice == "square" else 3) or (lattice == EDGES and cell[2] not in range(4)):
            raise UserError(f"the lattice {lattice} has no cell {cell}")
    if not cells:
        raise UserError("the board has no cells")


def lay_out(found: Edition, picture: Picture, records: Records, solution: int | None = None) -> dict[Cell, str]:
    """Draw an edition's picture, or another solution of the same kind.

    Raise EditionError where the picture cannot be drawn, UserError, naming it, where the other solution cannot.
    """
    wanted = dict(picture.parameters) | ({"solution": solution} if solution else {})
    try:
        with nullcontext() if solution else DRAWINGS.blamed(picture.entry, "drawing"):
            laid = draw_with(picture.drawing, context_of_run(found, picture.run, records), wanted)
    except UserError as error:
        raise UserError(f"{found.name}: picture {picture.name}: {error}") from error
    with picture.entry.blamed("lattice"):
        check_cells(picture.lattice, laid)
    return laid


def lay_out_all(found: Edition, picture: Picture, records: Records) -> list[tuple[str, dict[Cell, str]]]:
    """Draw every solution of a picture's gallery, each with its printed line; raise EditionError if one cannot be."""
    context = context_of_run(found, picture.gallery, records)
    wanted = {key: value for key, value in picture.parameters.items() if key != "solution"}
    with picture.entry.blamed("gallery"):
        draw_all, checked = GALLERIES.find(picture.drawing, context.edition, wanted)
        drawn: list[tuple[str, dict[Cell, str]]] = []
        cells = 0
        for line, board in draw_all(context, **checked):
            check_cells(picture.lattice, board)
            if drawn and board.keys() != drawn[0][1].keys():
                raise UserError(f"the boards have different cells: {line!r} beside {drawn[0][0]!r}")
            drawn.append((line, board))
            cells += len(board)
            if cells > MOST_CELLS:
                raise UserError(f"the boards have more than {MOST_CELLS:,} cells")
        if not drawn:
            raise UserError("no boards were printed")
    return drawn
