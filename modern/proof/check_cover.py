"""Check the certificate of an exact cover: in plain Python, without anything from the solvers.

    check(Path("queens.certificate"))       # "queens.toml: 92 solutions; search tree of the cover, …", or Refused

The file of the problem is read anew. The certificate names the item that each node of the search tree covers. There
every option through it is tried; an option tried is left out afterwards, so that no set of options is met twice. An
item that may be covered less often than there are options has one branch more: no further option through it.
"""

import re
from collections.abc import Iterable, Iterator
from itertools import product
from math import isqrt
from pathlib import Path
from string import ascii_uppercase, digits
from typing import Any

from getallenband.durable import toml
from getallenband.modern.proof.certificate_file import (
    NUMBER,
    TEXT,
    Refused,
    need,
    plain,
    read_claim,
    read_file,
    reading,
    unpacked,
)

Bounds = tuple[int, int]
Pairs = list[tuple[int, str]]
ITEM = re.compile(r"(?:([0-9]{1,9})(?::([0-9]{1,9}))?\|)?([^|:]+)")
KINDS = ({"langford"}, {"queens"}, {"sudoku"}, {"items"}, {"items", "options"})


def check(path: Path, cover_file: Path | None = None) -> str:
    """Return the statement that the certificate proves; Refused says why it does not."""
    claim, packed = read_claim(path, "cover_certificate", {"cover": TEXT, "cover_sha256": TEXT, "solutions": NUMBER})
    file = cover_file or Path(claim["cover"])
    with reading(file):
        items, options = read(list(lines(read_file(file, claim["cover_sha256"]), file.suffix)))
    try:
        count, nodes = walk(unpacked(packed), items, options)
    except RecursionError:
        raise Refused("its tree is deeper than this checker goes") from None
    need(claim["solutions"] == count, f"the tree has {count} solutions, not {claim['solutions']}")
    return f"{plain(file)}: {count} solution{'s' * (count != 1)}; search tree of the cover, {nodes} nodes checked"


def lines(text: str, suffix: str) -> Iterator[str]:
    """Yield the line of the items and that of each option, of a text in Knuth's format or of a TOML file."""
    need(len(text) <= 1 << 24, "the file has more than 16,777,216 characters")
    if suffix == ".dlx":
        yield from (
            line
            for line in re.split(r"\r?\n", text.removeprefix("\ufeff"))
            if line.strip() and not line.startswith("|")
        )
        return
    data: dict[str, Any] = toml.parse(text)
    need(data.keys() - {"title"} in KINDS, "the file has other keys than one problem's")
    need(isinstance(data.get("title", ""), str), "the title is no text")
    if "langford" in data:
        n = positive(data["langford"])
        yield " ".join([*(f"{k}" for k in range(1, n + 1)), *(f"s{slot}" for slot in range(1, 2 * n + 1))])
        yield from (f"{k} s{i} s{i + k + 1}" for k in range(1, n + 1) for i in range(1, 2 * n - k))
    elif "queens" in data:
        n = positive(data["queens"])
        places = list(product(range(1, n + 1), repeat=2))
        across = {f"{letter}{i}" for i, j in places for letter in "rc"}
        yield " ".join([*sorted(across, key=lambda item: (item[0] == "c", int(item[1:]))), "|", *diagonals(n)])
        yield from (f"r{i} c{j} a{i + j} b{i - j}" for i, j in places)
    elif "sudoku" in data:
        yield from sudoku([sign.upper() for sign in "".join(data["sudoku"].split())])
    else:
        yield data["items"]
        options = data.get("options", [])
        need(isinstance(options, list), "the options are no list")
        yield from options


def positive(number: int) -> int:
    need(type(number) is int and 0 < number <= 64, f"{number} is no number of pairs or queens")
    return number


def diagonals(n: int) -> list[str]:
    return [f"a{i}" for i in range(2, 2 * n + 1)] + [f"b{i}" for i in range(1 - n, n)]


def sudoku(grid: list[str]) -> Iterator[str]:
    size = isqrt(len(grid))
    box, values = isqrt(size), [*(digits[1:] + ascii_uppercase)[:size]]
    need(box**4 == len(grid) and 1 < box < 6, f"a sudoku of {len(grid)} cells")
    need(all(sign in values or sign == "0" or not sign.isalnum() for sign in grid), "a sudoku has other values")
    yield " ".join(f"{kind}{a},{b}" for kind in "prcb" for a in range(size) for b in range(size))
    for row, column, value in product(range(size), repeat=3):
        given = grid[row * size + column]
        if given not in values or given == values[value]:
            block = row // box * box + column // box
            yield f"p{row},{column} r{row},{value} c{column},{value} b{block},{value}"


