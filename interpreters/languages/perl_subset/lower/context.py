"""What the lowering of every construct is given: the function it goes into, its scope, stack and loops.

Values in the making lie on the stack in memory, from the local `top` on: the items of a list, and what must be kept
while a sub is called (a collection may happen there, and finds only what is in memory).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, Concatenate, ParamSpec, overload

from getallenband.interpreters.ir import ops
from getallenband.interpreters.ir.builder import FunctionBuilder, place_index
from getallenband.interpreters.ir.ops import Label, Register
from getallenband.interpreters.ir.program import Program
from getallenband.interpreters.ir.types import Type
from getallenband.interpreters.languages.perl_subset import syntax
from getallenband.interpreters.languages.perl_subset.lower.names import Names, Scope, Variable
from getallenband.interpreters.languages.perl_subset.runtime import arrays, hash_lists, hashes, layout, memory, strings
from getallenband.interpreters.languages.perl_subset.static_properties import (
    Holders,
    Lines,
    changes,
    may_collect,
    within,
)
from getallenband.interpreters.languages.perl_subset.transliteration import Table
from getallenband.interpreters.lowering.context import FunctionContext, StatementLabels
from getallenband.interpreters.lowering.page_cells import CellVariable
from getallenband.interpreters.lowering.routines import Routines
from getallenband.interpreters.request import ProbeRequest
from getallenband.interpreters.source.tree import Node

P = ParamSpec("P")
WATCHED = "watched"
"""The region of the values that probes look at."""


@dataclass
class Sub:
    """A sub: its text, its scope, and the functions that are made of it, for one value (True) and for a list."""

    node: syntax.Sub
    # known when the lowering of the text around it comes to its definition
    scope: Scope | None = None
    made: set[bool] = field(default_factory=set)


@dataclass
class Shared:
    """What the functions of one program share."""

    program: Program
    names: Names
    labels: StatementLabels
    routines: Routines
    tree: syntax.Script
    subs: dict[str, Sub] = field(default_factory=dict)
    # subs that still have to be lowered, for one value (True) or for a list
    wanted: list[tuple[str, bool]] = field(default_factory=list)
    # the address of the word that holds the cell of each constant string
    constants: dict[str, int] = field(default_factory=dict)
    # the numbers of patterns and of tables for tr///, by which the library knows them
    patterns: dict[re.Pattern[str], int] = field(default_factory=dict)
    tables: dict[Table, int] = field(default_factory=dict)
    # what a probe looks at is copied to a place of its own, since variables of a sub have none that lasts
    probes: Mapping[str, ProbeRequest] = field(default_factory=dict)
    # variables that a page can show
    shown: list[CellVariable] = field(default_factory=list)

    @cached_property
    def collecting(self) -> Holders:
        """What may collect, and so must find on the stack whatever is still needed."""
        return Holders(may_collect, self.tree)

    @cached_property
    def changing(self) -> Holders:
        """What may change a variable, so that one read before it must be copied."""
        return Holders(changes, self.tree)

    @cached_property
    def lines(self) -> Lines:
        """The lines of the loops, on which a page shows their variables."""
        return Lines(self.tree)

    @cached_property
    def captures(self) -> bool:
        """Tell whether the program asks for $&, $1 and their like anywhere."""
        return any(
            isinstance(node, syntax.Variable) and node.sigil == "$" and (node.name == "&" or node.name.isdigit())
            for node in within(self.tree)
        )


@dataclass(frozen=True, slots=True)
class Loop:
    """A loop around a place: the targets of next and last, and how many cleanups are outside of it."""

    label: str
    next: Label
    last: Label
    cleanups: int


@dataclass(frozen=True, slots=True)
class Kind:
    """What an array or a hash is: the code of its object, and the routines that make, empty and fill one."""

    code: int
    new: Callable[[], int]
    clear: Callable[[int], None]
    fill: Callable[[int, int, int], None]


KINDS = {
    "@": Kind(layout.ARRAY, arrays.new_array, arrays.clear_array, arrays.set_cells),
    "%": Kind(layout.HASH, hashes.new_hash, hashes.clear_hash, hash_lists.set_entries),
}


class Context(FunctionContext):
    """A function in the making; `wants_scalar` tells whether it gives one value (None: the main program)."""

    def __init__(self, shared: Shared, build: FunctionBuilder, scope: Scope, wants_scalar: bool | None) -> None:
        super().__init__(build, shared.labels)
        # what the functions of the program have in common; the blocks around the place, by which names are resolved
        self.shared, self.scope, self.names = shared, scope, shared.names
        # a sub is lowered once for each context in which it is called (perlsub): for one value, or for a list
        self.wants_scalar = wants_scalar
        # the loops around the place, the innermost last, and what must be undone on every way out
        self.loops: list[Loop] = []
        self.cleanups: list[Callable[[], None]] = []
        # the number of the running statement, to which turns of loops inside it are charged
        self.statement = 0
        # the address after the last item on the stack; of the variables
        self.top = build.local("%top", Type.INT)
        self.frame = build.local("%frame", Type.INT)
        # every way out of a sub goes there, with its value or the start of its list
        self.leave = build.label("leave")
        self.result = build.local("%result", Type.INT)
        # the beginning is lowered last, when all variables are known
        self.setup, self.body = build.label("setup"), build.label("body")

    # operations

    def number(self, value: int) -> Register:
        return self.build.int(value)

    def cell(self, value: int) -> Register:
        """Return a small integer's cell."""
        return self.build.int(value << 1)

    def undef(self) -> Register:
        return self.build.int(layout.UNDEF)

    @overload
    def do(self, routine: Callable[P, None], *given: P.args, **named: P.kwargs) -> None: ...
    @overload
    def do(self, routine: Callable[P, float], *given: P.args, **named: P.kwargs) -> Register: ...
    def do(self, routine: Callable[..., Any], *given: Any, **named: Any) -> Register | None:
        """Call a routine of the runtime; registers are typed as the values that they hold."""
        return self.shared.routines.call(self.build, routine, *given, **named)

    def host(self, name: str, *given: Register) -> Any:
        """Call the library now."""
        return self.build.host(name, *given)

    def missing(self, node: Node, message: str) -> None:
        """End the run: the program asks for what is not built."""
        self.host("missing", self.build.string(message), self.here(node))

    def made(self, name: str, *given: Register) -> Register:
        """Call a library procedure that makes a value."""
        return self.do(strings.finish, self.host(name, *given))

    def add(self, left: Register, right: int) -> Register:
        return self.build.do(ops.IntAdd, left, self.number(right)) if right else left

    def load(self, address: Register, offset: int = 0) -> Register:
        return self.build.do(ops.Load, "i64", address, offset, known_valid=True)

    def store(self, address: Register, value: Register, offset: int = 0) -> None:
        self.build.perform(ops.Store, "i64", address, value, offset, known_valid=True)

    def read(self, local: str) -> Register:
        return self.build.do(ops.LocalLoad, local)

    def write(self, local: str, value: Register) -> None:
        self.build.perform(ops.LocalStore, local, value)

    def fresh(self, name: str, value: Register | None = None) -> str:
        """Declare a local of the function, with a value."""
        made = self.build.local(f"%{name}", Type.INT)
        if value is not None:
            self.write(made, value)
        return made

    def is_true(self, value: Register) -> Register:
        """Return what a routine gave as 1 or 0 as a truth value."""
        return self.build.do(ops.IntToBool, value)

    def compare(self, relation: str, left: Register, right: Register) -> Register:
        return self.build.do(ops.IntCompare, relation, left, right)

    def lowest_bit_is(self, value: Register, bit: int) -> Register:
        return self.compare("=", self.build.do(ops.IntAnd, value, self.number(1)), self.number(bit))

    def here(self, node: Node) -> Register:
        """Return the number of a construct's place, for procedures that may fault in the runtime."""
        return self.number(place_index(self.build.program, node.place))

    def jump(self, target: Label) -> None:
        self.build.end(ops.Jump, target)

    def branch(self, condition: Register, yes: Label, no: Label) -> None:
        self.build.end(ops.Branch, condition, yes, no)

    def value_of(self, condition: Register, yes: Callable[[], Register], no: Callable[[], Register]) -> Register:
        return self.chosen(Type.INT, condition, yes, no)

    # the stack

    def push(self, value: Register) -> None:
        top = self.read(self.top)
        self.store(top, value)
        self.write(self.top, self.add(top, layout.CELL))

    def pop(self) -> Register:
        self.write(self.top, self.add(self.read(self.top), -layout.CELL))
        return self.load(self.read(self.top))

    def pushed(self, routine: Callable[Concatenate[int, P], int], *given: P.args, **named: P.kwargs) -> None:
        """Call a routine that puts something on the stack."""
        self.write(self.top, self.do(routine, self.read(self.top), *given, **named))

    def keep(self, value: Register, *meanwhile: object) -> Callable[[], Register]:
        """Protect a value across a computation; return what gives it back, to be called in reverse order."""
        if not self.may_collect(*meanwhile):
            return lambda: value
        self.push(value)
        return self.pop

    def may_collect(self, *nodes: object) -> bool:
        """Tell whether a collection may happen in here: where subs are called, and statements begin."""
        return self.shared.collecting.among(*nodes)

    def changes(self, *nodes: object) -> bool:
        """Tell whether something in here may change a variable."""
        return self.shared.changing.among(*nodes)

    def pause(self) -> None:
        """Run the collector if it is wanted."""

        def collect() -> None:
            for number in range(len(self.shared.probes)):  # they are no cells, but lie before the stack
                self.store(self.build.do(ops.RegionAddress, WATCHED), self.number(0), layout.CELL * number)
            self.do(memory.collect, self.read(self.top))

        self.choose(self.is_true(self.load(self.number(layout.WANTED))), collect)

    def charge(self) -> None:
        """Charge a turn of a loop inside the running statement to the budget."""
        self.build.perform(ops.Statement, self.statement, counted=False)

    # variables

    def address_of(self, variable: Variable) -> Register:
        """Return the address of a variable's words."""
        if not variable.in_frame:
            return self.number(variable.offset)
        return self.build.do(ops.IntAdd, self.read(self.frame), self.number(variable.offset))

    def struct(self, variable: Variable) -> Register:
        """Return the address of an array or hash."""
        return self.add(self.load(self.address_of(variable)), layout.INSIDE)

    def begin_variable(self, variable: Variable) -> None:
        """Initialize a variable: where its sub or the program begins, and at each `my`.

        An array or hash is a new one then: something may still hold a reference to that of the last turn (perlsub).
        """
        kind = KINDS.get(variable.sigil)
        self.store(self.address_of(variable), self.do(kind.new) if kind else self.undef())

    def constant(self, text: str) -> Register:
        """Return a constant string."""
        if text == "":
            return self.load(self.number(layout.EMPTY))
        if text not in self.shared.constants:
            self.shared.constants[text] = self.names.next_address
            self.names.next_address += layout.CELL
        return self.load(self.number(self.shared.constants[text]))

    # loops

    def undo(self, count: int) -> None:
        """Run the cleanups on the way out, down to the outermost `count` of them."""
        for cleanup in reversed(self.cleanups[count:]):
            cleanup()

    @contextmanager
    def looping(self, label: str, following: Label, last: Label) -> Iterator[None]:
        self.loops.append(Loop(label, following, last, len(self.cleanups)))
        yield
        self.loops.pop()

    @contextmanager
    def cleaning(self, cleanup: Callable[[], None]) -> Iterator[None]:
        """Run a cleanup on every way out."""
        self.cleanups.append(cleanup)
        yield
        self.cleanups.pop()
        if self.build.block is not None:
            cleanup()
