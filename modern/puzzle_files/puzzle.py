"""Read a puzzle file: geometry in, an exact cover problem out.

    read_puzzle("tetrihex")              # a file of modern/puzzles/, by name
    read_puzzle("soma-castle-1")         # a row of the atlas, by name: see atlas.py
    read_puzzle("my/own.toml")           # any file
    read_puzzle("my/own.dlx")            # any exact cover, in Knuth's format: see covers.py

    title = "…"
    lattice = "square"                   # a name of geometry/data, or edge-matching
    sides = "free"                       # or one-sided, fixed; or a table by piece: see sides.py
    polyforms = [{ size = 5 }]           # optional: the pieces are all polyforms of these sizes (checked)
    board = { rectangle = [6, 10] }      # or torus, cylinder, box, hexagon, drawing …; without = […]: see boards.py
    holes = "any"                        # optional: how many cells stay empty, see copies.py
    copies = { I = 5, L = "0-3" }        # optional: how many there are of a piece, if not one, see copies.py
    fixed = { F = [[0, 1]] }             # optional: cells that a piece covers, see geometric.py
    symmetries = "rotations"             # optional: those that count, see group.py
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

from getallenband import durable
from getallenband.durable import toml, visible
from getallenband.durable.names import hint
from getallenband.modern.exact_cover.order import Order
from getallenband.modern.exact_cover.problem import Problem
from getallenband.modern.exact_cover.symmetry import Group, SymmetryCase, acts_freely, break_symmetry
from getallenband.modern.geometry.lattices import LATTICES
from getallenband.modern.puzzle_files import covers, edge_matching, geometric
from getallenband.modern.puzzle_files.atlas import Row, atlas
from getallenband.modern.puzzle_files.errors import PuzzleError, Source
from getallenband.modern.puzzle_files.orders import read_orders
from getallenband.modern.puzzle_files.values import Value

FOLDER = Path(__file__).parent.parent / "puzzles"
KEYS = (
    "title", "lattice", "sides", "polyforms", "board", "holes", "copies", "fixed", "symmetries", "pieces", "orders",
    "pairs", "border",
)  # fmt: skip
LARGEST, LARGEST_DLX = 1 << 21, 1 << 24
"""Characters of a file: more would take minutes and gigabytes to read, however little of it is of use."""


@dataclass(frozen=True)
class Puzzle:
    """A puzzle as read: the problem, its symmetries, and the orders of historical programs by name.

    given       the name or path that it was read by
    text        of the file; `checksum` is its SHA-256
    symmetries  permutations of the placements
    up_to       what the symmetries are called, "" if there is none that counts, or none is known
    """

    name: str
    title: str
    path: Path
    given: str
    text: str
    problem: Problem
    symmetries: Group
    orders: Mapping[str, Order]
    up_to: str = ""

    @cached_property
    def cases(self) -> tuple[SymmetryCase, ...]:
        return break_symmetry(self.problem, self.symmetries)

    @cached_property
    def checksum(self) -> str:
        return hashlib.sha256(self.text.encode()).hexdigest()

    @cached_property
    def unbroken(self) -> bool:
        """Whether symmetries are left in some case that may take a solution to itself."""
        return any(len(case.group) > 1 for case in self.cases) and not acts_freely(self.problem, self.symmetries)


def puzzle_names() -> list[str]:
    """Return the names of the puzzles that come with the program, sorted."""
    return sorted(path.stem for path in FOLDER.glob("*.toml"))


def read_puzzle(name_or_path: str | Path) -> Puzzle:
    """Read a puzzle by name or by path; an unknown one is a PuzzleError."""
    given = str(name_or_path)
    is_path = given.endswith((".toml", ".dlx"))
    if not is_path and given not in puzzle_names() and given in atlas():
        return puzzle_of(atlas()[given])
    path = Path(given) if is_path else FOLDER / f"{given}.toml"
    if not is_path and given not in puzzle_names():
        if Path(given).exists():
            what = "is a folder" if Path(given).is_dir() else "is no puzzle file"
            raise PuzzleError(f"{visible.shown(given)}: this {what}; expected a name that ends in .toml or .dlx")
        raise PuzzleError(f"no puzzle is called {given!r}{hint(given, {*puzzle_names(), *atlas()})}")
    try:
        text = durable.read(path).decode()
    except OSError as error:
        raise PuzzleError(f"{visible.shown(given)}: cannot read this puzzle file: {error.strerror}") from None
    except UnicodeDecodeError as error:
        line = error.object.count(b"\n", 0, error.start) + 1
        wrong = f"byte {error.object[error.start]:#04x} is not UTF-8; save the file as UTF-8"
        raise PuzzleError(f"{visible.shown(given)}:{line}: {wrong}") from None
    return parse_puzzle(text, path, given)


def puzzle_of(row: Row) -> Puzzle:
    """Read the puzzle of a row of the atlas."""
    return parse_puzzle(row.text, Path(row.file), row.file)


def parse_puzzle(text: str, path: Path, given: str) -> Puzzle:
    """Turn the text of a puzzle file into a puzzle; `given` is how messages name the file."""
    # Windows editors write a mark of the encoding first, which no place counts.
    source = Source(visible.shown(given), text.removeprefix("\ufeff").replace("\r\n", "\n"))
    most = LARGEST_DLX if path.suffix == ".dlx" else LARGEST
    if len(text) > most:
        raise source.error_at(1, 1, f"the file has more than {most:,} characters")
    if path.suffix == ".dlx":
        return _of_cover(path, given, text, path.stem, covers.read_dlx(path.stem, source))
    try:
        data = toml.parse(text)
    except tomllib.TOMLDecodeError as error:
        raise source.error_in_toml(error) from None
    root = Value(source, data)
    if "lattice" not in data and any(key in data for key in covers.KEYS):
        title, cover = covers.read_toml(path.stem, root)
        return _of_cover(path, given, text, title, cover)
    values = root.fields(KEYS, "a puzzle")
    for key in ("lattice", "board"):
        if key not in data:
            raise root.missing(key)
    lattice = values["lattice"].choice("lattice", (*LATTICES, edge_matching.LATTICE))
    read = edge_matching.read if lattice == edge_matching.LATTICE else geometric.read
    problem, group, called = read(path.stem, root)
    orders = read_orders(values["orders"], problem) if "orders" in data else {}
    title = values["title"].string() if "title" in data else path.stem
    return Puzzle(path.stem, title, path, given, text, problem, group, orders, called)


def _of_cover(path: Path, given: str, text: str, title: str, problem: Problem) -> Puzzle:
    """Return an exact cover as a puzzle; nothing is known of its symmetries."""
    identity = (tuple(range(len(problem.placements))),)
    return Puzzle(path.stem, title, path, given, text, problem, identity, {})
