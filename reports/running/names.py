"""Names that a user got wrong, said with the nearest one that exists.

raise UnknownNameError("language", "ecl", ["algol60", "ecol"])      # there is no language 'ecl'; nearest: ecol
"""

from __future__ import annotations

from collections.abc import Iterable

from interpreters.source.diagnostics import nearest


class UnknownNameError(KeyError):
    """A name that nothing has."""

    def __init__(self, kind: str, name: str, known: Iterable[str]) -> None:
        names = sorted(known)
        self.nearest = nearest(name, names)
        message = f"there is no {kind} {name!r}"
        message += f"; nearest: {self.nearest}" if self.nearest else f"; known: {', '.join(names) or 'none'}"
        super().__init__(message)

    def __str__(self) -> str:
        """Return the message itself, not its repr."""
        return str(self.args[0])
