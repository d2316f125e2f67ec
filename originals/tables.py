"""Turn a TOML file into tables whose every key is asked for by name and type, and none is left over.

root = read_table(folder / "edition.toml")
entry = root.table("edition")
title = entry.text("title")
entry.close()                     # EditionError: …/edition.toml: [edition]: unknown key "titel" (nearest: title)
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from originals.errors import EditionError, nearest_hint

Value = Any
"""What a TOML file may hold: text, number, truth value, list or table."""


def shown(path: Path) -> str:
    """Return the path as messages show it: the edition's folder and what is inside."""
    parts = path.parts
    marked = [place for place, part in enumerate(parts) if part == "originals"]
    return "/".join(parts[marked[-1] :]) if marked else path.name


def read_text(path: Path) -> str:
    """Return the text of a UTF-8 file; a file that is missing or is not UTF-8 is an EditionError."""
    try:
        return path.read_bytes().decode("utf-8")
    except OSError as fault:
        raise EditionError(f"{shown(path)}: cannot be read: {fault.strerror}") from None
    except UnicodeDecodeError as fault:
        raise EditionError(
            f"{shown(path)}: is not UTF-8: byte {fault.object[fault.start]:#04x} at offset {fault.start}"
        ) from None


def read_table(path: Path) -> Table:
    """Read a TOML file; a file that is missing, is not UTF-8 or is not TOML is an EditionError."""
    try:
        return Table(tomllib.loads(read_text(path)), shown(path), "")
    except tomllib.TOMLDecodeError as fault:
        raise EditionError(f"{shown(path)}: is not TOML: {fault}") from None


class Table:
    """A table of a TOML file, its keys taken one by one; `close` refuses the keys that nobody asked for."""

    def __init__(self, content: Mapping[str, Value], file: str, title: str) -> None:
        self.content = content
        self.file = file
        self.title = title
        self.asked: list[str] = []

    def fault(self, message: str) -> EditionError:
        """Return an error that names the file and this table."""
        return EditionError(": ".join(part for part in (self.file, self.title, message) if part))

    def close(self) -> None:
        """Refuse keys that were not asked for."""
        for key in self.content:
            if key not in self.asked:
                raise self.fault(f'unknown key "{key}"{nearest_hint(key, self.asked)}')

    def value(self, key: str, kind: type | tuple[type, ...], named: str, default: Value = ...) -> Value:
        """Return the value of a key of the kind that is expected; without a default the key must be there."""
        self.asked.append(key)
        if key not in self.content:
            if default is ...:
                raise self.fault(f'the key "{key}" is missing')
            return default
        value = self.content[key]
        wrong = not isinstance(value, kind) or (isinstance(value, bool) and kind is int)
        if wrong:
            raise self.fault(f'"{key}" must be {named}, not {value!r}')
        return value

    def text(self, key: str, default: Value = ...) -> str:
        """Return a text."""
        return str(self.value(key, str, "a text", default))

    def optional_text(self, key: str) -> str | None:
        """Return a text, or None where the key is missing."""
        found: str | None = self.value(key, str, "a text", None)
        return found

    def whole(self, key: str, default: Value = ...) -> int:
        """Return a whole number that is at least 1."""
        number: int = self.value(key, int, "a whole number", default)
        if number < 1:
            raise self.fault(f'"{key}" must be at least 1, not {number}')
        return number

    def optional_whole(self, key: str) -> int | None:
        """Return a whole number that is at least 1, or None where the key is missing."""
        return self.whole(key) if key in self.content else self.value(key, int, "a whole number", None)

    def flag(self, key: str, default: bool) -> bool:
        """Return true or false."""
        return bool(self.value(key, bool, "true or false", default))

    def choice(self, key: str, choices: tuple[str, ...]) -> str:
        """Return a text that is one of the choices."""
        chosen = self.text(key)
        if chosen not in choices:
            raise self.fault(
                f'"{key}" must be one of {", ".join(choices)}, not "{chosen}"{nearest_hint(chosen, choices)}'
            )
        return chosen

    def texts(self, key: str) -> tuple[str, ...]:
        """Return a list of texts; a missing key is an empty list."""
        listed = self.value(key, list, "a list of texts", [])
        for item in listed:
            if not isinstance(item, str):
                raise self.fault(f'"{key}" must be a list of texts, not {listed!r}')
        return tuple(listed)

    def text_table(self, key: str) -> dict[str, str]:
        """Return a table whose values are texts; a missing key is an empty table."""
        content = self.value(key, dict, "a table of texts", {})
        for name, item in content.items():
            if not isinstance(item, str):
                raise self.fault(f'"{key}": "{name}" must be a text, not {item!r}')
        return dict(content)

    def table(self, key: str) -> Table:
        """Return the table under a key; a missing key is an empty table."""
        title = f"{self.title.strip('[]')}.{key}" if self.title else key
        return Table(self.value(key, dict, "a table", {}), self.file, f"[{title}]")

    def tables(self, key: str) -> Iterator[tuple[str, Table]]:
        """Yield name and table for each table inside the table under a key."""
        outer = self.table(key)
        for name in outer.content:
            yield name, outer.table(name)

    def entries(self, key: str, identifier: str) -> Iterator[Table]:
        """Yield the tables of an array of tables; each is called by its identifier in messages, else by its number."""
        listed = self.value(key, list, "an array of tables", [])
        for number, content in enumerate(listed, start=1):
            if not isinstance(content, dict):
                raise self.fault(f'"{key}" must be an array of tables, not {listed!r}')
            name = content.get(identifier, f"number {number}")
            yield Table(content, self.file, f"{self.title} {key} {name}".strip())
