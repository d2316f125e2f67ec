"""Write the checks of the program: branches to cold code that ends the run.

    require(emit, sum, (-9, 9), "{0} + {1} overflows", (x, y))
    require_defined(emit, x, "x has no value")

Each check is written where it belongs; LLVM drops those that it can prove.
"""

from __future__ import annotations

import math

from getallenband.interpreters.ir.ops import FULL_HIGH, FULL_LOW, Register
from getallenband.interpreters.ir.types import UNDEFINED_INT, Type
from getallenband.interpreters.native.emit import Emitter, real_text


def unless(emit: Emitter, condition: str, site: int, registers: tuple[Register, ...] = ()) -> None:
    """End the run at a site unless the condition holds."""
    with emit.unlikely(condition):
        emit.leave(site, registers)


def trap_unless(emit: Emitter, condition: str, message: str | None, registers: tuple[Register, ...] = ()) -> None:
    """Trap with a message that shows these registers unless the condition holds."""
    unless(emit, condition, emit.site("trap", message or "", registers), registers)


def require(
    emit: Emitter, register: Register, low: int, high: int, message: str | None, shown: tuple[Register, ...]
) -> None:
    """Trap with a message unless a value lies between two numbers; one comparison tests both."""
    value = emit.read(register)
    if low > high:
        inside = "false"
    elif low == FULL_LOW:
        inside = emit.let(f"icmp sle i64 {value}, {high}")
    elif high == FULL_HIGH:
        inside = emit.let(f"icmp sge i64 {value}, {low}")
    else:
        # a value below the lower end wraps to a large unsigned distance
        distance = value if low == 0 else emit.let(f"sub i64 {value}, {low}")
        inside = emit.let(f"icmp ule i64 {distance}, {high - low}")
    trap_unless(emit, inside, message, shown)


def require_defined(emit: Emitter, register: Register, message: str, shown: tuple[Register, ...] = ()) -> None:
    """Trap where a value is the undefined pattern; any NaN is undefined."""
    value = emit.read(register)
    test = (
        f"icmp ne i64 {value}, {UNDEFINED_INT}"
        if emit.type(register) is Type.INT
        else f"fcmp ord double {value}, {value}"
    )
    trap_unless(emit, emit.let(test), message, shown)


def require_finite(emit: Emitter, register: Register, message: str, shown: tuple[Register, ...]) -> None:
    """Trap where a real value is infinite or a NaN."""
    # x - x, a NaN for infinities and NaNs, was tried: Jensen's device took 1.7 times gcc's time in place of 1.6
    size = emit.let(f"call double @llvm.fabs.f64(double {emit.read(register)})")
    trap_unless(emit, emit.let(f"fcmp olt double {size}, {real_text(math.inf)}"), message, shown)
