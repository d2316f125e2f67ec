"""What is known of the integers at a point of a function: operation -> intervals of registers and locals.

    known = Knowledge(scan, {"k": (1, 63)})
    known.after(LocalLoad(5, "k"))          # register 5 lies in 1..63
    known.after(IndexLoad(6, "a", "i64", 5, 1, 12, "…"))
    known.locals["k"]                       # (1, 12): a larger subscript would have trapped

An interval whose low end is above the undefined pattern (the most negative integer) also says: defined. Only INT
values have intervals; what is not known lies in the full range.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from interpreters.ir import ops
from interpreters.ir.fields import result
from interpreters.ir.ops import FULL_HIGH, FULL_LOW, Operation, Register
from interpreters.ir.program import Function
from interpreters.ir.types import SIZES, Kind, Type

Interval = tuple[int, int]
ALL: Interval = (FULL_LOW, FULL_HIGH)
DEFINED: Interval = (FULL_LOW + 1, FULL_HIGH)
OPPOSITE = {"=": "/=", "/=": "=", "<": ">=", "<=": ">", ">": "<=", ">=": "<"}
ARITHMETIC = (ops.IntAdd, ops.IntSubtract, ops.IntMultiply)


def hull(left: Interval, right: Interval) -> Interval:
    """Return the smallest interval that holds both."""
    return min(left[0], right[0]), max(left[1], right[1])


def meet(left: Interval, right: Interval) -> Interval:
    """Return what both have in common; where that is nothing (no run comes here), the right one."""
    low, high = max(left[0], right[0]), min(left[1], right[1])
    return (low, high) if low <= high else right


def cells(kind: Kind) -> Interval:
    """Return the values of a memory cell."""
    if SIZES[kind] == 8:
        return ALL
    bits = 8 * SIZES[kind]
    return (-(1 << bits - 1), (1 << bits - 1) - 1) if kind[0] == "i" else (0, (1 << bits) - 1)


def exact(operation: ops.IntAdd | ops.IntSubtract | ops.IntMultiply, left: Interval, right: Interval) -> Interval:
    """Return where the result lies before it is checked or wrapped."""
    if isinstance(operation, ops.IntAdd):
        return left[0] + right[0], left[1] + right[1]
    if isinstance(operation, ops.IntSubtract):
        return left[0] - right[1], left[1] - right[0]
    corners = [a * b for a in left for b in right]
    return min(corners), max(corners)


class Scan:
    """What is known of a function's registers wherever they are read.

    Constants, how truth values came about, what calls whose results they are, and where these results lie.
    """

    def __init__(self, function: Function, memory: int = FULL_HIGH) -> None:
        self.function, self.memory = function, memory
        self.whole = {name for name, kind in function.locals.items() if kind is Type.INT}
        self.constants: dict[Register, Interval] = {}
        self.comparisons: dict[Register, ops.IntCompare] = {}
        self.results: dict[Register, str] = {}
        self.given_back: dict[Register, Interval] = {}
        for block in function.blocks.values():
            for operation in block.operations:
                if isinstance(operation, ops.IntConstant):
                    self.constants[operation.result] = (operation.value, operation.value)
                elif isinstance(operation, ops.IntCompare):
                    self.comparisons[operation.result] = operation
                elif isinstance(operation, ops.Call) and operation.result is not None:
                    self.results[operation.result] = operation.function


class Knowledge:
    """Intervals at one point: of the locals, and of the registers that were written in this block."""

    def __init__(self, scan: Scan, known: Mapping[str, Interval], regions: Mapping[str, Interval]) -> None:
        self.scan, self.regions = scan, regions
        self.locals = dict(known)
        self.registers: dict[Register, Interval] = {}
        self.holders: dict[str, Register] = {}
        self.same: dict[Register, Register] = {}

    def origin(self, register: Register) -> Register:
        """Return the register that first had this register's value, as far as locals carried it within the block."""
        return self.same.get(register, register)

    def interval(self, register: Register) -> Interval:
        """Return where a register's value lies."""
        found = self.scan.constants.get(register)
        origin = self.origin(register)
        return found or self.registers.get(origin) or self.scan.given_back.get(origin, ALL)

    def narrow(self, register: Register, interval: Interval) -> None:
        """Note that a value lies in an interval too, also for the locals that hold it."""
        origin = self.origin(register)
        if origin in self.scan.constants:
            return
        self.registers[origin] = narrowed = meet(self.interval(origin), interval)
        for local, holder in self.holders.items():
            if holder == origin:
                self.locals[local] = narrowed

    def assume(self, condition: Register, holds: bool) -> None:
        """Note that a truth value is true or false; it must have been made in this block."""
        comparison = self.scan.comparisons.get(condition)
        if comparison is None or condition not in self.registers:
            return
        relation = comparison.relation if holds else OPPOSITE[comparison.relation]
        if not comparison.signed and relation not in ("=", "/="):
            return
        left, right = self.interval(comparison.left), self.interval(comparison.right)
        if relation == "/=":
            for register, value, other in ((comparison.left, left, right), (comparison.right, right, left)):
                if other[0] == other[1] == value[0] < value[1]:
                    self.narrow(register, (value[0] + 1, value[1]))
                elif other[0] == other[1] == value[1] > value[0]:
                    self.narrow(register, (value[0], value[1] - 1))
            return
        strict = relation in ("<", ">")
        if relation in ("<", "<=", "="):
            self.below(comparison.left, comparison.right, left, right, strict)
        if relation in (">", ">=", "="):
            self.below(comparison.right, comparison.left, right, left, strict)

    def below(self, small: Register, large: Register, low: Interval, high: Interval, strict: bool) -> None:
        """Note that one value is at most (or, strictly, less than) another."""
        self.narrow(small, (FULL_LOW, max(high[1] - strict, FULL_LOW)))
        self.narrow(large, (min(low[0] + strict, FULL_HIGH), FULL_HIGH))

    def after(self, operation: Operation) -> None:
        """Note what an operation tells, once it has not trapped."""
        learn = LEARN.get(type(operation))
        if learn is not None:
            learn(self, operation)


