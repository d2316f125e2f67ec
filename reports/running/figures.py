"""Figures of searches that no run of an edition makes to the end, as they are recorded: a table for each search.

    found = figures(text, "inputs/whole.toml", "all")
    found["boards printed"]

The file is TOML: `[all]`, below it `"boards printed" = 9356`.
"""

from __future__ import annotations

import tomllib

from interpreters.source.diagnostics import UserError
from reports.running.names import UnknownNameError


class Figures(dict[str, int]):
    """The figures of one search by their names; `where` is what messages call it."""

    where = ""

    def __missing__(self, name: str) -> int:
        """Raise UnknownNameError."""
        raise UnknownNameError(f"figure in {self.where}", name, self)


def figures(text: str, file: str, search: str) -> Figures:
    """Read the figures of one search; raise UserError for what is no table of whole numbers, or no name there."""
    try:
        tables = tomllib.loads(text)
    except tomllib.TOMLDecodeError as fault:
        raise UserError(f"{file}: invalid TOML: {fault}") from None
    if search not in tables:
        raise UnknownNameError(f"search in {file}", search, tables)
    if not isinstance(tables[search], dict):
        raise UserError(f"{file}: {search!r} must be a table of figures, not {tables[search]!r}")
    for name, value in tables[search].items():
        if type(value) is not int:
            raise UserError(f"{file}, {search}: {name!r} must be an integer, not {value!r}")
    found = Figures(tables[search])
    found.where = f"{file}, {search}"
    return found
