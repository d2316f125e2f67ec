"""Arrays by their dope vectors: bounds and strides of each dimension, and where the first element is.

    board = Array("board", "i64", row_major([(Constant(1), Constant(8)), (Constant(1), n)]), address=start)
    load(build, element(build, board, [i, j]), no_value(element_name("board", 2)), (i, j))

A number that is known while the program is lowered is a Constant, any other a register. An array in a static region
needs no address; it must have constant bounds, and be all of its region. Every subscript is checked against its bounds:

    subscript 2 of board is 9, outside its bounds 1:8
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from getallenband.interpreters.ir import ops
from getallenband.interpreters.ir.builder import FunctionBuilder
from getallenband.interpreters.ir.ops import Register
from getallenband.interpreters.ir.types import Kind, Pattern
from getallenband.interpreters.lowering.cells import Cell, MemoryCell, RegionCell, load, store

MOST_ELEMENTS = 2**55
MOST_STATIC = 2**24
"""Elements of the largest array that should be static; a larger one asks for its memory when it is declared."""


@dataclass(frozen=True, slots=True)
class Constant:
    """A number that is known while the program is lowered."""

    value: int


Operand = Constant | Register


@dataclass(frozen=True, slots=True)
class Dimension:
    """Bounds, and how many elements apart two neighbours are."""

    lower: Operand
    upper: Operand
    stride: Operand


@dataclass(frozen=True, slots=True)
class Array:
    """A dope vector whose parts are constants or in registers.

    The first element is at the start of `region`, or at `address` + `offset`; an element takes `size` bytes, of which
    its (first) cell is of `kind`. `known_valid`: see ops.Load. `note` is put at the
    end of messages.
    """

    name: str
    kind: Kind
    dimensions: tuple[Dimension, ...]
    region: str | None = None
    address: Register | None = None
    offset: int = 0
    size: int = 8
    known_valid: bool = False
    note: str = ""


@dataclass(frozen=True, slots=True)
class DopeVector:
    """Where the parts of an array's dope vector are stored at run time: each in a cell, if not constant."""

    array: Array
    address: Cell
    dimensions: tuple[tuple[Constant | Cell, Constant | Cell, Constant | Cell], ...]


# --- numbers that may be known -----------------------------------------------------------------------------------


def register(build: FunctionBuilder, operand: Operand) -> Register:
    """Return a number in a register."""
    return build.int(operand.value) if isinstance(operand, Constant) else operand


def times(build: FunctionBuilder, left: Operand, right: Operand) -> Operand:
    """Multiply, without a check."""
    if isinstance(left, Constant) and isinstance(right, Constant):
        return folded(left.value * right.value)
    if left == Constant(1):
        return right
    return left if right == Constant(1) else build.do(ops.IntMultiply, register(build, left), register(build, right))


def folded(value: int) -> Constant:
    """Return a result that is known before the run as the operation gives it: the lower 64 bits."""
    return Constant((value + 2**63) % 2**64 - 2**63)


def minus(build: FunctionBuilder, left: Operand, right: Operand) -> Operand:
    """Subtract, without a check."""
    if isinstance(left, Constant) and isinstance(right, Constant):
        return folded(left.value - right.value)
    if right == Constant(0):
        return left
    return build.do(ops.IntSubtract, register(build, left), register(build, right))


def extent(build: FunctionBuilder, dimension: Dimension) -> Operand:
    """Return how many subscripts a dimension that is not empty has."""
    width = minus(build, dimension.upper, dimension.lower)
    return folded(width.value + 1) if isinstance(width, Constant) else build.do(ops.IntAdd, width, build.int(1))


# --- bounds ------------------------------------------------------------------------------------------------------


def row_major(build: FunctionBuilder, bounds: Iterable[tuple[Operand, Operand]]) -> tuple[Dimension, ...]:
    """Return the dimensions of an array whose last subscript runs fastest."""
    return column_major(build, reversed(list(bounds)))[::-1]