def read(rows: list[str]) -> tuple[list[Bounds | None], list[Pairs]]:
    """Return how often each item must and may be covered, None for an optional one, and the options."""
    need(len(rows) <= 200_001, "there are more than 200,000 options")
    words = rows[0].split()
    bar = words.index("|") if "|" in words else len(words)
    bounds: dict[str, Bounds | None] = {}
    for number, word in enumerate(words[:bar] + words[bar + 1 :]):
        found = ITEM.fullmatch(word)
        need(found is not None and (number < bar or "|" not in word), f"{word!r} is no item")
        assert found is not None
        low, high, name = int(found[1] or 1), int(found[2] or found[1] or 1), found[3]
        need(low <= high > 0, f"{word!r} is no item")
        need(name not in bounds, f"the item {name!r} is defined twice")
        bounds[name] = (low, high) if number < bar else None
    need(any(bounds.values()), "there is no item that must be covered")
    numbers = {name: i for i, name in enumerate(bounds)}
    options: list[Pairs] = []
    for row in rows[1:]:
        pairs = [word.partition(":") for word in row.split()]
        named = all(bool(colon) == bool(colour) and ":" not in colour for _, colon, colour in pairs)
        need(named, f"a colour without a name, or with two: {row}")
        need(all(name in numbers for name, _, _ in pairs), f"an option has an item that is not defined: {row}")
        option = [(numbers[name], colour) for name, _, colour in pairs]
        need(len({item for item, _ in option}) == len(option), f"an option has an item twice: {row}")
        need(all(bounds[name] is None for name, _, colour in pairs if colour), f"a colour where none may be: {row}")
        if any(bounds[name] is not None for name, _, _ in pairs):
            options.append(option)
    return list(bounds.values()), options


class Live:
    """The options that are not struck out, of each item a ring of places in the order of the file (dancing links).

    The work of striking out and putting back is that of the options concerned, however many others there are.
    """

    def __init__(self, items: int, options: list[Pairs]) -> None:
        self.up, self.down = list(range(items)), list(range(items))
        self.option, self.colour = [-1] * items, [""] * items
        self.places: list[range] = []
        self.struck: list[int] = []
        self.is_struck = bytearray(len(options))
        for number, option in enumerate(options):
            first = len(self.up)
            for place, (item, colour) in enumerate(option, first):
                last = self.up[item]
                self.up.append(last)
                self.down.append(item)
                self.down[last] = self.up[item] = place
                self.option.append(number)
                self.colour.append(colour)
            self.places.append(range(first, len(self.up)))

    def through(self, item: int) -> list[int]:
        """Return the places of an item's options."""
        places, place = [], self.down[item]
        while place != item:
            places.append(place)
            place = self.down[place]
        return places

    def strike(self, options: Iterable[int]) -> None:
        for number in options:
            if not self.is_struck[number]:
                self.is_struck[number] = True
                self.struck.append(number)
                for place in self.places[number]:
                    up, down = self.up[place], self.down[place]
                    self.down[up], self.up[down] = down, up

    def put_back(self, left: int) -> None:
        """Put back what was struck out last, until `left` options are struck out."""
        while len(self.struck) > left:
            number = self.struck.pop()
            self.is_struck[number] = False
            for place in reversed(self.places[number]):
                self.down[self.up[place]] = self.up[self.down[place]] = place


def walk(tree: Iterator[int], items: list[Bounds | None], options: list[Pairs]) -> tuple[int, int]:
    """Walk the tree in preorder; return the number of solutions and that of nodes."""
    nodes, live = 0, Live(len(items), options)
    rest = {item: bounds for item, bounds in enumerate(items) if bounds is not None}

    def node() -> int:
        """Count the solutions with live options that cover each item of the rest within its bounds."""
        nonlocal nodes
        if not rest:
            return 1
        nodes += 1
        item = next(tree, -1) + 256 * next(tree, -1)
        need(item in rest, "the tree ends too early, or covers an item that needs no more")
        (low, high), before, count = rest[item], len(live.struck), 0
        through = [live.option[place] for place in live.through(item)]
        if len(through) < low:
            return 0
        if high == 1:
            live.strike(through)
        for number in through:
            live.strike([number])
            left, bounds = len(live.struck), {each: rest[each] for each, _ in options[number] if each in rest}
            choose(options[number])
            count += node()
            live.put_back(left)
            rest.update(bounds)
        if low <= 0:
            del rest[item]
            count += node()
            rest[item] = (low, high)
        live.put_back(before)
        return count

    def choose(option: Pairs) -> None:
        """Take from the rest what an option covers, and strike out what cannot stand beside it."""
        for item, colour in option:
            low, high = rest.pop(item, (0, 1))
            if high > 1:
                rest[item] = (low - 1, high - 1)
            else:
                places = live.through(item)
                live.strike(live.option[place] for place in places if not colour or live.colour[place] != colour)

    count = node()
    need(next(tree, -1) < 0, "the tree goes on after its end")
    return count, nodes
