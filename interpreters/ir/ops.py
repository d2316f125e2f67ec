"""The operations of the IR, one class each; both engines have one function of the same name for each.

    IntAdd(result=3, left=1, right=2, low=-67108863, high=67108863, message="integer overflow: {0} + {1}")

prints as `%3 = int_add left=%1 right=%2 low=-67108863 high=67108863 message='…'`.

A field of type `Register` names a register that is read (`result` is the one that is written). `at` is an index into
the program's places: where in the source text a trap of this operation points. A `message` is the text of the trap
that the operation raises; `{0}`, `{1}` … stand for the operands in the order of the class's documentation.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import NewType

from interpreters.ir.types import Kind, Pattern, Relation, Rounding, Type

Register = NewType("Register", int)
Label = NewType("Label", str)
FULL_LOW, FULL_HIGH = -(2**63), 2**63 - 1


@dataclass(frozen=True, slots=True, kw_only=True)
class Operation:
    """What every operation and terminator has: a place in the source text."""

    at: int = 0


# --- constants ---------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class IntConstant(Operation):
    """An integer that fits in 64 bits."""

    result: Register
    value: int


@dataclass(frozen=True, slots=True)
class RealConstant(Operation):
    """A finite real number (or the undefined pattern: NaN)."""

    result: Register
    value: float


@dataclass(frozen=True, slots=True)
class BoolConstant(Operation):
    """True or false."""

    result: Register
    value: bool


@dataclass(frozen=True, slots=True)
class RegionAddress(Operation):
    """The address (INT) of the first byte of a static region."""

    result: Register
    region: str


@dataclass(frozen=True, slots=True)
class FunctionCode(Operation):
    """The code (INT) of a function, for CallIndirect: its index in the program's functions."""

    result: Register
    function: str


# --- local variables ---------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class LocalLoad(Operation):
    """Read a local variable; with a `message`, trap where it is undefined."""

    result: Register
    local: str
    message: str | None = None


@dataclass(frozen=True, slots=True)
class LocalStore(Operation):
    """Assign a local variable."""

    local: str
    value: Register


# --- memory ------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class IndexLoad(Operation):
    """Element `index` of a static array: the cell of `kind` at region + (index - lower) * size.

    Outside lower..upper it traps with `message` ({0}: the index); an undefined cell (i64, f64) traps with `undefined`
    ({0}: the index) where that is given.
    """

    result: Register
    region: str
    kind: Kind
    index: Register
    lower: int
    upper: int
    message: str
    undefined: str | None = None


@dataclass(frozen=True, slots=True)
class IndexStore(Operation):
    """Assign element `index` of a static array; traps like IndexLoad."""

    region: str
    kind: Kind
    index: Register
    value: Register
    lower: int
    upper: int
    message: str


@dataclass(frozen=True, slots=True)
class Load(Operation):
    """Read the cell of `kind` at address + offset; small kinds are widened. The address must be valid and aligned.

    The native engine tests the address, so as not to crash Python, unless it is `known_valid`: tested already.
    """

    result: Register
    kind: Kind
    address: Register
    offset: int = 0
    known_valid: bool = False


@dataclass(frozen=True, slots=True)
class Store(Operation):
    """Write the low bits of `value` to the cell of `kind` at address + offset (`known_valid`: see Load)."""

    kind: Kind
    address: Register
    value: Register
    offset: int = 0
    known_valid: bool = False


@dataclass(frozen=True, slots=True)
class Fill(Operation):
    """Set `words` (INT register) cells of 8 bytes from `address` on to a pattern."""

    address: Register
    words: Register
    pattern: Pattern


@dataclass(frozen=True, slots=True)
class Copy(Operation):
    """Copy `size` (INT register) bytes from `origin` to `target`, as if through a buffer (they may overlap)."""

    target: Register
    origin: Register
    size: Register


@dataclass(frozen=True, slots=True)
class StackAllocate(Operation):
    """Take `size` (INT register, rounded up to 8) bytes from the stack in memory; the contents are arbitrary.

    A negative size or one that the memory limit does not cover ends the run as Exhausted ("memory").
    """

    result: Register
    size: Register


@dataclass(frozen=True, slots=True)
class StackMark(Operation):
    """The address (INT) up to which the stack in memory is used."""

    result: Register


@dataclass(frozen=True, slots=True)
class StackRelease(Operation):
    """Give back all that was allocated since the mark was taken."""

    mark: Register


# --- integers ----------------------------------------------------------------------------------------------------
# A result outside low..high traps with `message` ({0}: left, {1}: right). With the full range and no message the
# result wraps to 64 bits instead. Where a narrower range is given, the operands are within it too.


@dataclass(frozen=True, slots=True)
class IntAdd(Operation):
    """left + right."""

    result: Register
    left: Register
    right: Register
    low: int = FULL_LOW
    high: int = FULL_HIGH
    message: str | None = None


@dataclass(frozen=True, slots=True)
class IntSubtract(Operation):
    """left - right."""

    result: Register
    left: Register
    right: Register
    low: int = FULL_LOW
    high: int = FULL_HIGH
    message: str | None = None


