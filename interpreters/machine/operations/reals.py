"""Real numbers: IEEE 754 arithmetic as C does it; nothing here raises, results are NaN or infinite instead."""

from __future__ import annotations

import math
import operator
import struct
from collections.abc import Callable
from ctypes import c_float

from getallenband.interpreters.arithmetic.rounding import nearest
from getallenband.interpreters.ir import ops
from getallenband.interpreters.machine.operations.integers import RELATIONS
from getallenband.interpreters.machine.operations.steps import computed, computing
from getallenband.interpreters.machine.state import Here, Step, Values

INTEGRAL = 2.0**52
"""From here on every double is an integer."""


real_add = computing(operator.add)
real_subtract = computing(operator.sub)
real_multiply = computing(operator.mul)


def quotient(left: float, right: float) -> float:
    """Divide; a zero divisor gives an infinity with the sign of both, or a NaN."""
    if right != 0.0:
        return left / right
    if left == 0.0 or left != left:
        return math.nan
    return math.copysign(math.inf, left) * math.copysign(1.0, right)


real_divide = computing(quotient)
real_negate = computing(operator.neg)


def real_compare(operation: ops.RealCompare, _here: Here) -> Step:
    return computed(operation, RELATIONS[operation.relation])


def floor(value: float) -> float:
    """Return the greatest integer not above the value; zero keeps its sign."""
    if not abs(value) < INTEGRAL:
        return value
    return math.copysign(float(math.floor(value)), value)


def ceil(value: float) -> float:
    """Return the least integer not below the value; zero keeps its sign."""
    if not abs(value) < INTEGRAL:
        return value
    return math.copysign(float(math.ceil(value)), value)


def truncate(value: float) -> float:
    """Round towards zero; zero keeps its sign."""
    if not abs(value) < INTEGRAL:
        return value
    return math.copysign(float(math.trunc(value)), value)


def logarithm(function: Callable[[float], float]) -> Callable[[float], float]:
    """Extend a logarithm: minus infinity at zero, a NaN below."""

    def extended(value: float) -> float:
        if value == 0.0:
            return -math.inf
        return function(value) if not value < 0.0 else math.nan

    return extended


def odd(value: float) -> bool:
    return math.fmod(value, 2.0) in (1.0, -1.0) if math.isfinite(value) else False


def power(base: float, exponent: float) -> float:
    """Raise the base to the power of the exponent, as C's pow."""
    try:
        return math.pow(base, exponent)
    except OverflowError:
        return -math.inf if base < 0.0 and odd(exponent) else math.inf
    except ValueError:
        if base == 0.0:
            return math.copysign(math.inf, base) if odd(exponent) else math.inf
        return math.nan


def total(function: Callable[..., float], overflow: Callable[[float], float]) -> Callable[..., float]:
    """Extend a function of Python's mathematical library: a NaN out of its domain, `overflow` out of range."""

    def extended(*arguments: float) -> float:
        try:
            return function(*arguments)
        except ValueError:
            return math.nan
        except OverflowError:
            return overflow(arguments[0])

    return extended


def same_sign(value: float) -> float:
    return math.copysign(math.inf, value)


def positive(_value: float) -> float:
    return math.inf


REAL_FUNCTIONS: dict[str, Callable[..., float]] = {
    "sqrt": total(math.sqrt, positive),
    "sin": total(math.sin, positive),
    "cos": total(math.cos, positive),
    "tan": total(math.tan, positive),
    "arcsin": total(math.asin, positive),
    "arccos": total(math.acos, positive),
    "arctan": math.atan,
    "sinh": total(math.sinh, same_sign),
    "cosh": total(math.cosh, positive),
    "tanh": math.tanh,
    "exp": total(math.exp, positive),
    "ln": logarithm(math.log),
    "log10": logarithm(math.log10),
    "floor": floor,
    "ceil": ceil,
    "truncate": truncate,
    "absolute": math.fabs,
    "arctan2": math.atan2,
    "power": power,
    "remainder": total(math.fmod, positive),
}


def real_function(operation: ops.RealFunction, _here: Here) -> Step:
    return computed(operation, REAL_FUNCTIONS[operation.name])


ROUNDINGS: dict[str, Callable[[float], int]] = {"floor": math.floor, "truncate": math.trunc, "nearest": nearest}


def real_to_int(operation: ops.RealToInt, here: Here) -> Step:
    result, value, low, high = operation.result, operation.value, operation.low, operation.high
    rounded = ROUNDINGS[operation.rounding]

    def step(values: Values) -> None:
        number = values[value]
        if not math.isfinite(number):
            raise here.trap(operation, operation.message, number)
        integer = rounded(number)
        if not low <= integer <= high:
            raise here.trap(operation, operation.message, number)
        values[result] = integer

    return step


int_to_real = computing(float)


def real_to_bits(operation: ops.RealToBits, _here: Here) -> Step:
    return computed(operation, lambda value: struct.unpack("<q", struct.pack("<d", value))[0])


def bits_to_real(operation: ops.BitsToReal, _here: Here) -> Step:
    return computed(operation, lambda value: struct.unpack("<d", struct.pack("<q", value))[0])


def single_bits(value: float) -> int:
    """Return the bits of the nearest single-precision number, as a signed integer."""
    bits: int = struct.unpack("<i", bytes(c_float(value)))[0]
    return bits


real_to_single = computing(single_bits)


def single_to_real(operation: ops.SingleToReal, _here: Here) -> Step:
    return computed(operation, lambda value: struct.unpack("<f", struct.pack("<I", value % 2**32))[0])
