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

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from itertools import product
from math import isqrt
from string import ascii_uppercase, digits
from typing import Any

from durable.names import hint
from modern.exact_cover.cover import Cover, Item, Option
from modern.exact_cover.problem import Problem
from modern.puzzle_files.errors import Source

LARGEST = 64
"""Pairs of Langford's problem, queens, rows of a sudoku."""


@dataclass(frozen=True, slots=True)
class Word:
    """A word of a line, and where it stands."""

    text: str
    line: int
    column: int


def read_dlx(name: str, source: Source) -> Problem:
    """Turn a text in Knuth's format into a problem."""
    rows = [list(_words(line, number)) for number, line in enumerate(source.text.splitlines(), 1)]
    rows = [row for row in rows if row and not (row[0].text.startswith("|") and row[0].column == 1)]
    if not rows:
        raise source.error("there is no line of items")
    return _cover(name, rows[0], rows[1:], source)


def read_toml(name: str, data: Mapping[str, Any], source: Source) -> Problem:
    """Turn a puzzle file's items and options, or one of the families, into a problem."""
    family = next((key for key in FAMILIES if key in data), None)
    source.check_keys(data, ("title", family) if family else ("title", "items", "options"), "an exact cover")
    if family:
        with source.blaming(family):
            lines = list(FAMILIES[family](data[family]))
        row, column = source.place(family)
        words = [[Word(text, row, column) for text in line.split()] for line in lines]
        return _cover(name, words[0], words[1:], source)
    if "items" not in data:
        raise source.error("the key 'items' is missing")
    items, options = data["items"], data.get("options", [])
    if not isinstance(items, str):
        raise source.error('the items must be a string such as "a b | x"', "items")
    if not isinstance(options, list) or not all(isinstance(option, str) for option in options):
        raise source.error('the options must be a list of strings such as "a x:red"', "options")
    if not items.split():
        raise source.error("there is no item that must be covered", "items")
    after = source.place("options")
    return _cover(
        name, _find(items, source, "items", (1, 1)), [_find(o, source, "options", after) for o in options], source
    )


def _find(text: str, source: Source, key: str, after: tuple[int, int]) -> list[Word]:
    """Return the words of a string of the file where it stands there, or at its key if it stands there otherwise."""
    for number, line in enumerate(source.text.splitlines(), 1):
        column = line.find(f'"{text}"')
        if number >= after[0] and column >= 0:
            return list(_words(" " * (column + 1) + text, number))
    return [Word(word.text, *source.place(key)) for word in _words(text, 1)]


def _words(line: str, number: int) -> Iterator[Word]:
    column = 0
    for text in line.split():
        column = line.index(text, column)
        yield Word(text, number, column + 1)
        column += len(text)


def _cover(name: str, items: list[Word], options: list[list[Word]], source: Source) -> Cover:
    wanted = _items(items, source)
    number = {item.name: i for i, item in enumerate(wanted)}
    read: list[Option] = []
    for row in options:
        option = _option(len(read), row, number, wanted, source)
        if any(wanted[item].high is not None for item in option.cells):
            read.append(option)
    return Cover.of(name, tuple(wanted), tuple(read))


def _items(words: list[Word], source: Source) -> list[Item]:
    items: dict[str, Item] = {}
    optional = False
    for word in words:
        if word.text == "|":
            if optional:
                raise source.error_at(word.line, word.column, "a second '|': optional items are the last")
            optional = True
            continue
        times, bar, name = word.text.rpartition("|")
        if not name or ":" in name or "|" in times or (bar and optional):
            raise source.error_at(
                word.line, word.column, f"{word.text!r} is no item; expected a name, 2|name or 0:2|name"
            )
        low, high = _bounds(times, word, source) if bar else (1, 1)
        if name in items:
            raise source.error_at(word.line, word.column, f"the item {name!r} is defined twice")
        items[name] = Item(name, 0, None) if optional else Item(name, low, high)
    if all(item.high is None for item in items.values()):
        raise source.error_at(words[0].line, words[0].column, "there is no item that must be covered")
    return list(items.values())


