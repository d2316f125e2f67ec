"""Intervals of integers, both ends included, and their arithmetic.

    join((1, 3), (5, 9))                    # (1, 9)
    meet((1, 6), (5, 9))                    # (5, 6)

An interval whose low end is above the undefined pattern (the most negative integer) also says: defined.
"""

from __future__ import annotations

from interpreters.ir import ops
from interpreters.ir.ops import FULL_HIGH, FULL_LOW
from interpreters.ir.types import SIZES, Kind

Interval = tuple[int, int]
ALL: Interval = (FULL_LOW, FULL_HIGH)
DEFINED: Interval = (FULL_LOW + 1, FULL_HIGH)


def join(left: Interval, right: Interval) -> Interval:
    """Return the smallest interval that holds both."""
    return min(left[0], right[0]), max(left[1], right[1])


def meet(left: Interval, right: Interval) -> Interval:
    """Return the intersection; where it is empty (unreachable code), the right interval."""
    low, high = max(left[0], right[0]), min(left[1], right[1])
    return (low, high) if low <= high else right


def word(bits: int, signed: bool) -> Interval:
    """Return the range of a word."""
    return (-(1 << bits - 1), (1 << bits - 1) - 1) if signed else (0, (1 << bits) - 1)


def cell(kind: Kind) -> Interval:
    """Return the range of a memory cell."""
    return word(8 * SIZES[kind], kind[0] != "u")


def exact(operation: ops.IntArithmetic, left: Interval, right: Interval) -> Interval:
    """Return where the result lies before it is checked or wrapped."""
    if isinstance(operation, ops.IntAdd):
        return left[0] + right[0], left[1] + right[1]
    if isinstance(operation, ops.IntSubtract):
        return left[0] - right[1], left[1] - right[0]
    corners = [a * b for a in left for b in right]
    return min(corners), max(corners)
