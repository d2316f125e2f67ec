"""A puzzle file becomes a puzzle: geometry in, exact cover out.

    read_puzzle("tetrihex")              # a file of modern/puzzles/, by name
    read_puzzle("my/own.toml")           # any file

    title = "…"
    lattice = "square"                   # square, hexagonal, cubic, face-centred cubic, or edge-matching
    sides = "free"                       # may pieces be turned over? free, one-sided, fixed
    polyforms = [{ size = 5 }]           # optional: the pieces are all polyforms of these sizes (checked)
    board = { rectangle = [6, 10] }      # or hexagon, octahedron, box, drawing, cells; and without = [cells]
    [pieces]                             # name = drawing or list of cells; may be left out if polyforms stand
    F = ".##/##./.#."
    [orders.debruijn1972]                # optional: the order of a historical program, see orders.py

In a drawing rows are parted by "/" (or by ends of lines), layers by "|", and # is a cell; in a hexagonal one the
neighbours in a row stand two columns apart and each row is shifted by one column.
"""

from __future__ import annotations

import hashlib
import tomllib
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from itertools import islice
from pathlib import Path
from typing import Any

from modern.exact_cover.order import Order
from modern.exact_cover.placements import placements
from modern.exact_cover.problem import Problem
from modern.exact_cover.symmetry import Part, Permutation, broken, no_solution_is_symmetric, symmetries
from modern.geometry.lattices import LATTICES, Cell, Lattice, difference
from modern.geometry.polyforms import Shape, Sides, polyforms, standard
from modern.puzzle_files import edge_matching
from modern.puzzle_files.errors import PuzzleError, Source, nearest
from modern.puzzle_files.orders import read_orders

FOLDER = Path(__file__).parent.parent / "puzzles"
KEYS = ("title", "lattice", "sides", "polyforms", "board", "pieces", "orders", "pairs")
BOARD_KEYS = ("rectangle", "hexagon", "octahedron", "box", "drawing", "cells", "without")
LARGEST_BOARD = 4096
LARGEST_POLYFORM = 8
SIDES = ("free", "one-sided", "fixed")


@dataclass(frozen=True)
class Puzzle:
    """A puzzle as read: the exact cover, its symmetries, and the orders of historical programs by name.

    given       the name or path that it was read by
    symmetries  permutations of the placements, the identity first
    checksum    SHA-256 of the file
    """

    name: str
    title: str
    path: Path
    given: str
    checksum: str
    problem: Problem
    symmetries: tuple[Permutation, ...]
    orders: Mapping[str, Order]

    @cached_property
    def parts(self) -> tuple[Part, ...]:
        """The search cut down by the symmetries."""
        return broken(self.problem, self.symmetries)

    @cached_property
    def counted_once(self) -> bool:
        """Whether the pieces prove that every class of solutions has as many members as there are symmetries."""
        return no_solution_is_symmetric(self.problem, self.symmetries)


def puzzle_names() -> list[str]:
    """Return the names of the puzzles that come with the program, sorted."""
    return sorted(path.stem for path in FOLDER.glob("*.toml"))


def read_puzzle(name_or_path: str | Path) -> Puzzle:
    """Read a puzzle by name or by path; a PuzzleError says what is wrong and where."""
    given = str(name_or_path)
    path = Path(given) if given.endswith(".toml") else FOLDER / f"{given}.toml"
    if given.endswith(".toml"):
        try:
            text = path.read_text(encoding="utf-8")
        except (OSError, UnicodeDecodeError) as error:
            reason = error.strerror if isinstance(error, OSError) else "it is not a UTF-8 text"
            raise PuzzleError(f"{given}: cannot read this puzzle file: {reason}") from None
    elif given in puzzle_names():
        text = path.read_text(encoding="utf-8")
    else:
        raise PuzzleError(f"no puzzle is called {given!r}{nearest(given, puzzle_names())}")
    return parse_puzzle(text, path, given)