def _bounds(text: str, word: Word, source: Source) -> tuple[int, int]:
    least, colon, most = text.partition(":")
    if not (least.isdecimal() and (most.isdecimal() or not colon)) or int(most or least) < max(1, int(least)):
        raise source.error_at(word.line, word.column, f"{text!r} is no multiplicity; expected one such as 2 or 0:2")
    return int(least), int(most or least)


def _option(number: int, words: list[Word], items: Mapping[str, int], wanted: list[Item], source: Source) -> Option:
    covered: dict[int, str] = {}
    for word in words:
        name, colon, colour = word.text.partition(":")
        if name not in items:
            raise source.error_at(word.line, word.column, f"there is no item {name!r}{hint(name, items)}")
        if colon and wanted[items[name]].high is not None:
            raise source.error_at(word.line, word.column, f"the item {name!r} must be covered and takes no colour")
        if (colon and not colour) or ":" in colour:
            raise source.error_at(word.line, word.column, f"{word.text!r} names no colour; expected {name}:colour")
        if items[name] in covered:
            raise source.error_at(word.line, word.column, f"this option has the item {name!r} twice")
        covered[items[name]] = colour
    chosen = sorted(covered)
    return Option(number, tuple(chosen), tuple(covered[item] for item in chosen))


def _langford(pairs: int) -> Iterator[str]:
    """Yield Langford's problem: two of each number 1 … pairs, k numbers between both k's (TAOCP 7.2.2.1, (16))."""
    _check(pairs)
    yield " ".join([*(str(k) for k in range(1, pairs + 1)), *(f"s{slot}" for slot in range(1, 2 * pairs + 1))])
    for k in range(1, pairs + 1):
        for slot in range(1, 2 * pairs - k):
            yield f"{k} s{slot} s{slot + k + 1}"


def _queens(size: int) -> Iterator[str]:
    """Yield the problem of n queens: rows and columns must be covered, diagonals may be (TAOCP 7.2.2.1, (23))."""
    _check(size)
    side = range(1, size + 1)
    diagonals = [
        f"{letter}{n}" for letter, first in (("a", 2), ("b", 1 - size)) for n in range(first, first + 2 * size - 1)
    ]
    yield " ".join([*(f"r{i}" for i in side), *(f"c{i}" for i in side), "|", *diagonals])
    for row, column in product(side, side):
        yield f"r{row} c{column} a{row + column} b{row - column}"


def _sudoku(grid: str) -> Iterator[str]:
    """Yield a sudoku, row by row, any sign but digits and letters for an empty cell (TAOCP 7.2.2.1, (30))."""
    signs = "".join(grid.split())
    size, box = isqrt(len(signs)), isqrt(isqrt(len(signs)))
    if box**4 != len(signs) or not 2 <= box <= 5:
        raise ValueError(f"it has {len(signs)} cells; expected 16, 81, 256 or 625")
    values = (digits[1:] + ascii_uppercase)[:size]
    yield " ".join(f"{kind}{a},{b}" for kind in "prcb" for a, b in product(range(size), range(size)))
    for (row, column), value in product(product(range(size), range(size)), range(size)):
        given = signs[row * size + column].upper()
        if given.isalnum() and given not in values and given != "0":
            raise ValueError(f"{given!r} is no value; expected one of {values}")
        if given not in values or given == values[value]:
            block = row // box * box + column // box
            yield f"p{row},{column} r{row},{value} c{column},{value} b{block},{value}"


def _check(size: int) -> None:
    if type(size) is not int or not 1 <= size <= LARGEST:
        raise ValueError(f"{size!r} is not between 1 and {LARGEST}")


FAMILIES: dict[str, Callable[[Any], Iterator[str]]] = {"langford": _langford, "queens": _queens, "sudoku": _sudoku}
KEYS = ("items", "options", *FAMILIES)
