"""Integers of 64 bits: arithmetic within a range, bitwise operations, comparison."""

from __future__ import annotations

import operator
from collections.abc import Callable

from getallenband.interpreters.ir import ops
from getallenband.interpreters.ir.ops import FULL_HIGH, FULL_LOW
from getallenband.interpreters.machine.operations.steps import computed, computing
from getallenband.interpreters.machine.state import Here, Step, Values

RELATIONS: dict[str, Callable[[float, float], bool]] = {
    "=": operator.eq, "/=": operator.ne, "<": operator.lt, "<=": operator.le, ">": operator.gt, ">=": operator.ge,
}  # fmt: skip


def wrapping(bits: int, signed: bool) -> Callable[[int], int]:
    """Return the function that keeps the low bits of an integer and widens them again."""
    mask, half = (1 << bits) - 1, 1 << (bits - 1)
    if signed:
        return lambda value: ((value + half) & mask) - half
    return lambda value: value & mask


signed64 = wrapping(64, signed=True)
unsigned64 = wrapping(64, signed=False)


def arithmetic(operation: ops.IntArithmetic, here: Here, function: Callable[[int, int], int]) -> Step:
    """Compute within low..high, or wrap."""
    result, left, right, low, high = operation.result, operation.left, operation.right, operation.low, operation.high

    def within(values: Values) -> None:
        value = function(values[left], values[right])
        if not low <= value <= high:
            raise here.trap(operation, operation.message, values[left], values[right])
        values[result] = value

    def wrapped(values: Values) -> None:
        value = function(values[left], values[right])
        # few results are outside, and a comparison takes less time than a call
        values[result] = value if FULL_LOW <= value <= FULL_HIGH else signed64(value)

    return wrapped if operation.wraps else within


def int_add(operation: ops.IntAdd, here: Here) -> Step:
    return arithmetic(operation, here, operator.add)


def int_subtract(operation: ops.IntSubtract, here: Here) -> Step:
    return arithmetic(operation, here, operator.sub)


def int_multiply(operation: ops.IntMultiply, here: Here) -> Step:
    return arithmetic(operation, here, operator.mul)


def division(operation: ops.IntDivision, here: Here, function: Callable[[int, int], int]) -> Step:
    """Trap on a zero divisor; else compute, on signed or unsigned numbers."""
    result, left, right = operation.result, operation.left, operation.right
    as_number = signed64 if operation.signed else unsigned64

    def step(values: Values) -> None:
        if values[right] == 0:
            raise here.trap(operation, operation.message, values[left])
        values[result] = signed64(function(as_number(values[left]), as_number(values[right])))

    return step


def quotient(left: int, right: int) -> int:
    """Divide, truncating towards zero."""
    magnitude = abs(left) // abs(right)
    return magnitude if (left < 0) == (right < 0) else -magnitude


def int_divide(operation: ops.IntDivide, here: Here) -> Step:
    return division(operation, here, quotient)


def int_remainder(operation: ops.IntRemainder, here: Here) -> Step:
    return division(operation, here, lambda left, right: left - right * quotient(left, right))


int_and = computing(operator.and_)
int_or = computing(operator.or_)
int_xor = computing(operator.xor)


def int_shift_left(operation: ops.IntShiftLeft, _here: Here) -> Step:
    return computed(operation, lambda left, right: signed64(left << right) if 0 <= right <= 63 else 0)


def int_shift_right(operation: ops.IntShiftRight, _here: Here) -> Step:
    """Fill with copies of the sign or with zeros; a negative distance is one beyond 63."""
    if operation.signed:
        return computed(operation, lambda left, right: left >> (right if 0 <= right <= 63 else 63))
    return computed(operation, lambda left, right: signed64(unsigned64(left) >> right) if 0 <= right <= 63 else 0)


def int_wrap(operation: ops.IntWrap, _here: Here) -> Step:
    return computed(operation, wrapping(operation.bits, operation.signed or operation.bits == 64))


def int_compare(operation: ops.IntCompare, _here: Here) -> Step:
    holds = RELATIONS[operation.relation]
    if operation.signed:
        return computed(operation, holds)
    return computed(operation, lambda left, right: holds(unsigned64(left), unsigned64(right)))
