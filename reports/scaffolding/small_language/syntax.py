"""The syntax tree: a class for each rule of the grammar; a field for each thing that the rule keeps.

A rule that is not a class's name, and has none after ->, hands its only child on.
"""

from __future__ import annotations

from getallenband.interpreters.source.tree import Node


class Program(Node):
    statements: tuple[Node, ...]


class Assign(Node):
    name: str
    value: Node


class Output(Node):
    value: Node


class Number(Node):
    value: int


class Variable(Node):
    name: str


class Input(Node):
    """The next number of the tape."""


class Binary(Node):
    left: Node
    operator: str
    right: Node
