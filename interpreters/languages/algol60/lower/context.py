"""Where everything of an ALGOL 60 program lives while it runs, and the functions that its code becomes.

A procedure becomes a function whose first parameter, `link`, is the frame of the nearest enclosing procedure that has
one; actual parameters called by name become functions too (thunks). A variable that only its own function touches is a
local variable of the IR. One that an inner function or a thunk touches, or whose address is passed on, lives in memory:
in a static region if it is the main program's or own, else in its procedure's frame on the stack in memory.

Which variables those are is found by lowering: each access from elsewhere is noted, and the program is lowered again
until nothing new is found (mostly twice).

Frame of a procedure: word 0 holds its own link, then its shared variables, then room for descriptors.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

from interpreters.arithmetic.number_system import NumberSystem
from interpreters.ir import ops
from interpreters.ir.builder import FunctionBuilder, statement_index
from interpreters.ir.host import Library
from interpreters.ir.ops import Label, Register
from interpreters.ir.program import Program, Region
from interpreters.ir.program import Variable as Probed
from interpreters.ir.types import UNDEFINED_INT, UNDEFINED_REAL, Kind, Pattern, Type
from interpreters.languages.algol60 import syntax
from interpreters.languages.algol60.check.entities import Array, Entity, Formal, LabelPoint, Procedure, Variable
from interpreters.source.position import Place

WORD = 8
TAGS = {"integer": 1, "real": 2, "Boolean": 3}
ARRAY_TAG, PROCEDURE_TAG, LABEL_TAG, SWITCH_TAG, STRING_TAG = 10, 20, 30, 31, 32
"""The first word of a descriptor: what it describes. For arrays and procedures the type's tag is added."""


def ir_type(type_: str) -> Type:
    """Return the type that values of an ALGOL type have in locals and memory."""
    return Type.REAL if type_ == "real" else Type.INT


def cell(type_: str) -> Kind:
    """Return the kind of memory cell for an ALGOL type."""
    return "f64" if type_ == "real" else "i64"


def words_of(entity: Entity) -> int:
    """Return how many words an entity takes in a frame or a region: a descriptor for an array, else one."""
    return 3 + 3 * entity.dimensions if isinstance(entity, Array) else 1


@dataclass(slots=True)
class Found:
    """What earlier passes found out: the entities that live in memory, and the labels that are reached from afar."""

    shared: dict[Entity, None] = field(default_factory=dict)
    landings: dict[LabelPoint, int] = field(default_factory=dict)
    grown: bool = False

    def share(self, entity: Entity) -> None:
        """Note that an entity must live in memory."""
        if entity not in self.shared:
            self.shared[entity] = None
            self.grown = True

    def land(self, label: LabelPoint) -> int:
        """Note that a label is reached from another function; return its number for Unwind."""
        if label not in self.landings:
            self.landings[label] = len(self.landings) + 1
            self.grown = True
        return self.landings[label]


