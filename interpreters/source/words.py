"""The words of a language: the tables of the file words.toml in its package, for whatever has to know one.

    meanings("getallenband.interpreters.languages.ecol", "foreign")["EINDE"]        # "KLAAR ends the program"
    meanings("getallenband.interpreters.languages.ecol", "terminals")["NUMBER"]     # "a number"

A line of a table is a word and its meaning, or a meaning and the words that have it:

    LET = "an assignment has no LET: a := 5"
    "KLAAR ends the program" = ["EINDE", "EIND", "EXIT"]

What a meaning is, the table's comment says: a hint, a token of the lexer, what a message calls a terminal. Where words
are those of several others, each has a table of its own:

    origins("getallenband.interpreters.languages.cdc_fortran", "routines")["ERF"]    # ("IBM's FORTRAN", "a function of your own")
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from typing import Any

from getallenband.durable import toml


@cache
def meanings(package: str, table: str) -> Mapping[str, str]:
    """Return the meaning of each word of a table, in the order of the file; raise KeyError without such a table."""
    return by_word(tables(package)[table])


@cache
def origins(package: str, table: str) -> Mapping[str, tuple[str, str]]:
    """Return whose each word is, and its meaning, where a table is divided by those who have the words."""
    return {word: (origin, meaning) for origin, inner in tables(package)[table].items()
            for word, meaning in by_word(inner).items()}  # fmt: skip


def by_word(table: Mapping[str, str | list[str]]) -> dict[str, str]:
    """Return the meaning of each word."""
    found: dict[str, str] = {}
    for key, value in table.items():
        found |= {key: value} if isinstance(value, str) else dict.fromkeys(value, key)
    return found


@cache
def tables(package: str) -> dict[str, Any]:
    """Return all tables of a package as the file has them; none where it has no words.toml."""
    file = files(package).joinpath("words.toml")
    return toml.parse(file.read_text(encoding="utf-8")) if file.is_file() else {}
