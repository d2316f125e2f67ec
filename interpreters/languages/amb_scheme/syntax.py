"""Scheme text as data with places: what the reader gives and the expander takes.

Sequence((Name("car"), Name("x")), place=…) is (car x); places do not count in comparisons.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from fractions import Fraction

from interpreters.source.position import Place


@dataclass(frozen=True, slots=True)
class Datum:
    """Anything that can be read."""

    place: Place = field(default=Place(1, 1), compare=False, kw_only=True)


@dataclass(frozen=True, slots=True)
class Number(Datum):
    """A whole or rational number."""

    value: int | Fraction


@dataclass(frozen=True, slots=True)
class Text(Datum):
    """A string."""

    value: str


@dataclass(frozen=True, slots=True)
class Boolean(Datum):
    """#t or #f."""

    value: bool


@dataclass(frozen=True, slots=True)
class Name(Datum):
    """A symbol."""

    name: str


@dataclass(frozen=True, slots=True)
class Sequence(Datum):
    """A list; `tail` is what stands behind the point of a dotted one."""

    items: tuple[Datum, ...]
    tail: Datum | None = None


@dataclass(frozen=True, slots=True)
class Source:
    """A program: the data at its top level."""

    forms: tuple[Datum, ...]
