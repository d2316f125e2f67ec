"""Objects and pointers of C in the IR's memory.

Every variable in memory is an object with a number. A pointer is the word number * 2**32 + offset; the null pointer is
0. A table holds the address and size of each object, so that an access through a pointer can be checked against the
object it was made from. Numbers of local variables are given back when their function returns: their entries are
emptied, so a pointer that outlives them points at an object of 0 bytes.

Where it is known what static object a pointer points into (targets.py), the table is not asked. An object to which only
such pointers lead is private: its entry in the table is empty, and what it holds can be followed (transform/ranges.py).
"""

from __future__ import annotations

import struct
from dataclasses import dataclass, replace

from getallenband.interpreters.ir import ops
from getallenband.interpreters.ir.ops import Register
from getallenband.interpreters.ir.program import Region
from getallenband.interpreters.ir.types import SIZES, UNDEFINED_REAL_BITS, Kind
from getallenband.interpreters.languages.c_subset import typed
from getallenband.interpreters.languages.c_subset.library import OBJECT, TABLE
from getallenband.interpreters.languages.c_subset.lower.context import Context, ProgramContext
from getallenband.interpreters.languages.c_subset.typed import Expression, Variable
from getallenband.interpreters.languages.c_subset.types import (
    DOUBLE,
    CType,
    Floating,
    Integer,
    Number,
    is_scalar,
    size_of,
)
from getallenband.interpreters.lowering.cells import Cell, LocalCell, MemoryCell, RegionCell, load, no_value, store

STACK_OBJECTS, MOST_OBJECTS = 2**18, 2**19
"""How many objects there may be besides blocks of malloc, and with them."""
TOP = "the number of objects"
WORDS = OBJECT // 8
OFFSET = 2**32 - 1
NO_POINTER = "this pointer does not point to a variable"


@dataclass(frozen=True, slots=True)
class Location:
    """Where a value is: in a local, or in an object at an offset.

    `variable` is the object where it is known: then the offset was checked already, unless it is `loose`, and `index`,
    if given, is a subscript of a one-dimensional array that is still to be checked. Otherwise `number` is a register
    with the object's number, and the access is checked against the table.
    """

    type: CType
    variable: Variable | None = None
    number: Register | None = None
    offset: Register | None = None
    constant: int = 0
    index: Register | None = None
    loose: bool = False

    @property
    def is_start(self) -> bool:
        """Return whether this is the beginning of a known object."""
        return self.variable is not None and self.offset is None and self.index is None and not self.constant


# --- the table of objects ----------------------------------------------------------------------------------------


def lay_out(p: ProgramContext) -> None:
    """Lay out the static objects with their contents; the table comes first, so that its contents move nothing."""
    program = p.made
    size_of_table = p.objects * OBJECT
    program.regions[TABLE] = Region(size_of_table)
    program.regions[TOP] = Region(8, "zero", struct.pack("<q", len(p.numbers) + 1))
    for variable in p.numbers:
        size, escaped = max(1, size_of(variable.type)), variable in p.targets.escaped
        program.regions[variable.region] = Region(size, "zero", contents(p, variable), escaped, variable.place)
    addresses = program.addresses()
    table = bytearray(OBJECT)
    for variable in p.numbers:
        entry = (addresses[variable.region], size_of(variable.type)) if variable in p.targets.escaped else (0, 0)
        table += struct.pack("<qq", *entry)
    program.regions[TABLE] = Region(size_of_table, "zero", bytes(table))


def contents(p: ProgramContext, variable: Variable) -> bytes:
    """Return the bytes that a static object begins with, up to its last value: zeros follow."""
    memory = bytearray()
    for offset, value in variable.contents:
        if is_function(value):
            continue  # Its code is not known before the program starts.
        if isinstance(value, typed.RealConstant):
            code = struct.pack("<d" if value.type == DOUBLE else "<f", value.value)
        else:
            size = size_of(value.type)
            code = (word(p, value) % 2 ** (8 * size)).to_bytes(size, "little")
        memory += bytes(max(0, offset - len(memory)))
        memory[offset : offset + len(code)] = code
    return bytes(memory)


def word(p: ProgramContext, value: Expression) -> int:
    """Return the word of a constant: a number, or a pointer into a static variable."""
    if isinstance(value, typed.Constant):
        return value.value
    found = typed.static_offset(value)
    assert found is not None
    variable, offset = found
    return (p.numbers[variable] << 32) + offset


def is_function(value: Expression) -> bool:
    """Return whether a constant is a pointer to a function."""
    return isinstance(value.operand if isinstance(value, typed.Convert) else value, typed.FunctionAddress)


