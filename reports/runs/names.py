"""Names that a user got wrong, said with the nearest one that exists.

raise UnknownNameError("language", "ecl", ["algol60", "ecol"])      # there is no language 'ecl'; nearest: ecol
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TypeVar

from getallenband.durable.names import nearest, unknown
from getallenband.interpreters.source.diagnostics import UserError

Named = TypeVar("Named")


def known(kind: str, name: str, among: Mapping[str, Named]) -> Named:
    """Return what bears the name; raise UnknownNameError if nothing does."""
    if name not in among:
        raise UnknownNameError(kind, name, among)
    return among[name]


class UnknownNameError(UserError):
    """A name that nothing has."""

    def __init__(self, kind: str, name: str, known: Iterable[str]) -> None:
        names = list(known)
        self.kind = kind
        self.nearest = nearest(name, names)
        super().__init__(unknown(kind, name, names))
