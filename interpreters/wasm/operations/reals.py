"""Real numbers."""

from __future__ import annotations

import math

from getallenband.interpreters.ir import ops
from getallenband.interpreters.ir.types import real_bits
from getallenband.interpreters.wasm.emit import REAL, Emitter
from getallenband.interpreters.wasm.module import INSTRUCTIONS
from getallenband.interpreters.wasm.operations.integers import RELATIONS
from getallenband.interpreters.wasm.operations.simple import instructions

real_add = instructions("f64.add")
real_subtract = instructions("f64.sub")
real_multiply = instructions("f64.mul")
real_divide = instructions("f64.div")
real_negate = instructions("f64.neg")


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


int_to_real = instructions("f64.convert_i64_s")
real_to_bits = instructions("i64.reinterpret_f64")
bits_to_real = instructions("f64.reinterpret_i64")
real_to_single = instructions("f32.demote_f64", "i32.reinterpret_f32", "i64.extend_i32_s")
single_to_real = instructions("i32.wrap_i64", "f32.reinterpret_i32", "f64.promote_f32")
