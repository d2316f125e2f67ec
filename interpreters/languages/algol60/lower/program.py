"""What all functions of a program share: static regions, frames, and the functions that are still to be built.

A variable that only its own function touches is a local variable of the IR. One that an inner function or a thunk
touches (a captured one), or whose address is passed on, lives in memory: in a static region if it is the main program's
or own, else in its procedure's frame on the stack in memory. Which variables those are is found by lowering: each
access from elsewhere is noted, and the program is lowered again until nothing new is found (mostly twice).

Frame of a procedure: word 0 holds its own link, then its captured variables, then room for descriptors.
"""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from getallenband.interpreters.arithmetic.number_system import NumberSystem
from getallenband.interpreters.ir.host import Library
from getallenband.interpreters.ir.program import Program, ProgramVariable, Region
from getallenband.interpreters.ir.types import Kind, Pattern, Type
from getallenband.interpreters.languages.algol60.check.entities import Array, Entity, LabelPoint, Procedure, Variable
from getallenband.interpreters.languages.algol60.lower.statement_labels import NamedStatements
from getallenband.interpreters.lowering.arrays import Array as Storage
from getallenband.interpreters.source.position import Place

WORD = 8


def ir_type(type_: str) -> Type:
    """Return the type that values of an ALGOL type have in locals and memory."""
    return Type.REAL if type_ == "real" else Type.INT


def cell_kind(type_: str) -> Kind:
    return "f64" if type_ == "real" else "i64"


def is_own(entity: Entity) -> bool:
    return isinstance(entity, Variable | Array) and entity.own


def words_of(entity: Entity) -> int:
    """Return how many words an entity takes in a frame or a region: a descriptor for an array, else one."""
    return 3 + 3 * entity.dimensions if isinstance(entity, Array) else 1


@dataclass(slots=True)
class Captures:
    """What earlier passes found: the entities that live in memory, and the labels that other functions jump to."""

    captured: dict[Entity, None] = field(default_factory=dict)
    landings: dict[LabelPoint, int] = field(default_factory=dict)
    grown: bool = False

    def capture(self, entity: Entity) -> None:
        if entity not in self.captured:
            self.captured[entity] = None
            self.grown = True

    def land(self, label: LabelPoint) -> int:
        """Note that another function jumps to a label; return its number for Unwind."""
        if label not in self.landings:
            self.landings[label] = len(self.landings) + 1
            self.grown = True
        return self.landings[label]


class ProgramContext:
    """One pass over a whole program."""

    def __init__(
        self, ir: Program, numbers: NumberSystem, library: Library, settings: Mapping[str, str], captures: Captures,
        statements: NamedStatements,
    ) -> None:  # fmt: skip
        self.ir, self.numbers, self.library, self.captures = ir, numbers, library, captures
        self.report, self.zero = settings["report"], settings["undefined"] == "zero"
        self.statements = statements
        self.offsets: dict[Entity, int] = {}
        self.frames: dict[Procedure, int] = {}
        self.regions: dict[Entity | tuple[str, Place], str] = {}
        self.static_arrays: dict[Entity, Storage] = {}
        self.functions: dict[Any, str] = {}
        self.wrappers: dict[tuple[str, Place], Procedure] = {}
        self.region_names, self.function_names = Names(), Names("main")
        self.pending: deque[Callable[[], None]] = deque()
        for entity in captures.captured:
            if entity.owner is not None and not is_own(entity):
                size = self.frames.setdefault(entity.owner, WORD)
                self.offsets[entity] = size
                self.frames[entity.owner] = size + WORD * words_of(entity)
        for label in captures.landings:
            if label.owner is not None:
                self.frames.setdefault(label.owner, WORD)

    def framed(self, procedure: Procedure | None) -> Procedure | None:
        """Return the nearest procedure, from this one outwards, that has a frame for inner functions."""
        while procedure is not None and procedure not in self.frames:
            procedure = procedure.owner
        return procedure

    def region(self, entity: Entity) -> str:
        """Return the static region of a variable or an array descriptor."""
        type_ = entity.type if isinstance(entity, Variable) else "integer"
        return self.new_region(entity, type_, words_of(entity))

    def new_region(self, entity: Entity, type_: str, words: int) -> str:
        """Return the region of an entity; where it has none, add one under a name that is not taken."""
        key = (entity.name, entity.place) if is_own(entity) else entity  # all versions of a procedure share what is own
        if key not in self.regions:
            pattern = "zero" if is_own(entity) else self.undefined(type_)
            self.regions[key] = self.region_names.unused(entity.name)
            self.ir.regions[self.regions[key]] = Region(WORD * words, pattern, place=entity.place)
        return self.regions[key]

    def undefined(self, type_: str) -> Pattern:
        """Return the pattern for the memory of a variable without a value."""
        return "zero" if self.zero else "undefined_real" if type_ == "real" else "undefined_int"

    def begins_with_zero(self, entity: Entity) -> bool:
        """Return whether a variable or array is zero before the first assignment."""
        return self.zero or is_own(entity)

    def own_region(self, array: Array, elements: int) -> str:
        """Return the region that keeps the elements of an own array whose bounds are not constants."""
        name = f"{self.region(array)}.elements"
        self.ir.regions.setdefault(name, Region(WORD * elements, "zero", place=array.place))
        return name

    def function_of(self, key: Any, name: str, make: Callable[[str], None]) -> str:
        """Return the function for a key; if it is new, `make` builds it after the present one is finished.

        Later, not at once: building would nest as deep as functions refer to one another, and use up Python's stack.
        """
        if key not in self.functions:
            unique = self.function_names.unused(name)
            self.functions[key] = unique
            self.pending.append(lambda: make(unique))
        return self.functions[key]

    def finish(self) -> None:
        """Build the pending functions, and those that they need in turn."""
        while self.pending:
            self.pending.popleft()()

    def probe(self, name: str, variable: ProgramVariable, owner: Procedure | None) -> None:
        """Register a variable for probes by its name (the first of several wins), and by procedure.name."""
        self.ir.variables.setdefault(name, variable)
        if owner is not None:
            self.ir.variables.setdefault(f"{owner.name}.{name}", variable)


class Names:
    """Names in use, and the last number appended to each, so that the search for the next starts there."""

    def __init__(self, *taken: str) -> None:
        self.taken, self.numbers = set(taken), Counter[str]()

    def unused(self, name: str) -> str:
        """Reserve a name: this one, or this one with a number."""
        found = name
        while found in self.taken:
            self.numbers[name] += 1
            found = f"{name}.{self.numbers[name] + 1}"
        self.taken.add(found)
        return found
