"""What a run holds before a statement: the calls under way, and the variables by their names in the source.

def watch(look: Callable[[], Snapshot]) -> None: ...  # called before each statement; look at once, or never

look().calls[0].variables        # of the innermost call: {"k": 3, "total": None}; None where there is no value yet
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from getallenband.interpreters.source.position import Place

Value = int | float | None


@dataclass(frozen=True, slots=True)
class CallUnderWay:
    """A call: its function, the place it has come to, the variables that are its own."""

    title: str
    place: Place
    variables: Mapping[str, Value]


@dataclass(frozen=True, slots=True)
class ArrayShown:
    """An array with its first elements, in the order in which they are stored."""

    name: str
    bounds: Sequence[tuple[int, int]]
    values: Sequence[Value]


@dataclass(frozen=True, slots=True)
class Snapshot:
    """The innermost `calls`, of `depth` in all; the `variables` and `arrays` of the whole program."""

    calls: Sequence[CallUnderWay]
    depth: int
    variables: Mapping[str, Value]
    arrays: Sequence[ArrayShown]


Watch = Callable[[Callable[[], Snapshot]], None]