@dataclass(frozen=True, slots=True)
class IntMultiply(Operation):
    """left * right."""

    result: Register
    left: Register
    right: Register
    low: int = FULL_LOW
    high: int = FULL_HIGH
    message: str | None = None


@dataclass(frozen=True, slots=True)
class IntDivide(Operation):
    """The quotient, truncated towards zero; a zero divisor traps with `message` ({0}: left). MIN / -1 wraps."""

    result: Register
    left: Register
    right: Register
    message: str
    signed: bool = True


@dataclass(frozen=True, slots=True)
class IntRemainder(Operation):
    """left - right * (left / right), with the sign of left; a zero divisor traps with `message` ({0}: left)."""

    result: Register
    left: Register
    right: Register
    message: str
    signed: bool = True


@dataclass(frozen=True, slots=True)
class IntAnd(Operation):
    """Bitwise and of 64-bit two's complement."""

    result: Register
    left: Register
    right: Register


@dataclass(frozen=True, slots=True)
class IntOr(Operation):
    """Bitwise or of 64-bit two's complement."""

    result: Register
    left: Register
    right: Register


@dataclass(frozen=True, slots=True)
class IntXor(Operation):
    """Bitwise exclusive or of 64-bit two's complement."""

    result: Register
    left: Register
    right: Register


@dataclass(frozen=True, slots=True)
class IntShiftLeft(Operation):
    """Shift left by `right` (0..63, or the result is 0); bits fall off at the top."""

    result: Register
    left: Register
    right: Register


@dataclass(frozen=True, slots=True)
class IntShiftRight(Operation):
    """Shift right by `right` (0..63; further shifts act as 63 when signed, else give 0)."""

    result: Register
    left: Register
    right: Register
    signed: bool = True


@dataclass(frozen=True, slots=True)
class IntWrap(Operation):
    """Keep the low `bits` (1..64), and widen again with the sign or with zeros."""

    result: Register
    value: Register
    bits: int
    signed: bool


@dataclass(frozen=True, slots=True)
class IntCompare(Operation):
    """left `relation` right, as a BOOL."""

    result: Register
    relation: Relation
    left: Register
    right: Register
    signed: bool = True


# --- reals -------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class RealAdd(Operation):
    """left + right in IEEE 754."""

    result: Register
    left: Register
    right: Register


@dataclass(frozen=True, slots=True)
class RealSubtract(Operation):
    """left - right in IEEE 754."""

    result: Register
    left: Register
    right: Register


@dataclass(frozen=True, slots=True)
class RealMultiply(Operation):
    """left * right in IEEE 754."""

    result: Register
    left: Register
    right: Register


@dataclass(frozen=True, slots=True)
class RealDivide(Operation):
    """left / right in IEEE 754 (a zero divisor gives an infinity or a NaN; check before or after)."""

    result: Register
    left: Register
    right: Register


@dataclass(frozen=True, slots=True)
class RealNegate(Operation):
    """The value with its sign changed."""

    result: Register
    value: Register


@dataclass(frozen=True, slots=True)
class RealCompare(Operation):
    """left `relation` right, as a BOOL; false (`/=`: true) when either is a NaN."""

    result: Register
    relation: Relation
    left: Register
    right: Register