# --- what each operation tells ------------------------------------------------------------------------------------


def loaded(known: Knowledge, operation: ops.LocalLoad) -> None:
    """Learn that the local's value is now in a register too."""
    if operation.local not in known.scan.whole:
        return
    holder = known.holders.get(operation.local)
    if holder is None:
        known.holders[operation.local] = operation.result
        known.registers[operation.result] = known.locals.get(operation.local, ALL)
    elif holder != operation.result:
        known.same[operation.result] = holder


def local_load(known: Knowledge, operation: ops.LocalLoad) -> None:
    """Learn that the value is the local's and, where that was checked, is defined."""
    loaded(known, operation)
    if operation.message is not None and operation.local in known.scan.whole:
        known.narrow(operation.result, DEFINED)


def local_store(known: Knowledge, operation: ops.LocalStore) -> None:
    """Learn that the register's value is now in the local too."""
    if operation.local in known.scan.whole:
        known.holders[operation.local] = known.origin(operation.value)
        known.locals[operation.local] = known.interval(operation.value)


def index_load(known: Knowledge, operation: ops.IndexLoad) -> None:
    """Learn that the subscript lies within its bounds."""
    known.narrow(operation.index, (operation.lower, operation.upper))
    if operation.kind != "f64":
        stored = meet(known.regions.get(operation.region, ALL), cells(operation.kind))
        defined = operation.undefined is not None and operation.kind == "i64"
        known.registers[operation.result] = meet(stored, DEFINED) if defined else stored


def index_store(known: Knowledge, operation: ops.IndexStore) -> None:
    """Learn that the subscript lies within its bounds."""
    known.narrow(operation.index, (operation.lower, operation.upper))


def load(known: Knowledge, operation: ops.Load) -> None:
    """Learn that a small cell has a small value."""
    if operation.kind != "f64":
        known.registers[operation.result] = cells(operation.kind)


def arithmetic(known: Knowledge, operation: ops.IntAdd | ops.IntSubtract | ops.IntMultiply) -> None:
    """Combine the ends; a check cuts the result, without one it may wrap."""
    found = exact(operation, known.interval(operation.left), known.interval(operation.right))
    checked = operation.message is not None or (operation.low, operation.high) != ALL
    if checked or (found[0] >= FULL_LOW and found[1] <= FULL_HIGH):
        known.registers[operation.result] = meet(found, (operation.low, operation.high))


