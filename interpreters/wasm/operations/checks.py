"""Checks."""

from __future__ import annotations

import math

from getallenband.interpreters.ir import ops
from getallenband.interpreters.ir.types import real_bits
from getallenband.interpreters.wasm.emit import Emitter


def check(emit: Emitter, operation: ops.Check) -> None:
    emit.read(operation.condition)
    emit.trap_unless(operation.message, operation.values)


def check_range(emit: Emitter, operation: ops.CheckRange) -> None:
    """Trap unless the value lies between two others."""
    registers = (operation.value, operation.lower, operation.upper)
    low, high = emit.constant(operation.lower), emit.constant(operation.upper)
    if low is not None and high is not None:
        emit.require(operation.value, low, high, operation.message, registers)
        return
    emit.read(operation.value, operation.lower)
    emit.do("i64.ge_s")
    emit.read(operation.value, operation.upper)
    emit.do("i64.le_s", "i32.and")
    emit.trap_unless(operation.message, registers)


def check_defined(emit: Emitter, operation: ops.CheckDefined) -> None:
    emit.require_defined(operation.value, operation.message, operation.values)


def check_finite(emit: Emitter, operation: ops.CheckFinite) -> None:
    emit.read(operation.value)
    emit.do("f64.abs")
    emit.float64(real_bits(math.inf))
    emit.do("f64.lt")
    emit.trap_unless(operation.message, operation.values)
