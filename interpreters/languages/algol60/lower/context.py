"""A function of the IR in the making, and how it reaches what is declared elsewhere.

A procedure becomes a function whose first parameter, `link`, is the frame of the nearest enclosing procedure that has
one; actual parameters called by name become functions too (thunks).

Links are static, not dynamic: a formal procedure runs in the surroundings of its declaration, not of its call
(4.7.3.3). A frame holds only what inner functions use; all else is in locals, which LLVM can keep in registers. That is
known only after lowering, so the program is lowered again until no pass finds more (`Captures`).
"""

from __future__ import annotations

from collections.abc import Sequence

from getallenband.interpreters.ir import ops
from getallenband.interpreters.ir.builder import FunctionBuilder
from getallenband.interpreters.ir.ops import Label, Register
from getallenband.interpreters.ir.program import ProgramVariable
from getallenband.interpreters.ir.types import UNDEFINED_INT, UNDEFINED_REAL, Type
from getallenband.interpreters.languages.algol60 import syntax
from getallenband.interpreters.languages.algol60.check.entities import Entity, Formal, LabelPoint, Procedure, Variable
from getallenband.interpreters.languages.algol60.lower.program import WORD, ProgramContext, cell_kind, ir_type, is_own
from getallenband.interpreters.lowering.arrays import DopeVector
from getallenband.interpreters.lowering.cells import Cell, LocalCell, MemoryCell, RegionCell, load, no_value, store
from getallenband.interpreters.lowering.context import FunctionContext
from getallenband.interpreters.source.tree import Node


