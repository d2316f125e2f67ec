"""Memory: elements of static arrays, cells by address, the stack in memory."""

from __future__ import annotations

from getallenband.interpreters.ir.ops.operation import (
    MAY_TRAP,
    PURE,
    DefinedInt,
    Int,
    OfCell,
    Operation,
    RegionName,
    operation,
)
from getallenband.interpreters.ir.types import Kind, Pattern

WORK_UNIT = 512
"""Bytes that Fill, Copy, Work or a library procedure handles at once and that count as one unit of work.

A run may do as many units of work as it may execute statements; less than a unit at a time is free.
"""


@operation(PURE, MAY_TRAP)
class IndexLoad(Operation):
    """Element `index` of a static array: the cell of `kind` at region + (index - lower) * size.

    Outside lower..upper it traps with `message` ({0}: the index); an undefined cell (i64, f64) traps with `undefined`
    ({0}: the index) where that is given.
    """

    result: OfCell
    region: RegionName
    kind: Kind
    index: Int
    lower: int
    upper: int
    message: str
    undefined: str | None = None


@operation(MAY_TRAP)
class IndexStore(Operation):
    """Assign element `index` of a static array; traps like IndexLoad."""

    region: RegionName
    kind: Kind
    index: Int
    value: OfCell
    lower: int
    upper: int
    message: str


@operation()
class Load(Operation):
    """Read the cell of `kind` at address + offset; small kinds are widened. The address must be valid and aligned.

    The native engine tests the address, so as not to crash Python, unless it is `known_valid`: tested already, or in an
    array that was allocated, by subscripts that were checked.
    """

    result: OfCell
    kind: Kind
    address: Int
    offset: int = 0
    known_valid: bool = False


@operation()
class Store(Operation):
    """Write the low bits of `value` to the cell of `kind` at address + offset (`known_valid`: see Load)."""

    kind: Kind
    address: Int
    value: OfCell
    offset: int = 0
    known_valid: bool = False


@operation()
class Fill(Operation):
    """Set `words` cells of 8 bytes from `address` on to a pattern, unless the budget of work is exhausted."""

    address: Int
    words: Int
    pattern: Pattern


@operation()
class Copy(Operation):
    """Copy `size` bytes from `origin` to `target`, as if through a buffer (they may overlap), if work is left."""

    target: Int
    origin: Int
    size: Int


@operation()
class Work(Operation):
    """Charge work on `size` bytes that loops of the runtime do within a statement, as Fill and Copy charge theirs."""

    size: Int


@operation()
class StackAllocate(Operation):
    """Take `size` bytes (rounded up to a multiple of 8) from the stack in memory; the contents are arbitrary.

    A negative size or one that exceeds the memory limit ends the run as Exhausted ("memory").
    """

    result: DefinedInt
    size: Int


@operation(PURE)
class StackMark(Operation):
    """The address up to which the stack in memory is used."""

    result: DefinedInt


@operation()
class StackRelease(Operation):
    """Free all that was allocated since the mark was taken."""

    mark: Int
