"""Read a TOML file as tables whose keys are taken by name and type; a key that nobody takes is an error.

root = read_table(folder / "edition.toml")
entry = root.table("edition")
title = entry.string("title")
entry.close()            # EditionError: …/edition.toml:2:1: [edition]: unknown key "titel" (nearest: title)
"""

from __future__ import annotations

import os
import re
import tomllib
from collections.abc import Callable, Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager
from dataclasses import MISSING, dataclass, field, fields
from functools import cache
from pathlib import Path
from typing import Any, Literal, TypeVar, get_args, get_origin, get_type_hints

from getallenband import durable
from getallenband.durable import toml, visible
from getallenband.durable.errors import Error
from getallenband.durable.names import hint, shown
from getallenband.originals.errors import EditionError, TextNotHere

NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{0,99}", re.ASCII)
"""What is named becomes a part of files' names, of anchors and of xml:ids."""
PLACED = re.compile(r"[^\n]*?:\d+:\d+: ")
"""How a message begins that has its place: an edition's, a program's or a puzzle's."""
Value = Any
"""What a TOML file may hold: string, number, Boolean, list or table."""
Record = TypeVar("Record")
"""A dataclass that a table is read into."""
FORMER = {
    "kind": ("cause", 'say "cause" (copy for scan, printing for misprint, undecided for conjecture) and "need"'),
    "expected": ("published", 'say "published" (the printed figure), or "derived" with the value'),
}
"""Keys of editions written before version 1.0: the key that replaced each, and what to write."""


def display_path(path: Path) -> str:
    """Return the path as messages show it, in one line: of ours from "originals" on, of others from where we are."""
    home = Path(__file__).resolve().parent
    if path.is_relative_to(home):
        return path.relative_to(home.parent).as_posix()
    return visible.shown(os.path.relpath(path) if path.is_relative_to(Path.cwd()) else path)


def called(folder: Path) -> str:
    """Return what commands call the edition in a folder by: one of ours by its name, wherever we are."""
    return folder.name if folder.parent == Path(__file__).resolve().parent else display_path(folder)


def read_text(path: Path) -> str:
    """Return the text of a UTF-8 file; a file that is missing or is not UTF-8 is an EditionError.

    The mark of the encoding that Windows editors write first is no part of the text.
    """
    try:
        return durable.read(path).decode("utf-8").removeprefix("\ufeff")
    except OSError as error:
        raise EditionError(f"{display_path(path)}: cannot be read: {error.strerror}") from None
    except UnicodeDecodeError as error:
        line = error.object.count(b"\n", 0, error.start) + 1
        wrong = f"is not UTF-8: byte {error.object[error.start]:#04x} at offset {error.start}"
        raise EditionError(f"{display_path(path)}:{line}: {wrong}; save the file as UTF-8") from None


def read_table(path: Path) -> Table:
    """Read a TOML file; a file that is missing, is not UTF-8 or is not TOML is an EditionError."""
    file = File(display_path(path), read_text(path))
    try:
        return Table(toml.parse(file.text), file)
    except tomllib.TOMLDecodeError as error:
        message, line, column = toml.fault(error, file.text)
        raise EditionError(f"{file.name}:{line}:{column}: invalid TOML: {message}") from None


def former(key: str) -> str:
    """Return what to write in place of a key of earlier versions, as the end of a message; nothing for another key."""
    return f'; "{key}" is of a version before 1.0: {FORMER[key][1]}' if key in FORMER else ""


@dataclass(frozen=True)
class File:
    """A TOML file, to point into; `name` is how messages name it."""

    name: str
    text: str = field(repr=False)


