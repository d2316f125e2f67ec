"""Cells: places where values are stored while a program runs, and how they are read and written.

    store(build, LocalCell("k"), build.int(1))
    k = load(build, LocalCell("k"), no_value("k"))         # traps with "k has no value yet"

A simple variable is a local of the function, a static region of one cell, or lies at an address; an element of an array
is one of the latter two.
"""

from __future__ import annotations

from dataclasses import dataclass

from getallenband.interpreters.ir import ops
from getallenband.interpreters.ir.builder import FunctionBuilder
from getallenband.interpreters.ir.ops import Register
from getallenband.interpreters.ir.types import SIZES, Kind

UNREACHED = "the check cannot fail"
"""The message of a check that is implied: the subscripts were checked, or there are none."""


@dataclass(frozen=True, slots=True)
class LocalCell:
    """A local variable of the function."""

    local: str


@dataclass(frozen=True, slots=True)
class RegionCell:
    """Cell `index` of a static region, of lower..upper; where it is another the access traps with `outside`.

    Without an index it is the region's only cell.
    """

    region: str
    kind: Kind
    index: Register | None = None
    lower: int = 0
    upper: int = 0
    outside: str = UNREACHED


@dataclass(frozen=True, slots=True)
class MemoryCell:
    """The cell at an address and an offset in bytes; `known_valid`: see ops.Load."""

    kind: Kind
    address: Register
    offset: int = 0
    known_valid: bool = False


Cell = LocalCell | RegionCell | MemoryCell


def no_value(name: str) -> str:
    """Word the trap of reading what was never assigned, by its name as the program writes it."""
    return f"{name} has no value yet"


def load(
    build: FunctionBuilder, cell: Cell, undefined: str | None = None, values: tuple[Register, ...] = ()
) -> Register:
    """Read a cell; with a message `undefined` ({0}, {1} …: `values`), trap where it has no value."""
    match cell:
        case LocalCell(local):
            return build.do(ops.LocalLoad, local, undefined)
        case RegionCell(region, kind, index, lower, upper, outside):
            inline = undefined if values in ((), (index,)) else None
            at = build.int(0) if index is None else index
            value = build.do(ops.IndexLoad, region, kind, at, lower, upper, outside, inline)
            if inline is not None or undefined is None:
                return value
        case MemoryCell(kind, address, offset, known_valid):
            value = build.do(ops.Load, kind, address, offset, known_valid)
    if undefined is not None:
        build.perform(ops.CheckDefined, value, undefined, values)
    return value


def store(build: FunctionBuilder, cell: Cell, value: Register) -> None:
    """Write a cell."""
    match cell:
        case LocalCell(local):
            build.perform(ops.LocalStore, local, value)
        case RegionCell(region, kind, index, lower, upper, outside):
            at = build.int(0) if index is None else index
            build.perform(ops.IndexStore, region, kind, at, value, lower, upper, outside)
        case MemoryCell(kind, address, offset, known_valid):
            build.perform(ops.Store, kind, address, value, offset, known_valid)


def check(build: FunctionBuilder, cell: Cell) -> None:
    """Trap where a cell is not in its array; an access that follows tests it again."""
    if isinstance(cell, RegionCell) and cell.index is not None:
        build.perform(ops.CheckRange, cell.index, build.int(cell.lower), build.int(cell.upper), cell.outside)


def address(build: FunctionBuilder, cell: RegionCell | MemoryCell) -> Register:
    """Return the address of a cell, after its check."""
    check(build, cell)
    if isinstance(cell, MemoryCell):
        return build.do(ops.IntAdd, cell.address, build.int(cell.offset)) if cell.offset else cell.address
    start = build.do(ops.RegionAddress, cell.region)
    if cell.index is None:
        return start
    index = build.do(ops.IntSubtract, cell.index, build.int(cell.lower)) if cell.lower else cell.index
    return build.do(ops.IntAdd, start, build.do(ops.IntMultiply, index, build.int(SIZES[cell.kind])))
