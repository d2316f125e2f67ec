"""Integers: only a zero divisor, division by -1 and shifts by 64 or more need care."""

from __future__ import annotations

from getallenband.interpreters.ir import ops
from getallenband.interpreters.ir.ops import FULL_HIGH, FULL_LOW, Register
from getallenband.interpreters.ir.types import Relation
from getallenband.interpreters.native.emit import Emitter
from getallenband.interpreters.native.guards import require, trap_unless
from getallenband.interpreters.native.operations.simple import instruction

SIGNED: dict[Relation, str] = {"=": "eq", "/=": "ne", "<": "slt", "<=": "sle", ">": "sgt", ">=": "sge"}
UNSIGNED: dict[Relation, str] = {"=": "eq", "/=": "ne", "<": "ult", "<=": "ule", ">": "ugt", ">=": "uge"}


def int_add(emit: Emitter, operation: ops.IntAdd) -> None:
    arithmetic(emit, operation, "add")


def int_subtract(emit: Emitter, operation: ops.IntSubtract) -> None:
    arithmetic(emit, operation, "sub")


def int_multiply(emit: Emitter, operation: ops.IntMultiply) -> None:
    arithmetic(emit, operation, "mul")


def arithmetic(emit: Emitter, operation: ops.IntArithmetic, name: str) -> None:
    """Check 64-bit overflow, where it can happen, and the range, unless the operation wraps."""
    left, right, result = emit.read(operation.left), emit.read(operation.right), operation.result
    low, high, both = operation.low, operation.high, (operation.left, operation.right)
    if operation.wraps:
        emit.set(result, f"{name} i64 {left}, {right}")
        return
    largest = max(abs(low), abs(high))
    if (largest * largest if name == "mul" else 2 * largest) <= FULL_HIGH:
        emit.set(result, f"{name} i64 {left}, {right}")
    else:
        pair = emit.let(f"call {{i64, i1}} @llvm.s{name}.with.overflow.i64(i64 {left}, i64 {right})")
        emit.set(result, f"extractvalue {{i64, i1}} {pair}, 0")
        carry = emit.let(f"extractvalue {{i64, i1}} {pair}, 1")
        trap_unless(emit, emit.let(f"xor i1 {carry}, true"), operation.message, both)
    if (low, high) != (FULL_LOW, FULL_HIGH):
        require(emit, result, low, high, operation.message, both)


def int_divide(emit: Emitter, operation: ops.IntDivide) -> None:
    """Divide by -1 by negating, so that the most negative integer wraps."""
    left, divisor, is_minus_one = division(emit, operation)
    if is_minus_one is None:
        emit.set(operation.result, f"{'s' if operation.signed else 'u'}div i64 {left}, {divisor}")
        return
    quotient, negated = emit.let(f"sdiv i64 {left}, {divisor}"), emit.let(f"sub i64 0, {left}")
    emit.set(operation.result, f"select i1 {is_minus_one}, i64 {negated}, i64 {quotient}")


def int_remainder(emit: Emitter, operation: ops.IntRemainder) -> None:
    """Divide by 1 instead of -1: the remainder is the same."""
    left, divisor, _ = division(emit, operation)
    emit.set(operation.result, f"{'s' if operation.signed else 'u'}rem i64 {left}, {divisor}")


def division(emit: Emitter, operation: ops.IntDivide | ops.IntRemainder) -> tuple[str, str, str | None]:
    """Trap where the divisor is zero; return the operands, and whether -1, which may overflow, was replaced by 1."""
    left, right = emit.read(operation.left), emit.read(operation.right)
    if may_be(emit, operation.right, 0):
        trap_unless(emit, emit.let(f"icmp ne i64 {right}, 0"), operation.message, (operation.left,))
    if not operation.signed or not may_be(emit, operation.right, -1):
        return left, right, None
    is_minus_one = emit.let(f"icmp eq i64 {right}, -1")
    return left, emit.let(f"select i1 {is_minus_one}, i64 1, i64 {right}"), is_minus_one


def may_be(emit: Emitter, register: Register, value: int) -> bool:
    """Return whether a value may be this one: it is no other constant."""
    return emit.constant(register) in (None, value)


int_and = instruction("and i64")
int_or = instruction("or i64")
int_xor = instruction("xor i64")


def int_shift_left(emit: Emitter, operation: ops.IntShiftLeft) -> None:
    shift(emit, operation, "shl")


def int_shift_right(emit: Emitter, operation: ops.IntShiftRight) -> None:
    """Shift a signed value by at most 63; an unsigned one by more gives 0."""
    if not operation.signed:
        shift(emit, operation, "lshr")
        return
    distance = emit.read(operation.right)
    if not shifts(emit, operation.right):
        distance = emit.let(f"call i64 @llvm.umin.i64(i64 {distance}, i64 63)")
    emit.set(operation.result, f"ashr i64 {emit.read(operation.left)}, {distance}")


def shift(emit: Emitter, operation: ops.IntShiftLeft | ops.IntShiftRight, name: str) -> None:
    left, right = emit.read(operation.left), emit.read(operation.right)
    if shifts(emit, operation.right):
        emit.set(operation.result, f"{name} i64 {left}, {right}")
        return
    inside = emit.let(f"icmp ult i64 {right}, 64")
    distance = emit.let(f"and i64 {right}, 63")
    emit.set(operation.result, f"select i1 {inside}, i64 {emit.let(f'{name} i64 {left}, {distance}')}, i64 0")


def shifts(emit: Emitter, register: Register) -> bool:
    """Return whether a value is a constant distance of 0 to 63."""
    distance = emit.constant(register)
    return distance is not None and 0 <= distance <= 63


def int_wrap(emit: Emitter, operation: ops.IntWrap) -> None:
    value, bits = emit.read(operation.value), operation.bits
    if bits == 64:
        emit.set(operation.result, f"add i64 {value}, 0")
        return
    narrow = emit.let(f"trunc i64 {value} to i{bits}")
    emit.set(operation.result, f"{'sext' if operation.signed else 'zext'} i{bits} {narrow} to i64")


def int_compare(emit: Emitter, operation: ops.IntCompare) -> None:
    relation = (SIGNED if operation.signed else UNSIGNED)[operation.relation]
    emit.set(operation.result, f"icmp {relation} i64 {emit.read(operation.left)}, {emit.read(operation.right)}")
