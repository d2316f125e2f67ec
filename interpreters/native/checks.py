"""Range checks of integers, as few as can be: each is left out where it is implied, and put off while that may yet be.

    checks.require(x, DEFINED, "x has no value", ())                 # put off
    checks.require(sum, (-9, 9), "{0} + {1} overflows", (x, y))      # put off
    checks.require(sum, (1, 7), "subscript {0}", (sum,), now=True)   # one test; the others only where it fails

A check that was put off is made before anything happens that can be noticed (`flush`), or falls away when a later,
stricter check of the same value holds. Wherever a check fails, those put off before it are tried first, in order, so
that the trap is always that of the first check that fails.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from interpreters.ir import ops
from interpreters.ir.ops import FULL_HIGH, FULL_LOW, Operation, Register
from interpreters.transform.intervals import ALL, ARITHMETIC, Interval, Knowledge, loaded

if TYPE_CHECKING:
    from interpreters.native.emit import Emitter

SILENT = (
    ops.IntConstant, ops.RealConstant, ops.BoolConstant, ops.RegionAddress, ops.FunctionCode, ops.LocalLoad,
    ops.LocalStore, ops.IndexLoad, *ARITHMETIC, ops.IntDivide, ops.IntRemainder, ops.IntAnd, ops.IntOr, ops.IntXor,
    ops.IntShiftLeft, ops.IntShiftRight, ops.IntWrap, ops.IntCompare, ops.RealAdd, ops.RealSubtract,
    ops.RealMultiply, ops.RealDivide, ops.RealNegate, ops.RealCompare, ops.IntToReal, ops.RealToBits, ops.BitsToReal,
    ops.BoolNot, ops.BoolAnd, ops.BoolOr, ops.BoolToInt, ops.IntToBool, ops.Select, ops.Check, ops.CheckRange,
    ops.CheckDefined, ops.CheckFinite, ops.Statement, ops.CallDepth,
)  # fmt: skip
"""Operations that nobody notices when a check put off before them fails in the end."""


@dataclass(frozen=True, slots=True)
class Required:
    """A check: the value (by its register, and by the register that first had it), where it must lie, and its site."""

    register: Register
    origin: Register
    interval: Interval
    site: int
    shown: tuple[Register, ...]


class Checks:
    """The checks of one function; `known` is what is known at the point that is being written."""

    def __init__(self, emit: Emitter) -> None:
        self.emit = emit
        self.begin_block(Knowledge(emit.module.ranges.scans[emit.function.name], {}, {}))

    def begin_block(self, known: Knowledge) -> None:
        """Begin with what is known at a block's beginning."""
        self.known = known
        self.put_off: list[Required] = []
        self.first = dict(known.locals)
        self.unchanged: dict[Register, Interval] = {}
        self.sums: dict[Register, ops.IntAdd | ops.IntSubtract] = {}

    def loaded(self, operation: ops.LocalLoad) -> None:
        """Note what a load tells before it is checked."""
        if operation.local not in self.known.holders:
            self.unchanged[operation.result] = self.first.get(operation.local, ALL)
        loaded(self.known, operation)

    def after(self, operation: Operation) -> None:
        """Note what an operation tells."""
        match operation:
            case ops.IntAdd() | ops.IntSubtract():
                self.sums[operation.result] = operation
        self.known.after(operation)

    def require(
        self, register: Register, interval: Interval, message: str | None, shown: Sequence[Register], now: bool = False
    ) -> None:
        """Trap with a message unless a value lies in an interval; `now`: before the next operation."""
        low, high = self.known.interval(register)
        if interval[0] <= low and high <= interval[1]:
            if now:
                self.flush()
            return
        site = self.emit.site("trap", message or "", shown)
        check = Required(register, self.known.origin(register), interval, site, tuple(shown))
        if now:
            self.make(check)
        else:
            self.put_off.append(check)

    def flush(self) -> None:
        """Make all checks that were put off, the last first: it may imply others."""
        while self.put_off:
            self.make(self.put_off.pop())

    def make(self, check: Required) -> None:
        """Write a check; drop those that it implies."""
        holds = self.inside(check)
        self.emit.unless(holds, check.site, check.shown)
        self.put_off = [other for other in self.put_off if not self.implies(check, other)]

    def try_put_off(self) -> None:
        """Write, in cold code, the checks that were put off."""
        for check in self.put_off:
            away, on = self.emit.fresh("no"), self.emit.fresh("ok")
            self.emit.line(f"br i1 {self.inside(check)}, label %{on}, label %{away}")
            self.emit.begin(away)
            self.emit.leave(check.site, check.shown)
            self.emit.begin(on)

    def inside(self, check: Required) -> str:
        """Return whether a check's value lies where it must, with one comparison."""
        (low, high), value = check.interval, self.emit.read(check.register)
        if low > high:
            return "false"
        if (low, high) == (FULL_LOW + 1, FULL_HIGH):
            return self.emit.let(f"icmp ne i64 {value}, {FULL_LOW}")
        if low == FULL_LOW:
            return self.emit.let(f"icmp sle i64 {value}, {high}")
        if high == FULL_HIGH:
            return self.emit.let(f"icmp sge i64 {value}, {low}")
        distance = value if low == 0 else self.emit.let(f"sub i64 {value}, {low}")
        return self.emit.let(f"icmp ule i64 {distance}, {high - low}")

    def implies(self, check: Required, other: Required) -> bool:
        """Tell whether a check that holds implies another, of the same value or of a term of the sum that it is."""
        low, high = other.interval
        if check.origin == other.origin:
            return low <= check.interval[0] and check.interval[1] <= high
        if {required.origin for required in self.put_off} - {check.origin, other.origin}:
            return False
        term = self.term(check, other.origin)
        return term is not None and low <= term[0] and term[1] <= high

    def term(self, check: Required, origin: Register) -> Interval | None:
        """Return where a term of a sum lies when the sum lies where a check wants it; None where 64 bits wrap."""
        total = self.sums.get(check.origin)
        if total is None:
            return None
        low, high = check.interval
        left, right = self.known.origin(total.left), self.known.origin(total.right)
        if isinstance(total, ops.IntSubtract):
            if origin != left or right == left:
                return None
            other = self.settled(right)
            found = (low + other[0], high + other[1])
        else:
            if origin not in (left, right) or left == right:
                return None
            other = self.settled(right if origin == left else left)
            found = (low - other[1], high - other[0])
        return found if low <= high and found[0] >= FULL_LOW and found[1] <= FULL_HIGH else None

    def settled(self, register: Register) -> Interval:
        """Return where a value lies by what no check that was put off has a part in."""
        return self.known.scan.constants.get(register) or self.unchanged.get(register, ALL)