def set_entry(c: Context, number: Register, part: int, value: Register) -> None:
    """Set the address (0) or size (1) of an object in the table."""
    build = c.build
    index = build.do(ops.IntAdd, build.do(ops.IntMultiply, number, build.int(WORDS)), build.int(part))
    build.perform(ops.IndexStore, TABLE, "i64", index, value, 0, c.program.objects * WORDS - 1, "too many variables")


def entry(c: Context, location: Location, part: int) -> Register:
    """Read the address (0) or size (1) of a location's object from the table."""
    build = c.build
    index = build.do(ops.IntMultiply, number_of(c, location), build.int(WORDS))
    index = build.do(ops.IntAdd, index, build.int(part)) if part else index
    message = NO_POINTER
    return build.do(ops.IndexLoad, TABLE, "i64", index, 0, c.program.objects * WORDS - 1, message)


# --- pointers ----------------------------------------------------------------------------------------------------


def number_of(c: Context, location: Location) -> Register:
    """Return the number of the object that a location is in."""
    if location.variable is None:
        assert location.number is not None
        return location.number
    if location.variable.region:
        return c.build.int(c.program.numbers[location.variable])
    return c.build.do(ops.LocalLoad, c.locals[location.variable])


def offset_of(c: Context, location: Location) -> Register:
    """Return the offset of a location in its object."""
    build, constant = c.build, c.build.int(location.constant)
    if location.index is not None:
        # one past the end may be pointed at
        check_index(c, location, past_end=True)
        scaled = build.do(ops.IntMultiply, location.index, build.int(size_of(location.type)))
        return build.do(ops.IntAdd, scaled, constant)
    if location.offset is None:
        return constant
    return build.do(ops.IntAdd, location.offset, constant) if location.constant else location.offset


def check_index(c: Context, location: Location, *, past_end: bool = False, message: str = "") -> None:
    """Check the subscript that a location still holds, if it does."""
    if location.index is None or location.variable is None:
        return
    length = size_of(location.variable.type) // size_of(location.type)
    low, high = c.build.int(0), c.build.int(length if past_end else length - 1)
    c.build.perform(ops.CheckRange, location.index, low, high, message or outside(location.variable.name, length))


def outside(name: str, length: int) -> str:
    """Word the trap of a subscript."""
    return f"subscript of {name} is {{0}}, outside its bounds 0:{length - 1}"


def word_of(c: Context, location: Location) -> Register:
    """Return a pointer to a location."""
    build, variable, offset = c.build, location.variable, offset_of(c, location)
    if variable is None or location.loose:
        size = build.int(size_of(variable.type)) if variable is not None else entry(c, location, 1)
        message = "a pointer leaves its object: offset {0} of {2} bytes"
        build.perform(ops.CheckRange, offset, build.int(0), size, message)
    if variable is not None and variable.region:
        return build.do(ops.IntAdd, build.int(c.program.numbers[variable] << 32), offset)
    upper = build.do(ops.IntShiftLeft, number_of(c, location), build.int(32))
    return build.do(ops.IntOr, upper, offset)


def pointed(c: Context, pointer: Expression, register: Register, kind: CType) -> Location:
    """Return the location that a pointer points at."""
    build, target = c.build, c.targets.of(pointer)
    if target is not None:
        offset = build.do(ops.IntSubtract, register, build.int(c.program.numbers[target] << 32))
        return Location(kind, target, offset=offset, loose=True)
    return word_location(c, register, kind)


def word_location(c: Context, register: Register, kind: CType) -> Location:
    """Return the location that a pointer points at, whatever its object."""
    number = c.build.do(ops.IntShiftRight, register, c.build.int(32))
    return Location(kind, None, number, c.build.do(ops.IntAnd, register, c.build.int(OFFSET)))


def moved(c: Context, location: Location, count: Register, kind: CType) -> Location:
    """Return the location `count` elements further."""
    step = c.build.do(ops.IntMultiply, count, c.build.int(size_of(kind)))
    offset = c.build.do(ops.IntAdd, offset_of(c, location), step)
    return replace(location, type=kind, offset=offset, constant=0, index=None)


# --- reading and writing -----------------------------------------------------------------------------------------


def load_from(c: Context, location: Location) -> Register:
    """Read a scalar; a local that was never set is noticed, unless every pattern of its bits is a value."""
    variable, kind = location.variable, location.type
    local = variable is not None and variable in c.locals and not in_table(c, variable)
    noticed = local and not (isinstance(kind, Integer) and kind.bits == 64)
    undefined = no_value(variable.name) if variable is not None and noticed else None
    if not isinstance(kind, Floating):
        return load(c.build, cell_of(c, location), undefined)
    found = load(c.build, cell_of(c, location))
    if undefined is not None:
        check_real_defined(c, found, undefined)
    return found if local or kind.bits == 64 else c.build.do(ops.SingleToReal, found)


