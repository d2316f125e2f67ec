"""The conversions that C makes by itself, and operations whose operands are constants: done here, once (C90, 6.2, 6.4).

u + 1       u is unsigned, so 1 becomes one too
"""

from __future__ import annotations

import operator as op
from collections.abc import Callable
from dataclasses import replace
from math import isnan
from typing import Any

from getallenband.interpreters.languages.c_subset import typed
from getallenband.interpreters.languages.c_subset.check.context import Context
from getallenband.interpreters.languages.c_subset.library import HEAP
from getallenband.interpreters.languages.c_subset.types import (
    DOUBLE,
    INT,
    Array,
    CType,
    Floating,
    Function,
    Integer,
    Number,
    Pointer,
    Struct,
    Unknown,
    Void,
    a,
    is_complete,
    promoted,
    size_of,
)
from getallenband.interpreters.source.position import Place
from getallenband.interpreters.source.tree import walk

# --- values ------------------------------------------------------------------------------------------------------


def decay(c: Context, found: typed.Typed) -> typed.Expression:
    """Return the value of whatever an expression means: arrays become pointers, variables are read (C90, 6.2.2.1)."""
    if isinstance(found, typed.Expression):
        return found
    assert isinstance(found, typed.Lvalue)
    if isinstance(found.type, Array):
        return typed.Address(found, type=Pointer(found.type.of), place=found.place)
    if isinstance(found.type, Function):
        return address(found, found.place)
    if isinstance(found.type, Struct):
        return c.wrong(found.place, f"{a(found.type)} cannot be used as a value here", expected="a number or a pointer")
    return typed.Load(found, type=found.type, place=found.place)


def address(found: typed.Lvalue, place: Place) -> typed.Expression:
    """Return a pointer to an lvalue; a variable whose address is taken must be in memory."""
    if isinstance(found, typed.Pointed) and isinstance(found.type, Function):
        return found.pointer
    if isinstance(found, typed.Named):
        found.variable.address_taken = True
    return typed.Address(found, type=Pointer(found.type), place=place)


# --- conversions -------------------------------------------------------------------------------------------------


def converted(value: typed.Expression, target: CType) -> typed.Expression:
    """Return a value in another type that it can be converted to."""
    if value.type == target or isinstance(value.type, Unknown):
        return value
    if isinstance(value, typed.Constant) and isinstance(target, Integer):
        return typed.Constant(target.wrapped(value.value), type=target, place=value.place)
    if isinstance(value, typed.Constant | typed.RealConstant) and isinstance(target, Floating):
        return typed.RealConstant(target.rounded(value.value), type=target, place=value.place)
    if (
        isinstance(value, typed.RealConstant)
        and isinstance(target, Integer)
        and target.low <= value.value <= target.high
    ):
        return typed.Constant(int(value.value), type=target, place=value.place)
    if isinstance(value, typed.Constant) and isinstance(target, Pointer):
        return typed.Constant(value.value, type=target, place=value.place)
    return typed.Convert(value, type=target, place=value.place)


def assigned(c: Context, value: typed.Expression, target: CType, place: Place) -> typed.Expression:
    """Convert a value as an assignment does (C90, 6.3.16.1)."""
    match value.type, target:
        case Pointer(), Pointer(to) if isinstance(value, typed.CallLibrary) and value.name in HEAP and value.arguments:
            *others, bytes_ = value.arguments
            return converted(replace(value, arguments=(*others, room(c, bytes_, to, value.name))), target)
        case (Integer() | Floating(), Integer() | Floating()) | (Pointer(), Pointer()) | (_, Unknown()):
            return converted(value, target)
        case (Integer(), Pointer()) if is_null(value):
            return converted(value, target)
    hint = ""
    if isinstance(value.type, Pointer) and value.type.to == target:
        hint = "* before the pointer gives what it points at"
    elif isinstance(target, Pointer) and target.to == value.type and isinstance(value, typed.Load):
        hint = "& before the variable points at it"
    elif isinstance(value, typed.Constant) and c.diagnostics.source.excerpt(place).count("'") > 1:
        hint = "a string stands between double quotation marks"
    return c.wrong(
        place, f"{a(value.type)} cannot be converted to {a(target)}", value, expected=a(target), hint=hint
    )  # fmt: skip


