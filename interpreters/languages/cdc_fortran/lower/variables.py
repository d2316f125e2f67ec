"""Where variables and array elements are, and how they are read and written.

variable = element(c, reference, subscripts)          # checks every subscript
value = fetch(c, variable, "A")                       # traps where A(I) has no value
assign(c, variable, value)
"""

from __future__ import annotations

from dataclasses import replace

from getallenband.interpreters.ir import ops
from getallenband.interpreters.ir.ops import Register
from getallenband.interpreters.languages.cdc_fortran import syntax
from getallenband.interpreters.languages.cdc_fortran.check.scopes import Symbol
from getallenband.interpreters.languages.cdc_fortran.check.storage import Location
from getallenband.interpreters.languages.cdc_fortran.check.types import REALS
from getallenband.interpreters.languages.cdc_fortran.library.words import MINUS_ZERO
from getallenband.interpreters.languages.cdc_fortran.lower.context import Dummy, UnitContext, Value, Variable, cell_kind
from getallenband.interpreters.languages.cdc_fortran.lower.words import (
    check_number,
    holding,
    no_word,
    shared_integer,
    shared_real,
)
from getallenband.interpreters.lowering import arrays
from getallenband.interpreters.lowering.arrays import Array, Constant, Operand
from getallenband.interpreters.lowering.cells import MemoryCell, load, no_value, store


def scalar(c: UnitContext, name: str) -> Variable:
    """Return a variable, or an array's first element."""
    for bound in reversed(c.bindings):
        if name in bound:
            return bound[name]
    home = c.homes[name]
    if isinstance(home, Variable):
        return home
    address, offset = origin(c, name)
    return c.memory(c.scope.symbols[name].type, address, offset)


def origin(c: UnitContext, name: str) -> tuple[Register, int]:
    """Return where a variable or array in memory begins: an address and an offset in bytes."""
    home = c.homes[name]
    if isinstance(home, Dummy):
        return c.build.do(ops.LocalLoad, home.address), 0
    assert isinstance(home, Location)
    return c.build.do(ops.RegionAddress, home.region), 8 * home.word


def extent(c: UnitContext, name: str) -> tuple[Register, Register]:
    """Return the address of a variable or array, and the end of its storage (or of its region)."""
    home, symbol = c.homes[name], c.scope.symbols[name]
    address, offset = origin(c, name)
    if isinstance(home, Dummy):
        return address, c.build.do(ops.LocalLoad, home.limit)
    assert isinstance(home, Location)
    words = home.word + symbol.words * symbol.elements
    if c.settings["subscripts"] == "storage":
        words = c.deck.checked.storage.blocks[home.region].words
    start = c.build.do(ops.IntAdd, address, c.build.int(offset))
    return start, c.build.do(ops.IntAdd, address, c.build.int(8 * words))


# --- array elements ----------------------------------------------------------------------------------------------


def array(c: UnitContext, symbol: Symbol) -> Array:
    """Return an array's dope vector: its first subscript runs fastest."""
    address, offset = origin(c, symbol.name)
    dimensions = arrays.column_major(c.build, [(Constant(1), bound) for bound in upper_bounds(c, symbol)])
    kind = cell_kind(symbol.type)
    return Array(symbol.name, kind, dimensions, None, address, offset, 8 * symbol.words, known_valid=True)


def upper_bounds(c: UnitContext, symbol: Symbol) -> list[Operand]:
    """Return the upper bounds of an array; those of a dummy array were found at entry."""
    if symbol.name in c.bounds:
        bounds = c.bounds[symbol.name]
        return [Constant(one) if isinstance(one, int) else c.build.do(ops.LocalLoad, one) for one in bounds]
    return [Constant(bound.value) for bound in symbol.dimensions if isinstance(bound, syntax.Integer)]


def element(c: UnitContext, node: syntax.Reference, subscripts: tuple[Register, ...]) -> Variable:
    """Return an array element; trap where a subscript is outside its bounds."""
    symbol = c.scope.symbols[node.name]
    if c.settings["subscripts"] == "storage":
        return storage_element(c, symbol, subscripts)
    known: list[Operand] = [
        Constant(argument.value) if isinstance(argument, syntax.Integer) else subscript
        for argument, subscript in zip(node.arguments, subscripts, strict=True)
    ]
    cell = arrays.element(c.build, array(c, symbol), known)
    assert isinstance(cell, MemoryCell)
    return c.memory(symbol.type, cell.address, cell.offset, subscripts)


FARTHEST = 2**30
"""No storage reaches as far as this subscript; three of them with their strides stay within 64 bits."""


