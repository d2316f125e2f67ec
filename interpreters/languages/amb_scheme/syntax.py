"""Scheme text as data with places: what the reader gives and the expander takes.

List((Symbol("car"), Symbol("x")), place=…) is (car x).
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from interpreters.source.tree import Node


@dataclass(frozen=True, slots=True)
class Number(Node):
    """A whole, rational or real number."""

    value: int | Fraction | float


@dataclass(frozen=True, slots=True)
class String(Node):
    """A string in quotation marks."""

    value: str


@dataclass(frozen=True, slots=True)
class Character(Node):
    """A character."""

    value: str


@dataclass(frozen=True, slots=True)
class Vector(Node):
    """A vector, #(…)."""

    items: tuple[Node, ...]


@dataclass(frozen=True, slots=True)
class Boolean(Node):
    """#t or #f."""

    value: bool


@dataclass(frozen=True, slots=True)
class Symbol(Node):
    """A name."""

    name: str


@dataclass(frozen=True, slots=True)
class List(Node):
    """A list; `tail` is what follows the dot of a dotted one."""

    items: tuple[Node, ...]
    tail: Node | None = None


@dataclass(frozen=True, slots=True)
class Program(Node):
    """A program: the data at its top level."""

    forms: tuple[Node, ...]
