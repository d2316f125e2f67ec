"""Checks."""

from __future__ import annotations

from getallenband.interpreters.ir import ops
from getallenband.interpreters.native.emit import Emitter
from getallenband.interpreters.native.guards import require_defined, require_finite, trap_unless


def check(emit: Emitter, operation: ops.Check) -> None:
    trap_unless(emit, emit.read(operation.condition), operation.message, operation.values)


def check_range(emit: Emitter, operation: ops.CheckRange) -> None:
    """Trap unless the value lies between two others."""
    registers = (operation.value, operation.lower, operation.upper)
    value, lower, upper = (emit.read(register) for register in registers)
    above, below = emit.let(f"icmp sge i64 {value}, {lower}"), emit.let(f"icmp sle i64 {value}, {upper}")
    trap_unless(emit, emit.let(f"and i1 {above}, {below}"), operation.message, registers)


def check_defined(emit: Emitter, operation: ops.CheckDefined) -> None:
    require_defined(emit, operation.value, operation.message, operation.values)


def check_finite(emit: Emitter, operation: ops.CheckFinite) -> None:
    require_finite(emit, operation.value, operation.message, operation.values)