def column_major(build: FunctionBuilder, bounds: Iterable[tuple[Operand, Operand]]) -> tuple[Dimension, ...]:
    """Return the dimensions of an array whose first subscript runs fastest."""
    dimensions: list[Dimension] = []
    for lower, upper in bounds:
        stride = times(build, dimensions[-1].stride, extent(build, dimensions[-1])) if dimensions else Constant(1)
        dimensions.append(Dimension(lower, upper, stride))
    return tuple(dimensions)


def elements(build: FunctionBuilder, array: Array) -> Operand:
    """Return how many elements an array has that is not empty."""
    count: Operand = Constant(1)
    for dimension in array.dimensions:
        count = times(build, count, extent(build, dimension))
    return count


def static_elements(bounds: Iterable[tuple[int, int]]) -> int:
    """Return how many elements an array with these bounds has."""
    count = 1
    for lower, upper in bounds:
        count *= upper - lower + 1
    return count


# --- storage -----------------------------------------------------------------------------------------------------


def start(build: FunctionBuilder, array: Array) -> Register:
    """Return the address of the first element."""
    base = build.do(ops.RegionAddress, array.region) if array.address is None else array.address
    return build.do(ops.IntAdd, base, build.int(array.offset)) if array.offset else base


def fill(build: FunctionBuilder, array: Array, pattern: Pattern) -> None:
    """Set all elements to zero, or to no value."""
    build.perform(ops.Fill, start(build, array), register(build, elements(build, array)), pattern)


def allocate(
    build: FunctionBuilder, array: Array, bounds: Sequence[tuple[Operand, Operand]], pattern: Pattern, *, empty: bool
) -> Array:
    """Give an array memory on the stack, the last subscript running fastest; return it with its address and bounds.

    A lower bound beyond its upper one traps, or makes the array `empty`.
    """
    widths = [width(build, array, lower, upper, empty=empty) for lower, upper in bounds]
    zero, most = build.int(0), f"array {array.name} is too large for any memory{array.note}"
    strides: list[Operand] = [Constant(1)]
    for wide in reversed(widths):
        stride = strides[0]
        if stride == Constant(1):
            strides.insert(0, wide)
        else:
            factors = register(build, stride), register(build, wide)
            strides.insert(0, build.do(ops.IntMultiply, *factors, 0, MOST_ELEMENTS, most))
    count = register(build, strides.pop(0))
    build.perform(ops.CheckRange, count, zero, build.int(MOST_ELEMENTS), most)
    address = build.do(ops.StackAllocate, build.do(ops.IntShiftLeft, count, build.int(3)))
    build.perform(ops.Fill, address, count, pattern)
    dimensions = tuple(Dimension(*pair, stride) for pair, stride in zip(bounds, strides, strict=True))
    return replace(array, dimensions=dimensions, address=address)


def width(build: FunctionBuilder, array: Array, lower: Operand, upper: Operand, *, empty: bool) -> Operand:
    """Return how many subscripts there are between two bounds, from 0 to MOST_ELEMENTS."""
    if isinstance(lower, Constant) and isinstance(upper, Constant):
        count = upper.value - lower.value + 1
        if 0 < count <= MOST_ELEMENTS:
            return Constant(count)
    low, high = register(build, lower), register(build, upper)
    some = build.do(ops.IntCompare, "<=", low, high)
    if not empty:
        message = f"the bounds {{0}}:{{1}} of {array.name} hold no element{array.note}"
        build.perform(ops.Check, some, message, (low, high))
    count = build.do(ops.IntAdd, build.do(ops.IntSubtract, high, low), build.int(1))
    count = build.do(ops.Select, some, count, build.int(0)) if empty else count
    message = f"array {array.name} is too large for any memory{array.note}"
    build.perform(ops.CheckRange, count, build.int(0), build.int(MOST_ELEMENTS), message)
    return count


def store_vector(build: FunctionBuilder, vector: DopeVector, array: Array) -> None:
    """Put the parts of an array into the cells of its dope vector."""
    store(build, vector.address, start(build, array))
    for cells, dimension in zip(vector.dimensions, array.dimensions, strict=True):
        for cell, part in zip(cells, (dimension.lower, dimension.upper, dimension.stride), strict=True):
            if not isinstance(cell, Constant):
                store(build, cell, register(build, part))


