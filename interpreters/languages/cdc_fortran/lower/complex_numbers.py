"""Operations and functions of complex numbers in IR, scaled so that only a result that is too large overflows.

    quotient(c, (a, b), (x, y))      # the parts of (a, b) / (x, y)
    modulus(c, real, imaginary)

All scales are powers of two: they round nothing, and an ordinary number gives what it would give without them.
"""

from __future__ import annotations

from math import log

from getallenband.interpreters.ir import ops
from getallenband.interpreters.ir.ops import Register
from getallenband.interpreters.languages.cdc_fortran.lower.context import UnitContext
from getallenband.interpreters.lowering import arithmetic

Parts = tuple[Register, Register]
"""The real and the imaginary part of a complex number."""

EXPONENT_BITS = 0x7FF0_0000_0000_0000
LEAST_POWER = 2.0**-1022
"""The least power of two whose reciprocal is finite, too."""
GREATEST_EXPONENT = 709.0
"""The exponential function of this whole number is finite, and that of the next is not."""


def real(c: UnitContext, operator: str, left: Register, right: Register) -> Register:
    """Compute on two real numbers; whether the result is finite is asked of the complex one."""
    return arithmetic.real_operation(c.build, c.system, operator, left, right, finite=False)


def function(c: UnitContext, name: str, *values: Register) -> Register:
    """Call a function of the C library."""
    return c.build.do(ops.RealFunction, name, values)


def larger(c: UnitContext, left: Register, right: Register) -> Register:
    return c.build.do(ops.Select, c.build.do(ops.RealCompare, ">", left, right), left, right)


def power_of(c: UnitContext, parts: Parts) -> Register:
    """Return the greatest power of two that is at most the larger part; of parts below LEAST_POWER, that."""
    sizes = [arithmetic.absolute(c.build, part) for part in parts]
    bits = c.build.do(ops.RealToBits, larger(c, *sizes))
    power = c.build.do(ops.BitsToReal, c.build.do(ops.IntAnd, bits, c.build.int(EXPONENT_BITS)))
    return larger(c, power, c.build.real(LEAST_POWER))


def divided(c: UnitContext, parts: Parts, by: Register) -> Parts:
    return real(c, "/", parts[0], by), real(c, "/", parts[1], by)


def squares(c: UnitContext, parts: Parts) -> Register:
    return real(c, "+", *(real(c, "*", part, part) for part in parts))


def quotient(c: UnitContext, dividend: Parts, divisor: Parts) -> Parts:
    """Divide complex numbers; trap where the divisor is zero or the quotient too large."""
    upper, lower = power_of(c, dividend), power_of(c, divisor)
    (a, b), (x, y) = divided(c, dividend, upper), divided(c, divisor, lower)
    size = squares(c, (x, y))
    first = real(c, "/", real(c, "+", real(c, "*", a, x), real(c, "*", b, y)), size)
    second = real(c, "/", real(c, "-", real(c, "*", b, x), real(c, "*", a, y)), size)
    # by 4 less and more: the quotient of the powers may be too large where that of the numbers is not
    scale, four = real(c, "/", real(c, "*", upper, c.build.real(0.25)), lower), c.build.real(4.0)
    found = tuple(real(c, "*", real(c, "*", part, scale), four) for part in (first, second))
    return finite(c, (found[0], found[1]), "real overflow: ({0},{1}) / ({2},{3})", (*dividend, *divisor))


def finite(c: UnitContext, parts: Parts, message: str, values: tuple[Register, ...]) -> Parts:
    """Trap where a complex result is too large."""
    for part in parts:
        c.build.perform(ops.CheckFinite, part, message, values)
    return parts


def modulus(c: UnitContext, parts: Parts) -> Register:
    power = power_of(c, parts)
    return real(c, "*", function(c, "sqrt", squares(c, divided(c, parts, power))), power)


