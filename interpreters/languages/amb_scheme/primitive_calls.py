"""Applications of primitive procedures as closures: frame -> value.

    applied(call, primitive, operands, counts)(frame)

Most of what a program does is done here, so there is a closure for each usual number of operands.
"""

from __future__ import annotations

from collections.abc import Callable

from getallenband.interpreters.languages.amb_scheme import core
from getallenband.interpreters.languages.amb_scheme.machine import Frame, Stopped
from getallenband.interpreters.languages.amb_scheme.reals import LARGEST
from getallenband.interpreters.languages.amb_scheme.values import Fault, Primitive, Value
from getallenband.interpreters.languages.amb_scheme.variables import Direct
from getallenband.interpreters.source.position import Place


def applied(call: core.Call, primitive: Primitive, operands: list[Direct], counts: list[int]) -> Direct:
    """Apply a primitive procedure; its Fault gets the application's place."""
    label, place, function = call.label, call.place, primitive.function
    if len(operands) == 2:
        make = ARITHMETIC.get(primitive.name, two)
        return make(function, operands[0], operands[1], counts, label, place)
    if len(operands) == 1:
        only = operands[0]

        def one(frame: Frame) -> Value:
            value = only(frame)
            counts[label] += 1
            try:
                return function(value)
            except Fault as fault:
                raise Stopped(fault.ending(place)) from None

        return one

    def several(frame: Frame) -> Value:
        values = [operand(frame) for operand in operands]
        counts[label] += 1
        try:
            return function(*values)
        except Fault as fault:
            raise Stopped(fault.ending(place)) from None

    return several


Two = Callable[[Callable[..., Value], Direct, Direct, list[int], int, Place], Direct]


def two(
    function: Callable[..., Value], left: Direct, right: Direct, counts: list[int], label: int, place: Place
) -> Direct:
    """Apply a procedure to two values."""

    def applied(frame: Frame) -> Value:
        one, other = left(frame), right(frame)
        counts[label] += 1
        try:
            return function(one, other)
        except Fault as fault:
            raise Stopped(fault.ending(place)) from None

    return applied


def quick(compute: Callable[[int, int], int]) -> Two:
    """Make a comparison, a sum or a difference with a shortcut for integers; a larger result takes the long way."""

    def make(
        function: Callable[..., Value], left: Direct, right: Direct, counts: list[int], label: int, place: Place
    ) -> Direct:
        def applied(frame: Frame) -> Value:
            one, other = left(frame), right(frame)
            counts[label] += 1
            if type(one) is int and type(other) is int:
                # `type` rules out #t and #f, which Python takes for 1 and 0; the library limits how long numbers get.
                found = compute(one, other)
                if -LARGEST < found < LARGEST:
                    return found
            try:
                return function(one, other)
            except Fault as fault:
                raise Stopped(fault.ending(place)) from None

        return applied

    return make


ARITHMETIC: dict[str, Two] = {
    "=": quick(int.__eq__), "<": quick(int.__lt__), ">": quick(int.__gt__), "<=": quick(int.__le__),
    ">=": quick(int.__ge__), "+": quick(int.__add__), "-": quick(int.__sub__),
}  # fmt: skip
