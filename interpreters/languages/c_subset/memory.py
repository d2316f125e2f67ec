"""Objects and pointers of C in the IR's memory.

Every variable in memory is an object with a number. A pointer is the word number * 2**32 + offset; the null pointer is
0. A table holds the address and size of each object, so that an access through a pointer can be checked against the
object it was made from. Numbers of local variables are given back when their function returns: their entries are
emptied, so a pointer that outlives them points at an object of 0 bytes.
"""

from __future__ import annotations

import struct
from dataclasses import dataclass

from interpreters.ir import ops
from interpreters.ir.builder import FunctionBuilder
from interpreters.ir.ops import Register
from interpreters.ir.program import Program, Region
from interpreters.languages.c_subset.declarations import Symbol
from interpreters.languages.c_subset.library import OBJECT
from interpreters.languages.c_subset.syntax import NOWHERE
from interpreters.languages.c_subset.types import CHAR, Array, CType, Integer, size_of

MOST_OBJECTS = 2**18
TABLE, TOP = "the table of objects", "the number of objects"
OFFSET = 2**32 - 1
CODE_TAG = 2**30
"""The number that marks the word of a function; no object has it."""


@dataclass(frozen=True, slots=True)
class Location:
    """Where a value is: in a local, or in an object at an offset.

    `symbol` is the variable where it is known: then the offset was checked already, and `index`, if given, is a
    subscript of a one-dimensional static array that is still to be checked. Otherwise `number` is a register with the
    object's number, and the access is checked against the table.
    """

    type: CType
    symbol: Symbol | None = None
    number: Register | None = None
    offset: Register | None = None
    constant: int = 0
    index: Register | None = None


@dataclass(frozen=True, slots=True)
class Value:
    """A computed value and its type."""

    register: Register
    type: CType


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
        program.regions[symbol.region] = Region(max(1, size_of(symbol.type)), "zero", contents)
    addresses = program.addresses()
    table = bytearray(OBJECT)
    for symbol in statics.symbols:
        table += struct.pack("<qq", addresses[symbol.region], size_of(symbol.type))
    program.regions[TABLE] = Region(MOST_OBJECTS * OBJECT, "zero", bytes(table))
    program.regions[TOP] = Region(8, "zero", struct.pack("<q", len(statics.symbols) + 1))


class MemoryAccess:
    """Reading, writing and pointing, in one function."""

    def __init__(self, build: FunctionBuilder, strict_alignment: bool) -> None:
        self.build = build
        self.strict_alignment = strict_alignment

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
        upper = self.build.do(ops.IntShiftLeft, self.number_of(location), self.build.int(32))
        offset = self.offset_of(location)
        if location.symbol is None:
            self.check_pointer(location, offset)
        return self.build.do(ops.IntOr, upper, offset)

    def check_pointer(self, location: Location, offset: Register) -> None:
        """Check that a pointer points into its object, or behind its end."""
        size = self.entry(location, 8)
        inside = self.build.do(
            ops.BoolAnd,
            self.build.do(ops.IntCompare, ">=", offset, self.build.int(0)),
            self.build.do(ops.IntCompare, "<=", offset, size),
        )
        message = "a pointer leaves its object: offset {0} of {1} bytes"
        self.build.perform(ops.Check, inside, message, (offset, size))

    def entry(self, location: Location, part: int) -> Register:
        """Read the address (0) or size (8) of a location's object from the table."""
        build = self.build
        table = build.do(ops.RegionAddress, TABLE)
        place = build.do(ops.IntMultiply, self.number_of(location), build.int(OBJECT))
        return build.do(ops.Load, "i64", build.do(ops.IntAdd, table, place), part)

    def address_of(self, location: Location) -> Register:
        """Return the address of a location, checked for an access to its whole type."""
        build = self.build
        symbol = location.symbol
        if symbol is not None:
            start = (
                build.do(ops.RegionAddress, symbol.region) if symbol.region
                else build.do(ops.LocalLoad, symbol.address)
            )  # fmt: skip
            if location.offset is None and location.index is None and not location.constant:
                return start
            return build.do(ops.IntAdd, start, self.offset_of(location))
        offset, size = self.offset_of(location), self.entry(location, 8)
        wanted = size_of(location.type)
        null = build.do(ops.IntCompare, "/=", self.number_of(location), build.int(0))
        build.perform(ops.Check, null, "the null pointer points at nothing")
        end = build.do(ops.IntAdd, offset, build.int(wanted))
        inside = build.do(
            ops.BoolAnd,
            build.do(ops.IntCompare, ">=", offset, build.int(0)),
            build.do(ops.IntCompare, "<=", end, size),
        )
        message = f"{wanted} bytes at offset {{0}} are outside an object of {{1}} bytes"
        build.perform(ops.Check, inside, message, (offset, size))
        if self.strict_alignment and wanted > 1 and isinstance(location.type, Integer):
            rest = build.do(ops.IntAnd, offset, build.int(wanted - 1))
            aligned = build.do(ops.IntCompare, "=", rest, build.int(0))
            build.perform(ops.Check, aligned, f"offset {{0}} is not aligned for {location.type}", (offset,))
        return build.do(ops.IntAdd, self.entry(location, 0), offset)

    # reading and writing

    def kind(self, kind: CType) -> str:
        """Return the kind of cell that holds a value."""
        return kind.kind if isinstance(kind, Integer) else "i64"

    def load(self, location: Location) -> Register:
        """Read a value."""
        symbol, build = location.symbol, self.build
        if symbol is not None and symbol.kind == "register":
            whole = isinstance(location.type, Integer) and location.type.bits == 64
            return build.do(ops.LocalLoad, symbol.local, None if whole else f"{symbol.name} has no value yet")
        if symbol is not None and location.index is not None and symbol.region and not location.constant:
            high = size_of(symbol.type) // size_of(location.type) - 1
            return build.do(
                ops.IndexLoad, symbol.region, self.kind(location.type), location.index, 0, high,
                outside(symbol.name, high + 1),
            )  # fmt: skip
        self.check_inside(location)
        return build.do(ops.Load, self.kind(location.type), self.address_of(location))

    def store(self, location: Location, value: Register) -> None:
        """Write a value."""
        symbol, build = location.symbol, self.build
        if symbol is not None and symbol.kind == "register":
            build.perform(ops.LocalStore, symbol.local, value)
        elif symbol is not None and location.index is not None and symbol.region and not location.constant:
            high = size_of(symbol.type) // size_of(location.type) - 1
            build.perform(
                ops.IndexStore, symbol.region, self.kind(location.type), location.index, value, 0, high,
                outside(symbol.name, high + 1),
            )  # fmt: skip
        else:
            self.check_inside(location)
            build.perform(ops.Store, self.kind(location.type), self.address_of(location), value)

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

    def pointed(self, word: Register, kind: CType) -> Location:
        """Return the location that a pointer points at."""
        build = self.build
        number = build.do(ops.IntShiftRight, word, build.int(32))
        return Location(kind, None, number, build.do(ops.IntAnd, word, build.int(OFFSET)))

    def moved(self, location: Location, count: Register, kind: CType) -> Location:
        """Return the location `count` elements further."""
        build = self.build
        step = build.do(ops.IntMultiply, count, build.int(size_of(kind)))
        offset = build.do(ops.IntAdd, self.offset_of(location), step)
        return Location(kind, location.symbol, location.number, offset)


def outside(name: str, length: int) -> str:
    """Word the trap of a subscript."""
    return f"subscript {{0}} of {name} is outside its bounds 0:{length - 1}"
