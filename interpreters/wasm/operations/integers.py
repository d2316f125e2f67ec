"""Integers: overflow, division by -1 and shifts by 64 or more need care; WebAssembly itself traps a zero divisor."""

from __future__ import annotations

from getallenband.interpreters.ir import ops
from getallenband.interpreters.ir.ops import FULL_HIGH, FULL_LOW, Register
from getallenband.interpreters.ir.types import Relation, Type
from getallenband.interpreters.wasm.emit import Emitter
from getallenband.interpreters.wasm.instructions import VALUE_TYPES
from getallenband.interpreters.wasm.operations.simple import instructions

RELATIONS: dict[Relation, str] = {"=": "eq", "/=": "ne", "<": "lt", "<=": "le", ">": "gt", ">=": "ge"}


def int_add(emit: Emitter, operation: ops.IntAdd) -> None:
    if arithmetic(emit, operation, "i64.add"):
        # the sum has neither term's sign
        overflow_by_signs(emit, (operation.left, operation.result), (operation.right, operation.result))
        emit.trap_unless(operation.message, (operation.left, operation.right))
    stay(emit, operation)


def int_subtract(emit: Emitter, operation: ops.IntSubtract) -> None:
    if arithmetic(emit, operation, "i64.sub"):
        # the terms differ in sign, and so do the first and the difference
        overflow_by_signs(emit, (operation.left, operation.right), (operation.left, operation.result))
        emit.trap_unless(operation.message, (operation.left, operation.right))
    stay(emit, operation)


def int_multiply(emit: Emitter, operation: ops.IntMultiply) -> None:
    if arithmetic(emit, operation, "i64.mul"):
        emit.read(operation.left, operation.right)
        emit.call(emit.module.overflows)
        emit.do("i32.eqz")
        emit.trap_unless(operation.message, (operation.left, operation.right))
    stay(emit, operation)


def arithmetic(emit: Emitter, operation: ops.IntArithmetic, name: str) -> bool:
    """Write the operation; return whether its result may leave 64 bits and must be checked for that."""
    emit.read(operation.left, operation.right)
    emit.do(name)
    emit.set(operation.result)
    if operation.wraps:
        return False
    # the operands lie in the range of the result
    largest = max(abs(operation.low), abs(operation.high))
    return (largest * largest if name == "i64.mul" else 2 * largest) > FULL_HIGH


def overflow_by_signs(emit: Emitter, *pairs: tuple[Register, Register]) -> None:
    """Write whether not both pairs differ in sign."""
    for pair in pairs:
        emit.read(*pair)
        emit.do("i64.xor")
    emit.do("i64.and")
    emit.int64(0)
    emit.do("i64.ge_s")


def stay(emit: Emitter, operation: ops.IntArithmetic) -> None:
    """Check the range of the result, unless the operation wraps."""
    if not operation.wraps and (operation.low, operation.high) != (FULL_LOW, FULL_HIGH):
        both = (operation.left, operation.right)
        emit.require(operation.result, operation.low, operation.high, operation.message, both)


def int_divide(emit: Emitter, operation: ops.IntDivide) -> None:
    """Divide by -1 by negating, so that the most negative integer wraps."""
    check_divisor(emit, operation)
    if operation.signed and may_be(emit, operation.right, -1):
        emit.read(operation.right)
        emit.int64(-1)
        emit.do("i64.eq")
        with emit.block("if", VALUE_TYPES[Type.INT]):
            emit.int64(0)
            emit.read(operation.left)
            emit.do("i64.sub")
            emit.otherwise()
            emit.read(operation.left, operation.right)
            emit.do("i64.div_s")
    else:
        emit.read(operation.left, operation.right)
        emit.do("i64.div_s" if operation.signed else "i64.div_u")
    emit.set(operation.result)


def int_remainder(emit: Emitter, operation: ops.IntRemainder) -> None:
    check_divisor(emit, operation)
    emit.read(operation.left, operation.right)
    emit.do("i64.rem_s" if operation.signed else "i64.rem_u")
    emit.set(operation.result)


def check_divisor(emit: Emitter, operation: ops.IntDivide | ops.IntRemainder) -> None:
    if may_be(emit, operation.right, 0):
        emit.read(operation.right)
        emit.int64(0)
        emit.do("i64.ne")
        emit.trap_unless(operation.message, (operation.left,))


def may_be(emit: Emitter, register: Register, value: int) -> bool:
    """Return whether a value may be this one: it is no other constant."""
    return emit.constant(register) in (None, value)


int_and = instructions("i64.and")
int_or = instructions("i64.or")
int_xor = instructions("i64.xor")


def int_shift_left(emit: Emitter, operation: ops.IntShiftLeft) -> None:
    shift(emit, operation, "i64.shl")


def int_shift_right(emit: Emitter, operation: ops.IntShiftRight) -> None:
    """Shift a signed value by at most 63; an unsigned one by more gives 0."""
    if not operation.signed:
        shift(emit, operation, "i64.shr_u")
        return
    emit.read(operation.left, operation.right)
    if not shifts(emit, operation.right):
        emit.int64(63)
        emit.read(operation.right)
        emit.int64(63)
        emit.do("i64.le_u", "select")
    emit.do("i64.shr_s")
    emit.set(operation.result)


def shift(emit: Emitter, operation: ops.IntShiftLeft | ops.IntShiftRight, name: str) -> None:
    emit.read(operation.left, operation.right)
    emit.do(name)
    if not shifts(emit, operation.right):
        emit.int64(0)
        emit.read(operation.right)
        emit.int64(64)
        emit.do("i64.lt_u", "select")
    emit.set(operation.result)


def shifts(emit: Emitter, register: Register) -> bool:
    """Return whether a value is a constant distance of 0 to 63."""
    distance = emit.constant(register)
    return distance is not None and 0 <= distance <= 63


def int_wrap(emit: Emitter, operation: ops.IntWrap) -> None:
    emit.read(operation.value)
    if operation.bits < 64 and not operation.signed:
        emit.int64((1 << operation.bits) - 1)
        emit.do("i64.and")
    elif operation.bits in (8, 16, 32):
        emit.do(f"i64.extend{operation.bits}_s")
    elif operation.bits < 64:
        emit.int64(64 - operation.bits)
        emit.do("i64.shl")
        emit.int64(64 - operation.bits)
        emit.do("i64.shr_s")
    emit.set(operation.result)


def int_compare(emit: Emitter, operation: ops.IntCompare) -> None:
    emit.read(operation.left, operation.right)
    sign = "" if operation.relation in ("=", "/=") else "_s" if operation.signed else "_u"
    emit.do(f"i64.{RELATIONS[operation.relation]}{sign}")
    emit.set(operation.result)
