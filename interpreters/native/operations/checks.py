"""Checks."""

from __future__ import annotations

from interpreters.ir import ops
from interpreters.native.checks import FINITE
from interpreters.native.emit import Emitter
from interpreters.native.guards import require, require_defined, require_real, trap_unless


def check(emit: Emitter, operation: ops.Check) -> None:
    trap_unless(emit, emit.read(operation.condition), operation.message, operation.values)


def check_range(emit: Emitter, operation: ops.CheckRange) -> None:
    """Trap unless the value lies between two others."""
    registers = (operation.value, operation.lower, operation.upper)
    low, high = emit.checks.state.interval(operation.lower), emit.checks.state.interval(operation.upper)
    if low[0] == low[1] and high[0] == high[1]:
        require(emit, operation.value, (low[0], high[0]), operation.message, registers)
        return
    value, lower, upper = (emit.read(register) for register in registers)
    above, below = emit.let(f"icmp sge i64 {value}, {lower}"), emit.let(f"icmp sle i64 {value}, {upper}")
    trap_unless(emit, emit.let(f"and i1 {above}, {below}"), operation.message, registers)


def check_defined(emit: Emitter, operation: ops.CheckDefined) -> None:
    require_defined(emit, operation.value, operation.message, operation.values)


def check_finite(emit: Emitter, operation: ops.CheckFinite) -> None:
    require_real(emit, operation.value, FINITE, operation.message, operation.values)
