"""Scheme text as data with places: what the reader gives and the expander takes.

List((Symbol("car"), Symbol("x")), place=…) is (car x).
"""

from __future__ import annotations

from fractions import Fraction

from getallenband.interpreters.source.tree import Node


class Number(Node):
    """A whole, rational or real number."""

    value: int | Fraction | float


class String(Node):
    """A string in quotation marks."""

    value: str


class Character(Node):
    """A character."""

    value: str


class Vector(Node):
    """A vector, #(…)."""

    items: tuple[Node, ...]


class Boolean(Node):
    """#t or #f."""

    value: bool


class Symbol(Node):
    """A name."""

    name: str


class List(Node):
    """A list; `tail` is what follows the dot of a dotted one."""

    items: tuple[Node, ...]
    tail: Node | None = None


class Program(Node):
    """A program: the data at its top level."""

    forms: tuple[Node, ...]