def int_divide(known: Knowledge, operation: ops.IntDivide) -> None:
    """Divide the ends by a positive constant."""
    left, (low, high) = known.interval(operation.left), known.interval(operation.right)
    if operation.signed and low == high > 0:
        ends = [abs(end) // low * (-1 if end < 0 else 1) for end in left]
        known.registers[operation.result] = (ends[0], ends[1])


def int_remainder(known: Knowledge, operation: ops.IntRemainder) -> None:
    """Divide the ends by a positive constant."""
    left, (low, high) = known.interval(operation.left), known.interval(operation.right)
    if operation.signed and low == high > 0:
        known.registers[operation.result] = (0 if left[0] >= 0 else 1 - low, 0 if left[1] <= 0 else low - 1)


def int_and(known: Knowledge, operation: ops.IntAnd) -> None:
    """Learn that the result is at most an operand that is not negative."""
    highs = [high for low, high in map(known.interval, (operation.left, operation.right)) if low >= 0]
    if highs:
        known.registers[operation.result] = (0, min(highs))


def int_shift_right(known: Knowledge, operation: ops.IntShiftRight) -> None:
    """Shift the ends by a constant."""
    left, (low, high) = known.interval(operation.left), known.interval(operation.right)
    if low == high and 0 <= low < 64 and (operation.signed or left[0] >= 0):
        known.registers[operation.result] = (left[0] >> low, left[1] >> low)


def int_wrap(known: Knowledge, operation: ops.IntWrap) -> None:
    """Learn that the result has so many bits."""
    value, bits = known.interval(operation.value), operation.bits
    low, high = (-(1 << bits - 1), (1 << bits - 1) - 1) if operation.signed else (0, (1 << bits) - 1)
    if bits < 64:
        inside = low <= value[0] and value[1] <= high
        known.registers[operation.result] = value if inside else (low, high)


def int_compare(known: Knowledge, operation: ops.IntCompare) -> None:
    """Learn that the comparison was made in this block."""
    known.registers[operation.result] = (0, 1)


def bool_to_int(known: Knowledge, operation: ops.BoolToInt) -> None:
    """Learn that the result is 0 or 1."""
    known.registers[operation.result] = (0, 1)


def real_to_int(known: Knowledge, operation: ops.RealToInt) -> None:
    """Learn that the result was checked."""
    known.registers[operation.result] = (operation.low, operation.high)


def address(known: Knowledge, operation: ops.RegionAddress | ops.StackMark | ops.StackAllocate) -> None:
    """Learn that the address lies in memory."""
    written = result(operation)
    if written is not None:
        known.registers[written] = (0, known.scan.memory)


def select(known: Knowledge, operation: ops.Select) -> None:
    """Learn that it is one or the other."""
    if known.scan.function.registers[operation.result] is Type.INT:
        known.registers[operation.result] = hull(known.interval(operation.yes), known.interval(operation.no))


def check(known: Knowledge, operation: ops.Check) -> None:
    """Learn that the condition holds."""
    known.assume(operation.condition, True)


def check_range(known: Knowledge, operation: ops.CheckRange) -> None:
    """Learn that the value lies between the others."""
    low, high = known.interval(operation.lower)[0], known.interval(operation.upper)[1]
    if low <= high:
        known.narrow(operation.value, (low, high))


def check_defined(known: Knowledge, operation: ops.CheckDefined) -> None:
    """Learn that the value is not the undefined pattern."""
    if known.scan.function.registers[operation.value] is Type.INT:
        known.narrow(operation.value, DEFINED)


LEARN: dict[type[Operation], Callable[..., None]] = {
    ops.LocalLoad: local_load, ops.LocalStore: local_store, ops.IndexLoad: index_load, ops.IndexStore: index_store,
    ops.Load: load, ops.IntAdd: arithmetic, ops.IntSubtract: arithmetic, ops.IntMultiply: arithmetic,
    ops.IntDivide: int_divide, ops.IntRemainder: int_remainder, ops.IntAnd: int_and, ops.IntWrap: int_wrap,
    ops.IntShiftRight: int_shift_right, ops.IntCompare: int_compare, ops.BoolToInt: bool_to_int,
    ops.RealToInt: real_to_int, ops.RegionAddress: address, ops.StackMark: address, ops.StackAllocate: address,
    ops.Select: select, ops.Check: check, ops.CheckRange: check_range, ops.CheckDefined: check_defined,
}  # fmt: skip
