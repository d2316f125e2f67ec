"""Pointers, and what expressions designate: variables, elements, members, what a pointer points at."""

from __future__ import annotations

from dataclasses import replace

from getallenband.interpreters.ir import ops
from getallenband.interpreters.ir.ops import Register
from getallenband.interpreters.languages.c_subset import typed
from getallenband.interpreters.languages.c_subset.lower.context import Context
from getallenband.interpreters.languages.c_subset.lower.expressions import check_same_object
from getallenband.interpreters.languages.c_subset.lower.memory import OFFSET, Location, moved, outside, pointed, word_of
from getallenband.interpreters.languages.c_subset.lower.values import effect, locate, value
from getallenband.interpreters.languages.c_subset.typed import Expression, Lvalue
from getallenband.interpreters.languages.c_subset.types import Array, Integer, Pointer, is_scalar, size_of


@locate.case(typed.Named)
def named(c: Context, node: typed.Named) -> Location:
    del c
    return Location(node.type, node.variable)


@locate.case(typed.After)
def after(c: Context, node: typed.After) -> Location:
    effect(c, node.first)
    return locate(c, node.lvalue)


@locate.case(typed.Element)
def element(c: Context, node: typed.Element) -> Location:
    if isinstance(node.base, Lvalue):
        return array_element(c, node, node.base)
    assert isinstance(node.base, Expression)
    pointer, subscript = value(c, node.base), value(c, node.index)
    c.at(node)
    check_count(c, node.index, subscript, size_of(node.type), "by")
    return moved(c, pointed(c, node.base, pointer, node.type), subscript, node.type)


def array_element(c: Context, node: typed.Element, base: Lvalue) -> Location:
    """Find an element of an array, whose bounds are checked; those of a plain one are when it is used."""
    location, subscript = locate(c, base), value(c, node.index)
    c.at(node)
    assert isinstance(base.type, Array)
    if isinstance(base, typed.Named) and is_scalar(node.type):
        return Location(node.type, base.variable, index=subscript)
    length = base.type.length or 1
    message = outside(node.name, length)
    c.build.perform(ops.CheckRange, subscript, c.build.int(0), c.build.int(length - 1), message)
    return moved(c, location, subscript, node.type)


@locate.case(typed.Pointed)
def what_is_pointed_at(c: Context, node: typed.Pointed) -> Location:
    pointer = value(c, node.pointer)
    c.at(node)
    return pointed(c, node.pointer, pointer, node.type)


@locate.case(typed.MemberOf)
def member(c: Context, node: typed.MemberOf) -> Location:
    base = locate(c, node.base)
    return replace(base, type=node.type, constant=base.constant + node.offset)


# --- values ------------------------------------------------------------------------------------------------------


@value.case(typed.Address, typed.StructArgument)
def address(c: Context, node: typed.Address | typed.StructArgument) -> Register:
    location = locate(c, node.lvalue)
    c.at(node)
    return word_of(c, location)


@value.case(typed.Move)
def move(c: Context, node: typed.Move) -> Register:
    """Move a pointer; it must stay in its object, or at its end."""
    assert isinstance(node.type, Pointer)
    pointer, count = value(c, node.pointer), value(c, node.count)
    c.at(node)
    check_count(c, node.count, count, size_of(node.type.to), "by" if node.operator == "+" else "back by")
    if node.operator == "-":
        count = c.build.do(ops.IntSubtract, c.build.int(0), count)
    return word_of(c, moved(c, pointed(c, node.pointer, pointer, node.type.to), count, node.type.to))


def check_count(c: Context, node: Expression, count: Register, size: int, way: str) -> None:
    """Trap where a pointer moves by more elements than any object has: their bytes might be more than 64 bits hold.

    A count of 32 bits needs no check, since its product with a size fits.
    """
    assert isinstance(node.type, Integer)
    if node.type.bits < 64:
        return
    build, most, message = c.build, OFFSET // size, f"a pointer leaves its object: moved {way} {{0}} elements"
    if not node.type.signed:
        message = f"a pointer leaves its object: moved {way} more than {{2}} elements, as an unsigned number below 0 is"
    build.perform(ops.CheckRange, count, build.int(-most if node.type.signed else 0), build.int(most), message)


@value.case(typed.Distance)
def distance(c: Context, node: typed.Distance) -> Register:
    left, right = value(c, node.left), value(c, node.right)
    c.at(node)
    assert isinstance(node.left.type, Pointer)
    check_same_object(c, "-", left, right)
    size = c.build.int(size_of(node.left.type.to))
    return c.build.do(ops.IntDivide, c.build.do(ops.IntSubtract, left, right), size, "elements without size")