def open_vector(build: FunctionBuilder, vector: DopeVector, unset: str | None = None) -> Array:
    """Read the parts of an array from the cells of its dope vector; `unset` is the trap where it has none yet."""
    address = load(build, vector.address, unset)
    dimensions = (
        Dimension(*(cell if isinstance(cell, Constant) else load(build, cell) for cell in cells))
        for cells in vector.dimensions
    )
    return replace(vector.array, address=address, dimensions=tuple(dimensions))


# --- elements ----------------------------------------------------------------------------------------------------


def element(build: FunctionBuilder, array: Array, subscripts: Sequence[Operand]) -> RegionCell | MemoryCell:
    """Return the cell of an element; subscripts are checked here, or (of a static row) when the cell is used."""
    if array.region is not None and len(array.dimensions) == 1:
        row = array.dimensions[0]
        if isinstance(row.lower, Constant) and isinstance(row.upper, Constant):
            index, message = register(build, subscripts[0]), outside(array, 0)
            return RegionCell(array.region, array.kind, index, row.lower.value, row.upper.value, message)
    for number, subscript in enumerate(subscripts):
        check_subscript(build, array, number, subscript)
    before, constant = position(build, array, subscripts)
    if array.region is not None:
        count = elements(build, array)
        assert isinstance(count, Constant)
        at = build.int(0) if before is None else before
        return RegionCell(array.region, array.kind, at, -constant, count.value - 1 - constant)
    assert array.address is not None
    address = array.address
    if before is not None:
        scaled = times(build, before, Constant(array.size))
        address = build.do(ops.IntAdd, address, register(build, scaled))
    return MemoryCell(array.kind, address, array.offset + constant * array.size, array.known_valid)


def check_subscript(build: FunctionBuilder, array: Array, number: int, subscript: Operand) -> None:
    """Trap where a subscript is outside its bounds; nothing is left to check where all three are constant and fit."""
    lower, upper = array.dimensions[number].lower, array.dimensions[number].upper
    match subscript, lower, upper:
        case Constant(value), Constant(least), Constant(greatest) if least <= value <= greatest:
            return
    low, high = register(build, lower), register(build, upper)
    build.perform(ops.CheckRange, register(build, subscript), low, high, outside(array, number))


def outside(array: Array, number: int) -> str:
    """Word the trap of a subscript outside its bounds ({0}: the subscript; {1}, {2}: bounds that are not constant)."""
    dimension = array.dimensions[number]
    which = f"subscript {number + 1}" if len(array.dimensions) > 1 else "subscript"
    lower = dimension.lower.value if isinstance(dimension.lower, Constant) else "{1}"
    upper = dimension.upper.value if isinstance(dimension.upper, Constant) else "{2}"
    return f"{which} of {array.name} is {{0}}, outside its bounds {lower}:{upper}{array.note}"


def element_name(name: str, dimensions: int, brackets: str = "[]") -> str:
    """Name an element in a message: {0}, {1} … are its subscripts."""
    return f"{name}{brackets[0]}{','.join(f'{{{number}}}' for number in range(dimensions))}{brackets[1]}"


def position(build: FunctionBuilder, array: Array, subscripts: Sequence[Operand]) -> tuple[Register | None, int]:
    """Return how many elements lie before an element: the sum of a register, if any, and a constant."""
    variable_part: Register | None = None
    constant = 0
    for subscript, dimension in zip(subscripts, array.dimensions, strict=True):
        steps, lower, stride = subscript, dimension.lower, dimension.stride
        if isinstance(lower, Constant) and isinstance(stride, Constant):
            constant -= lower.value * stride.value
        else:
            steps = minus(build, steps, lower)
        term = times(build, steps, stride)
        if isinstance(term, Constant):
            constant += term.value
        else:
            variable_part = term if variable_part is None else build.do(ops.IntAdd, variable_part, term)
    return variable_part, constant