REAL_FUNCTIONS: dict[str, int] = {
    "sqrt": 1, "sin": 1, "cos": 1, "tan": 1, "arcsin": 1, "arccos": 1, "arctan": 1, "sinh": 1, "cosh": 1, "tanh": 1,
    "exp": 1, "ln": 1, "log10": 1, "floor": 1, "ceil": 1, "truncate": 1, "absolute": 1,
    "arctan2": 2, "power": 2, "remainder": 2,
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class RealFunction(Operation):
    """A function of the C mathematical library (names in REAL_FUNCTIONS, with their number of arguments).

    Out of its domain the result is a NaN, out of range an infinity, as in C; neither engine raises.
    """

    result: Register
    name: str
    arguments: tuple[Register, ...]


@dataclass(frozen=True, slots=True)
class RealToInt(Operation):
    """Round to an integer ("nearest" is floor(x + 1/2)); outside low..high, or a NaN, trap with `message` ({0})."""

    result: Register
    value: Register
    rounding: Rounding
    low: int
    high: int
    message: str


@dataclass(frozen=True, slots=True)
class IntToReal(Operation):
    """The nearest real number."""

    result: Register
    value: Register


@dataclass(frozen=True, slots=True)
class RealToBits(Operation):
    """The 64 bits of a real number as an integer."""

    result: Register
    value: Register


@dataclass(frozen=True, slots=True)
class BitsToReal(Operation):
    """The real number whose 64 bits these are."""

    result: Register
    value: Register


# --- truth values ------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class BoolNot(Operation):
    """Negation."""

    result: Register
    value: Register


@dataclass(frozen=True, slots=True)
class BoolAnd(Operation):
    """Conjunction of two values that are both known."""

    result: Register
    left: Register
    right: Register


@dataclass(frozen=True, slots=True)
class BoolOr(Operation):
    """Disjunction of two values that are both known."""

    result: Register
    left: Register
    right: Register


@dataclass(frozen=True, slots=True)
class BoolToInt(Operation):
    """1 for true, 0 for false."""

    result: Register
    value: Register


@dataclass(frozen=True, slots=True)
class IntToBool(Operation):
    """False for 0, true for all else."""

    result: Register
    value: Register


@dataclass(frozen=True, slots=True)
class Select(Operation):
    """`yes` if the condition (BOOL) holds, else `no`; both of the result's type, INT or REAL."""

    result: Register
    condition: Register
    yes: Register
    no: Register


# --- checks ------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Check(Operation):
    """Trap with `message` ({0}, {1} …: the values) unless the condition (BOOL) holds."""

    condition: Register
    message: str
    values: tuple[Register, ...] = ()


@dataclass(frozen=True, slots=True)
class CheckRange(Operation):
    """Trap with `message` ({0}: value, {1}: lower, {2}: upper) unless lower <= value <= upper (INT registers)."""

    value: Register
    lower: Register
    upper: Register
    message: str


@dataclass(frozen=True, slots=True)
class CheckDefined(Operation):
    """Trap with `message` where the value (INT or REAL) is the undefined pattern (for a REAL: any NaN)."""

    value: Register
    message: str
    values: tuple[Register, ...] = ()


@dataclass(frozen=True, slots=True)
class CheckFinite(Operation):
    """Trap with `message` ({0}, {1} …: the values) where the REAL value is an infinity or a NaN."""

    value: Register
    message: str
    values: tuple[Register, ...] = ()


# --- the world outside -------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class HostCall(Operation):
    """Call a procedure of the language's library now; its signature stands in the library (INT and REAL only)."""

    name: str
    arguments: tuple[Register, ...]
    result: Register | None = None


@dataclass(frozen=True, slots=True)
class DeferredHostCall(Operation):
    """Call a procedure of the library that has no result, later: in order, before any HostCall and the run's end.

    Engines keep up to EVENTS of these before they perform them, so that printing costs no call each. A library
    procedure called so must not trap; an output budget that runs out is noticed when the events are performed.
    """

    name: str
    arguments: tuple[Register, ...]


EVENTS = 4096


# --- statements and instruments ----------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Statement(Operation):
    """Mark that the source statement of this index (into the program's statements) begins here.

    Engines count per block: at a block's entry all its statements are charged to the budget, and refused (Exhausted,
    at the first of them) when the budget does not cover them. If the run ends inside the block, the statements
    behind the last one begun are not counted.
    """

    statement: int


@dataclass(frozen=True, slots=True)
class Probe(Operation):
    """Add one to the histogram of probe `probe` (index) at this value (INT)."""

    probe: int
    value: Register


@dataclass(frozen=True, slots=True)
class CallDepth(Operation):
    """The number of active calls (INT): 0 in the entry function."""

    result: Register


@dataclass(frozen=True, slots=True)
class StopBefore(Operation):
    """End the run as Finished just before statement `statement` (index) begins for the `execution`-th time.

    It stands before the Statement mark; the stopped execution is not counted.
    """

    statement: int
    execution: int


# --- terminators -------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Jump(Operation):
    """Go on in another block."""

    target: Label


@dataclass(frozen=True, slots=True)
class Branch(Operation):
    """Go on in one of two blocks."""

    condition: Register
    yes: Label
    no: Label


@dataclass(frozen=True, slots=True)
class Switch(Operation):
    """Go on in the block of the case that equals the value (INT), else in `default`."""

    value: Register
    cases: tuple[tuple[int, Label], ...]
    default: Label


@dataclass(frozen=True, slots=True)
class Call(Operation):
    """Call a function, then go on in block `next`. Deeper than the depth limit is a trap."""

    function: str
    arguments: tuple[Register, ...]
    next: Label
    result: Register | None = None


@dataclass(frozen=True, slots=True)
class CallIndirect(Operation):
    """Call the function with this code (from FunctionCode); it must have the signature parameters -> returns."""

    code: Register
    arguments: tuple[Register, ...]
    parameters: tuple[Type, ...]
    returns: Type | None
    next: Label
    result: Register | None = None


@dataclass(frozen=True, slots=True)
class Return(Operation):
    """Leave the function (the entry function: end the run) with its result."""

    value: Register | None = None


@dataclass(frozen=True, slots=True)
class Unwind(Operation):
    """Leave calls until the activation is reached whose `identity` local equals `activation` (INT), this one included.

    It goes on there in the block that its function's `landings` gives for `landing` (INT). No such activation: Crash.
    """

    activation: Register
    landing: Register


@dataclass(frozen=True, slots=True)
class Halt(Operation):
    """End the run as Finished, however deep the calls."""


@dataclass(frozen=True, slots=True)
class Trap(Operation):
    """End the run as a Trap with `message` ({0}, {1} …: the values)."""

    message: str
    values: tuple[Register, ...] = field(default=())


TERMINATORS = (Jump, Branch, Switch, Call, CallIndirect, Return, Unwind, Halt, Trap)
