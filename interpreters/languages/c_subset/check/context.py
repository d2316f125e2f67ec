"""What checking keeps: the names of a program by their scopes, its static objects, and the faults found so far."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

from interpreters.languages.c_subset.typed import Constant, Routine, Typed, Variable
from interpreters.languages.c_subset.types import UNKNOWN, CType, Integer, Model, Struct, Unknown
from interpreters.source.diagnostics import Diagnostics
from interpreters.source.position import Place


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
class Scope:
    """The names and the tags of structs that a block declares."""

    names: dict[str, Meaning] = field(default_factory=dict)
    tags: dict[str, Struct] = field(default_factory=dict)


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

    The innermost scope comes last; `inner` holds what names mean in all scopes but the first. `wrapped` are functions
    of the library as values.
    """

    diagnostics: Diagnostics
    model: Model
    scopes: list[Scope] = field(default_factory=lambda: [Scope()])
    inner: dict[str, list[Meaning]] = field(default_factory=dict)
    statics: list[Variable] = field(default_factory=list)
    regions: dict[str, int] = field(default_factory=dict)
    strings: dict[str, Variable] = field(default_factory=dict)
    wrapped: dict[str, Routine] = field(default_factory=dict)
    body: Body | None = None

    # names

    def find(self, name: str) -> Meaning | None:
        """Find what a name means here."""
        inner = self.inner.get(name) if len(self.scopes) > 1 else None
        return inner[-1] if inner else self.scopes[0].names.get(name)

    def nearest(self, name: str) -> str:
        """Return the visible name that looks most like one."""
        known = (known for scope in self.scopes for known in scope.names if known != name)
        return self.diagnostics.nearest(name, known)

    def declare(self, name: str, meaning: Meaning) -> None:
        """Give a name its meaning in the innermost block."""
        first = self.scopes[-1].names.get(name)
        if first is not None:
            self.diagnostics.error(meaning.place, f"{name} is already declared on line {first.place.line}")
        self.put(name, meaning)

    def put(self, name: str, meaning: Meaning) -> None:
        """Give a name this meaning in the innermost block, whatever it was."""
        names = self.scopes[-1].names
        if len(self.scopes) > 1:
            meanings = self.inner.setdefault(name, [])
            meanings[len(meanings) - (name in names) :] = [meaning]
        names[name] = meaning

    @contextmanager
    def block(self) -> Iterator[None]:
        """Let names that are declared from here on be those of a block."""
        self.scopes.append(Scope())
        yield
        for name in self.scopes.pop().names:
            self.inner[name].pop()

    def static(self, variable: Variable) -> Variable:
        """Let a variable live as long as the program, in a region of its own."""
        self.regions[variable.name] = self.regions.get(variable.name, 0) + 1
        number = self.regions[variable.name]
        variable.region = variable.name if number == 1 else f"{variable.name} {number}"
        self.statics.append(variable)
        return variable

    # faults

    def wrong(
        self, place: Place, message: str, *about: Typed, expected: str = "", nearest: str = "", hint: str = ""
    ) -> Constant:
        """Note a fault, unless it follows from one of an operand; return what stands for the value."""
        if not any(isinstance(operand.type, Unknown) for operand in about):
            self.diagnostics.error(place, message, expected, nearest, hint)
        return Constant(0, type=UNKNOWN, place=place)
