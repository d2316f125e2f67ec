"""Read a puzzle file: geometry in, an exact cover problem out.

    read_puzzle("tetrihex")              # a file of modern/puzzles/, by name
    read_puzzle("my/own.toml")           # any file
    read_puzzle("my/own.dlx")            # any exact cover, in Knuth's format: see covers.py

    title = "…"
    lattice = "square"                   # square, hexagonal, triangular, cubic, face-centred cubic, or edge-matching
    sides = "free"                       # free: pieces may be turned over; one-sided: only rotated; fixed: neither
    polyforms = [{ size = 5 }]           # optional: the pieces are all polyforms of these sizes (checked)
    board = { rectangle = [6, 10] }      # or rhombus, hexagon, octahedron, box, drawing, cells; and without = [cells]
    copies = { I = 5 }                   # optional: how many there are of a piece, if not one
    [pieces]                             # name = drawing or list of cells; may be left out if there are polyforms
    F = ".##/##./.#."
    [orders.debruijn1972]                # optional: the order of a historical program, see orders.py

Every error in the file is a PuzzleError that says where.
"""

from __future__ import annotations

import hashlib
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

import durable
from durable import toml
from durable.names import hint
from durable.visible import shown
from modern.exact_cover.order import Order
from modern.exact_cover.placements import placements
from modern.exact_cover.problem import Problem
from modern.exact_cover.repeated import RepeatedPieces
from modern.exact_cover.symmetry import Group, SymmetryCase, acts_freely, break_symmetry, symmetries
from modern.geometry.lattices import LATTICES
from modern.puzzle_files import covers, edge_matching
from modern.puzzle_files.boards import read_board
from modern.puzzle_files.errors import PuzzleError, Source
from modern.puzzle_files.orders import read_orders
from modern.puzzle_files.pieces import read_copies, read_pieces

FOLDER = Path(__file__).parent.parent / "puzzles"
KEYS = ("title", "lattice", "sides", "polyforms", "board", "copies", "pieces", "orders", "pairs")
SIDES = ("free", "one-sided", "fixed")


@dataclass(frozen=True)
class Puzzle:
    """A puzzle as read: the problem, its symmetries, and the orders of historical programs by name.

    given       the name or path that it was read by
    checksum    SHA-256 of the file
    symmetries  permutations of the placements
    """

    name: str
    title: str
    path: Path
    given: str
    checksum: str
    problem: Problem
    symmetries: Group
    orders: Mapping[str, Order]

    @cached_property
    def cases(self) -> tuple[SymmetryCase, ...]:
        return break_symmetry(self.problem, self.symmetries)

    @cached_property
    def acts_freely(self) -> bool:
        return acts_freely(self.problem, self.symmetries)


def puzzle_names() -> list[str]:
    """Return the names of the puzzles that come with the program, sorted."""
    return sorted(path.stem for path in FOLDER.glob("*.toml"))


def read_puzzle(name_or_path: str | Path) -> Puzzle:
    """Read a puzzle by name or by path; an unknown one is a PuzzleError."""
    given = str(name_or_path)
    is_path = given.endswith((".toml", ".dlx"))
    path = Path(given) if is_path else FOLDER / f"{given}.toml"
    if not is_path and given not in puzzle_names():
        raise PuzzleError(f"no puzzle is called {given!r}{hint(given, puzzle_names())}")
    try:
        text = durable.read(path).decode()
    except (OSError, UnicodeDecodeError) as error:
        reason = error.strerror if isinstance(error, OSError) else "it is not UTF-8"
        raise PuzzleError(f"{shown(given)}: cannot read this puzzle file: {reason}") from None
    return parse_puzzle(text, path, given)


def parse_puzzle(text: str, path: Path, given: str) -> Puzzle:
    """Turn the text of a puzzle file into a puzzle; `given` is how messages name the file."""
    source = Source(shown(given), text.replace("\r\n", "\n"))
    checksum = hashlib.sha256(text.encode()).hexdigest()
    if path.suffix == ".dlx":
        return _of_cover(path, given, checksum, path.stem, covers.read_dlx(path.stem, source))
    try:
        data = toml.parse(text)
    except tomllib.TOMLDecodeError as error:
        raise source.error_in_toml(error) from None
    if "lattice" not in data and any(key in data for key in covers.KEYS):
        title = str(data.get("title", path.stem))
        return _of_cover(path, given, checksum, title, covers.read_toml(path.stem, data, source))
    source.check_keys(data, KEYS, "a puzzle")
    for key in ("lattice", "board"):
        if key not in data:
            raise source.error(f"the key {key!r} is missing")
    known = [*LATTICES, edge_matching.LATTICE]
    if data["lattice"] not in known:
        raise source.error(f"unknown lattice {data['lattice']!r}; expected one of {', '.join(known)}", "lattice")
    if data["lattice"] == edge_matching.LATTICE:
        if "copies" in data:
            raise source.error("the key 'copies' does not belong to edge-matching puzzles", "copies")
        with source.blaming("pieces"):
            problem, group = edge_matching.read(path.stem, data, source)
    else:
        problem = _read_geometric(path.stem, data, source)
        group = symmetries(problem)
    with source.blaming("orders"):
        orders = read_orders(data.get("orders", {}), problem, source)
    return Puzzle(path.stem, str(data.get("title", path.stem)), path, given, checksum, problem, group, orders)


def _of_cover(path: Path, given: str, checksum: str, title: str, problem: Problem) -> Puzzle:
    """Return an exact cover as a puzzle; nothing is known of its symmetries."""
    identity = (tuple(range(len(problem.placements))),)
    return Puzzle(path.stem, title, path, given, checksum, problem, identity, {})


def _read_geometric(name: str, data: Mapping[str, Any], source: Source) -> Problem:
    lattice, sides = LATTICES[data["lattice"]], data.get("sides", "free")
    if sides not in SIDES:
        raise source.error(f"unknown sides {sides!r}; expected one of {', '.join(SIDES)}", "sides")
    if "pairs" in data:
        raise source.error("the key 'pairs' belongs to edge-matching puzzles only", "pairs")
    board = read_board(data["board"], lattice, source)
    with source.blaming("pieces"):
        shapes = read_pieces(data, lattice, sides, source)
    with source.blaming("copies"):
        copies = read_copies(data.get("copies", {}), shapes, source)
    volume = sum(count * len(shape) for count, shape in zip(copies, shapes.values(), strict=True))
    if volume != len(board):
        raise source.error(f"the pieces have {volume} cells, the board has {len(board)}", "board")
    with source.blaming("pieces"):
        sites = placements(lattice, sides, shapes, board)
    if max(copies) > 1:
        return RepeatedPieces(name, tuple(shapes), board, sites, lattice.name, copies)
    return Problem(name, tuple(shapes), board, sites, lattice.name)