class Lowering:
    """One pass over a whole program."""

    def __init__(self, name: str, numbers: NumberSystem, library: Library, report: str, found: Found) -> None:
        self.program = Program(name, {}, {}, "main")
        self.numbers, self.library, self.report, self.found = numbers, library, report, found
        self.marks: dict[int, str] = {}
        self.offsets: dict[Entity, int] = {}
        self.frames: dict[Procedure, int] = {}
        self.regions: dict[Any, str] = {}
        self.statics: dict[Any, Any] = {}
        self.functions: dict[Any, str] = {}
        self.wrappers: dict[str, Procedure] = {}
        self.names: set[str] = set()
        self.pending: list[Callable[[], None]] = []
        for entity in found.shared:
            if entity.owner is not None and not getattr(entity, "own", False):
                size = self.frames.setdefault(entity.owner, WORD)
                self.offsets[entity] = size
                self.frames[entity.owner] = size + WORD * words_of(entity)
        for label in found.landings:
            if label.owner is not None:
                self.frames.setdefault(label.owner, WORD)

    def unique(self, name: str) -> str:
        """Return a function name that is not taken."""
        found, number = name, 1
        while found in self.names:
            number += 1
            found = f"{name}.{number}"
        self.names.add(found)
        return found

    def framed(self, procedure: Procedure | None) -> Procedure | None:
        """Return the nearest procedure, from this one outwards, that has a frame for inner functions."""
        while procedure is not None and procedure not in self.frames:
            procedure = procedure.owner
        return procedure

    def region(self, entity: Entity) -> str:
        """Return the static region of a variable or an array descriptor."""
        if entity not in self.regions:
            own = getattr(entity, "own", False)
            type_ = entity.type if isinstance(entity, Variable) else "integer"
            pattern: Pattern = "zero" if own else "undefined_real" if type_ == "real" else "undefined_int"
            self.regions[entity] = self.new_region(entity.name, Region(WORD * words_of(entity), pattern))
        return self.regions[entity]

    def new_region(self, name: str, region: Region) -> str:
        """Add a region under a name that is not taken."""
        found, number = name, 1
        while found in self.program.regions:
            number += 1
            found = f"{name}.{number}"
        self.program.regions[found] = region
        return found

    def function_of(self, key: Any, name: str, make: Callable[[str], None]) -> str:
        """Return the function for a key; where it is new, `make` builds it once the present one is done."""
        if key not in self.functions:
            unique = self.unique(name)
            self.functions[key] = unique
            self.pending.append(lambda: make(unique))
        return self.functions[key]

    def finish(self) -> None:
        """Build the functions that are waiting, and those that they need in turn."""
        while self.pending:
            self.pending.pop(0)()

    def probe(self, name: str, variable: Probed, owner: Procedure | None) -> None:
        """Let probes find a variable by its name (the first of several has it), or by procedure.name."""
        self.program.variables.setdefault(name, variable)
        if owner is not None:
            self.program.variables.setdefault(f"{owner.name}.{name}", variable)


