"""What the check finds out about a deck: for each program unit its names, labels and FORMATs; the deck's procedures."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field

from interpreters.languages.cdc_fortran import syntax
from interpreters.languages.cdc_fortran.library.words import Words
from interpreters.source.diagnostics import Diagnostics, nearest
from interpreters.source.position import Place

WORDS = {"INTEGER": 1, "REAL": 1, "LOGICAL": 1, "DOUBLEPRECISION": 2, "COMPLEX": 2, "PROCEDURE": 1}
"""Storage units of a value of each type."""

PROCEDURES = ("function", "subroutine", "procedure", "intrinsic")
"""Roles of names that may be passed as procedures."""

MOST_HINTS = 200
"""Faults for which a similar name is looked for; looking takes long, and few are shown."""


@dataclass(slots=True)
class Symbol:
    """What a name of a unit is.

    `parameter` is its position among the dummy arguments, `role` one of variable, array, function, subroutine,
    procedure (external, called or not), statement function, intrinsic. `changed` is set where the unit may assign it,
    `passed` where its address is given away.
    """

    name: str
    type: str
    place: Place
    dimensions: tuple[syntax.Expression, ...] = ()
    role: str = "variable"
    parameter: int | None = None
    typed: bool = False
    external: bool = False
    changed: bool = False
    passed: bool = False
    common: bool = False

    @property
    def words(self) -> int:
        """Return the storage units of the variable or of one element."""
        return WORDS[self.type]

    @property
    def elements(self) -> int:
        """Return how many elements a variable or an array with constant dimensions has."""
        count = 1
        for bound in self.dimensions:
            count *= bound.value if isinstance(bound, syntax.Integer) else 1
        return count

    @property
    def passed_type(self) -> str:
        """Return the type that an actual argument for this dummy argument must have."""
        return "PROCEDURE" if self.role in PROCEDURES else self.type


@dataclass(frozen=True, slots=True)
class StatementFunction:
    """A statement function: its parameters and its expression."""

    name: str
    parameters: tuple[str, ...]
    value: syntax.Expression


@dataclass(slots=True)
class Scope:
    """All that the declarations of a unit say; `calls`: the procedures of the deck that it refers to, and where."""

    unit: syntax.Unit
    name: str
    title: str
    symbols: dict[str, Symbol] = field(default_factory=dict)
    labels: dict[int, syntax.Statement] = field(default_factory=dict)
    formats: dict[int, syntax.Format] = field(default_factory=dict)
    commons: dict[str, list[str]] = field(default_factory=dict)
    equivalences: list[syntax.EquivalenceGroup] = field(default_factory=list)
    data: list[syntax.DataGroup] = field(default_factory=list)
    functions: dict[str, StatementFunction] = field(default_factory=dict)
    executables: list[syntax.Statement] = field(default_factory=list)
    calls: dict[str, Place] = field(default_factory=dict)

    @property
    def parameters(self) -> tuple[syntax.Name, ...]:
        """Return the dummy arguments."""
        head = self.unit.head
        return head.parameters if isinstance(head, syntax.FunctionHead | syntax.SubroutineHead) else ()

    @property
    def is_function(self) -> bool:
        """Tell whether the unit is a function."""
        return isinstance(self.unit.head, syntax.FunctionHead)

    @property
    def is_main(self) -> bool:
        """Tell whether this is the main program."""
        return self.unit.head is None or isinstance(self.unit.head, syntax.ProgramHead)

    def symbol(self, name: str, place: Place) -> Symbol:
        """Return the symbol of a name, made with its implicit type where it is new."""
        if name not in self.symbols:
            self.symbols[name] = Symbol(name, implicit_type(name), place)
        return self.symbols[name]


@dataclass(frozen=True, slots=True)
class Procedure:
    """A procedure of the deck: "subroutine" or "function", and its result's type."""

    role: str
    type: str
    place: Place


@dataclass(slots=True)
class Checking:
    """What every check is given: the deck, the unit at hand, and where faults are noted.

    `bound` holds the parameters of the statement function whose expression is looked at.
    """

    diagnostics: Diagnostics
    words: Words
    settings: Mapping[str, str]
    procedures: dict[str, Procedure]
    scopes: dict[str, Scope]
    scope: Scope
    executing: bool = False
    bound: frozenset[str] = frozenset()

    def error(self, place: Place, message: str, expected: str = "", near: str = "") -> None:
        """Note a fault."""
        self.diagnostics.error(place, message, expected, near)

    def nearest(self, name: str | int, known: Iterable[str | int]) -> str:
        """Return the known name or label that is most like one that is not known."""
        return nearest(str(name), map(str, known)) if len(self.diagnostics.found) < MOST_HINTS else ""


def implicit_type(name: str) -> str:
    """Return the type of a name that no statement declares."""
    return "INTEGER" if name[0] in "IJKLMN" else "REAL"


def unit_name(unit: syntax.Unit) -> tuple[str, str]:
    """Return the name of a unit, and what messages call it."""
    match unit.head:
        case syntax.FunctionHead(name=name):
            return name, f"function {name}"
        case syntax.SubroutineHead(name=name):
            return name, f"subroutine {name}"
        case syntax.ProgramHead(name=name):
            return name, f"program {name}"
        case syntax.BlockData(place=place):
            return f"BLOCK DATA {place.line}", "this BLOCK DATA"
    return "main program", "the main program"


def targets_of(construct: syntax.Construct) -> Iterator[int]:
    """Yield the labels that a statement, or the one after its condition, refers to."""
    if isinstance(construct, syntax.LogicalIf):
        construct = construct.statement
    if isinstance(construct, syntax.GoTo | syntax.Assign):
        yield construct.label
    elif isinstance(construct, syntax.AssignedGoTo | syntax.ComputedGoTo | syntax.ArithmeticIf):
        yield from construct.labels
