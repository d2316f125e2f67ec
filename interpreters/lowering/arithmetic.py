"""Arithmetic with checks, by the number system of a machine: integers in INT registers, real numbers in REAL ones.

    operation(build, EL_X8, "+", left, right)       # integer overflow: 67108863 + 1 is beyond 67108863
    operation(build, EL_X8, "/", left, right)       # division by zero: 1 / 0

An operator is written in messages as the language writes it.
"""

from __future__ import annotations

from getallenband.interpreters.arithmetic.number_system import NumberSystem
from getallenband.interpreters.ir import ops
from getallenband.interpreters.ir.builder import FunctionBuilder
from getallenband.interpreters.ir.host import Host, HostFunction, HostTrap
from getallenband.interpreters.ir.ops import Register
from getallenband.interpreters.ir.types import Relation, Rounding, Type

INTEGER_OPERATIONS = {"+": ops.IntAdd, "-": ops.IntSubtract, "×": ops.IntMultiply, "*": ops.IntMultiply}
QUOTIENTS = {"÷": ops.IntDivide, "/": ops.IntDivide, "MOD": ops.IntRemainder}
REAL_OPERATIONS = {
    "+": ops.RealAdd, "-": ops.RealSubtract, "×": ops.RealMultiply, "*": ops.RealMultiply, "/": ops.RealDivide,
}  # fmt: skip
DOMAINS: dict[str, tuple[Relation, str]] = {
    "sqrt": (">=", "negative"), "ln": (">", "not positive"), "log10": (">", "not positive"),
}  # fmt: skip
DOUBLE_LIMIT = 2**63 - 1024
"""The greatest double below 2 ** 63."""


# --- operations --------------------------------------------------------------------------------------------------


def operation(
    build: FunctionBuilder, numbers: NumberSystem, operator: str, left: Register, right: Register
) -> Register:
    """Compute on two numbers: as integers where both are and the operator is not /, else as real numbers."""
    if operator != "/" and both_integers(build, left, right):
        return integer_operation(build, numbers, operator, left, right)
    return real_operation(build, numbers, operator, to_real(build, left), to_real(build, right))


def integer_operation(
    build: FunctionBuilder, numbers: NumberSystem, operator: str, left: Register, right: Register
) -> Register:
    """Compute on two integers; trap at overflow and where the divisor is zero."""
    if operator in QUOTIENTS:
        return build.do(QUOTIENTS[operator], left, right, f"division by zero: {{0}} {operator} 0")
    message = numbers.overflow(operator)
    return build.do(INTEGER_OPERATIONS[operator], left, right, numbers.least, numbers.greatest, message)


def real_operation(
    build: FunctionBuilder,
    numbers: NumberSystem,
    operator: str,
    left: Register,
    right: Register,
    *,
    finite: bool = True,
) -> Register:
    """Compute on two real numbers; trap where the divisor is zero and, if `finite` is wanted, at overflow."""
    if operator == "/":
        proper = build.do(ops.RealCompare, "/=", right, build.real(0.0))
        build.perform(ops.Check, proper, "division by zero: {0} / 0", (left,))
    result = build.do(REAL_OPERATIONS[operator], left, right)
    if finite:
        build.perform(ops.CheckFinite, result, numbers.real_overflow(operator), (left, right))
    return result


def negative(build: FunctionBuilder, value: Register) -> Register:
    """Change a number's sign; every integer of a number system has its opposite."""
    if build.type_of(value) is Type.REAL:
        return build.do(ops.RealNegate, value)
    return build.do(ops.IntSubtract, build.int(0), value)


def absolute(build: FunctionBuilder, value: Register) -> Register:
    """Return a number without its sign."""
    if build.type_of(value) is Type.REAL:
        return build.do(ops.RealFunction, "absolute", (value,))
    below = build.do(ops.IntCompare, "<", value, build.int(0))
    return build.do(ops.Select, below, negative(build, value), value)