def parse_puzzle(text: str, path: Path, shown: str) -> Puzzle:
    """Turn the text of a puzzle file into a puzzle; `shown` is how messages name the file."""
    source = Source(shown, text)
    try:
        data = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise source.error_in_toml(error) from None
    source.check_keys(data, KEYS, "a puzzle")
    for key in ("lattice", "board"):
        if key not in data:
            raise source.error(f"the key {key!r} is missing")
    checksum = hashlib.sha256(text.encode()).hexdigest()
    title = str(data.get("title", path.stem))
    lattice_names = [*LATTICES, edge_matching.LATTICE]
    if data["lattice"] not in lattice_names:
        known = ", ".join(lattice_names)
        raise source.error(f"unknown lattice {data['lattice']!r}; expected one of {known}", "lattice")
    if data["lattice"] == edge_matching.LATTICE:
        with source.understanding("pieces"):
            problem, group = edge_matching.read(path.stem, data, source)
        with source.understanding("orders"):
            orders = read_orders(data.get("orders", {}), problem, None, source)
        return Puzzle(path.stem, title, path, shown, checksum, problem, group, orders)
    problem = _geometric(path.stem, data, source)
    lattice = LATTICES[problem.lattice]
    with source.understanding("orders"):
        orders = read_orders(data.get("orders", {}), problem, lambda given: read_cells(given, lattice), source)
    return Puzzle(path.stem, title, path, shown, checksum, problem, symmetries(problem), orders)


def _geometric(name: str, data: Mapping[str, Any], source: Source) -> Problem:
    lattice = LATTICES[data["lattice"]]
    sides = data.get("sides", "free")
    if sides not in SIDES:
        raise source.error(f"unknown sides {sides!r}; expected one of {', '.join(SIDES)}", "sides")
    if "pairs" in data:
        raise source.error("the key 'pairs' belongs to edge-matching puzzles only", "pairs")
    board = _board(data["board"], lattice, source)
    with source.understanding("pieces"):
        shapes = _pieces(data, lattice, sides, source)
    volume = sum(map(len, shapes.values()))
    if volume != len(board):
        raise source.error(f"the pieces have {volume} cells, the board has {len(board)}", "board")
    table = placements(lattice, sides, shapes, board)
    return Problem(name, tuple(shapes), board, table, lattice.name)


def _board(data: Any, lattice: Lattice, source: Source) -> tuple[Cell, ...]:
    """Return the board's cells in ascending order of their coordinates: that is their numbering."""
    if not isinstance(data, dict):
        raise source.error("the board must be a table such as { rectangle = [6, 10] }", "board")
    source.check_keys(data, BOARD_KEYS, "a board")
    kinds = [key for key in data if key != "without"]
    if len(kinds) != 1:
        raise source.error(f"a board needs exactly one of {', '.join(BOARD_KEYS[:-1])}", "board")
    kind = kinds[0]
    makers: dict[str, tuple[str | None, Callable[[Any], Iterable[Cell]]]] = {
        "rectangle": ("square", _rectangle),
        "box": ("cubic", _box),
        "hexagon": ("hexagonal", _hexagon),
        "octahedron": ("face-centred cubic", _octahedron),
        "drawing": (None, lambda drawing: drawn(drawing, lattice)),
        "cells": (None, lambda cells: _cells(cells, lattice)),
    }
    wanted, make = makers[kind]
    if wanted not in (None, lattice.name):
        raise source.error(f"a {kind} needs the lattice {wanted!r}, not {lattice.name!r}", kind)
    try:
        cells = list(islice(make(data[kind]), LARGEST_BOARD + 1))
        without = list(_cells(data.get("without", []), lattice))
    except (TypeError, ValueError, IndexError) as error:
        raise source.error(f"the board cannot be understood: {error}", kind) from None
    if len(cells) > LARGEST_BOARD:
        raise source.error(f"the board has more than {LARGEST_BOARD} cells", kind)
    for cell, times in Counter(cells).items():
        if times > 1:
            raise source.error(f"the board has the cell {list(cell)} twice", kind)
    for cell in without:
        if cell not in cells:
            raise source.error(f"the cell {list(cell)} to be left out is not on the board", "without")
    if not set(cells) - set(without):
        raise source.error("the board has no cells", kind)
    if any((sum(cell) - sum(cells[0])) % 2 for cell in cells) and lattice.name == "face-centred cubic":
        raise source.error("the sums of the coordinates must be all even or all odd", kind)
    return tuple(sorted(set(cells) - set(without)))


def _rectangle(size: list[int]) -> Iterator[Cell]:
    rows, columns = size
    return ((row, column) for row in range(rows) for column in range(columns))


def _box(size: list[int]) -> Iterator[Cell]:
    layers, rows, columns = size
    return ((z, y, x) for z in range(layers) for y in range(rows) for x in range(columns))


def _hexagon(side: int) -> Iterator[Cell]:
    reach = range(1 - side, side)
    return ((x, -x - z, z) for x in reach for z in reach if abs(x + z) < side)


