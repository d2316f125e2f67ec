"""The atlas: counts that others have published, each with the puzzle that it is a count of.

    rows = atlas()                       # {"dominoes-8x8": Row, …}, of all files of modern/atlas/
    rows["dominoes-8x8"].text            # its puzzle file; read_puzzle("dominoes-8x8") reads it

A file of the atlas is a family: one puzzle file with parameters, and rows of values for them, each with its count.

    about = "Dominoes in rectangles"
    pieces = "dominoes"                              # as people search for them
    parameters = ["rows", "columns"]
    name = "dominoes-${rows}x$columns"               # the row's name, and the puzzle's
    puzzle = '''
    lattice = "square"
    copies = "any"
    board = { rectangle = [$rows, $columns] }
    pieces.D = "##"
    '''

    [[published]]
    by = "P. W. Kasteleyn"                           # who counted, or who edits the table
    where = "OEIS A099390"                           # a citation that can be looked up
    of = "all"                                       # "all" solutions, or "up to symmetry"
    rows = [[2, 2, 2], [8, 8, 12988816]]             # the parameters' values, and the count

`with = { … }` gives values that all rows of a source share; `times = 2` says that two of our solutions are one of the
source's; `note` says what else a reader must know of these rows. A count of more than 64 bits is a string of digits.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache, cached_property
from pathlib import Path
from string import Template

from getallenband import durable
from getallenband.durable import toml
from getallenband.durable.names import unknown
from getallenband.modern.geometry.lattices import LATTICES, Cell
from getallenband.modern.puzzle_files import edge_matching
from getallenband.modern.puzzle_files.boards import read_board
from getallenband.modern.puzzle_files.edge_tiles import lattice_of
from getallenband.modern.puzzle_files.errors import PuzzleError, Source
from getallenband.modern.puzzle_files.values import Value

FOLDER = Path(__file__).parent.parent / "atlas"
KEYS = ("about", "pieces", "parameters", "name", "puzzle", "published")
PUBLISHED = ("by", "where", "year", "of", "times", "with", "note", "rows")
ALL, CLASSES = "all", "up to symmetry"


@dataclass(frozen=True)
class Row:
    """A published count, and the text of the puzzle file that it is a count of.

    of     ALL, or CLASSES: those that the puzzle's symmetries turn into each other once
    times  so many of our solutions are one of the source's
    """

    name: str
    family: str
    about: str
    pieces: str
    text: str
    published: int
    of: str
    times: int
    by: str
    where: str
    year: int
    note: str

    @property
    def file(self) -> str:
        """The name of the puzzle's file, if it is written to one."""
        return f"{self.name}.toml"

    @cached_property
    def title(self) -> str:
        return str(self._root.content.get("title", self.name))

    @property
    def lattice(self) -> str:
        """The lattice, or "exact cover"."""
        return str(self._root.content.get("lattice", "exact cover"))

    @cached_property
    def cells(self) -> tuple[Cell, ...]:
        """The board's cells; none of an exact cover. No placement is looked for."""
        return read_board(self._root.table()["board"], LATTICES[self.drawn]) if self.drawn else ()

    @cached_property
    def drawn(self) -> str:
        """The lattice of the board's picture, that of its pieces in edge matching; "" of an exact cover."""
        if self.lattice == edge_matching.LATTICE:
            data = self._root.table()
            return lattice_of(data["board"], data["pieces"]).name
        return self.lattice if self.lattice in LATTICES else ""

    @cached_property
    def _root(self) -> Value:
        return Value(Source(self.file, self.text), toml.parsed(self.text))

    def same(self, in_all: int, up_to_symmetry: int) -> bool:
        """Whether these numbers of ours agree with what was published."""
        return self.published * self.times == (in_all if self.of == ALL else up_to_symmetry)


@cache
def atlas(folder: Path = FOLDER) -> Mapping[str, Row]:
    """Return all rows by name, file by file; raise PuzzleError for a fault, with its place."""
    rows: dict[str, Row] = {}
    for path in sorted(folder.glob("*.toml")):
        root = _root_of(path)
        for place, row in _rows(root, path.stem):
            if row.name in rows:
                raise place.error(f"another row is called {row.name!r}")
            rows[row.name] = row
    return rows


def templates(folder: Path = FOLDER) -> Mapping[str, str]:
    """Return the puzzle file of each family, with its parameters."""
    return {path.stem: str(_root_of(path).content["puzzle"]).strip() for path in sorted(folder.glob("*.toml"))}


def atlas_row(name: str) -> Row:
    """Return a row by its name; an unknown one is a PuzzleError."""
    if name not in atlas():
        raise PuzzleError(unknown("row of the atlas", name, atlas()))
    return atlas()[name]


def _root_of(path: Path) -> Value:
    source = Source(path.name, durable.read(path).decode())
    try:
        return Value(source, toml.parse(source.text))
    except tomllib.TOMLDecodeError as error:
        raise source.error_in_toml(error) from None


def _rows(root: Value, family: str) -> Iterator[tuple[Value, Row]]:
    data = root.fields(KEYS, "a family of the atlas")
    for key in KEYS:
        if key not in data:
            raise root.missing(key)
    parameters = [each.string() for each in data["parameters"].elements("a list of names")]
    for group in data["published"].elements("a list of tables"):
        given = group.fields(PUBLISHED, "what was published")
        for key in ("by", "where", "of", "rows"):
            if key not in given:
                raise group.missing(key)
        shared = given["with"].table() if "with" in given else {}
        for each in given["rows"].elements("a list of rows"):
            elements = each.elements("a list of values and a count")
            if len(elements) != len(parameters) + 1:
                raise each.error(f"a row has {len(parameters)} values and a count, not {len(elements)} elements")
            values = shared | dict(zip(parameters, elements, strict=False))
            yield each, _row(data, given, values, elements[-1], family)


def _row(
    data: Mapping[str, Value], given: Mapping[str, Value], values: Mapping[str, Value], count: Value, family: str
) -> Row:
    said = {parameter: str(value.content) for parameter, value in values.items()}
    return Row(
        name=_filled(data["name"], said),
        family=family,
        about=data["about"].string(),
        pieces=data["pieces"].string(),
        text=_filled(data["puzzle"], said),
        published=_count(count),
        of=given["of"].choice("kind of count", (ALL, CLASSES)),
        times=given["times"].integer(1, 1 << 20) if "times" in given else 1,
        by=given["by"].string(),
        where=_filled(given["where"], said),
        year=given["year"].integer(1800, 2100) if "year" in given else 0,
        note=given["note"].string() if "note" in given else "",
    )


def _count(given: Value) -> int:
    digits = given.content if isinstance(given.content, str) else str(given.content)
    if isinstance(given.content, bool) or not digits.isdecimal():
        raise given.error(f"{digits!r} is not a count")
    return int(digits)


def _filled(given: Value, values: Mapping[str, str]) -> str:
    """Return a text with the parameters' values in place of their names."""
    try:
        return Template(given.string()).substitute(values)
    except KeyError as error:
        raise given.error(f"no parameter is called {error.args[0]!r}") from None
    except ValueError as error:
        raise given.error(f"{error}; a dollar sign is written $$") from None
