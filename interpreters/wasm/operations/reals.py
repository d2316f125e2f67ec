"""Real numbers."""

from __future__ import annotations

import math

from getallenband.interpreters.ir import ops
from getallenband.interpreters.ir.types import real_bits
from getallenband.interpreters.wasm.emit import REAL, Emitter
from getallenband.interpreters.wasm.module import INSTRUCTIONS
from getallenband.interpreters.wasm.operations.integers import RELATIONS


def real_add(emit: Emitter, operation: ops.RealAdd) -> None:
    emit.read(operation.left, operation.right)
    emit.do("f64.add")
    emit.set(operation.result)


def real_subtract(emit: Emitter, operation: ops.RealSubtract) -> None:
    emit.read(operation.left, operation.right)
    emit.do("f64.sub")
    emit.set(operation.result)


def real_multiply(emit: Emitter, operation: ops.RealMultiply) -> None:
    emit.read(operation.left, operation.right)
    emit.do("f64.mul")
    emit.set(operation.result)


def real_divide(emit: Emitter, operation: ops.RealDivide) -> None:
    emit.read(operation.left, operation.right)
    emit.do("f64.div")
    emit.set(operation.result)


def real_negate(emit: Emitter, operation: ops.RealNegate) -> None:
    emit.read(operation.value)
    emit.do("f64.neg")
    emit.set(operation.result)


def real_compare(emit: Emitter, operation: ops.RealCompare) -> None:
    """Compare; all relations but /= are false for a NaN."""
    emit.read(operation.left, operation.right)
    emit.do(f"f64.{RELATIONS[operation.relation]}")
    emit.set(operation.result)


def real_function(emit: Emitter, operation: ops.RealFunction) -> None:
    """Use the instruction where its result is exact, else call what the host offers."""
    emit.read(*operation.arguments)
    if operation.name in INSTRUCTIONS:
        emit.do(INSTRUCTIONS[operation.name])
    else:
        emit.call(emit.module.mathematics[operation.name])
    emit.set(operation.result)


def real_to_int(emit: Emitter, operation: ops.RealToInt) -> None:
    """Round, check the range as a real number, convert.

    "nearest" is floor(x + 1/2) with an exact sum: floor(x), or one more where x is 1/2 or more above.
    """
    emit.read(operation.value)
    emit.do("f64.trunc" if operation.rounding == "truncate" else "f64.floor")
    emit.put(REAL)
    if operation.rounding == "nearest":
        emit.get(REAL)
        emit.read(operation.value)
        emit.get(REAL)
        emit.do("f64.sub")
        emit.float64(real_bits(0.5))
        emit.do("f64.ge", "f64.convert_i32_s", "f64.add")
        emit.put(REAL)
    low, high = float(operation.low), float(operation.high)
    low = math.nextafter(low, math.inf) if int(low) < operation.low else low
    high = math.nextafter(high, -math.inf) if int(high) > operation.high else high
    emit.get(REAL)
    emit.float64(real_bits(low))
    emit.do("f64.ge")
    emit.get(REAL)
    emit.float64(real_bits(high))
    emit.do("f64.le", "i32.and")
    emit.trap_unless(operation.message, (operation.value,))
    emit.get(REAL)
    emit.do("i64.trunc_f64_s")
    emit.set(operation.result)


def int_to_real(emit: Emitter, operation: ops.IntToReal) -> None:
    emit.read(operation.value)
    emit.do("f64.convert_i64_s")
    emit.set(operation.result)


def real_to_bits(emit: Emitter, operation: ops.RealToBits) -> None:
    emit.read(operation.value)
    emit.do("i64.reinterpret_f64")
    emit.set(operation.result)


def bits_to_real(emit: Emitter, operation: ops.BitsToReal) -> None:
    emit.read(operation.value)
    emit.do("f64.reinterpret_i64")
    emit.set(operation.result)


def real_to_single(emit: Emitter, operation: ops.RealToSingle) -> None:
    emit.read(operation.value)
    emit.do("f32.demote_f64", "i32.reinterpret_f32", "i64.extend_i32_s")
    emit.set(operation.result)


def single_to_real(emit: Emitter, operation: ops.SingleToReal) -> None:
    emit.read(operation.value)
    emit.do("i32.wrap_i64", "f32.reinterpret_i32", "f64.promote_f32")
    emit.set(operation.result)
