"""Names that a user got wrong, said with the nearest one that exists.

raise UnknownNameError("language", "ecl", ["algol60", "ecol"])      # there is no language 'ecl'; nearest: ecol
"""

from __future__ import annotations

from collections.abc import Iterable

from interpreters.source.diagnostics import UserError, nearest


class UnknownNameError(UserError):
    """A name that nothing has."""

    def __init__(self, kind: str, name: str, known: Iterable[str]) -> None:
        names = sorted(known)
        self.nearest = nearest(name, names)
        message = f"there is no {kind} {name!r}"
        message += f"; nearest: {self.nearest}" if self.nearest else f"; known: {', '.join(names) or 'none'}"
        super().__init__(message)
