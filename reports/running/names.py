"""Names that a user got wrong, said with the nearest one that exists.

raise UnknownNameError("language", "ecl", ["algol60", "ecol"])      # there is no language 'ecl'; nearest: ecol
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TypeVar

from interpreters.source.diagnostics import UserError, nearest

Named = TypeVar("Named")


def known(kind: str, name: str, among: Mapping[str, Named]) -> Named:
    """Return what bears the name; raise UnknownNameError if nothing does."""
    if name not in among:
        raise UnknownNameError(kind, name, among)
    return among[name]


class UnknownNameError(UserError):
    """A name that nothing has."""

    def __init__(self, kind: str, name: str, known: Iterable[str]) -> None:
        names = sorted(known)
        self.nearest = nearest(name, names)
        message = f"there is no {kind} {name!r}"
        message += f"; nearest: {self.nearest}" if self.nearest else f"; known: {', '.join(names) or 'none'}"
        super().__init__(message)
