"""The drawings that serve every edition, one file each: how a solution that a program printed is laid on the board.

    laid = draw_with("board", context, {"solution": 1})       # {(row, column): piece}

Each module has `draw(context, **parameters)` and returns the piece on every cell of a lattice of the puzzles. Those of
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
