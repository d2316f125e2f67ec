"""What an identifier can mean: variable, array, procedure, formal parameter, switch, label.

Entities are compared by identity; `owner` is the procedure in whose body they are declared (None: the main program).
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

from getallenband.interpreters.languages.algol60 import syntax
from getallenband.interpreters.languages.algol60.systems.system import Standard
from getallenband.interpreters.source.position import Place

Kind = Literal["simple", "array", "procedure", "label", "switch", "string", "unspecified"]
ARITHMETIC = ("integer", "real")
Signature = tuple[tuple[Kind, str], ...]
"""Kind and type of each actual parameter of a call."""


@dataclass(eq=False, slots=True, kw_only=True)
class Entity:
    name: str
    place: Place
    owner: Procedure | None = None

    @property
    def described(self) -> str:
        """What this is, with its name: integer array a."""
        return self.name

    @property
    def declared(self) -> str:
        """Where it is declared, for the end of a message."""
        return f"{self.name} is declared at {self.place.line}:{self.place.column}"


@dataclass(eq=False, slots=True, kw_only=True)
class Variable(Entity):
    type: str
    own: bool = False

    @property
    def described(self) -> str:
        return f"{self.type} variable {self.name}"


@dataclass(eq=False, slots=True, kw_only=True)
class Array(Entity):
    type: str
    own: bool
    bounds: tuple[syntax.BoundPair, ...]

    @property
    def dimensions(self) -> int:
        return len(self.bounds)

    @property
    def described(self) -> str:
        return f"{self.type} array {self.name}"


@dataclass(eq=False, slots=True, kw_only=True)
class Formal(Entity):
    """A formal parameter."""

    position: int
    # From the heading, or for a version from what a call gives:
    kind: Kind = "unspecified"
    type: str = ""
    value: bool = False
    # Subscripts of its first use; later uses must agree with it.
    dimensions: int | None = None
    specified: bool = False
    # How the body uses it: versions.py deduces the kind from these where the heading does not give it.
    uses: set[str] = field(default_factory=set)
    # Procedures to which it is passed on, with the index of their parameter: their uses count, too.
    passed: list[tuple[Procedure, int]] = field(default_factory=list)

    @property
    def described(self) -> str:
        kind = "" if self.kind == "simple" else self.kind + " "
        words = f"{self.type} {kind}".strip() if self.kind != "unspecified" else ""
        return f"{words} parameter {self.name}".strip()


@dataclass(eq=False, slots=True, kw_only=True)
class Procedure(Entity):
    """A procedure: declared in the program, a further version of such a one, or a standard procedure."""

    type: str
    formals: list[Formal] = field(default_factory=list)
    body: syntax.Statement | None = None
    # Holds the value of a function while its body runs.
    result: Variable | None = None
    # The system's description of a standard procedure; `library`: it is declared in ALGOL 60; any number of parameters.
    standard: Standard | None = None
    library: bool = False
    variadic: bool = False
    # The for statements around the declaration.
    loops: tuple[syntax.For, ...] = ()
    assigned: bool = False
    # The declared procedure that this is a version of, and what is illegal in this version.
    origin: Procedure | None = None
    fault: str = ""
    # What the generic entry chooses from, by kinds and types of the actual parameters.
    versions: dict[Signature, Procedure] = field(default_factory=dict)

    @property
    def described(self) -> str:
        return f"{self.type} procedure {self.name}".strip()


@dataclass(eq=False, slots=True, kw_only=True)
class Switch(Entity):
    elements: tuple[syntax.Expression, ...]

    @property
    def described(self) -> str:
        return f"switch {self.name}"


@dataclass(eq=False, slots=True, kw_only=True)
class LabelPoint(Entity):
    """A label of a statement; `loops` are the for statements between it and its block (Revised Report only)."""

    loops: tuple[syntax.For, ...] = ()

    @property
    def described(self) -> str:
        return f"label {self.name}"


def is_kind(entity: Entity, made: type[Entity], kind: Kind) -> bool:
    """Return whether an entity is declared as this kind, or is a formal parameter of it."""
    return isinstance(entity, made) or (isinstance(entity, Formal) and entity.kind == kind)
