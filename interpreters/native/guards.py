"""Write the checks of the program: branches to cold code that ends the run.

    require(emit, x, DEFINED, "x has no value")                      # deferred
    require(emit, sum, (-9, 9), "{0} + {1} overflows", (x, y))       # deferred
    require(emit, sum, (1, 7), "subscript {0}", (sum,), now=True)    # one test; the others only where it fails

Where a check fails, Python tries the deferred ones first, in order, so that the trap is that of the first check that
fails.
"""

from __future__ import annotations

import math

from interpreters.ir.ops import FULL_HIGH, FULL_LOW, Register
from interpreters.ir.types import Type
from interpreters.native.checks import REAL_NUMBER, Check
from interpreters.native.emit import Emitter, real_text
from interpreters.native.state import MOST_DEFERRED
from interpreters.transform.intervals import DEFINED, Interval


def unless(emit: Emitter, condition: str, site: int, registers: tuple[Register, ...] = ()) -> None:
    """End the run at a site unless the condition holds."""
    if condition != "true":
        with emit.unlikely(condition):
            emit.leave(site, registers, emit.checks.deferred)


def trap_unless(emit: Emitter, condition: str, message: str | None, registers: tuple[Register, ...] = ()) -> None:
    """Trap with a message that shows these registers unless the condition holds."""
    unless(emit, condition, emit.site("trap", message or "", registers), registers)


def require(
    emit: Emitter,
    register: Register,
    interval: Interval,
    message: str | None,
    shown: tuple[Register, ...] = (),
    now: bool = False,
) -> None:
    """Trap with a message unless a value lies in an interval; `now`: before the next operation."""
    if not emit.checks.implied(register, interval):
        origin = emit.checks.state.origin(register)
        # the site is made here, where the check belongs: it may be written later, but the trap has this place
        check = Check(register, origin, interval, emit.site("trap", message or "", shown), shown)
        if now:
            write(emit, check)
        else:
            defer(emit, check)
    elif now:
        # implied, perhaps, only by checks that are still deferred: what comes next needs them written
        flush(emit)


def defer(emit: Emitter, check: Check) -> None:
    """Defer a check to the next side effect."""
    if len(emit.checks.deferred) == MOST_DEFERRED:
        flush(emit)
    emit.checks.deferred.append(check)


def require_defined(emit: Emitter, register: Register, message: str, shown: tuple[Register, ...] = ()) -> None:
    """Trap where a value is the undefined pattern; any NaN is undefined."""
    if emit.type(register) is Type.INT:
        require(emit, register, DEFINED, message, shown)
    else:
        require_real(emit, register, REAL_NUMBER, message, shown)


def require_real(
    emit: Emitter, register: Register, interval: Interval, message: str, shown: tuple[Register, ...]
) -> None:
    """Trap where a real value is a NaN (REAL_NUMBER), or not finite (FINITE)."""
    origin = emit.checks.state.origin(register)
    defer(emit, Check(register, origin, interval, emit.site("trap", message, shown), shown, real=True))


def flush(emit: Emitter) -> None:
    """Write all deferred checks, the last first: it may imply others."""
    while emit.checks.deferred:
        write(emit, emit.checks.deferred.pop())


def write(emit: Emitter, check: Check) -> None:
    """Write a check; drop those that it implies."""
    # first the test: where it fails it implies nothing, and all checks still deferred are its suspects
    unless(emit, inside(emit, check), check.site, check.shown)
    emit.checks.drop_implied(check)


def inside(emit: Emitter, check: Check) -> str:
    """Return whether a check's value lies in its interval, by one comparison."""
    (low, high), value = check.interval, emit.read(check.register)
    if check.real and check.interval == REAL_NUMBER:
        return emit.let(f"fcmp ord double {value}, {value}")
    if check.real:
        # x - x, a NaN for infinities and NaNs, was tried: Jensen's device took 1.7 times gcc's time in place of 1.6
        size = emit.let(f"call double @llvm.fabs.f64(double {value})")
        return emit.let(f"fcmp olt double {size}, {real_text(math.inf)}")
    if low > high:
        return "false"
    if (low, high) == (FULL_LOW + 1, FULL_HIGH):
        return emit.let(f"icmp ne i64 {value}, {FULL_LOW}")
    if low == FULL_LOW:
        return emit.let(f"icmp sle i64 {value}, {high}")
    if high == FULL_HIGH:
        return emit.let(f"icmp sge i64 {value}, {low}")
    # a value below the lower end wraps to a large unsigned distance: one comparison tests both ends
    distance = value if low == 0 else emit.let(f"sub i64 {value}, {low}")
    return emit.let(f"icmp ule i64 {distance}, {high - low}")
