"""Read exact covers of any kind: Knuth's DLX text, and the same in TOML; well-known families by one number.

    | a comment
    a b 0:2|c | x                        # items: c is covered at most twice, x is optional
    a x:red                              # options, a line each: x gets the colour red
    b c x:red

    title = "The same in TOML"
    items = "a b 0:2|c | x"
    options = ["a x:red", "b c x:red"]

    langford = 8                         # or queens = 8, or sudoku = "53..7.... 6..195... …" (4, 9, 16 … rows)

`2|c` is short for `2:2|c`. As in Knuth's programs, an option without any item that must be covered is left out.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import partial
from itertools import islice, product
from math import isqrt
from string import ascii_uppercase, digits

from getallenband.durable import toml
from getallenband.durable.names import hint, shown
from getallenband.modern.exact_cover.cover import Cover, Item, Option
from getallenband.modern.exact_cover.placements import MOST
from getallenband.modern.exact_cover.problem import Problem
from getallenband.modern.puzzle_files.errors import PuzzleError, Source
from getallenband.modern.puzzle_files.values import Value

LARGEST = 64
"""Pairs of Langford's problem, queens."""
BOUNDS = re.compile(r"([0-9]{1,9})(?::([0-9]{1,9}))?")


@dataclass(frozen=True, slots=True)
class Row:
    """The line of the items or an option; `error` finds out where a word of it stands, by its column from 0 on."""

    text: str
    error: Callable[[int, str], PuzzleError]


def read_dlx(name: str, source: Source) -> Problem:
    """Turn a text in Knuth's format into a problem."""

    def row(number: int, line: str) -> Row:
        return Row(line, lambda column, message: source.error_at(number, column + 1, message))

    lines = enumerate(source.text.split("\n"), 1)
    read = (row(number, line) for number, line in lines if line.strip() and not line.startswith("|"))
    rows = list(islice(read, MOST + 2))
    if not rows:
        raise source.error_at(1, 1, "there is no line of items")
    return _cover(name, rows[0], rows[1:])


def read_toml(name: str, root: Value) -> tuple[str, Problem]:
    """Turn a puzzle file's items and options, or one of the families, into a title and a problem."""
    family = next((key for key in FAMILIES if key in root.content), None)
    data = root.fields(("title", family) if family else ("title", "items", "options"), "an exact cover")
    title = data["title"].string() if "title" in data else name
    if family:
        given = data[family]
        rows = [Row(line, lambda _, message: given.error(message)) for line in FAMILIES[family](given)]
        return title, _cover(name, rows[0], rows[1:])
    if "items" not in data:
        raise root.missing("items")
    items = data["items"].string('a string such as "a b | x"')
    if not items.split():
        raise data["items"].error("there is no item that must be covered")
    options = data["options"].elements('a list of strings such as "a x:red"') if "options" in data else []
    rows = [Row(option.string('a string such as "a x:red"'), partial(_error_in, option)) for option in options]
    return title, _cover(name, Row(items, partial(_error_in, data["items"])), rows)


def _error_in(given: Value, column: int, message: str) -> PuzzleError:
    """Point at a word of a string, or at the string or its key where it is not written as it reads."""
    line, start = toml.place(given.source.text, given.path)
    written = given.source.text.split("\n")[line - 1]
    places = [written.find(f"{quote}{given.content}{quote}", start - 1) for quote in ('"', "'")]
    if max(places) < 0:
        return given.error(message)
    return given.source.error_at(line, max(places) + 2 + column, message)


def _words(row: Row) -> Iterator[tuple[int, str]]:
    """Yield the words of a row and their columns."""
    return ((found.start(), found[0]) for found in re.finditer(r"\S+", row.text))


def _cover(name: str, items: Row, options: list[Row]) -> Cover:
    if len(options) > MOST:
        raise options[MOST].error(0, f"there are more than {MOST} options")
    wanted = _items(items)
    number = {item.name: i for i, item in enumerate(wanted)}
    read: list[Option] = []
    for row in options:
        option = _option(len(read), row, number, wanted)
        if any(wanted[item].high is not None for item in option.cells):
            read.append(option)
    return Cover.of(name, tuple(wanted), tuple(read))


