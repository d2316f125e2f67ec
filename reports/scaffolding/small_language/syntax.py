"""The syntax tree: a class for each rule of the grammar; a field for each thing that the rule keeps.

A rule that is not a class's name, and has none after ->, hands its only child on.
"""

from __future__ import annotations

from dataclasses import dataclass

from interpreters.source.tree import Node


@dataclass(frozen=True, slots=True)
class Program(Node):
    statements: tuple[Node, ...]


@dataclass(frozen=True, slots=True)
class Assign(Node):
    name: str
    value: Node


@dataclass(frozen=True, slots=True)
class Output(Node):
    value: Node


@dataclass(frozen=True, slots=True)
class Number(Node):
    value: int


@dataclass(frozen=True, slots=True)
class Variable(Node):
    name: str


@dataclass(frozen=True, slots=True)
class Input(Node):
    """The next number of the tape."""


@dataclass(frozen=True, slots=True)
class Binary(Node):
    left: Node
    operator: str
    right: Node