class Context:
    """One function in the making: its builder, and how it reaches what is declared elsewhere.

    `procedure` is the procedure in whose text the function stands; `own` tells whether the function is that
    procedure's own (else it is a thunk or the like); `loops` are the for statements in whose text it stands.
    """

    def __init__(
        self,
        lowering: Lowering,
        name: str,
        title: str,
        procedure: Procedure | None,
        *,
        own: bool = False,
        parameters: dict[str, Type] | None = None,
        returns: Type | None = None,
        loops: Sequence[syntax.For] = (),
    ) -> None:
        self.lowering, self.procedure, self.own = lowering, procedure, own
        self.build = FunctionBuilder(lowering.program, name, title, parameters, returns, lowering.library)
        self.locals: dict[Entity, str] = {}
        self.room = lowering.frames.get(procedure, 0) if own and procedure else 0
        self.level = "level"
        self.level_used = False
        self.levels: dict[LabelPoint, str] = {}
        self.arrays: dict[Entity, Any] = {}
        self.expanding: list[Entity] = []
        self.loops = list(loops)
        self.exit: Label | None = None
        self.changing = 0

    # frames and links

    def frame(self) -> Register:
        """Return the address of this function's own frame."""
        if "frame" not in self.build.function.locals:
            self.build.local("frame", Type.INT)
        return self.build.do(ops.LocalLoad, "frame")

    def slot(self, words: int) -> Register:
        """Return the address of fresh words in this function's frame."""
        offset = self.room
        self.room += WORD * words
        frame = self.frame()
        return self.build.do(ops.IntAdd, frame, self.build.int(offset)) if offset else frame

    def frame_of(self, procedure: Procedure) -> Register:
        """Return the address of the frame of an enclosing procedure, by the static links."""
        if self.own and procedure is self.procedure:
            return self.frame()
        address = self.build.do(ops.LocalLoad, "link")
        outer = self.procedure.owner if self.own and self.procedure else self.procedure
        reached = self.lowering.framed(outer)
        while reached is not procedure and reached is not None:
            address = self.build.do(ops.Load, "i64", address)
            reached = self.lowering.framed(reached.owner)
        return address

    def link_for(self, owner: Procedure | None) -> Register:
        """Return the link for a function whose text stands in a procedure's body."""
        framed = self.lowering.framed(owner)
        return self.build.int(0) if framed is None else self.frame_of(framed)

    # variables

    def declare(self, entity: Entity, type_: str) -> None:
        """Make room for a variable of this function, undefined at each entry to its block."""
        lowering, build = self.lowering, self.build
        own = getattr(entity, "own", False)
        if own or (entity.owner is None and entity in lowering.found.shared):
            region = lowering.region(entity)
            lowering.probe(entity.name, Probed(region=region, type=ir_type(type_)), entity.owner)
            if self.changing and not own:
                self.store(entity, type_, self.undefined(type_))
        elif entity in lowering.found.shared:
            self.store(entity, type_, self.undefined(type_))
        else:
            name = self.locals[entity] = build.local(entity.name, ir_type(type_))
            self.probe_local(entity, name, type_)
            if self.changing:
                build.perform(ops.LocalStore, name, self.undefined(type_))

    def probe_local(self, entity: Entity, local: str, type_: str) -> None:
        """Let probes find a local variable of this function."""
        variable = Probed(function=self.build.function.name, local=local, type=ir_type(type_))
        self.lowering.probe(entity.name, variable, entity.owner)

    def undefined(self, type_: str) -> Register:
        """Return the undefined pattern of a type."""
        if type_ == "real":
            return self.build.real(UNDEFINED_REAL)
        return self.build.int(UNDEFINED_INT)

    def load(self, entity: Entity, type_: str, message: str | None) -> Register:
        """Read a variable as it is stored."""
        build, name = self.build, self.local(entity)
        if name is not None:
            return build.do(ops.LocalLoad, name, message=message)
        if self.static(entity):
            region = self.lowering.region(entity)
            wanted = None if getattr(entity, "own", False) else message
            return build.do(ops.IndexLoad, region, cell(type_), build.int(0), 0, 0, "outside", wanted)
        value = build.do(ops.Load, cell(type_), *self.place(entity))
        if message is not None:
            build.perform(ops.CheckDefined, value, message)
        return value

    def store(self, entity: Entity, type_: str, value: Register) -> None:
        """Assign a variable a value as it is stored."""
        build, name = self.build, self.local(entity)
        if name is not None:
            build.perform(ops.LocalStore, name, value)
        elif self.static(entity):
            build.perform(
                ops.IndexStore, self.lowering.region(entity), cell(type_), build.int(0), value, 0, 0, "outside"
            )
        else:
            address, offset = self.place(entity)
            build.perform(ops.Store, cell(type_), address, value, offset)

    def local(self, entity: Entity) -> str | None:
        """Return the local that holds an entity; None where it lives in memory, which is noted for the next pass."""
        if entity in self.lowering.found.shared or getattr(entity, "own", False):
            return None
        if entity in self.locals:
            return self.locals[entity]
        self.lowering.found.share(entity)
        return None

    def static(self, entity: Entity) -> bool:
        """Tell whether an entity lives in a static region."""
        return entity.owner is None or getattr(entity, "own", False) or entity not in self.lowering.offsets

    def place(self, entity: Entity) -> tuple[Register, int]:
        """Return frame and offset of an entity in a procedure's frame."""
        assert entity.owner is not None
        return self.frame_of(entity.owner), self.lowering.offsets[entity]

    def address(self, entity: Entity) -> Register:
        """Return the address of an entity, which therefore must live in memory."""
        self.lowering.found.share(entity)
        if self.static(entity):
            return self.build.do(ops.RegionAddress, self.lowering.region(entity))
        frame, offset = self.place(entity)
        return self.build.do(ops.IntAdd, frame, self.build.int(offset))

    # stack levels, for dynamic arrays and jumps out of blocks

    def release_to(self, level: str) -> None:
        """Give back what blocks that are left hold on the stack in memory."""
        self.level_used = True
        if level not in self.build.function.locals:
            self.build.local(level, Type.INT)
        self.build.perform(ops.StackRelease, self.build.do(ops.LocalLoad, level))

    # statements

    def mark(self, node: syntax.Statement) -> None:
        """Begin a source statement."""
        if (name := self.lowering.marks.get(id(node))) is not None:
            self.build.statement(name, node.place)

    def at(self, place: Place) -> None:
        """Let the operations that follow point at a place."""
        self.build.place(place)

    # the beginning and the end of the function

    def leave(self, value: Register | None) -> None:
        """Give back this function's part of the stack in memory, and return."""
        build = self.build
        if self.procedure is not None or not self.own:
            if self.room:
                build.perform(ops.StackRelease, self.frame())
            elif self.level_used:
                self.release_to("level")
        build.end(ops.Return, value)

    def finish(self) -> None:
        """Put what the body turned out to need at the function's beginning."""
        function = self.build.function
        body, prologue = self.build.block, self.build.function.blocks[function.entry]
        rest = prologue.operations[:]
        prologue.operations.clear()
        self.build.block = prologue
        if self.room:
            if "frame" not in function.locals:
                self.build.local("frame", Type.INT)
            address = self.build.do(ops.StackAllocate, self.build.int(self.room))
            self.build.perform(ops.LocalStore, "frame", address)
            if self.own and self.procedure in self.lowering.frames and "link" in function.locals:
                self.build.perform(ops.Store, "i64", address, self.build.do(ops.LocalLoad, "link"))
        if self.level_used:
            if "level" not in function.locals:
                self.build.local("level", Type.INT)
            self.build.perform(ops.LocalStore, "level", self.build.do(ops.StackMark))
        if function.landings:
            if self.procedure is None:
                function.identity = self.build.local("identity", Type.INT)
                self.build.perform(ops.LocalStore, "identity", self.build.int(1))
            else:
                function.identity = "frame"
        prologue.operations.extend(rest)
        self.build.block = body


