"""How often pieces are placed, and which cells stay empty.

    copies = { I = 5, L = "0-3", V = "any" }   # or one of these for every piece; 0 leaves a piece out
    holes = 4                                  # four cells stay empty; or "0-4", "any"
    holes = { cells = [[0, 0], [0, 7]], number = 1 }

Volume is taken into account: any number of holes beside twelve pentominoes on 64 cells is four.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import TypeVar

from getallenband.durable.names import shown
from getallenband.modern.exact_cover.repeated import Often, tighten
from getallenband.modern.geometry.lattices import Cell, Lattice
from getallenband.modern.puzzle_files import boards
from getallenband.modern.puzzle_files.cells import read_list
from getallenband.modern.puzzle_files.values import Value

T = TypeVar("T")
ANY = "any"
RANGE = re.compile(r"(\d{1,4})-(\d{1,4})")
EXPECTED = f'a number up to {boards.LARGEST}, a range such as "0-3", or "{ANY}"'


def read_copies(root: Mapping[str, Value], sizes: Mapping[str, int], cells: int) -> list[Often]:
    """Return the numbers asked for, of each piece in use; `sizes` are in cells, as many as a board has."""
    given = root.get("copies")
    if given is None:
        return [(1, 1)] * len(sizes)
    if not isinstance(given.content, dict):
        return [_often(given, name, size, cells) for name, size in sizes.items()]
    data = given.table()
    return [_often(data[name], name, size, cells) if name in data else (1, 1) for name, size in sizes.items()]


def in_use(root: Mapping[str, Value], pieces: Mapping[str, T]) -> dict[str, T]:
    """Return the pieces of which there is any: `copies = { L = 0 }` leaves L out."""
    given = root.get("copies")
    if given is None or not isinstance(given.content, dict):
        return dict(pieces)
    numbers = given.fields(pieces, "copies", "a table of numbers by piece")
    used = {name: piece for name, piece in pieces.items() if name not in numbers or not _is_none(numbers[name].content)}
    if not used:
        raise given.error("there are no copies of any piece")
    return used


def _is_none(number: object) -> bool:
    return number == "0-0" or (type(number) is int and number == 0)


def _often(given: Value, name: str, size: int, cells: int) -> Often:
    low, high = read_number(given, cells)
    if low * size > cells:
        raise given.error(f"{low} copies of {shown(name)} have {low * size} cells, the board has {cells}")
    return low, high


def read_number(given: Value, cells: int, which: str = "of the board") -> Often:
    """Return a number, or the ends of a range, of things of which there are at most as many as these cells."""
    number = given.content
    if number == ANY:
        return 0, None
    if type(number) is int and 1 <= number <= boards.LARGEST:
        return number, number
    found = RANGE.fullmatch(number) if isinstance(number, str) else None
    if found is None:
        raise given.wrong(EXPECTED)
    low, high = int(found[1]), int(found[2])
    if low > high:
        raise given.error(f"the range {shown(number)} ends before it begins")
    if high == 0:
        raise given.error(f"the range {shown(number)} has no number from 1 on")
    if high > cells:
        raise given.error(f'the range {shown(number)} goes beyond the {cells} cells {which}; expected "{ANY}"')
    return low, high


def read_holes(given: Value, lattice: Lattice, board: Sequence[Cell]) -> tuple[Sequence[Cell], Often]:
    """Return the cells that may stay empty, and how many of them do."""
    if not isinstance(given.content, dict):
        return board, _number_of_holes(given, len(board), "of the board")
    data = given.fields(("cells", "number"), "holes")
    if "cells" not in data:
        raise given.missing("cells")
    cells, on_board = read_list(data["cells"], lattice), set(board)
    for number, cell in enumerate(cells):
        if cell not in on_board:
            raise data["cells"].error(f"the cell {list(cell)} is not on the board", number)
    if not cells:
        raise data["cells"].error("there are no cells that may stay empty")
    if "number" not in data:
        return cells, (0, len(cells))
    return cells, _number_of_holes(data["number"], len(cells), "that may stay empty")


def _number_of_holes(given: Value, cells: int, which: str) -> Often:
    low, high = read_number(given, cells, which)
    if low > cells:
        raise given.error(f"{low} holes are more than the {cells} cells {which}")
    return low, cells if high is None else high


def volume(often: Sequence[Often], sizes: Sequence[int], cells: int) -> tuple[int, int]:
    """Return how many of the board's `cells` the pieces cover, at least and at most."""
    return (
        sum(low * size for (low, _), size in zip(often, sizes, strict=True)),
        sum(cells if high is None else high * size for (_, high), size in zip(often, sizes, strict=True)),
    )


def fit_volume(
    often: Sequence[Often], sizes: Sequence[int], cells: int, root: Mapping[str, Value]
) -> tuple[Often, ...]:
    """Return the numbers that volume allows."""
    least, most = volume(often, sizes, cells)
    bound = "" if least == most else "at least " if least > cells else "at most "
    if "holes" in root:
        what, cures = "the pieces and holes", ("", "")
    else:
        few = f"; `holes = {cells - most}` leaves the others empty"
        what, cures = "the pieces", ('; `copies = "0-1"` lets each piece be left out', few)
    for wrong, number, cure in ((least > cells, least, cures[0]), (most < cells, most, cures[1])):
        if wrong:
            raise root["board"].error(f"{what} have {bound}{number} cells, the board has {cells}{cure}")
    return tighten(often, sizes, cells)
