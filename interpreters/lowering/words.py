"""The words that routines use besides arithmetic: each with its type and the operation that it becomes.

A routine is never called as the Python function that it is: `routines.py` turns its text into operations. The types are
for those who read and type-check routines; at run time a word is a `Word`.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from getallenband.interpreters.ir import ops
from getallenband.interpreters.ir.builder import FunctionBuilder
from getallenband.interpreters.ir.ops import Register

DIVIDES = "division by zero inside the runtime"


@dataclass(frozen=True, slots=True)
class Word:
    """A word: `write` adds its operation to a function and returns the register of the result, if it has one."""

    write: Callable[..., Register | None]


def value(operation: Any, *before: Any, after: tuple[Any, ...] = (), **named: Any) -> Any:
    """Return a word with a result; `before` and `after` are the operation's fields around the operands."""
    return Word(lambda build, *given: build.do(operation, *before, *given, *after, **named))


def effect(operation: Any, *before: Any, after: tuple[Any, ...] = (), **named: Any) -> Any:
    """Return a word without a result."""
    return Word(lambda build, *given: build.perform(operation, *before, *given, *after, **named))


def reading(kind: str) -> Any:
    """Return what reads a cell; routines keep to their own memory, so that no address is tested."""
    return value(ops.Load, kind, known_valid=True)


def writing(kind: str) -> Any:
    return effect(ops.Store, kind, known_valid=True)


def of_one(function: str) -> Any:
    """Return a function of one real number."""

    def write(build: FunctionBuilder, given: Register) -> Register:
        return build.do(ops.RealFunction, function, (given,))

    return Word(write)


class Library:
    """The library: host.name(…) calls a procedure of it."""

    def __getattr__(self, name: str) -> Callable[..., int]:
        raise NotImplementedError


host = Library()


class LaterLibrary:
    """The library: later.name(…) calls a procedure without a result after those before, at the latest at the end."""

    def __getattr__(self, name: str) -> Callable[..., None]:
        raise NotImplementedError


later = LaterLibrary()

# memory: 8, 4 or 1 bytes at an address, without a sign where they are fewer than 8; only the low ones are written
load: Callable[[int], int] = reading("i64")
load32: Callable[[int], int] = reading("u32")
load8: Callable[[int], int] = reading("u8")
load_real: Callable[[int], float] = reading("f64")
store: Callable[[int, int], None] = writing("i64")
store32: Callable[[int, int], None] = writing("u32")
store8: Callable[[int, int], None] = writing("u8")
store_real: Callable[[int, float], None] = writing("f64")

copy: Callable[[int, int, int], None] = effect(ops.Copy)
"""copy(target, origin, size in bytes); the two may overlap."""
fill: Callable[[int, int], None] = effect(ops.Fill, after=("zero",))
"""fill(address, words) with zeros."""
work: Callable[[int], None] = effect(ops.Work)
"""Charge work on a number of bytes to the statement budget: what a loop does beside `copy` and `fill`."""

real: Callable[[int], float] = value(ops.IntToReal)
bits: Callable[[float], int] = value(ops.RealToBits)
truncated: Callable[[float], int] = value(ops.RealToInt, after=("truncate", ops.FULL_LOW, ops.FULL_HIGH, ""))
"""Cut towards zero; the value must be within 64 bits."""
absolute: Callable[[float], float] = of_one("absolute")
square_root: Callable[[float], float] = of_one("sqrt")

below: Callable[[int, int], bool] = value(ops.IntCompare, "<", signed=False)
right: Callable[[int, int], int] = value(ops.IntShiftRight, signed=False)
"""Shift right, with zeros from the left; >> keeps the sign."""
quotient: Callable[[int, int], int] = value(ops.IntDivide, after=(DIVIDES,))
remainder: Callable[[int, int], int] = value(ops.IntRemainder, after=(DIVIDES,))
"""The remainder of `quotient`, which is cut towards zero: it has the sign of the dividend."""