def storage_element(c: UnitContext, symbol: Symbol, subscripts: tuple[Register, ...]) -> Variable:
    """Return an element that may lie outside its array, but not outside its storage."""
    found, whole = c.homes[symbol.name], array(c, symbol)
    assert whole.address is not None
    least, greatest = c.build.int(-FARTHEST), c.build.int(FARTHEST)
    far = f"{{0}} is no subscript of {symbol.name}: it is outside {{1}}:{{2}}"
    for subscript in subscripts:
        c.build.perform(ops.CheckRange, subscript, least, greatest, far)
    given = whole if len(subscripts) == len(whole.dimensions) else replace(whole, dimensions=whole.dimensions[:1])
    before, constant = arrays.position(c.build, given, subscripts)
    flat = c.build.do(ops.IntAdd, before, c.build.int(constant)) if before is not None else c.build.int(constant)
    size = c.build.int(whole.size)
    if isinstance(found, Location):
        words = c.deck.checked.storage.blocks[found.region].words
        low = c.build.int(1 - found.word // symbol.words)
        high = c.build.int((words - found.word) // symbol.words)
    else:
        low, (start, end) = c.build.int(1), extent(c, symbol.name)
        high = c.build.do(ops.IntDivide, c.build.do(ops.IntSubtract, end, start), size, "")
    number = c.build.do(ops.IntAdd, flat, c.build.int(1))
    message = f"element {{0}} of {symbol.name} is outside its storage {{1}}:{{2}}"
    c.build.perform(ops.CheckRange, number, low, high, message)
    address = c.build.do(ops.IntAdd, whole.address, c.build.do(ops.IntMultiply, flat, size))
    return c.memory(symbol.type, address, whole.offset, subscripts)


# --- values ------------------------------------------------------------------------------------------------------


def fetch(c: UnitContext, variable: Variable, name: str, *, number: bool = False) -> Value:
    """Read a variable; trap where it has no value (a real one that is speculated on shows it in the result).

    With `number`, trap where a real one holds characters: as one without a value does where it is speculated on.
    """
    count = len(variable.subscripts)
    title = arrays.element_name(name, count, "()") if count else name
    message = None if c.speculating and variable.type in REALS else no_value(title)
    if c.deck.mixed and isinstance(variable.cells[0], MemoryCell):
        registers = shared_cells(c, variable, name, message)
    else:
        registers = tuple(load(c.build, cell, message, variable.subscripts) for cell in variable.cells)
    value = from_word(c, variable.type, registers)
    if c.speculating and variable.type in REALS:
        return Value(value.type, tuple(no_word(c, register) for register in registers))
    if number:
        check_number(c, value, holding(title), variable.subscripts)
    return value


def shared_cells(c: UnitContext, variable: Variable, name: str, undefined: str | None) -> tuple[Register, ...]:
    """Read the cells of a variable that may share its storage with one of another type."""
    cells = [load(c.build, cell) for cell in variable.cells]
    real = variable.type in REALS
    registers = tuple(shared_real(c, cell) if real else shared_integer(c, cell) for cell in cells)
    for register in registers if undefined is not None else ():
        c.build.perform(ops.CheckDefined, register, undefined, variable.subscripts)
    if not real:
        low, high = c.build.int(MINUS_ZERO), c.build.int(c.system.greatest)
        c.build.perform(ops.CheckRange, registers[0], low, high, f"{name} does not hold an integer")
    return registers


def from_word(c: UnitContext, kind: str, registers: tuple[Register, ...]) -> Value:
    """Return the value of a type that is held in registers as memory holds it: a LOGICAL is 0 or 1."""
    return Value(kind, (c.build.do(ops.IntToBool, registers[0]),) if kind == "LOGICAL" else registers)


def assign(c: UnitContext, variable: Variable, value: Value) -> None:
    """Assign a variable a value of its own type."""
    registers = value.registers
    if value.type == "LOGICAL":
        registers = (c.build.do(ops.BoolToInt, value.register),)
    for cell, register in zip(variable.cells, registers, strict=True):
        store(c.build, cell, register)
        # One word holds the whole double, but the type takes two in storage (7.2.1.3): what shares the second by
        # EQUIVALENCE or COMMON must find a value there. A local shares nothing.
        if variable.type == "DOUBLEPRECISION" and isinstance(cell, MemoryCell):
            second = MemoryCell("f64", cell.address, cell.offset + 8, known_valid=True)
            store(c.build, second, c.build.real(0.0))


def copy(c: UnitContext, source: Variable, target: Variable) -> None:
    """Copy a variable between memory and locals, whether it has a value or not."""
    for one, other in zip(source.cells, target.cells, strict=True):
        store(c.build, other, load(c.build, one))
