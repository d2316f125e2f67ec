"""What an identifier can mean: variable, array, procedure, formal parameter, switch, label.

Entities are compared by identity; `owner` is the procedure in whose body they are declared (None: the main program).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, Literal

from interpreters.languages.algol60 import syntax
from interpreters.source.position import Place

Kind = Literal["simple", "array", "procedure", "label", "switch", "string", "unspecified"]
ARITHMETIC = ("integer", "real")


@dataclass(eq=False, slots=True, kw_only=True)
class Entity:
    """A declared thing: its identifier, where it is declared, and the procedure that it is local to."""

    name: str
    place: Place
    owner: Procedure | None = None

    @property
    def described(self) -> str:
        """Say what this is, with its name."""
        return self.name

    @property
    def declared(self) -> str:
        """Say where it is declared, for the end of a message."""
        return f"{self.name} is declared at {self.place.line}:{self.place.column}"


@dataclass(eq=False, slots=True, kw_only=True)
class Variable(Entity):
    """A simple variable; `result_of` is set for the value of a function procedure."""

    type: str
    own: bool = False
    result_of: Procedure | None = None

    @property
    def described(self) -> str:
        """Say what this is."""
        return f"{self.type} variable {self.name}"


@dataclass(eq=False, slots=True, kw_only=True)
class Array(Entity):
    """An array with its bounds as written; `serial` tells arrays of the same name apart."""

    type: str
    own: bool
    bounds: tuple[tuple[syntax.Expression, syntax.Expression], ...]

    @property
    def dimensions(self) -> int:
        """Return the number of subscripts."""
        return len(self.bounds)

    @property
    def described(self) -> str:
        """Say what this is."""
        return f"{self.type} array {self.name}"


@dataclass(eq=False, slots=True, kw_only=True)
class Formal(Entity):
    """A formal parameter as specified; `dimensions` is found out from its uses."""

    position: int
    kind: Kind = "unspecified"
    type: str = ""
    value: bool = False
    dimensions: int | None = None
    specified: bool = False
    uses: set[str] = field(default_factory=set)

    @property
    def described(self) -> str:
        """Say what this is."""
        kind = "" if self.kind == "simple" else self.kind + " "
        words = f"{self.type} {kind}".strip() if self.kind != "unspecified" else ""
        return f"{words} parameter {self.name}".strip()


@dataclass(eq=False, slots=True, kw_only=True)
class Procedure(Entity):
    """A procedure; `result` holds its value while it runs. `standard` makes the code of a standard procedure."""

    type: str
    formals: list[Formal] = field(default_factory=list)
    body: syntax.Statement | None = None
    result: Variable | None = None
    standard: Callable[..., Any] | None = None
    calls: list[tuple[syntax.Expression, ...]] = field(default_factory=list)
    loops: tuple[syntax.For, ...] = ()
    assigned: bool = False

    @property
    def described(self) -> str:
        """Say what this is."""
        return f"{self.type} procedure {self.name}".strip()


@dataclass(eq=False, slots=True, kw_only=True)
class Switch(Entity):
    """A switch with its designational expressions."""

    elements: tuple[syntax.Expression, ...]

    @property
    def described(self) -> str:
        """Say what this is."""
        return f"switch {self.name}"


@dataclass(eq=False, slots=True, kw_only=True)
class LabelPoint(Entity):
    """A label of a statement; `loops` are the for statements that it is seen through (Revised Report only)."""

    loops: tuple[syntax.For, ...] = ()

    @property
    def described(self) -> str:
        """Say what this is."""
        return f"label {self.name}"