def compare(build: FunctionBuilder, relation: str, left: Register, right: Register) -> Register:
    """Compare two numbers; return a BOOL."""
    if both_integers(build, left, right):
        return build.do(ops.IntCompare, relation, left, right)
    return build.do(ops.RealCompare, relation, to_real(build, left), to_real(build, right))


def both_integers(build: FunctionBuilder, left: Register, right: Register) -> bool:
    """Return whether two registers hold integers."""
    return build.type_of(left) is Type.INT and build.type_of(right) is Type.INT


# --- powers and functions ----------------------------------------------------------------------------------------


def undefined_power(operator: str) -> str:
    """Word the trap of a power that has no value."""
    return f"{{0}} {operator} {{1}} is undefined"


def real_power(
    build: FunctionBuilder, numbers: NumberSystem, operator: str, base: Register, exponent: Register
) -> Register:
    """Raise a number to a power in real arithmetic; trap where it is undefined or too large."""
    result = build.do(ops.RealFunction, "power", (to_real(build, base), to_real(build, exponent)))
    build.perform(ops.CheckDefined, result, undefined_power(operator), (base, exponent))
    build.perform(ops.CheckFinite, result, numbers.real_overflow(operator), (base, exponent))
    return result


def repeated(build: FunctionBuilder, numbers: NumberSystem, operator: str, base: Register, times: int) -> Register:
    """Multiply a number with itself: a small constant power."""
    product = base
    for _ in range(times - 1):
        product = operation(build, numbers, operator, product, base)
    return product


def integer_power(operator: str) -> HostFunction:
    """Make the library procedure that raises an integer to an integer power exactly: base, exponent, greatest.

    A negative power is truncated to an integer, as in FORTRAN.
    """

    def power(host: Host, base: int, exponent: int, greatest: int) -> int:
        del host
        if exponent < 0:
            if base == 0:
                raise HostTrap(f"division by zero: 0 {operator} {exponent}")
            return 0 if abs(base) > 1 else base ** (exponent % 2)
        small = abs(base) <= 1
        if small or exponent <= greatest.bit_length():
            result: int = base ** (exponent % 2 + 2 * (exponent > 1) if small else exponent)
            if abs(result) <= greatest:
                return result
        raise HostTrap(f"integer overflow: {base} {operator} {exponent} is beyond {greatest}")

    return HostFunction((Type.INT, Type.INT, Type.INT), Type.INT, power)


def real_function(build: FunctionBuilder, name: str, title: str, value: Register) -> Register:
    """Call a function of the C library by its IR name; outside its domain, or without a finite result, it traps.

    `title` is what the language calls it.
    """
    if name in DOMAINS:
        relation, what = DOMAINS[name]
        fits = build.do(ops.RealCompare, relation, value, build.real(0.0))
        build.perform(ops.Check, fits, f"{title}({{0}}) is undefined: the argument is {what}", (value,))
    result = build.do(ops.RealFunction, name, (value,))
    build.perform(ops.CheckFinite, result, f"real overflow: {title}({{0}})", (value,))
    return result


# --- conversions -------------------------------------------------------------------------------------------------


def integer_constant(build: FunctionBuilder, numbers: NumberSystem, value: int) -> Register:
    """Return a number that the program writes; trap where the machine cannot hold it."""
    if abs(value) > numbers.greatest:
        build.end(ops.Trap, f"the number {value} is beyond {numbers.greatest}")
        build.begin(build.label("unreached"))
        return build.int(0)
    return build.int(value)


def to_real(build: FunctionBuilder, value: Register) -> Register:
    """Convert a number to a real one."""
    return value if build.type_of(value) is Type.REAL else build.do(ops.IntToReal, value)


def to_integer(
    build: FunctionBuilder, numbers: NumberSystem, value: Register, rounding: Rounding = "nearest"
) -> Register:
    """Convert a number to an integer; trap where it is too large for one."""
    if build.type_of(value) is Type.INT:
        return value
    low, high = max(numbers.least, -DOUBLE_LIMIT), min(numbers.greatest, DOUBLE_LIMIT)
    return build.do(ops.RealToInt, value, rounding, low, high, numbers.too_large())
