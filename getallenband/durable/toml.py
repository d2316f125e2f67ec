r"""TOML that strangers wrote: what is wrong, or what nothing of ours can hold, is an error with its place.

>>> parse("a = " + "[" * 5000)
Traceback (most recent call last):
tomllib.TOMLDecodeError: values are nested too deeply (at line 1, column 5)
>>> parse("a = 1\nb = inf")
Traceback (most recent call last):
tomllib.TOMLDecodeError: a number that is not finite (at line 2, column 5)

What long texts say is cached for the next process: to read it again takes a tenth of the time.

>>> place("[[run]]\n[[run]]\nbudget = {memory = 7}", ("run", 1, "budget", "memory"))
(3, 11)
"""

from __future__ import annotations

import json
import re
import sys
import tomllib
from collections import Counter
from datetime import date, time
from functools import cache, lru_cache
from hashlib import sha256
from math import isfinite
from typing import Any

from getallenband.durable import cache_folder, keep, read_cached

FOLDER = "tables"
ENTRIES = 1024
"""Of so many files in the cache each has what was written there last."""
LONG = 1000
"""Characters of a text that is worth a file in the cache."""

KEY = r"""(?:[\w-]++|"(?:[^"\\\n]|\\.)*+"|'[^'\n]*+')"""
TOO_LONG = re.compile(rf"""(?<![\w"'-])(?:{KEY}\s*+\.\s*+){{100}}""")
"""A dotted key as long as nobody writes one: the reader's time grows with its square."""
DEEPEST = 100
NESTED = re.compile(r"(?:[\[{]\s*+){50}")
TOKEN = re.compile(r"(?<![^\s=,\[{])[+-]?(?:\d[\w.:+-]{2,}|inf\b|nan\b)")
"""What may be a value that `unfit` refuses."""
TOO_LARGE = "an integer of more than 64 bits"


def parse(text: str) -> dict[str, Any]:
    """Return what a text says, from the cache if it is there; raise as `parsed` does."""
    if len(text) < LONG or not (folder := cache_folder(FOLDER)):
        return parsed(text)
    made_from = reader() + text.encode(errors="surrogatepass")
    path = folder / f"{int(sha256(made_from).hexdigest(), 16) % ENTRIES}.json"
    if (found := read_cached(path, made_from)) is not None:
        content: dict[str, Any] = json.loads(found)
        return content
    content = parsed(text)
    if folder not in UNWRITABLE and not keep(path, json.dumps(content).encode(), "tables are", made_from):
        UNWRITABLE.add(folder)
    return content


UNWRITABLE: set[object] = set()
"""Folders of the cache in which nothing could be written: it was said, once."""


@cache
def reader() -> bytes:
    """Return what a text is read by: this file, and Python's reader."""
    with open(__file__, "rb") as file:
        return file.read() + sys.version.encode()


def parsed(text: str) -> dict[str, Any]:
    """Return what a text says; raise TOMLDecodeError where it is wrong, or beyond the reader.

    Dates, numbers that are not finite and integers of more than 64 bits, which nobody needs and few libraries take, are
    refused.
    """
    text = text.removeprefix("\ufeff")  # Windows editors write this mark of the encoding first
    if found := TOO_LONG.search(text):
        raise error("a key of more than 100 parts", text, found)
    try:
        content = tomllib.loads(text)
    except tomllib.TOMLDecodeError:
        raise
    except RecursionError:
        raise error("values are nested too deeply", text, NESTED.search(text)) from None
    except ValueError:  # Python converts no more than 4300 digits
        raise error(TOO_LARGE, text, place_of(TOO_LARGE, text)) from None
    waiting: list[tuple[Any, int]] = [(content, 0)]
    while waiting:
        value, depth = waiting.pop()
        if depth > DEEPEST:
            raise error("values are nested too deeply", text, NESTED.search(text))
        if isinstance(value, dict | list):
            inner = value.values() if isinstance(value, dict) else value
            waiting.extend((each, depth + 1) for each in inner)
        elif message := unfit(value):
            raise error(message, text, place_of(message, text))
    return content


def unfit(value: Any) -> str:
    """Say what is wrong with a value; "" of one that is not refused."""
    match value:
        case int() if not -(2**63) <= value < 2**63:
            return TOO_LARGE
        case float() if not isfinite(value):
            return "a number that is not finite"
        case date() | time():
            return "a date or a time; expected a text, a number, true, false, a list or a table"
    return ""


def place_of(message: str, text: str) -> re.Match[str] | None:
    """Return the first value of which this message is true."""
    return next((found for found in TOKEN.finditer(text) if unfit_token(found[0]) == message), None)


def unfit_token(token: str) -> str:
    try:
        return unfit(tomllib.loads(f"a={token}")["a"])
    except tomllib.TOMLDecodeError:
        return ""
    except ValueError:
        return TOO_LARGE


def error(message: str, text: str, found: re.Match[str] | None) -> tomllib.TOMLDecodeError:
    """Return an error with the place that Python's reader gives to its own."""
    line, column = position(text, found.start() if found else 0)
    return tomllib.TOMLDecodeError(f"{message} (at line {line}, column {column})")


