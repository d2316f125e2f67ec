"""The results of the check: for each program unit its names, labels and FORMATs; the deck's procedures.

FORTRAN declares little: what a name is follows from its uses anywhere in the unit, and from other units. So a Symbol
starts as a variable of its implicit type (5.3), and declarations, then uses, change its role and type.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace

from getallenband.interpreters.languages.cdc_fortran import syntax
from getallenband.interpreters.languages.cdc_fortran.library.words import Words
from getallenband.interpreters.languages.cdc_fortran.programs import is_main
from getallenband.interpreters.source.diagnostics import Diagnostics
from getallenband.interpreters.source.position import Place

WORDS = {"INTEGER": 1, "REAL": 1, "LOGICAL": 1, "DOUBLEPRECISION": 2, "COMPLEX": 2, "PROCEDURE": 1, "WORD": 1}
"""Storage units of a value of each type. A WORD is what has bits and no type: characters, octal constants, masks."""

PROCEDURES = ("function", "subroutine", "procedure", "intrinsic")
"""Roles of names that may be passed as procedures."""


@dataclass(slots=True)
class Symbol:
    """A name of a unit, and what is known of it."""

    name: str
    type: str
    place: Place
    dimensions: tuple[syntax.Expression, ...] = ()
    # variable, array, function, subroutine, procedure (external, called or not), statement function, intrinsic
    role: str = "variable"
    # Its position among the dummy arguments.
    parameter: int | None = None
    # Its type was declared: another one is an error.
    typed: bool = False
    external: bool = False
    # The unit, or what it calls, may assign it.
    changed: bool = False
    # Its address is passed to a procedure, so it must be in memory during calls.
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
    """A unit's declarations, and what its statements use.

    An ENTRY has a scope of its own, which shares everything with its unit's but the name and the parameters.
    """

    unit: syntax.Unit
    name: str
    title: str
    # The name of the unit, of an ENTRY too: their variables are the same.
    home: str = ""
    entry: syntax.Entry | None = None
    implicit: dict[str, str] = field(default_factory=dict)
    symbols: dict[str, Symbol] = field(default_factory=dict)
    labels: dict[int, syntax.Statement] = field(default_factory=dict)
    formats: dict[int, syntax.Format] = field(default_factory=dict)
    commons: dict[str, list[str]] = field(default_factory=dict)
    equivalences: list[syntax.EquivalenceGroup] = field(default_factory=list)
    data: list[syntax.DataGroup] = field(default_factory=list)
    functions: dict[str, StatementFunction] = field(default_factory=dict)
    executables: list[syntax.Statement] = field(default_factory=list)
    # The procedures of the deck that the unit refers to, and where: the graph that must have no cycle (recursion.py).
    calls: dict[str, Place] = field(default_factory=dict)
    namelists: dict[str, syntax.NamelistGroup] = field(default_factory=dict)
    entries: list[syntax.Entry] = field(default_factory=list)
    # It asks for the end of a file, puts characters or other bits into a REAL, works on bits, or passes an array as one
    # of another type.
    ends: bool = False
    held: bool = False
    masks: bool = False
    retyped: bool = False
    # Parameters that are actual arguments again: (parameter, procedure called, index of the argument).
    passed_on: list[tuple[str, str, int]] = field(default_factory=list)

    def __post_init__(self) -> None:
        """Find the types that IMPLICIT gives."""
        self.home = self.home or self.name
        self.implicit = self.implicit or implicit_types(self.unit)

    @property
    def parameters(self) -> tuple[syntax.Name, ...]:
        """Return the dummy arguments."""
        head = self.unit.head
        if self.entry is not None and self.entry.parameters is not None:
            return self.entry.parameters
        return head.parameters if isinstance(head, syntax.FunctionHead | syntax.SubroutineHead) else ()

    @property
    def exits(self) -> tuple[str, ...]:
        """Return the names of the labels that a subroutine may return to (a * has none)."""
        return self.unit.head.exits if isinstance(self.unit.head, syntax.SubroutineHead) else ()

    @property
    def views(self) -> list[Scope]:
        """Return the scope and those of its entries."""
        kind = "function" if self.is_function else "subroutine"
        entries = [replace(self, name=one.name, title=f"{kind} {one.name}", entry=one) for one in self.entries]
        return [self, *entries]

    @property
    def is_function(self) -> bool:
        """Return whether the unit is a function."""
        return isinstance(self.unit.head, syntax.FunctionHead)

    @property
    def is_main(self) -> bool:
        """Return whether this is the main program."""
        return is_main(self.unit)

    def symbol(self, name: str, place: Place) -> Symbol:
        """Return the symbol of a name, made with its implicit type where it is new."""
        if name not in self.symbols:
            self.symbols[name] = Symbol(name, self.implicit[name[0]], place)
        return self.symbols[name]


@dataclass(frozen=True, slots=True)
class Procedure:
    """A procedure of the deck: "subroutine" or "function", its result's type, where it is."""

    role: str
    type: str
    place: Place