def _items(row: Row) -> list[Item]:
    items: dict[str, Item] = {}
    optional = False
    for column, word in _words(row):
        if word == "|":
            if optional:
                raise row.error(column, "a second '|': optional items are the last")
            optional = True
            continue
        times, bar, name = word.rpartition("|")
        if not name or ":" in name or "|" in times or (bar and optional):
            raise row.error(column, f"{shown(word)} is no item; expected a name, 2|name or 0:2|name")
        low, high = _bounds(times, row, column) if bar else (1, 1)
        if name in items:
            raise row.error(column, f"the item {shown(name)} is defined twice")
        items[name] = Item(name, 0, None) if optional else Item(name, low, high)
    if all(item.high is None for item in items.values()):
        raise row.error(next(_words(row))[0], "there is no item that must be covered")
    return list(items.values())


def _bounds(text: str, row: Row, column: int) -> tuple[int, int]:
    numbers = BOUNDS.fullmatch(text)
    least, most = (int(numbers[1]), int(numbers[2] or numbers[1])) if numbers else (1, 0)
    if most < max(1, least):
        raise row.error(column, f"{shown(text)} is no multiplicity; expected one such as 2 or 0:2")
    return least, most


def _option(number: int, row: Row, items: Mapping[str, int], wanted: list[Item]) -> Option:
    covered: dict[int, str] = {}
    for column, word in _words(row):
        name, colon, colour = word.partition(":")
        if name not in items:
            raise row.error(column, f"there is no item {shown(name)}{hint(name, items)}")
        if colon and wanted[items[name]].high is not None:
            raise row.error(column, f"the item {shown(name)} must be covered and takes no colour")
        if (colon and not colour) or ":" in colour:
            raise row.error(column, f"{shown(word)} names no colour; expected {name}:colour")
        if items[name] in covered:
            raise row.error(column, f"this option has the item {shown(name)} twice")
        covered[items[name]] = colour
    chosen = sorted(covered)
    return Option(number, tuple(chosen), tuple(covered[item] for item in chosen))


def _langford(given: Value) -> Iterator[str]:
    """Yield Langford's problem: two of each number 1 … pairs, k numbers between both k's (TAOCP 7.2.2.1, (16))."""
    pairs = given.integer(1, LARGEST)
    yield " ".join([*(str(k) for k in range(1, pairs + 1)), *(f"s{slot}" for slot in range(1, 2 * pairs + 1))])
    for k in range(1, pairs + 1):
        for slot in range(1, 2 * pairs - k):
            yield f"{k} s{slot} s{slot + k + 1}"


def _queens(given: Value) -> Iterator[str]:
    """Yield the problem of n queens: rows and columns must be covered, diagonals may be (TAOCP 7.2.2.1, (23))."""
    size = given.integer(1, LARGEST)
    side = range(1, size + 1)
    diagonals = [
        f"{letter}{n}" for letter, first in (("a", 2), ("b", 1 - size)) for n in range(first, first + 2 * size - 1)
    ]
    yield " ".join([*(f"r{i}" for i in side), *(f"c{i}" for i in side), "|", *diagonals])
    for row, column in product(side, side):
        yield f"r{row} c{column} a{row + column} b{row - column}"


def _sudoku(grid: Value) -> Iterator[str]:
    """Yield a sudoku, row by row, any sign but digits and letters for an empty cell (TAOCP 7.2.2.1, (30))."""
    signs = "".join(grid.string("a string of cells, row by row").split())
    size, box = isqrt(len(signs)), isqrt(isqrt(len(signs)))
    if box**4 != len(signs) or not 2 <= box <= 5:
        raise grid.error(f"this sudoku has {len(signs)} cells; expected 16, 81, 256 or 625")
    values = (digits[1:] + ascii_uppercase)[:size]
    yield " ".join(f"{kind}{a},{b}" for kind in "prcb" for a, b in product(range(size), range(size)))
    for (row, column), value in product(product(range(size), range(size)), range(size)):
        given = signs[row * size + column].upper()
        if given.isalnum() and given not in values and given != "0":
            raise grid.error(f"{given!r} is no value of a sudoku; expected one of {values}")
        if given not in values or given == values[value]:
            block = row // box * box + column // box
            yield f"p{row},{column} r{row},{value} c{column},{value} b{block},{value}"


FAMILIES: dict[str, Callable[[Value], Iterator[str]]] = {"langford": _langford, "queens": _queens, "sudoku": _sudoku}
KEYS = ("items", "options", *FAMILIES)
