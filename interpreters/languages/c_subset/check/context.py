"""What checking keeps: the names of a program by their scopes, its static objects, and the faults found so far."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

from getallenband.interpreters.languages.c_subset.typed import Constant, Routine, Typed, Variable
from getallenband.interpreters.languages.c_subset.types import UNKNOWN, CType, Integer, Model, Struct, Unknown
from getallenband.interpreters.source.block_names import BlockNames
from getallenband.interpreters.source.diagnostics import Diagnostics
from getallenband.interpreters.source.position import Place
from getallenband.interpreters.source.words import meanings

LEFT_OUT = meanings("getallenband.interpreters.languages.c_subset", "left_out")
"""Names that are left out, of the standard or taken for it, and why."""


@dataclass(frozen=True, slots=True)
class Enumerator:
    """A name of an enum."""

    value: int
    place: Place


@dataclass(frozen=True, slots=True)
class TypeDefinition:
    """A name that typedef made."""

    type: CType
    place: Place


Meaning = Variable | Routine | Enumerator | TypeDefinition


@dataclass
class Body:
    """What is known of the function whose body is checked; `result` is where it puts the struct that it returns."""

    routine: Routine
    variables: list[Variable] = field(default_factory=list)
    labels: dict[str, Place] = field(default_factory=dict)
    gotos: list[tuple[str, Place]] = field(default_factory=list)
    loops: int = 0
    result: Variable | None = None
    switches: list[tuple[Integer | Unknown, dict[int | None, Place]]] = field(default_factory=list)


@dataclass
class Context:
    """The checking of one program.

    `tags` are those of structs; `wrapped` are functions of the library as values.
    """

    diagnostics: Diagnostics
    model: Model
    names: BlockNames[Meaning] = field(default_factory=BlockNames)
    tags: BlockNames[Struct] = field(default_factory=BlockNames)
    statics: list[Variable] = field(default_factory=list)
    regions: dict[str, int] = field(default_factory=dict)
    strings: dict[str, Variable] = field(default_factory=dict)
    wrapped: dict[str, Routine] = field(default_factory=dict)
    body: Body | None = None

    # names

    def nearest(self, name: str) -> str:
        """Return the visible name that looks most like one, of those that are not refused themselves."""
        return self.diagnostics.nearest(name, (known for known in self.names if not self.refused(known)))

    def refused(self, name: str) -> bool:
        """Return whether the declaration of a name was rejected."""
        found = self.names.find(name)
        return isinstance(found, Variable) and isinstance(found.type, Unknown)

    def declare(self, name: str, meaning: Meaning) -> None:
        """Declare a name in the innermost block."""
        first = self.names.here(name)
        if first is not None:
            self.diagnostics.error(meaning.place, f"{name} is already declared on line {first.place.line}")
        self.names[name] = meaning

    @contextmanager
    def block(self) -> Iterator[None]:
        """Open a scope: names and tags declared inside it end with it."""
        with self.names.block(), self.tags.block():
            yield

    def static(self, variable: Variable) -> Variable:
        """Make a variable static, in a region of its own."""
        self.regions[variable.name] = self.regions.get(variable.name, 0) + 1
        number = self.regions[variable.name]
        variable.region = variable.name if number == 1 else f"{variable.name} {number}"
        self.statics.append(variable)
        return variable

    # faults

    def wrong(
        self, place: Place, message: str, *about: Typed, expected: str = "", nearest: str = "", hint: str = ""
    ) -> Constant:
        """Report a fault, unless it follows from one of an operand; return a placeholder for the value."""
        if not any(isinstance(operand.type, Unknown) for operand in about):
            self.diagnostics.error(place, message, expected, nearest, hint)
        return Constant(0, type=UNKNOWN, place=place)