def _octahedron(edge: int) -> Iterator[Cell]:
    reach = range(1 - edge, edge)
    cube = ((x, y, z) for x in reach for y in reach for z in reach)
    return (c for c in cube if sum(map(abs, c)) < edge and (sum(c) - edge + 1) % 2 == 0)


def _cells(rows: Any, lattice: Lattice) -> list[Cell]:
    cells = [tuple(row) for row in rows]
    for cell in cells:
        if len(cell) != lattice.dimension or not all(type(number) is int for number in cell):
            raise ValueError(f"{list(cell)} is not a cell of {lattice.dimension} whole numbers")
        if lattice.name == "hexagonal" and sum(cell):
            raise ValueError(f"the coordinates of {list(cell)} do not sum to 0")
    return cells


def read_cells(given: Any, lattice: Lattice) -> list[Cell]:
    """Return the cells of a drawing or a list; a TypeError or ValueError says what is wrong with it."""
    return drawn(given, lattice) if isinstance(given, str) else _cells(given, lattice)


def drawn(drawing: str, lattice: Lattice) -> list[Cell]:
    """Return the cells of a drawing, row by row; a ValueError if the lattice has no drawings or a mark is unknown."""
    if not isinstance(drawing, str) or set(drawing) - set("#. /|\n"):
        raise ValueError("a drawing is a text of # . blanks / and |")
    layers = [layer.replace("\n", "/").strip("/").split("/") for layer in drawing.split("|")]
    marks = [
        (layer, row, column)
        for layer, rows in enumerate(layers)
        for row, line in enumerate(rows)
        for column, mark in enumerate(line)
        if mark == "#"
    ]
    if lattice.name == "cubic":
        return list(marks)
    if len(layers) > 1 or lattice.name == "face-centred cubic":
        raise ValueError(f"the lattice {lattice.name!r} has no such drawings; list the cells")
    if lattice.name == "square":
        return [(row, column) for _, row, column in marks]
    odd = {(column - row) % 2 for _, row, column in marks}
    if len(odd) > 1:
        raise ValueError("in a hexagonal drawing each row must be shifted by one column")
    return [(x, -x - row, row) for _, row, column in marks for x in [(column - row) // 2]]


def _pieces(data: Mapping[str, Any], lattice: Lattice, sides: Sides, source: Source) -> dict[str, Shape]:
    enumerated = _enumerated(data.get("polyforms", []), lattice, sides, source)
    if "pieces" not in data:
        if not enumerated:
            raise source.error("the key 'pieces' is missing")
        return {f"{len(shape)}.{number}": shape for number, shape in enumerate(enumerated, 1)}
    shapes: dict[str, Shape] = {}
    for name, drawing in data["pieces"].items():
        try:
            cells = read_cells(drawing, lattice)
        except (TypeError, ValueError) as error:
            raise source.error(f"the piece {name!r} cannot be understood: {error}", name) from None
        if not cells or len(set(cells)) < len(cells):
            raise source.error(f"the piece {name!r} has {'the same cell twice' if cells else 'no cells'}", name)
        shapes[name] = tuple(difference(cell, min(cells)) for cell in sorted(cells))
    if enumerated:
        _check_complete(shapes, enumerated, lattice, sides, source)
    return shapes


def _enumerated(data: Any, lattice: Lattice, sides: Sides, source: Source) -> list[Shape]:
    found: list[Shape] = []
    for entry in data:
        source.check_keys(entry, ("size", "planar"), "polyforms")
        if not 1 <= entry["size"] <= LARGEST_POLYFORM:
            raise source.error(f"only polyforms of 1 to {LARGEST_POLYFORM} cells are enumerated", "polyforms")
        found += polyforms(lattice, entry["size"], sides, entry.get("planar", False))
    return found


def _check_complete(
    shapes: Mapping[str, Shape], enumerated: list[Shape], lattice: Lattice, sides: Sides, source: Source
) -> None:
    """Hold the drawings against the enumeration: each polyform once, nothing else."""
    owner: dict[Shape, str] = {}
    for name, shape in shapes.items():
        form = standard(shape, lattice, sides)
        if form in owner:
            raise source.error(f"the pieces {owner[form]!r} and {name!r} are the same polyform", name)
        if form not in enumerated:
            raise source.error(f"unknown piece {name!r}: not one of the {len(enumerated)} polyforms", name)
        owner[form] = name
    for form in enumerated:
        if form not in owner:
            raise source.error(f"the polyform {[list(cell) for cell in form]} has no name", "pieces")
