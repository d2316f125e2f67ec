"""How pieces may be moved: all alike, or some in a way of their own.

sides = "one-sided"                    # every piece may be rotated, but not turned over
sides = { L = "fixed", Z = "one-sided" }   # these two; the others are free
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import cast

from getallenband.modern.geometry.polyforms import Sides
from getallenband.modern.puzzle_files.values import Value

SIDES = ("free", "one-sided", "fixed")


@dataclass(frozen=True)
class SidesOf:
    """How pieces may be moved: those of `own` by name, the others as `general` says."""

    general: Sides
    own: Mapping[str, Sides]

    def of(self, piece: str) -> Sides:
        return self.own.get(piece, self.general)

    def check(self, given: Value, pieces: Iterable[str]) -> None:
        """Raise PuzzleError where the file names a piece that it has not."""
        if self.own:
            given.fields(pieces, "sides", "a table of sides by piece")


def read_sides(given: Value | None) -> SidesOf:
    if given is None:
        return SidesOf("free", {})
    if isinstance(given.content, dict):
        own = {name: cast(Sides, each.choice("sides", SIDES)) for name, each in given.table().items()}
        return SidesOf("free", own)
    return SidesOf(cast(Sides, given.choice("sides", SIDES)), {})