def cast(c: Context, value: typed.Expression, target: CType, place: Place) -> typed.Expression:
    """Convert a value as a cast does; a pointer becomes the lower bits of its word (C90, 6.3.4)."""
    if isinstance(value.type, Pointer) and isinstance(target, Integer):
        found = offset_of(c, value)
        return typed.Convert(value, type=target, place=place) if found is None else converted(found, target)
    if isinstance(target, Void):
        return typed.Convert(value, type=target, place=place)
    return assigned(c, value, target, place)


def offset_of(c: Context, value: typed.Expression) -> typed.Constant | None:
    """Return how far a pointer is from the null pointer that it is made from: what offsetof asks."""
    while isinstance(value, typed.Convert) and isinstance(value.operand.type, Pointer):
        value = value.operand
    if not isinstance(value, typed.Address):
        return None
    at, offset, around = value.lvalue, 0, list[CType]()
    while not isinstance(at, typed.Pointed):
        match at:
            case typed.MemberOf(base, distance):
                around.append(base.type)
            case typed.Element(typed.Lvalue() as base, typed.Constant(index)):
                distance = index * size_of(at.type)
            case _:
                return None
        at, offset = base, offset + distance
    if not isinstance(at.pointer, typed.Constant):
        return None
    for kind in around:
        if c.model.sizeof(kind) != size_of(kind):
            message = f"members of {kind} have other offsets here than sizeof lets expect"
            return c.wrong(value.place, message, expected="--arithmetic lp64")
    return typed.Constant(c.model.size.wrapped(offset), type=c.model.size, place=value.place)


def promote(value: typed.Expression) -> typed.Expression:
    """Convert a small integer to the type that it is computed in."""
    return converted(value, promoted(value.type)) if isinstance(value.type, Integer) else value


def promote_argument(value: typed.Expression) -> typed.Expression:
    """Convert an argument for a parameter whose type is not known (C90, 6.3.2.2)."""
    return converted(value, DOUBLE) if isinstance(value.type, Floating) else promote(value)


def is_null(value: typed.Expression) -> bool:
    """Return whether a value is the constant 0, which converts to the null pointer."""
    return isinstance(value, typed.Constant) and value.value == 0


def room(c: Context, visible: typed.Expression, kind: CType, name: str) -> typed.Expression:
    """Return how many bytes here objects of a type take that take `visible` bytes by sizeof: pointers always take 8."""
    if isinstance(kind, Void) and c.model.pointer_bytes != size_of(Pointer(kind)):
        message = f"{name} of a void pointer needs pointers of 64 bits"
        return c.wrong(visible.place, message, expected="--arithmetic lp64")
    said, taken = c.model.sizeof(kind), size_of(kind)
    if said == taken or not isinstance(visible.type, Integer):  # after an error the type may be any
        return visible
    scaled = arithmetic("*", visible, typed.Constant(taken, type=visible.type), visible.type, visible.place)
    return arithmetic("/", scaled, typed.Constant(said, type=visible.type), visible.type, visible.place)


# --- constants ---------------------------------------------------------------------------------------------------


def constant(c: Context, value: typed.Expression, hint: str = "") -> typed.Constant:
    """Return the value of a constant expression of an integer type; note a fault where it has none."""
    if isinstance(value, typed.Constant) and not isinstance(value.type, Pointer):
        return value
    for part in walk(value):
        match part:
            case typed.Arithmetic(operator, typed.Constant(left), typed.Constant(right)) | typed.Shift(
                operator, typed.Constant(left), typed.Constant(right)
            ):
                return c.wrong(part.place, f"{left} {operator} {right} has no value of type {part.type}", value)
    if isinstance(value.type, Floating):
        return c.wrong(value.place, "this is not a constant expression", value, expected="a constant number")
    message = "this is not a constant expression"
    return c.wrong(value.place, message, value, expected="a constant integer", hint=hint)


