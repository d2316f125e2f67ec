"""Integers of 64 bits: arithmetic within a range, bitwise operations, comparison."""

from __future__ import annotations

import operator
from collections.abc import Callable

from interpreters.ir import ops
from interpreters.machine.operations.memory import wrapping
from interpreters.machine.state import Here, Step, Values

RELATIONS: dict[str, Callable[[float, float], bool]] = {
    "=": operator.eq, "/=": operator.ne, "<": operator.lt, "<=": operator.le, ">": operator.gt, ">=": operator.ge,
}  # fmt: skip
signed64 = wrapping(64, signed=True)
unsigned64 = wrapping(64, signed=False)


def int_add(operation: ops.IntAdd, here: Here) -> Step:
    """Add: left + right, within low..high or wrapped."""
    result, left, right, low, high = operation.result, operation.left, operation.right, operation.low, operation.high

    def within(values: Values) -> None:
        value = values[left] + values[right]
        if not low <= value <= high:
            raise here.trap(operation, operation.message, values[left], values[right])
        values[result] = value

    def wrapped(values: Values) -> None:
        values[result] = signed64(values[left] + values[right])

    return wrapped if operation.wraps else within


def int_subtract(operation: ops.IntSubtract, here: Here) -> Step:
    """Subtract: left - right, within low..high or wrapped."""
    result, left, right, low, high = operation.result, operation.left, operation.right, operation.low, operation.high

    def within(values: Values) -> None:
        value = values[left] - values[right]
        if not low <= value <= high:
            raise here.trap(operation, operation.message, values[left], values[right])
        values[result] = value

    def wrapped(values: Values) -> None:
        values[result] = signed64(values[left] - values[right])

    return wrapped if operation.wraps else within


def int_multiply(operation: ops.IntMultiply, here: Here) -> Step:
    """Multiply: left * right, within low..high or wrapped."""
    result, left, right, low, high = operation.result, operation.left, operation.right, operation.low, operation.high

    def within(values: Values) -> None:
        value = values[left] * values[right]
        if not low <= value <= high:
            raise here.trap(operation, operation.message, values[left], values[right])
        values[result] = value

    def wrapped(values: Values) -> None:
        values[result] = signed64(values[left] * values[right])

    return wrapped if operation.wraps else within


def quotient(left: int, right: int) -> int:
    """Divide, truncating towards zero."""
    magnitude = abs(left) // abs(right)
    return magnitude if (left < 0) == (right < 0) else -magnitude


def int_divide(operation: ops.IntDivide, here: Here) -> Step:
    """Divide, truncated towards zero; trap on a zero divisor."""
    result, left, right = operation.result, operation.left, operation.right

    def signed(values: Values) -> None:
        if values[right] == 0:
            raise here.trap(operation, operation.message, values[left])
        values[result] = signed64(quotient(values[left], values[right]))

    def unsigned(values: Values) -> None:
        if values[right] == 0:
            raise here.trap(operation, operation.message, values[left])
        values[result] = signed64(unsigned64(values[left]) // unsigned64(values[right]))

    return signed if operation.signed else unsigned


def int_remainder(operation: ops.IntRemainder, here: Here) -> Step:
    """Give the remainder, with the sign of left; trap on a zero divisor."""
    result, left, right = operation.result, operation.left, operation.right

    def signed(values: Values) -> None:
        if values[right] == 0:
            raise here.trap(operation, operation.message, values[left])
        values[result] = values[left] - values[right] * quotient(values[left], values[right])

    def unsigned(values: Values) -> None:
        if values[right] == 0:
            raise here.trap(operation, operation.message, values[left])
        values[result] = signed64(unsigned64(values[left]) % unsigned64(values[right]))

    return signed if operation.signed else unsigned


def int_and(operation: ops.IntAnd, _here: Here) -> Step:
    """Bitwise and."""
    result, left, right = operation.result, operation.left, operation.right

    def step(values: Values) -> None:
        values[result] = values[left] & values[right]

    return step


def int_or(operation: ops.IntOr, _here: Here) -> Step:
    """Bitwise or."""
    result, left, right = operation.result, operation.left, operation.right

    def step(values: Values) -> None:
        values[result] = values[left] | values[right]

    return step


def int_xor(operation: ops.IntXor, _here: Here) -> Step:
    """Bitwise exclusive or."""
    result, left, right = operation.result, operation.left, operation.right

    def step(values: Values) -> None:
        values[result] = values[left] ^ values[right]

    return step


def int_shift_left(operation: ops.IntShiftLeft, _here: Here) -> Step:
    """Shift left; a shift by more than 63 (or a negative one) gives 0."""
    result, left, right = operation.result, operation.left, operation.right

    def step(values: Values) -> None:
        places = values[right]
        values[result] = signed64(values[left] << places) if 0 <= places <= 63 else 0

    return step


def int_shift_right(operation: ops.IntShiftRight, _here: Here) -> Step:
    """Shift right, with copies of the sign or with zeros; a negative shift is one by more than 63."""
    result, left, right = operation.result, operation.left, operation.right

    def signed(values: Values) -> None:
        places = values[right]
        values[result] = values[left] >> (places if 0 <= places <= 63 else 63)

    def unsigned(values: Values) -> None:
        places = values[right]
        values[result] = signed64(unsigned64(values[left]) >> places) if 0 <= places <= 63 else 0

    return signed if operation.signed else unsigned


def int_wrap(operation: ops.IntWrap, _here: Here) -> Step:
    """Keep the low bits and widen them again."""
    result, value = operation.result, operation.value
    narrowed = wrapping(operation.bits, operation.signed)

    def step(values: Values) -> None:
        values[result] = narrowed(values[value])

    def unsigned_word(values: Values) -> None:
        values[result] = signed64(values[value])

    return unsigned_word if operation.bits == 64 else step


def int_compare(operation: ops.IntCompare, _here: Here) -> Step:
    """Compare, as signed or as unsigned numbers."""
    result, left, right = operation.result, operation.left, operation.right
    holds = RELATIONS[operation.relation]

    def signed(values: Values) -> None:
        values[result] = holds(values[left], values[right])

    def unsigned(values: Values) -> None:
        values[result] = holds(unsigned64(values[left]), unsigned64(values[right]))

    return signed if operation.signed else unsigned