class Context(FunctionContext):
    """One function of the IR while it is built; `procedure` is the one whose text contains it (None: the program).

    `own` distinguishes that procedure's own function from thunks, switches and the like in its text.
    """

    def __init__(
        self,
        program: ProgramContext,
        name: str,
        title: str,
        procedure: Procedure | None,
        *,
        own: bool = False,
        parameters: dict[str, Type] | None = None,
        returns: Type | None = None,
        loops: Sequence[syntax.For] = (),
    ) -> None:
        parameters = {"link": Type.INT} if parameters is None else parameters
        build = FunctionBuilder(program.ir, name, title, parameters, returns, program.library)
        super().__init__(build, program.statements)
        self.program, self.procedure, self.own = program, procedure, own
        self.locals: dict[Entity, str] = {}
        self.vectors: dict[Entity, DopeVector] = {}
        # Where the number of dimensions of an array parameter is: a call through a formal procedure may give any.
        self.counts: dict[Entity, Cell] = {}
        # The locals with the words of the descriptors of parameters called by name.
        self.descriptors: dict[Formal, dict[int, str]] = {}
        # Bytes of the frame so far: what inner functions use, then slots for descriptors at calls.
        self.room = program.frames.get(procedure, 0) if own and procedure else 0
        # The local with the stack's height at the entry to the block at hand; that of each label's block.
        self.level = "level"
        self.level_used = False
        self.levels: dict[LabelPoint, str] = {}
        # Switches being expanded in place: one that names itself must become a call, or lowering would not end.
        self.expanding: list[Entity] = []
        # The for statements around the statement at hand, outermost first: jumps into others are undefined (4.6.6).
        self.loops = list(loops)
        # Shared code of jumps through a switch, by level and for statements: the local of the index, and the block.
        self.dispatches: dict[tuple[Entity, str, tuple[int, ...]], tuple[str, Label]] = {}
        # How many constructs around make the block at hand be entered again, so that its variables must be reset.
        self.changing = 0

    def mark(self, node: Node) -> str:
        """Begin a source statement, if it is one that is counted; all of a library's procedure count as one."""
        if self.procedure is not None and self.procedure.library:
            self.build.statement(self.procedure.name, self.procedure.place)
            return self.procedure.name
        return super().mark(node) if self.labels.of(node.place) else ""

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
        reached = self.program.framed(outer)
        while reached is not procedure and reached is not None:
            address = self.build.do(ops.Load, "i64", address)
            reached = self.program.framed(reached.owner)
        return address

    def link_for(self, owner: Procedure | None) -> Register:
        """Return the link for a function whose text is in a procedure's body."""
        framed = self.program.framed(owner)
        return self.build.int(0) if framed is None else self.frame_of(framed)

    # variables

    def cell(self, entity: Entity, type_: str) -> Cell:
        """Return where an entity lives: in a local, or in memory; the latter is noted for the next pass."""
        if entity not in self.program.captures.captured and not is_own(entity):
            if entity in self.locals:
                return LocalCell(self.locals[entity])
            self.program.captures.capture(entity)
        # An entity captured in this pass has no offset yet. Any cell will do: the pass is discarded.
        if entity.owner is None or is_own(entity) or entity not in self.program.offsets:
            return RegionCell(self.program.region(entity), cell_kind(type_))
        return MemoryCell(cell_kind(type_), self.frame_of(entity.owner), self.program.offsets[entity])

    def address(self, entity: Entity) -> Register:
        """Return the address of an entity, which therefore must live in memory."""
        self.program.captures.capture(entity)
        cell = self.cell(entity, "integer")
        if isinstance(cell, MemoryCell):
            return self.build.do(ops.IntAdd, cell.address, self.build.int(cell.offset))
        assert isinstance(cell, RegionCell)
        return self.build.do(ops.RegionAddress, cell.region)

    def value_of(self, entity: Variable | Formal) -> Register:
        """Read a simple variable or a parameter called by value, as it is stored; own variables begin with zero."""
        message = None if self.program.begins_with_zero(entity) else f"{no_value(entity.name)} ({entity.declared})"
        return load(self.build, self.cell(entity, entity.type), message)

    def word_of(self, formal: Formal) -> Register:
        """Read the word that a parameter was given: the address of a descriptor, the index of a string."""
        return load(self.build, self.cell(formal, "integer"))

    def declare(self, entity: Variable) -> None:
        """Make room for a variable of this function, undefined (or zero) at each entry to its block."""
        program, build, type_ = self.program, self.build, entity.type
        captured = entity in program.captures.captured
        if not captured and not is_own(entity):
            self.locals[entity] = build.local(entity.name, ir_type(type_))
            self.probe_local(entity, self.locals[entity], type_)
        cell = self.cell(entity, type_)
        if isinstance(cell, RegionCell):
            program.probe(entity.name, ProgramVariable(region=cell.region, type=ir_type(type_)), entity.owner)
        fresh = self.changing or (program.zero and isinstance(cell, LocalCell))
        if (fresh and not is_own(entity)) or isinstance(cell, MemoryCell):
            number, real = (0, 0.0) if program.zero else (UNDEFINED_INT, UNDEFINED_REAL)
            store(build, cell, build.real(real) if type_ == "real" else build.int(number))

    def probe_local(self, entity: Entity, local: str, type_: str) -> None:
        """Register a local variable of this function for probes."""
        variable = ProgramVariable(function=self.build.function.name, local=local, type=ir_type(type_))
        self.program.probe(entity.name, variable, entity.owner)

    # stack levels, for dynamic arrays and jumps out of blocks

    def release_to(self, level: str) -> None:
        """Release what the blocks being left hold on the stack in memory."""
        self.level_used = True
        if level not in self.build.function.locals:
            self.build.local(level, Type.INT)
        self.build.perform(ops.StackRelease, self.build.do(ops.LocalLoad, level))

    # the beginning and the end of the function

    def trap(self, message: str, *values: Register) -> None:
        """End the run with a trap, and begin an unreachable block for the code that follows."""
        self.build.end(ops.Trap, message, values)
        self.build.begin(self.build.label("unreached"))

    def leave(self, value: Register | None) -> None:
        """Release this function's part of the stack in memory, and return."""
        build = self.build
        if self.procedure is not None or not self.own:
            if self.room:
                build.perform(ops.StackRelease, self.frame())
            elif self.level_used:
                self.release_to("level")
        build.end(ops.Return, value)

    def finish(self) -> None:
        """Insert at the function's beginning what the body turned out to need: frame, stack level, identity.

        `identity` tells activations apart for jumps from other functions (Unwind): the frame's address does, since two
        living activations never share a frame; the program itself, which has one activation, gets a constant.
        """
        build, function = self.build, self.build.function
        body, prologue = build.block, function.blocks[function.entry]
        rest = prologue.operations[:]
        prologue.operations.clear()
        build.block = prologue
        if self.room:
            if "frame" not in function.locals:
                build.local("frame", Type.INT)
            address = build.do(ops.StackAllocate, build.int(self.room))
            build.perform(ops.LocalStore, "frame", address)
            if self.own and self.procedure in self.program.frames and "link" in function.locals:
                build.perform(ops.Store, "i64", address, build.do(ops.LocalLoad, "link"))
        if self.level_used:
            if "level" not in function.locals:
                build.local("level", Type.INT)
            build.perform(ops.LocalStore, "level", build.do(ops.StackMark))
        if function.landings and self.procedure is None:
            function.identity = build.local("identity", Type.INT)
            build.perform(ops.LocalStore, "identity", build.int(1))
        elif function.landings:
            function.identity = "frame"
        prologue.operations.extend(rest)
        build.block = body


def block_of(label: LabelPoint) -> Label:
    """Return the block of the IR that begins at a label."""
    return Label(f"{label.name}@{label.place.line}:{label.place.column}")


def is_named(entity: Entity) -> bool:
    """Return whether an entity is a simple parameter called by name."""
    return isinstance(entity, Formal) and entity.kind == "simple" and not entity.value