@dataclass(slots=True)
class Checking:
    """The context of every check: the deck, the unit at hand, and the diagnostics."""

    diagnostics: Diagnostics
    words: Words
    settings: Mapping[str, str]
    procedures: dict[str, Procedure]
    scopes: dict[str, Scope]
    scope: Scope
    executing: bool = False
    # Parameters of the statement function being checked: they hide the unit's variables of the same name (8.1.1).
    bound: frozenset[str] = frozenset()

    def error(self, place: Place, message: str, expected: str = "", near: str = "", hint: str = "") -> None:
        """Note a fault."""
        self.diagnostics.error(place, message, expected, near, hint)

    def nearest(self, name: str | int, known: Iterable[str | int]) -> str:
        """Return the known name or label that is most like one that is not known."""
        return self.diagnostics.nearest(str(name), map(str, known))


def implicit_types(unit: syntax.Unit) -> dict[str, str]:
    """Return the implicit type of each first letter in a unit."""
    found = {letter: "INTEGER" if letter in "IJKLMN" else "REAL" for letter in "ABCDEFGHIJKLMNOPQRSTUVWXYZ"}
    for statement in unit.statements:
        if isinstance(statement.construct, syntax.Implicit):
            for one in statement.construct.types:
                found |= dict.fromkeys(one.letters, one.type)
    return found


def unit_name(unit: syntax.Unit) -> tuple[str, str]:
    """Return the name of a unit, and what messages call it."""
    match unit.head:
        case syntax.FunctionHead(name=name):
            return name, f"function {name}"
        case syntax.SubroutineHead(name=name):
            return name, f"subroutine {name}"
        case syntax.ProgramHead(name=name):
            return name, f"program {name}"
        case syntax.BlockData(name=name, place=place):
            return f"BLOCK DATA {place.line}", f"BLOCK DATA {name}" if name else "this BLOCK DATA"
    return "main program", "the main program"


def targets_of(construct: syntax.Construct) -> Iterator[int]:
    """Yield the labels that a statement, or the one after its condition, refers to."""
    if isinstance(construct, syntax.LogicalIf):
        construct = construct.statement
    if isinstance(construct, syntax.GoTo | syntax.Assign):
        yield construct.label
    elif isinstance(construct, syntax.Call):
        yield from construct.exits
    elif isinstance(construct, syntax.Transfer):
        yield from (one.label for one in construct.exits)
    elif isinstance(construct, syntax.AssignedGoTo | syntax.ComputedGoTo | syntax.ArithmeticIf):
        yield from construct.labels


def data_targets(targets: Iterable[syntax.Item]) -> Iterator[syntax.Target]:
    """Yield the variables of a DATA statement, those in lists with a DO too."""
    for target in targets:
        if isinstance(target, syntax.ImpliedDo):
            yield from data_targets(target.items)
        elif isinstance(target, syntax.Name | syntax.Reference):
            yield target