def logarithm(c: UnitContext, parts: Parts) -> Parts:
    """Return the logarithm; of a number whose modulus may be too large, that of half of it and of 2."""
    whole, half = modulus(c, parts), modulus(c, divided(c, parts, c.build.real(2.0)))
    large = c.build.do(ops.RealCompare, ">", whole, c.build.real(2.0**1000))
    size = arithmetic.real_function(c.build, "ln", "CLOG", c.build.do(ops.Select, large, half, whole))
    more = c.build.do(ops.Select, large, c.build.real(log(2.0)), c.build.real(0.0))
    return real(c, "+", size, more), function(c, "arctan2", parts[1], parts[0])


def exponential(c: UnitContext, parts: Parts) -> Parts:
    """Return the exponential function; what the real part has beyond 709 multiplies the cosine or sine later."""
    size, rest = limited(c, parts[0])
    length = function(c, "exp", size)
    cosine, sine = (real(c, "*", length, function(c, name, parts[1])) for name in ("cos", "sin"))
    return real(c, "*", cosine, rest), real(c, "*", sine, rest)


def limited(c: UnitContext, exponent: Register) -> tuple[Register, Register]:
    """Return an exponent, at most 709, and the factor for what it is more."""
    limit = c.build.real(GREATEST_EXPONENT)
    size = c.build.do(ops.Select, c.build.do(ops.RealCompare, "<", exponent, limit), exponent, limit)
    return size, function(c, "exp", real(c, "-", exponent, size))


def circular(c: UnitContext, parts: Parts, name: str, other: str) -> Parts:
    """Return `name` (sin, cos) of the real part times cosh of the imaginary one, and `other` times sinh of its size."""
    angle, (size, rest) = parts[0], limited(c, arithmetic.absolute(c.build, parts[1]))
    first = real(c, "*", function(c, name, angle), function(c, "cosh", size))
    second = real(c, "*", function(c, other, angle), function(c, "sinh", size))
    return real(c, "*", first, rest), real(c, "*", second, rest)


def sine(c: UnitContext, parts: Parts) -> Parts:
    first, second = circular(c, parts, "sin", "cos")
    return first, with_sign_of(c, parts[1], second)


def cosine(c: UnitContext, parts: Parts) -> Parts:
    first, second = circular(c, parts, "cos", "sin")
    return first, c.build.do(ops.RealNegate, with_sign_of(c, parts[1], second))


def with_sign_of(c: UnitContext, number: Register, value: Register) -> Register:
    """Return a value, negated where a number is negative."""
    below = c.build.do(ops.RealCompare, "<", number, c.build.real(0.0))
    return c.build.do(ops.Select, below, c.build.do(ops.RealNegate, value), value)


def square_root(c: UnitContext, parts: Parts) -> Parts:
    """Return the square root with a real part that is not negative; no difference is computed, which would cancel."""
    power = power_of(c, parts)
    # an even power of two, whose root is one: such a power has an odd exponent in its bits
    bits, last = c.build.do(ops.RealToBits, power), c.build.int(1 << 52)
    odd = c.build.do(ops.IntXor, c.build.do(ops.IntAnd, bits, last), last)
    even = c.build.do(ops.BitsToReal, c.build.do(ops.IntSubtract, bits, odd))
    x, y = divided(c, parts, even)
    zero, one, two = c.build.real(0.0), c.build.real(1.0), c.build.real(2.0)
    size = real(c, "+", arithmetic.absolute(c.build, x), modulus(c, (x, y)))
    sum_ = function(c, "sqrt", real(c, "/", size, two))
    nothing = c.build.do(ops.RealCompare, "=", sum_, zero)
    other = real(c, "/", y, real(c, "*", two, c.build.do(ops.Select, nothing, one, sum_)))
    negative = c.build.do(ops.RealCompare, "<", x, zero)
    first = c.build.do(ops.Select, negative, arithmetic.absolute(c.build, other), sum_)
    second, scale = c.build.do(ops.Select, negative, with_sign_of(c, parts[1], sum_), other), function(c, "sqrt", even)
    return real(c, "*", first, scale), real(c, "*", second, scale)
