"""What the lowering of every construct of ECOL is given, and where its variables and arrays live."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace

from getallenband.durable.names import nearest
from getallenband.interpreters.arithmetic.ieee754 import IEEE754
from getallenband.interpreters.arithmetic.number_system import NumberSystem
from getallenband.interpreters.ir import ops
from getallenband.interpreters.ir.builder import FunctionBuilder
from getallenband.interpreters.ir.ops import Label, Register
from getallenband.interpreters.ir.program import Program
from getallenband.interpreters.ir.types import Pattern, Type
from getallenband.interpreters.language import SPECULATION_FAILED
from getallenband.interpreters.languages.ecol import syntax
from getallenband.interpreters.languages.ecol.check import CheckedProgram, Unit
from getallenband.interpreters.languages.ecol.integrality import Integrality
from getallenband.interpreters.lowering import arithmetic, arrays
from getallenband.interpreters.lowering.arrays import Array, Constant, DopeVector
from getallenband.interpreters.lowering.cells import LocalCell, load, no_value, store
from getallenband.interpreters.lowering.context import FunctionContext, StatementLabels
from getallenband.interpreters.source.diagnostics import MOST
from getallenband.interpreters.source.position import Place
from getallenband.interpreters.source.tree import walk


class Speculation(NumberSystem):
    """Integers as far as real numbers are exact; beyond them the run begins again with real numbers."""

    __slots__ = ()

    def overflow(self, _operator: str) -> str:
        return SPECULATION_FAILED

    def too_large(self) -> str:
        return SPECULATION_FAILED


NUMBERS = Speculation(
    "ecol", "integers where they may be", 2**53, IEEE754.real_greatest, IEEE754.real_least, IEEE754.real_epsilon
)
SUBSCRIPTS = replace(IEEE754, greatest=2**58)
"""Subscripts and bounds lie far below this; the size of an array between two such bounds still fits in 64 bits."""


@dataclass(slots=True)
class Shared:
    """What the functions of one program share; `calls` numbers the places from which each SUB is called."""

    program: CheckedProgram
    settings: Mapping[str, str]
    integrality: Integrality
    ir: Program
    calls: dict[str, dict[Place, int]] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Turn:
    """A loop: the block that tests for the next turn, the one after the loop, and locals that keep step and last."""

    test: Label
    after: Label
    step: str | None
    last: str | None


class Context(FunctionContext):
    """The main program with its SUBs, or a FUN, in the making."""

    def __init__(self, shared: Shared, build: FunctionBuilder, units: list[Unit]) -> None:
        super().__init__(build, StatementLabels())
        self.shared, self.units, self.unit = shared, units, units[0]
        self.scope = units[0].scope
        self.speculates = shared.integrality.speculate
        self.arrays: dict[str, Array | DopeVector] = {}
        self.symbol_arrays: set[str] = set()
        self.locals: dict[str, str] = {}
        self.assigned: set[str] = set()
        self.unassigned: dict[str, str] = {}
        self.stack_mark: Register | None = None
        self.line = 0
        self.label = ""
        self.turns: dict[int, Turn] = {}


LARGEST_SYMBOL = 99

# --- declarations ------------------------------------------------------------------------------------------------


def declare(c: Context) -> None:
    """Place every name of the scope: simple variables in locals, arrays as address and bounds."""
    build, program = c.build, c.shared.program
    formals = {name for unit in c.units for name in unit.parameters}
    c.stack_mark = build.do(ops.StackMark) if c.scope else None
    for unit in c.units:
        declare_arrays(c, unit)
        c.assigned |= set(assigned_names(unit))
    c.locals = {name: name for name in formals if name not in c.arrays}
    for name in sorted({name for unit in c.units for name in simple_names(unit)}):
        if name in c.arrays or name in c.locals or name in program.funs:
            continue
        kind = c.shared.integrality.type_of(c.scope, name)
        c.locals[name] = build.local(name, kind)
        if c.shared.settings["unassigned"] == "zero":
            build.perform(ops.LocalStore, c.locals[name], build.int(0) if kind is Type.INT else build.real(0.0))
    c.assigned |= formals


def declare_arrays(c: Context, unit: Unit) -> None:
    """Declare the arrays that are not static; a RIJ that is executed will give them memory."""
    c.symbol_arrays |= {reserve.name for reserve in unit.commands(syntax.Reserve) if reserve.word == "RIJSYM"}
    for name in sorted(c.shared.program.arrays[c.scope] | unit.array_parameters):
        if name not in c.arrays:
            c.arrays[name], parts = dope_vector(c.shared, c.scope, name)
            for part in parts if name not in unit.array_parameters else ():
                c.build.local(part, Type.INT)


def dope_vector(shared: Shared, scope: str, name: str) -> tuple[DopeVector, list[str]]:
    """Return the dope vector of an array that is not static, and its locals."""
    kind = shared.integrality.type_of(scope, name)
    parts = [f"{name}.{part}" for part in ("address", "lower", "upper")]
    address, lower, upper = map(LocalCell, parts)
    array = Array(name, "i64" if kind is Type.INT else "f64", ())
    return DopeVector(array, address, ((lower, upper, Constant(1)),)), parts


def assigned_names(unit: Unit) -> Iterator[str]:
    """Yield the variables and arrays that a unit assigns."""
    for line in unit.lines:
        if line.command:
            yield from (name for name, _ in syntax.assignments(line.command) if name != syntax.RESULT)


def simple_names(unit: Unit) -> Iterator[str]:
    """Yield every name that a unit uses without a subscript or assigns."""
    yield from assigned_names(unit)
    for line in unit.lines:
        yield from (node.name for node in walk(line) if isinstance(node, syntax.Variable) and not node.subscripts)


def pattern(shared: Shared, kind: Type) -> Pattern:
    """Return the contents of elements before their first assignment."""
    if shared.settings["unassigned"] == "zero":
        return "zero"
    return "undefined_int" if kind is Type.INT else "undefined_real"


# --- simple variables --------------------------------------------------------------------------------------------


def read(c: Context, name: str, place: Place) -> Register:
    """Read a simple variable."""
    c.build.place(place)
    message = no_value(name)
    if name not in c.assigned:
        if name not in c.unassigned:
            c.unassigned[name] = nearest(name, c.assigned) if len(c.unassigned) < MOST else ""
        near = c.unassigned[name]
        message = f"variable {name} never gets a value" + (f"; nearest: {near}" if near else "")
    return load(c.build, LocalCell(c.locals[name]), message)


def assign_simple(c: Context, name: str, value: Register) -> None:
    kind = c.build.function.locals[c.locals[name]]
    store(c.build, LocalCell(c.locals[name]), as_type(c, kind, value))


# --- arrays ------------------------------------------------------------------------------------------------------


def reserve(c: Context, node: syntax.Reserve, lower: Register, upper: Register) -> None:
    """Allocate an array, with elements that have no value (or zero, by the setting)."""
    vector = c.arrays[node.name]
    assert isinstance(vector, DopeVector)
    kind = c.shared.integrality.type_of(c.scope, node.name)
    made = arrays.allocate(c.build, vector.array, [(lower, upper)], pattern(c.shared, kind), empty=False)
    arrays.store_vector(c.build, vector, made)


def array_of(c: Context, name: str) -> Array:
    """Return an array whose RIJ was executed."""
    found = c.arrays[name]
    if isinstance(found, Array):
        return found
    return arrays.open_vector(c.build, found, f"array {name} is used before its RIJ is executed")


def element(c: Context, node: syntax.Variable, index: Register) -> Register:
    """Read an element."""
    c.at(node)
    cell = arrays.element(c.build, array_of(c, node.name), [index])
    return load(c.build, cell, no_value(arrays.element_name(node.name, 1, "()")), (index,))


def assign_element(c: Context, node: syntax.Variable, index: Register, value: Register) -> None:
    """Store an element; a RIJSYM keeps the nearest whole number. Of its parameters a FUN learns it at run time."""
    c.at(node)

    def put(given: Register) -> None:
        store(c.build, arrays.element(c.build, array_of(c, node.name), [index]), given)

    if node.name in c.symbol_arrays:
        put(symbol(c, node, value))
    elif node.name in c.unit.array_parameters:
        symbols = arithmetic.compare(c.build, "/=", holds_symbols(c, node.name), c.build.int(0))
        c.choose(symbols, lambda: put(symbol(c, node, value)), lambda: put(value))
    else:
        put(value)


def symbol(c: Context, node: syntax.Variable, value: Register) -> Register:
    """Return the nearest whole number, of the same type, if it fits in a RIJSYM."""
    message = f"{{0}} does not fit in RIJSYM {node.name}, which holds whole numbers from {{1}} to {{2}}"
    whole = to_whole(c, value, f"a symbol of {node.name}")
    c.build.perform(ops.CheckRange, whole, c.build.int(0), c.build.int(LARGEST_SYMBOL), message)
    return as_type(c, c.build.type_of(value), whole)


def holds_symbols(c: Context, name: str) -> Register:
    """Return whether an array is a RIJSYM: 1 or 0."""
    if name in c.unit.array_parameters:
        return c.build.do(ops.LocalLoad, symbols_of(name))
    return c.build.int(int(name in c.symbol_arrays))


def symbols_of(name: str) -> str:
    """Return the local in which a FUN finds whether an array parameter is a RIJSYM."""
    return f"{name}.symbols"


# --- conversions -------------------------------------------------------------------------------------------------


def as_type(c: Context, kind: Type, value: Register) -> Register:
    """Convert an integer to a real number where that is wanted; a real one is never wanted as integer."""
    return arithmetic.to_real(c.build, value) if kind is Type.REAL else value


def to_whole(c: Context, value: Register, what: str) -> Register:
    """Convert a value to the nearest integer; by the setting, one that is not whole is a trap instead."""
    build = c.build
    whole = arithmetic.to_integer(build, SUBSCRIPTS, value)
    if whole != value and c.shared.settings["subscript"] == "exact":
        same = arithmetic.compare(build, "=", whole, value)
        build.perform(ops.Check, same, f"{what} is {{0}}, which is not whole", (value,))
    return whole