class Table:
    """A table of a TOML file, its keys taken one by one; `close` refuses the keys that nobody took.

    `title` is how messages name it, `path` its way from the root.
    """

    def __init__(self, content: Mapping[str, Value], file: File, title: str = "", path: toml.Path = ()) -> None:
        self.content = content
        self.file = file
        self.title = title
        self.path = path
        self.asked: list[str] = []

    def place(self, *keys: str | int) -> str:
        """Return how messages begin: file, line, column and title of this table, or the place of what is inside it."""
        line, column = toml.place(self.file.text, (*self.path, *keys))
        return ": ".join(part for part in (f"{self.file.name}:{line}:{column}", self.title) if part)

    def error(self, message: str, *keys: str | int) -> EditionError:
        return EditionError(f"{self.place(*keys)}: {message}")

    def blamed(self, *keys: str | int) -> AbstractContextManager[None]:
        """Begin what is wrong with what this table, or one of its keys, asks for with the place, if it has none."""
        return self.blamed_at(lambda _: keys)

    @contextmanager
    def blamed_at(self, keys_of: Callable[[Error], tuple[str | int, ...]]) -> Iterator[None]:
        """Do the same where the key depends on what is wrong."""
        try:
            yield
        except TextNotHere:
            raise
        except Error as error:
            if PLACED.match(str(error)):
                raise
            raise self.error(str(error), *keys_of(error)) from error

    def close(self) -> None:
        for key in self.content:
            if key not in self.asked:
                raise self.error(f'unknown key "{key}"{former(key) or hint(key, self.asked)}', key)

    def value(self, key: str, kind: type | tuple[type, ...], named: str, default: Value = ...) -> Value:
        """Return the value of a key, of this type (`named` in messages); without a default the key must be there."""
        self.asked.append(key)
        if key not in self.content:
            if default is ...:
                old = next((old for old, (new, _) in FORMER.items() if new == key and old in self.content), "")
                raise self.error(f'the key "{key}" is missing{former(old)}')
            return default
        value = self.content[key]
        if not isinstance(value, kind) or (isinstance(value, bool) and kind not in (bool, object)):
            raise self.error(f'"{key}" must be {named}, not {shown(value)}', key)
        return value

    def string(self, key: str, default: Value = ...) -> str:
        return str(self.value(key, str, "a string", default))

    def name(self, key: str) -> str:
        return self.checked_name(self.string(key), key)

    def checked_name(self, name: str, key: str) -> str:
        """Return a name that a key says, or that is one."""
        if not NAME.fullmatch(name):
            wanted = "a letter or digit, then letters, digits, . _ and -, at most 100 in all"
            raise self.error(f"{name!r} is no name: expected {wanted}", key)
        return name

    def optional_string(self, key: str) -> str | None:
        found: str | None = self.value(key, str, "a string", None)
        return found

    def pattern(self, key: str, default: Value = ...) -> str:
        """Return a regular expression that Python takes."""
        pattern = self.string(key, default)
        try:
            re.compile(pattern)
        except (re.error, RecursionError, OverflowError):
            raise self.error(f'"{key}" must be a regular expression, not {shown(pattern)}', key) from None
        return pattern

    def integer(self, key: str, default: Value = ..., most: int | None = None) -> int:
        """Return an integer that is at least 1, and no more than `most`."""
        number: int = self.value(key, int, "an integer", default)
        if number < 1:
            raise self.error(f'"{key}" must be at least 1, not {number}', key)
        if most is not None and number > most:
            raise self.error(f'"{key}" must be at most {most:,}, not {number:,}', key)
        return number

    def optional_integer(self, key: str, most: int | None = None) -> int | None:
        return self.integer(key, most=most) if key in self.content else self.value(key, int, "an integer", None)

    def flag(self, key: str, default: bool) -> bool:
        return bool(self.value(key, bool, "true or false", default))

    def choice(self, key: str, choices: tuple[str, ...], default: Value = ...) -> str:
        chosen = self.string(key, default)
        if key in self.content and chosen not in choices:
            among = ", ".join(choices)
            raise self.error(f'"{key}" must be one of {among}, not "{chosen}"{hint(chosen, choices)}', key)
        return chosen

    def strings(self, key: str) -> tuple[str, ...]:
        """Return a list of strings; a missing key is an empty list."""
        listed = self.value(key, list, "a list of strings", [])
        for number, item in enumerate(listed):
            if not isinstance(item, str):
                raise self.error(f'"{key}" must be a list of strings, not {shown(listed)}', key, number)
        return tuple(listed)

    def integers(self, key: str) -> tuple[int, ...]:
        """Return a list of integers; a missing key is an empty list."""
        listed = self.value(key, list, "a list of integers", [])
        for number, item in enumerate(listed):
            if not isinstance(item, int) or isinstance(item, bool):
                raise self.error(f'"{key}" must be a list of integers, not {shown(listed)}', key, number)
        return tuple(listed)

    def string_table(self, key: str) -> dict[str, str]:
        """Return a table whose values are strings; a missing key is an empty table."""
        content = self.value(key, dict, "a table of strings", {})
        for name, item in content.items():
            if not isinstance(item, str):
                raise self.error(f'"{key}": "{name}" must be a string, not {shown(item)}', key, name)
        return dict(content)

    def record(self, kind: Callable[..., Record], **given: Any) -> Record:
        """Read this table, whole, into a record whose fields have the names of its keys; `given` are those that differ.

        A field is read by its type (READERS, a Literal, or this table itself); one that has a default may be missing.
        """
        for name, type_of_field, default in fields_of(kind):
            if name not in given:
                given[name] = self.typed(name, type_of_field, default)
        self.close()
        return kind(**given)

    def typed(self, key: str, kind: Any, default: Value = ...) -> Value:
        """Return the value of a key that is a field of this type; TypeError for a type that no reader is for."""
        if kind is Table:
            return self
        if get_origin(kind) is Literal:
            return self.choice(key, get_args(kind), default)
        if kind in READERS:
            return READERS[kind](self, key)
        if kind in REQUIRED:
            return REQUIRED[kind](self, key, default)
        raise TypeError(f"{key}: nothing reads a field of type {kind}; give its value")

    def table(self, key: str) -> Table:
        """Return the table under a key; a missing key is an empty table."""
        title = f"{self.title.strip('[]')}.{key}" if self.title else key
        return Table(self.value(key, dict, "a table", {}), self.file, f"[{title}]", (*self.path, key))

    def optional_table(self, key: str) -> Table | None:
        """Return the table under a key, None if the key is not there."""
        table = self.table(key)
        return table if key in self.content else None

    def tables(self, key: str) -> Iterator[tuple[str, Table]]:
        """Yield name and table for each table inside the table under a key."""
        outer = self.table(key)
        for name in outer.content:
            yield outer.checked_name(name, name), outer.table(name)

    def entries(self, key: str, identifier: str) -> Iterator[Table]:
        """Yield the tables of an array of tables; messages name each by its identifier, or else by its number."""
        listed = self.value(key, list, "an array of tables", [])
        for number, content in enumerate(listed):
            if not isinstance(content, dict):
                raise self.error(f'"{key}" must be an array of tables, not {shown(listed)}', key, number)
            name = content.get(identifier, f"number {number + 1}")
            yield Table(content, self.file, f"{self.title} {key} {name}".strip(), (*self.path, key, number))


REQUIRED: Mapping[Any, Callable[[Table, str, Value], Value]] = {
    str: Table.string,
    int: Table.integer,
    bool: Table.flag,
}
"""How a field of this type is read; its key must be there if it has no default."""
READERS: Mapping[Any, Callable[[Table, str], Value]] = {
    str | None: Table.optional_string,
    int | None: Table.optional_integer,
    tuple[str, ...]: Table.strings,
    tuple[int, ...]: Table.integers,
    Mapping[str, str]: Table.string_table,
}
"""The same for types that have a value where the key is not there."""


@cache
def fields_of(kind: Any) -> list[tuple[str, Any, Value]]:
    """Return name, type and default of each field of a dataclass; where there is no default, an ellipsis."""
    hints = get_type_hints(kind)
    return [(each.name, hints[each.name], ... if each.default is MISSING else each.default) for each in fields(kind)]
