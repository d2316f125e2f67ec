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

from interpreters.ir import ops
from interpreters.ir.builder import FunctionBuilder
from interpreters.ir.ops import Register
from interpreters.ir.program import Program, Region
from interpreters.ir.types import SIZES, Kind
from interpreters.languages.c_subset.declarations import Symbol
from interpreters.languages.c_subset.library import OBJECT
from interpreters.languages.c_subset.syntax import NOWHERE
from interpreters.languages.c_subset.types import CHAR, Array, CType, Integer, size_of

MOST_OBJECTS = 2**18
TABLE, TOP = "the table of objects", "the number of objects"
WORDS = OBJECT // 8
OFFSET = 2**32 - 1
CODE_TAG = 2**30
"""The number that marks the word of a function; no object has it."""


@dataclass(frozen=True, slots=True)
class Location:
    """Where a value is: in a local, or in an object at an offset.

    `symbol` is the variable where it is known: then the offset was checked already, unless it is `loose`, and `index`,
    if given, is a subscript of a one-dimensional array that is still to be checked. Otherwise `number` is a register
    with the object's number, and the access is checked against the table; `into` is the variable that led here.
    """

    type: CType
    symbol: Symbol | None = None
    number: Register | None = None
    offset: Register | None = None
    constant: int = 0
    index: Register | None = None
    loose: bool = False
    into: Symbol | None = None

    @property
    def object(self) -> Symbol | None:
        """Return what a pointer to here points into (see Value)."""
        return self.symbol or self.into


@dataclass(frozen=True, slots=True)
class Value:
    """A computed value and its type; of a pointer also, where that is known, what it points into.

    `object` is a static object, or a variable of the function: then it points into whatever that points into.
    """

    register: Register
    type: CType
    object: Symbol | None = None


class Statics:
    """The objects that live as long as the program, numbered as they appear; strings are among them."""

    def __init__(self) -> None:
        self.symbols: list[Symbol] = []
        self.strings: dict[str, Symbol] = {}
        self.contents: dict[str, bytes] = {}

    def add(self, symbol: Symbol) -> None:
        """Give an object its number."""
        self.symbols.append(symbol)
        symbol.number = len(self.symbols)

    def string(self, text: str) -> Symbol:
        """Return the array of a string constant."""
        symbol = self.strings.get(text)
        if symbol is None:
            region = f"string {len(self.strings)}"
            symbol = Symbol(region, "object", Array(CHAR, len(text) + 1), NOWHERE, region=region)
            self.strings[text] = symbol
            self.contents[region] = text.encode("latin-1", "replace") + b"\0"
            self.add(symbol)
        return symbol


def static_objects(program: Program, statics: Statics) -> None:
    """Lay out the static objects and fill in the table; it comes first, so that its contents move nothing."""
    program.regions[TABLE] = Region(MOST_OBJECTS * OBJECT)
    program.regions[TOP] = Region(8)
    for symbol in statics.symbols:
        contents = statics.contents.get(symbol.region, b"")
        program.regions[symbol.region] = Region(max(1, size_of(symbol.type)), "zero", contents, symbol.shared)
    addresses = program.addresses()
    table = bytearray(OBJECT)
    for symbol in statics.symbols:
        table += struct.pack("<qq", addresses[symbol.region], size_of(symbol.type)) if symbol.shared else bytes(OBJECT)
    program.regions[TABLE] = Region(MOST_OBJECTS * OBJECT, "zero", bytes(table))
    program.regions[TOP] = Region(8, "zero", struct.pack("<q", len(statics.symbols) + 1))


