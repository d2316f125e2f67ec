"""The drawings, one file each, found by folder: how a solution that a program printed is laid on the board.

    laid = drawn("plakjes", context, {"solution": 1})       # {(row, column): piece}

Each module has `draw(context, **parameters)` and returns the piece on every cell of a lattice of the puzzles.
"""

from __future__ import annotations

from importlib import import_module
from inspect import signature
from pkgutil import iter_modules
from typing import Any

from originals.edition import Edition
from reports.check import context_of_run
from reports.names import UnknownNameError
from reports.observed import Context
from reports.pictures import Cell
from reports.records import Records
from reports.shown import Picture


def drawn(name: str, context: Context, parameters: dict[str, Any]) -> dict[Cell, str]:
    """Draw; raise UnknownNameError for an unknown drawing, ValueError for wrong parameters or an unreadable output."""
    names = sorted(module.name for module in iter_modules(__path__))
    if name not in names:
        raise UnknownNameError("drawing", name, names)
    draw = import_module(f"{__name__}.{name}").draw
    try:
        signature(draw).bind(context, **parameters)
    except TypeError as error:
        raise ValueError(f"the drawing {name!r} is given {parameters}: {error}") from None
    laid: dict[Cell, str] = draw(context, **parameters)
    return laid


def laid_out(found: Edition, picture: Picture, records: Records, solution: int | None = None) -> dict[Cell, str]:
    """Draw an edition's picture, or another solution of the same kind; raise ValueError, naming it, if it cannot be."""
    wanted = dict(picture.parameters) | ({"solution": solution} if solution else {})
    try:
        return drawn(picture.drawing, context_of_run(found, picture.run, records), wanted)
    except (ValueError, KeyError) as error:
        raise ValueError(f"{found.name}: picture {picture.name}: {error}") from error