def check_real_defined(c: Context, found: Register, message: str) -> None:
    """Trap where a real number is the undefined pattern; another NaN is a value."""
    build = c.build
    bits = build.do(ops.RealToBits, found)
    build.perform(ops.Check, build.do(ops.IntCompare, "/=", bits, build.int(UNDEFINED_REAL_BITS)), message)


def store_to(c: Context, location: Location, value: Register) -> None:
    """Write a scalar; of a float in memory, its bits."""
    cell = cell_of(c, location)
    single = isinstance(location.type, Floating) and location.type.bits == 32 and not isinstance(cell, LocalCell)
    store(c.build, cell, c.build.do(ops.RealToSingle, value) if single else value)


def in_table(c: Context, variable: Variable) -> bool:
    """Return whether a variable of this function is an object in memory."""
    return variable in c.addresses


def cell_of(c: Context, location: Location) -> Cell:
    """Return the cell of a scalar, checked."""
    variable = location.variable
    kind: Kind = location.type.kind if isinstance(location.type, Number) else "i64"
    if variable is not None and variable.region:
        return region_cell(c, variable, location, kind)
    if variable is not None and not in_table(c, variable):
        return LocalCell(c.locals[variable])
    check_index(c, location)
    return MemoryCell(kind, address_of(c, location), known_valid=True)


def region_cell(c: Context, variable: Variable, location: Location, kind: Kind) -> RegionCell:
    """Return which cell of a static object a location is; one that was reached without a cast is aligned."""
    build, size = c.build, SIZES[kind]
    count = size_of(variable.type) // size
    if location.index is not None and not location.constant:
        index = location.index
    elif location.offset is None and location.index is None:
        index = build.int(location.constant // size)
    else:
        offset = offset_of(c, location)
        if location.loose:
            check_offset(c, variable, offset, size)
        index = build.do(ops.IntShiftRight, offset, build.int(size.bit_length() - 1))
    return RegionCell(variable.region, kind, index, 0, count - 1, outside(variable.name, count))


def check_offset(c: Context, variable: Variable, offset: Register, wanted: int) -> None:
    """Check that `wanted` bytes at an offset lie in a static object."""
    size = size_of(variable.type)
    message = f"{wanted} bytes at offset {{0}} are outside an object of {size} bytes"
    c.build.perform(ops.CheckRange, offset, c.build.int(0), c.build.int(size - wanted), message)


def address_of(c: Context, location: Location) -> Register:
    """Return the address of a location, checked for an access to its whole type."""
    build, variable, wanted = c.build, location.variable, size_of(location.type)
    if variable is None:
        return table_address(c, location, wanted)
    start = (build.do(ops.RegionAddress, variable.region) if variable.region
             else build.do(ops.LocalLoad, c.addresses[variable]))  # fmt: skip
    if location.is_start:
        return start
    offset = offset_of(c, location)
    if location.loose:
        check_offset(c, variable, offset, wanted)
    return build.do(ops.IntAdd, start, offset)


def table_address(c: Context, location: Location, wanted: int) -> Register:
    """Return the address of a location in an object, looked up in the table."""
    build, number = c.build, number_of(c, location)
    last = build.int(c.program.objects - 1)
    build.perform(ops.CheckRange, number, build.int(0), last, NO_POINTER)
    build.perform(ops.CheckRange, number, build.int(1), last, "the null pointer points to nothing")
    offset, size = offset_of(c, location), entry(c, location, 1)
    end = build.do(ops.IntAdd, offset, build.int(wanted))
    inside = build.do(
        ops.BoolAnd,
        build.do(ops.IntCompare, ">=", offset, build.int(0)),
        build.do(ops.IntCompare, "<=", end, size),
    )
    message = f"{wanted} bytes at offset {{0}} are outside an object of {{1}} bytes"
    build.perform(ops.Check, inside, message, (offset, size))
    if c.targets.mixed and wanted > 1 and is_scalar(location.type):
        rest = build.do(ops.IntAnd, offset, build.int(wanted - 1))
        aligned = build.do(ops.IntCompare, "=", rest, build.int(0))
        build.perform(ops.Check, aligned, f"offset {{0}} is not aligned for {location.type}", (offset,))
    return build.do(ops.IntAdd, entry(c, location, 0), offset)


def copy(c: Context, target: Location, origin: Location) -> None:
    """Copy a struct or an array."""
    size = c.build.int(size_of(target.type))
    c.build.perform(ops.Copy, address_of(c, target), address_of(c, origin), size)