class MemoryAccess:
    """Reading, writing and pointing, in one function."""

    def __init__(self, build: FunctionBuilder, misaligned: bool) -> None:
        self.build = build
        self.misaligned = misaligned

    # addresses

    def number_of(self, location: Location) -> Register:
        """Return the number of the object that a location is in."""
        if location.symbol is None:
            assert location.number is not None
            return location.number
        if location.symbol.region:
            return self.build.int(location.symbol.number)
        return self.build.do(ops.LocalLoad, location.symbol.local)

    def offset_of(self, location: Location) -> Register:
        """Return the offset of a location in its object."""
        constant = self.build.int(location.constant)
        if location.index is not None:
            self.check_index(location)
            scaled = self.build.do(ops.IntMultiply, location.index, self.build.int(size_of(location.type)))
            return self.build.do(ops.IntAdd, scaled, constant)
        if location.offset is None:
            return constant
        return self.build.do(ops.IntAdd, location.offset, constant) if location.constant else location.offset

    def check_index(self, location: Location) -> None:
        """Check the subscript that a location still holds; one past the end may be pointed at."""
        assert location.symbol is not None
        length = size_of(location.symbol.type) // size_of(location.type)
        low, high = self.build.int(0), self.build.int(length)
        assert location.index is not None
        self.build.perform(ops.CheckRange, location.index, low, high, outside(location.symbol.name, length))

    def word_of(self, location: Location) -> Register:
        """Return a pointer to a location."""
        offset, symbol = self.offset_of(location), location.symbol
        if symbol is None or location.loose:
            self.check_pointer(location, offset)
        if symbol is not None and symbol.region:
            return self.build.do(ops.IntAdd, self.build.int(symbol.number << 32), offset)
        upper = self.build.do(ops.IntShiftLeft, self.number_of(location), self.build.int(32))
        return self.build.do(ops.IntOr, upper, offset)

    def check_pointer(self, location: Location, offset: Register) -> None:
        """Check that a pointer points into its object, or behind its end."""
        build, message = self.build, "a pointer leaves its object: offset {0} of {2} bytes"
        symbol = location.symbol
        size = build.int(size_of(symbol.type)) if symbol is not None else self.entry(location, 1)
        build.perform(ops.CheckRange, offset, build.int(0), size, message)

    def check_object(self, location: Location) -> None:
        """Check that a location's object is one at all."""
        build, number = self.build, self.number_of(location)
        last = build.int(MOST_OBJECTS - 1)
        build.perform(ops.CheckRange, number, build.int(0), last, "this is no pointer to a variable")
        build.perform(ops.CheckRange, number, build.int(1), last, "the null pointer points at nothing")

    def entry(self, location: Location, part: int) -> Register:
        """Read the address (0) or size (1) of a location's object from the table."""
        build = self.build
        place = build.do(ops.IntMultiply, self.number_of(location), build.int(WORDS))
        index = build.do(ops.IntAdd, place, build.int(part)) if part else place
        return build.do(
            ops.IndexLoad, TABLE, "i64", index, 0, MOST_OBJECTS * WORDS - 1, "this is no pointer to a variable"
        )

    def address_of(self, location: Location) -> Register:
        """Return the address of a location, checked for an access to its whole type."""
        build, symbol, wanted = self.build, location.symbol, size_of(location.type)
        if symbol is not None:
            start = (
                build.do(ops.RegionAddress, symbol.region) if symbol.region
                else build.do(ops.LocalLoad, symbol.address)
            )  # fmt: skip
            if location.offset is None and location.index is None and not location.constant:
                return start
            offset = self.offset_of(location)
            if location.loose:
                self.check_offset(symbol, offset, wanted)
            return build.do(ops.IntAdd, start, offset)
        self.check_object(location)
        offset, size = self.offset_of(location), self.entry(location, 1)
        end = build.do(ops.IntAdd, offset, build.int(wanted))
        inside = build.do(
            ops.BoolAnd,
            build.do(ops.IntCompare, ">=", offset, build.int(0)),
            build.do(ops.IntCompare, "<=", end, size),
        )
        message = f"{wanted} bytes at offset {{0}} are outside an object of {{1}} bytes"
        build.perform(ops.Check, inside, message, (offset, size))
        if self.misaligned and wanted > 1 and isinstance(location.type, Integer):
            rest = build.do(ops.IntAnd, offset, build.int(wanted - 1))
            aligned = build.do(ops.IntCompare, "=", rest, build.int(0))
            build.perform(ops.Check, aligned, f"offset {{0}} is not aligned for {location.type}", (offset,))
        return build.do(ops.IntAdd, self.entry(location, 0), offset)

    def check_offset(self, symbol: Symbol, offset: Register, wanted: int) -> None:
        """Check that `wanted` bytes at an offset lie in a static object."""
        size = size_of(symbol.type)
        message = f"{wanted} bytes at offset {{0}} are outside an object of {size} bytes"
        self.build.perform(ops.CheckRange, offset, self.build.int(0), self.build.int(size - wanted), message)

    # reading and writing

    def kind(self, kind: CType) -> Kind:
        """Return the kind of cell that holds a value."""
        return kind.kind if isinstance(kind, Integer) else "i64"

    def load(self, location: Location) -> Register:
        """Read a value."""
        symbol, build, kind = location.symbol, self.build, self.kind(location.type)
        if symbol is not None and symbol.kind == "register":
            whole = isinstance(location.type, Integer) and location.type.bits == 64
            return build.do(ops.LocalLoad, symbol.local, None if whole else f"{symbol.name} has no value yet")
        if symbol is not None and symbol.region:
            index, high, message = self.cell_of(symbol, location, kind)
            return build.do(ops.IndexLoad, symbol.region, kind, index, 0, high, message)
        self.check_inside(location)
        return build.do(ops.Load, kind, self.address_of(location), 0, True)

    def store(self, location: Location, value: Register) -> None:
        """Write a value."""
        symbol, build, kind = location.symbol, self.build, self.kind(location.type)
        if symbol is not None and symbol.kind == "register":
            build.perform(ops.LocalStore, symbol.local, value)
        elif symbol is not None and symbol.region:
            index, high, message = self.cell_of(symbol, location, kind)
            build.perform(ops.IndexStore, symbol.region, kind, index, value, 0, high, message)
        else:
            self.check_inside(location)
            build.perform(ops.Store, kind, self.address_of(location), value, 0, True)

    def cell_of(self, symbol: Symbol, location: Location, kind: Kind) -> tuple[Register, int, str]:
        """Return which cell of a static object a location is, the last that there is, and the trap's text beyond it.

        A location that was reached without a cast is aligned, so that its offset divides evenly.
        """
        size = SIZES[kind]
        high = size_of(symbol.type) // size - 1
        if location.index is not None and not location.constant:
            return location.index, high, outside(symbol.name, high + 1)
        if location.offset is None and location.index is None:
            return self.build.int(location.constant // size), high, outside(symbol.name, high + 1)
        offset = self.offset_of(location)
        if location.loose:
            self.check_offset(symbol, offset, size)
        shift = self.build.int(size.bit_length() - 1)
        return self.build.do(ops.IntShiftRight, offset, shift), high, outside(symbol.name, high + 1)

    def check_inside(self, location: Location) -> None:
        """Check a subscript for an access: one past the end, which may be pointed at, may not be read or written."""
        if location.index is None or location.symbol is None:
            return
        high = size_of(location.symbol.type) // size_of(location.type) - 1
        low, last = self.build.int(0), self.build.int(high)
        self.build.perform(ops.CheckRange, location.index, low, last, outside(location.symbol.name, high + 1))

    def copy(self, target: Location, origin: Location) -> None:
        """Copy a struct."""
        size = self.build.int(size_of(target.type))
        self.build.perform(ops.Copy, self.address_of(target), self.address_of(origin), size)

    # pointers

    def pointed(self, pointer: Value, kind: CType) -> Location:
        """Return the location that a pointer points at."""
        build, word, target = self.build, pointer.register, pointer.object
        if target is not None and target.region:
            offset = build.do(ops.IntSubtract, word, build.int(target.number << 32))
            return Location(kind, target, offset=offset, loose=True)
        number = build.do(ops.IntShiftRight, word, build.int(32))
        return Location(kind, None, number, build.do(ops.IntAnd, word, build.int(OFFSET)), into=target)

    def moved(self, location: Location, count: Register, kind: CType) -> Location:
        """Return the location `count` elements further."""
        build = self.build
        step = build.do(ops.IntMultiply, count, build.int(size_of(kind)))
        offset = build.do(ops.IntAdd, self.offset_of(location), step)
        return replace(location, type=kind, offset=offset, constant=0, index=None)


def outside(name: str, length: int) -> str:
    """Word the trap of a subscript."""
    return f"subscript {{0}} of {name} is outside its bounds 0:{length - 1}"