def fault(error: tomllib.TOMLDecodeError, text: str) -> tuple[str, int, int]:
    """Return what is wrong with a text that `parse` refused, line and column: at its end, where the last line begins.

    >>> fault(tomllib.TOMLDecodeError("Invalid value (at line 2, column 5)"), "a = 1")
    ('Invalid value', 2, 5)
    """
    found = re.fullmatch(r"(.*) \(at line (\d+), column (\d+)\)", str(error), re.DOTALL)
    line, column = (int(found[2]), int(found[3])) if found else (text.removesuffix("\n").count("\n") + 1, 1)
    if str(error).startswith(TWICE):
        lines = text.splitlines(keepends=True)
        end = sum(map(len, lines[: line - 1])) + column - 1 if found else len(text)
        return given_twice(text, end) or (str(error), line, column)
    return found[1] if found else str(error), line, column


TWICE = ("Cannot overwrite", "Cannot declare", "Cannot mutate", "Cannot redefine", "Duplicate")
"""How Python's reader begins to say that a name is defined twice."""


def given_twice(text: str, end: int) -> tuple[str, int, int] | None:
    """Return the message on the last name before a character, which is there already, with its line and column."""
    try:
        names = Offsets(text[: text.find("\n", end) if "\n" in text[end:] else len(text)]).names
    except IndexError:  # what follows in this line is wrong too
        return None
    *before, (path, start) = [(path, start) for path, start in names if start < end]
    # [a.b] after a = 1: the name that is there is a part of this one, or the other way round
    alike = {at: len(known) for known, at in before if known[: len(path)] == path[: len(known)]}
    first = max(alike, key=lambda at: (alike[at] == len(path), alike[at]))
    name = ".".join(part for part in path if isinstance(part, str))
    return f"{name!r} is defined twice, first in line {position(text, first)[0]}", *position(text, start)


Path = tuple[str | int, ...]
"""A value's way from the root: keys of tables, and numbers in arrays from 0 on."""
PART = re.compile(
    r"""\#[^\n]* | \"{3}(?:[^\\]|\\.)*?\"{3,5} | '{3}.*?'{3,5}
    | "(?:[^"\\\n]|\\.)*" | '[^'\n]*' | [][{}.,=\n] | [\w+:-]+""",
    re.DOTALL | re.VERBOSE,
)


def place(text: str, path: Path) -> tuple[int, int]:
    """Return line and column of a key, a table or an element of a text that `parse` takes.

    Of what is not there it is the place of what it would be in: of a missing key the table's, else the text's first.
    """
    found = offsets(text)
    start = next((found[path[:end]] for end in range(len(path), 0, -1) if path[:end] in found), 0)
    return position(text, start)


@lru_cache(maxsize=4)
def offsets(text: str) -> dict[Path, int]:
    """Return where each path begins; cached, since each wrong claim of a file asks for its own place."""
    return Offsets(text).found


def position(text: str, start: int) -> tuple[int, int]:
    """Return line and column of a character, both from 1 on."""
    return text.count("\n", 0, start) + 1, start - text.rfind("\n", 0, start)


class Offsets:
    """Goes once through a text that is known to be TOML: `found` says where each path begins."""

    def __init__(self, text: str) -> None:
        self.parts = [part for part in PART.finditer(text) if not part[0].startswith("#")]
        self.next = 0
        self.found: dict[Path, int] = {}
        self.names: list[tuple[Path, int]] = []
        """Every key and header in its order, also one that is defined twice."""
        self.counts: Counter[Path] = Counter()
        """How many tables an array of tables has so far."""
        table: Path = ()
        while self.sign() != "":
            if self.sign() == "[":
                table = self.header()
            elif self.sign() != "\n":
                self.pair(table)
            self.next += 1

    def sign(self) -> str:
        """Return the part that comes next, "" at the end."""
        return self.parts[self.next][0] if self.next < len(self.parts) else ""

    def header(self) -> Path:
        """Take [table] or [[array of tables]], and return the way to it: of an array the last table is meant."""
        start = self.parts[self.next].start()
        self.next += 1
        many = self.sign() == "["
        self.next += many
        table: Path = ()
        *outer, (last, _) = self.key()
        for name, _ in outer:
            table = self.inside((*table, name))
            self.found.setdefault(table, start)
        table = (*table, last)
        self.names.append((table, start))
        self.found.setdefault(table, start)
        self.counts[table] += many
        table = self.inside(table)
        self.found[table] = start
        self.next += many
        return table

    def inside(self, path: Path) -> Path:
        """Return the way to the last table of an array of tables; anything else is where it is."""
        return (*path, self.counts[path] - 1) if self.counts[path] else path

    def key(self) -> list[tuple[str, int]]:
        """Take the names of a dotted key up to what ends it."""
        names: list[tuple[str, int]] = []
        while self.sign() not in ("=", "]"):
            part = self.parts[self.next]
            if part[0] != ".":
                names.append((next(iter(tomllib.loads(f"{part[0]} = 0"))), part.start()))
            self.next += 1
        return names

    def pair(self, path: Path) -> None:
        """Take a key and its value."""
        for name, start in self.key():
            path = (*path, name)
            self.found.setdefault(path, start)
        self.names.append((path, start))
        self.next += 1
        self.value(path)

    def value(self, path: Path) -> None:
        """Take a value up to its last part but what follows."""
        if self.sign() not in ("[", "{"):
            while self.sign() not in (",", "\n", "]", "}", ""):
                self.next += 1
            self.next -= 1
            return
        number, end = 0, {"[": "]", "{": "}"}[self.sign()]
        self.next += 1
        while self.sign() != end:
            if self.sign() in (",", "\n"):
                pass
            elif end == "}":
                self.pair(path)
            else:
                self.found[*path, number] = self.parts[self.next].start()
                self.value((*path, number))
                number += 1
            self.next += 1
