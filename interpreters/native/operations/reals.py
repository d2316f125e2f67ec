"""Real numbers."""

from __future__ import annotations

import math

from getallenband.interpreters.ir import ops
from getallenband.interpreters.ir.types import Relation
from getallenband.interpreters.native.emit import Emitter, real_text
from getallenband.interpreters.native.guards import trap_unless
from getallenband.interpreters.native.operations.simple import instruction

ORDERED: dict[Relation, str] = {"=": "oeq", "/=": "une", "<": "olt", "<=": "ole", ">": "ogt", ">=": "oge"}
INTRINSICS = {
    "sqrt": "llvm.sqrt.f64", "floor": "llvm.floor.f64", "ceil": "llvm.ceil.f64", "truncate": "llvm.trunc.f64",
    "absolute": "llvm.fabs.f64",
}  # fmt: skip


real_add = instruction("fadd double")
real_subtract = instruction("fsub double")
real_multiply = instruction("fmul double")
real_divide = instruction("fdiv double")
real_negate = instruction("fneg double")


def real_compare(emit: Emitter, operation: ops.RealCompare) -> None:
    """Compare; all relations but /= are false for a NaN."""
    relation = ORDERED[operation.relation]
    emit.set(operation.result, f"fcmp {relation} double {emit.read(operation.left)}, {emit.read(operation.right)}")


def real_function(emit: Emitter, operation: ops.RealFunction) -> None:
    """Use the processor's instruction where its result is exact, else call the C library that Python uses."""
    arguments = ", ".join(emit.typed(register) for register in operation.arguments)
    intrinsic = INTRINSICS.get(operation.name)
    if intrinsic:
        emit.set(operation.result, f"call double @{intrinsic}({arguments})")
    else:
        function = emit.module.mathematics(operation.name)
        emit.set(operation.result, f"call double {function}({arguments}) nounwind willreturn memory(none)")


def real_to_int(emit: Emitter, operation: ops.RealToInt) -> None:
    """Round, check the range as a real number, convert."""
    value = emit.read(operation.value)
    name = "llvm.trunc.f64" if operation.rounding == "truncate" else "llvm.floor.f64"
    rounded = emit.let(f"call double @{name}(double {value})")
    if operation.rounding == "nearest":
        rounded = up_from_half(emit, value, rounded)
    low, high = float(operation.low), float(operation.high)
    low = math.nextafter(low, math.inf) if int(low) < operation.low else low
    high = math.nextafter(high, -math.inf) if int(high) > operation.high else high
    above = emit.let(f"fcmp oge double {rounded}, {real_text(low)}")
    below = emit.let(f"fcmp ole double {rounded}, {real_text(high)}")
    trap_unless(emit, emit.let(f"and i1 {above}, {below}"), operation.message, (operation.value,))
    emit.set(operation.result, f"fptosi double {rounded} to i64")


def up_from_half(emit: Emitter, value: str, whole: str) -> str:
    """Return floor(x + 1/2) with an exact sum: `whole`, which is floor(x), or one more where x is 1/2 or more above."""
    above = emit.let(f"fsub double {value}, {whole}")
    up = emit.let(f"fcmp oge double {above}, {real_text(0.5)}")
    return emit.let(f"fadd double {whole}, {emit.let(f'uitofp i1 {up} to double')}")


def int_to_real(emit: Emitter, operation: ops.IntToReal) -> None:
    emit.set(operation.result, f"sitofp i64 {emit.read(operation.value)} to double")


def real_to_bits(emit: Emitter, operation: ops.RealToBits) -> None:
    emit.set(operation.result, f"bitcast double {emit.read(operation.value)} to i64")


def bits_to_real(emit: Emitter, operation: ops.BitsToReal) -> None:
    emit.set(operation.result, f"bitcast i64 {emit.read(operation.value)} to double")


def real_to_single(emit: Emitter, operation: ops.RealToSingle) -> None:
    single = emit.let(f"fptrunc double {emit.read(operation.value)} to float")
    emit.set(operation.result, f"sext i32 {emit.let(f'bitcast float {single} to i32')} to i64")


def single_to_real(emit: Emitter, operation: ops.SingleToReal) -> None:
    bits = emit.let(f"trunc i64 {emit.read(operation.value)} to i32")
    emit.set(operation.result, f"fpext float {emit.let(f'bitcast i32 {bits} to float')} to double")