def arithmetic(
    operator: str, left: typed.Expression, right: typed.Expression, kind: Number, place: Place
) -> typed.Expression:
    """Compute on two numbers that are converted to one type; constants are computed here unless that would trap."""
    left, right = converted(left, kind), converted(right, kind)
    if isinstance(kind, Floating):
        if isinstance(left, typed.RealConstant) and isinstance(right, typed.RealConstant):
            number = real_calculated(operator, left.value, right.value)
            if number is not None and not isnan(kind.rounded(number)):
                return typed.RealConstant(kind.rounded(number), type=kind, place=place)
        return typed.Arithmetic(operator, left, right, type=kind, place=place)
    if isinstance(left, typed.Constant) and isinstance(right, typed.Constant):
        found = calculated(operator, left.value, right.value)
        if found is not None and (not kind.signed or kind.low <= found <= kind.high):
            return typed.Constant(kind.wrapped(found), type=kind, place=place)
    return typed.Arithmetic(operator, left, right, type=kind, place=place)


COMPUTE: dict[str, Callable[[Any, Any], Any]] = {
    "+": op.add, "-": op.sub, "*": op.mul, "&": op.and_, "|": op.or_, "^": op.xor,
}  # fmt: skip
"""Operators that Python and C agree on; / and % are below."""


def real_calculated(operator: str, left: float, right: float) -> float | None:
    """Compute in doubles; None for a division by zero."""
    if operator in COMPUTE:
        return float(COMPUTE[operator](left, right))
    return left / right if right else None


def calculated(operator: str, left: int, right: int) -> int | None:
    """Compute exactly; None for a division by zero."""
    if operator in COMPUTE:
        return int(COMPUTE[operator](left, right))
    if right == 0:
        return None
    # Python's // rounds down; C's / truncates here, and % has the sign of the left operand (C90, 6.3.5).
    quotient = abs(left) // abs(right) * (1 if (left < 0) == (right < 0) else -1)
    return quotient if operator == "/" else left - quotient * right


def shift(operator: str, left: typed.Expression, right: typed.Expression, place: Place) -> typed.Expression:
    """Shift an integer, in its promoted type; bits that are shifted out are lost."""
    left, right = promote(left), promote(right)
    kind = left.type
    assert isinstance(kind, Integer)
    if isinstance(left, typed.Constant) and isinstance(right, typed.Constant) and 0 <= right.value < kind.bits:
        found = left.value << right.value if operator == "<<" else left.value >> right.value
        return typed.Constant(kind.wrapped(found), type=kind, place=place)
    return typed.Shift(operator, left, right, type=kind, place=place)


def compared(operator: str, left: typed.Expression, right: typed.Expression, place: Place) -> typed.Expression:
    """Compare two numbers of one type."""
    if isinstance(left, typed.Constant | typed.RealConstant) and isinstance(right, typed.Constant | typed.RealConstant):
        less, equal = left.value < right.value, left.value == right.value
        found = {"==": equal, "!=": not equal, "<": less, "<=": less or equal, ">": not (less or equal), ">=": not less}
        return truth(found[operator], place)
    return typed.Compare(operator, left, right, type=INT, place=place)


def truth(value: bool, place: Place) -> typed.Constant:
    """Return 1 or 0."""
    return typed.Constant(int(value), type=INT, place=place)


def size(c: Context, kind: CType, place: Place) -> typed.Expression:
    """Return the value of sizeof for a type."""
    if not is_complete(kind):
        return c.wrong(place, f"{a(kind)} has no size", expected="a complete type")
    if isinstance(kind, Unknown):
        return typed.Constant(0, type=kind, place=place)
    return typed.Constant(c.model.sizeof(kind), type=c.model.size, place=place)