def mark_names(program: Program, tree: syntax.Program) -> dict[int, str]:
    """Name every statement that is counted: by its label, else by its line, else by line and column.

    The statements are entered in the program in the order of the text. Compound statements and blocks count only
    where they have labels; an empty statement at the end of others counts not.
    """
    found: list[syntax.Statement] = []
    collect(tree.body, found, counted=False)
    labels: dict[str, int] = {}
    lines: dict[int, int] = {}
    for node in found:
        if node.labels and not node.labels[0].name.isdigit():
            labels[node.labels[0].name] = labels.get(node.labels[0].name, 0) + 1
        else:
            lines[node.place.line] = lines.get(node.place.line, 0) + 1
    names: dict[int, str] = {}
    for node in found:
        place = node.place
        name = str(place.line) if lines.get(place.line) == 1 else f"{place.line}:{place.column}"
        if node.labels and labels.get(node.labels[0].name) == 1:
            name = node.labels[0].name
        elif node.labels:
            name = f"{place.line}:{place.column}"
        names[id(node)] = name
        statement_index(program, name, place)
    return names


def collect(node: syntax.Statement, found: list[syntax.Statement], *, counted: bool = True) -> None:
    """List the statements that are counted, in the order of the text."""
    if node.labels or (counted and not isinstance(node, syntax.Compound | syntax.Block)):
        found.append(node)
    match node:
        case syntax.ConditionalStatement():
            collect(node.yes, found)
            if node.no is not None:
                collect(node.no, found)
        case syntax.For():
            collect(node.body, found)
        case syntax.Compound() | syntax.Block():
            if isinstance(node, syntax.Block):
                for declaration in node.declarations:
                    if isinstance(declaration, syntax.ProcedureDeclaration):
                        collect(declaration.body, found)
            for index, statement in enumerate(node.statements):
                last = index and index == len(node.statements) - 1
                collect(statement, found, counted=not (last and isinstance(statement, syntax.Dummy)))


def is_formal_by_name(entity: Entity) -> bool:
    """Tell whether an entity is a simple parameter called by name."""
    return isinstance(entity, Formal) and entity.kind == "simple" and not entity.value
