"""The drawings that serve every edition, one file each: how a solution that a program printed is laid on the board.

    laid = draw_with("board", context, {"solution": 1})       # {(row, column): piece}

Each module has `draw(context, **parameters)` and returns the piece on every cell of a lattice of the puzzles; one that
serves a gallery has `draw_all`, without the number of a solution, and yields each printed line with its board. Those of
one edition stand in reports/editions.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from interpreters.source.diagnostics import UserError
from modern.geometry import Cell
from originals.edition import Edition
from originals.presentation import Picture
from reports.checking.check import context_of_run
from reports.checking.observed import Context
from reports.running.by_folder import ByFolder
from reports.running.records import Records

DRAWINGS = ByFolder("drawing", "draw", __name__)
GALLERIES = ByFolder("drawing", "draw_all", __name__)


def draw_with(name: str, context: Context, parameters: Mapping[str, Any]) -> dict[Cell, str]:
    """Draw; raise UnknownNameError for an unknown drawing, UserError for wrong parameters or an unreadable output."""
    draw, checked = DRAWINGS.find(name, context.edition, parameters)
    laid: dict[Cell, str] = draw(context, **checked)
    return laid


def lay_out(found: Edition, picture: Picture, records: Records, solution: int | None = None) -> dict[Cell, str]:
    """Draw an edition's picture, or another solution of the same kind; raise UserError, naming it, if it cannot be."""
    wanted = dict(picture.parameters) | ({"solution": solution} if solution else {})
    try:
        return draw_with(picture.drawing, context_of_run(found, picture.run, records), wanted)
    except UserError as error:
        raise UserError(f"{found.name}: picture {picture.name}: {error}") from error


def lay_out_all(found: Edition, picture: Picture, records: Records) -> list[tuple[str, dict[Cell, str]]]:
    """Draw every solution of a picture's gallery, each with its printed line; raise UserError if one cannot be."""
    context = context_of_run(found, picture.gallery, records)
    wanted = {key: value for key, value in picture.parameters.items() if key != "solution"}
    try:
        draw_all, checked = GALLERIES.find(picture.drawing, context.edition, wanted)
        return list(draw_all(context, **checked))
    except UserError as error:
        raise UserError(f"{found.name}: gallery of {picture.name}: {error}") from error
