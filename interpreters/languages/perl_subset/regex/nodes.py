"""What a pattern is made of: one dataclass for each construct."""

from __future__ import annotations

from dataclasses import dataclass

from interpreters.languages.perl_subset.regex.charset import CharSet


@dataclass(frozen=True, slots=True)
class Chars:
    """One character of a set."""

    chars: CharSet


@dataclass(frozen=True, slots=True)
class Sequence:
    """Parts one after the other; none is the empty pattern."""

    items: tuple[Node, ...]


@dataclass(frozen=True, slots=True)
class Choice:
    """Alternatives, tried from the left."""

    items: tuple[Node, ...]


@dataclass(frozen=True, slots=True)
class Repeat:
    """A part `least` to `most` times (None: without end), as often as possible or, lazy, as seldom."""

    item: Node
    least: int
    most: int | None
    lazy: bool = False


@dataclass(frozen=True, slots=True)
class Group:
    """A capture group, with its number."""

    number: int
    item: Node


@dataclass(frozen=True, slots=True)
class Assertion:
    r"""What holds at a place: A (begin), z (end), Z (end or before a last line end), ^ and $ of lines, b, B."""

    kind: str


@dataclass(frozen=True, slots=True)
class Backreference:
    """What a group has matched once more."""

    number: int
    both_cases: bool


@dataclass(frozen=True, slots=True)
class Look:
    """A part that matches, or negated does not, from here on or up to here."""

    item: Node
    backwards: bool
    negated: bool


@dataclass(frozen=True, slots=True)
class Atomic:
    """A part of which only the first way to match counts."""

    item: Node


Node = Chars | Sequence | Choice | Repeat | Group | Assertion | Backreference | Look | Atomic
