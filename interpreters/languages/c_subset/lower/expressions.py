"""Expressions of numbers: every operation checks what C leaves undefined.

l(0, 3) + 1     becomes     call; int_add in int's range, which traps on overflow

A register holds a value of every integer type as 64 bits, sign- or zero-extended by its type. Every operation keeps
this: signed arithmetic traps outside its range, unsigned wraps (C90, 6.1.2.5). unsigned long has no room to spare: its
upper half is negative as a register, which the cases for 64 bits below are about.
"""

from __future__ import annotations

from getallenband.interpreters.ir import ops
from getallenband.interpreters.ir.ops import Label, Register
from getallenband.interpreters.languages.c_subset import typed
from getallenband.interpreters.languages.c_subset.lower.context import Context
from getallenband.interpreters.languages.c_subset.lower.memory import Location, copy, load_from, store_to
from getallenband.interpreters.languages.c_subset.lower.values import effect, locate, value
from getallenband.interpreters.languages.c_subset.typed import Expression
from getallenband.interpreters.languages.c_subset.types import CType, Floating, Integer, Pointer, Void, register_type

RELATIONS = {"==": "=", "!=": "/=", "<": "<", "<=": "<=", ">": ">", ">=": ">="}
ARITHMETIC = {"+": ops.IntAdd, "-": ops.IntSubtract, "*": ops.IntMultiply}
BITWISE = {"&": ops.IntAnd, "|": ops.IntOr, "^": ops.IntXor}
REAL_ARITHMETIC = {"+": ops.RealAdd, "-": ops.RealSubtract, "*": ops.RealMultiply, "/": ops.RealDivide}
QUOTIENTS = {"/": ops.IntDivide, "%": ops.IntRemainder}


@value.case(typed.Constant)
def constant(c: Context, node: typed.Constant) -> Register:
    return c.build.int(node.value if node.value < 2**63 else node.value - 2**64)


@value.case(typed.RealConstant)
def real_constant(c: Context, node: typed.RealConstant) -> Register:
    return c.build.real(node.value)


@value.case(typed.Load)
def load(c: Context, node: typed.Load) -> Register:
    location = locate(c, node.lvalue)
    c.at(node)
    return load_from(c, location)


@value.case(typed.Convert)
def convert(c: Context, node: typed.Convert) -> Register:
    if isinstance(node.type, Void):
        effect(c, node.operand)
        return c.build.int(0)
    found, origin, target = value(c, node.operand), node.operand.type, node.type
    if isinstance(origin, Floating) or isinstance(target, Floating):
        c.at(node)
        return convert_real(c, found, origin, target)
    if isinstance(origin, Pointer) and isinstance(target, Integer) and target.bits < 64:
        return wrapped(c, found, target)
    if not isinstance(origin, Integer) or not isinstance(target, Integer):
        return found
    # Every value fits, or the word holds all of the bits.
    return found if target.holds(origin) or target.bits == 64 else wrapped(c, found, target)


def convert_real(c: Context, found: Register, origin: CType, target: CType) -> Register:
    """Convert to or from a type of real numbers."""
    if isinstance(origin, Floating) and isinstance(target, Floating):
        return rounded(c, found, target)
    if isinstance(target, Integer):
        return to_integer(c, found, target)
    assert isinstance(origin, Integer)
    assert isinstance(target, Floating)
    build = c.build
    # Rounding to a double first and then to a float would round twice, and now and then wrongly.
    if origin.bits == 64 and target.bits == 32:
        found = cut(c, found, origin)
    real = build.do(ops.IntToReal, found)
    if origin.bits == 64 and not origin.signed:
        # The upper half of an unsigned word is negative here: convert half of it and double that, which is exact. The
        # bit shifted out is or-ed in, so that the half is rounded as the whole would be.
        halved = build.do(ops.IntShiftRight, found, build.int(1), False)
        halved = build.do(ops.IntOr, halved, build.do(ops.IntAnd, found, build.int(1)))
        large = build.do(ops.RealMultiply, build.do(ops.IntToReal, halved), build.real(2.0))
        real = build.do(ops.Select, build.do(ops.IntCompare, "<", found, build.int(0)), large, real)
    return rounded(c, real, target)


def cut(c: Context, found: Register, origin: Integer) -> Register:
    """Clear the low 11 bits of a long beyond a double's; set bit 11 if one of them was (sticky), for one rounding."""
    build = c.build
    rest = build.do(ops.IntAdd, build.do(ops.IntAnd, found, build.int(2047)), build.int(2047))
    sticky = build.do(ops.IntAnd, build.do(ops.IntOr, found, rest), build.int(-2048))
    fits = build.do(
        ops.BoolAnd,
        build.do(ops.IntCompare, ">=", found, build.int(-(2**53) if origin.signed else 0)),
        build.do(ops.IntCompare, "<=", found, build.int(2**53)),
    )
    return build.do(ops.Select, fits, found, sticky)


def rounded(c: Context, register: Register, kind: Floating) -> Register:
    """Round a double to its type."""
    return register if kind.bits == 64 else c.build.do(ops.SingleToReal, c.build.do(ops.RealToSingle, register))


def to_integer(c: Context, found: Register, target: Integer) -> Register:
    """Truncate to an integer; trap on what the type cannot hold, which C leaves undefined (C90, 6.2.1.3)."""
    build, message = c.build, f"{{0}} does not fit in {target}"
    if target.bits < 64 or target.signed:
        return build.do(ops.RealToInt, found, "truncate", target.low, target.high, message)
    # unsigned long from 2**63 on: convert the rest above it, then set the top bit.
    above = build.do(ops.RealCompare, ">=", found, build.real(2.0**63))
    lower = build.do(ops.Select, above, build.do(ops.RealSubtract, found, build.real(2.0**63)), found)
    whole = build.do(ops.RealToInt, lower, "truncate", 0, 2**63 - 1, message)
    return build.do(ops.Select, above, build.do(ops.IntOr, whole, build.int(-(2**63))), whole)


def wrapped(c: Context, register: Register, kind: Integer) -> Register:
    """Reduce a result to the width of its type."""
    return register if kind.bits == 64 else c.build.do(ops.IntWrap, register, kind.bits, kind.signed)


@value.case(typed.Comma)
def comma(c: Context, node: typed.Comma) -> Register:
    effect(c, node.left)
    return value(c, node.right)


# --- arithmetic --------------------------------------------------------------------------------------------------


@value.case(typed.Arithmetic)
def arithmetic(c: Context, node: typed.Arithmetic) -> Register:
    left, right = value(c, node.left), value(c, node.right)
    c.at(node)
    operator, kind = node.operator, node.type
    if isinstance(kind, Floating):
        return rounded(c, c.build.do(REAL_ARITHMETIC[operator], left, right), kind)
    assert isinstance(kind, Integer)
    if operator in BITWISE:
        return c.build.do(BITWISE[operator], left, right)
    if operator in QUOTIENTS:
        return quotient(c, operator, left, right, kind)
    if not kind.signed:
        return wrapped(c, c.build.do(ARITHMETIC[operator], left, right), kind)
    return c.build.do(ARITHMETIC[operator], left, right, kind.low, kind.high, does_not_fit(operator, kind))


def does_not_fit(operator: str, kind: Integer) -> str:
    """Word the trap of a signed overflow."""
    return f"{{0}} {operator} {{1}} does not fit in {kind}"


def quotient(c: Context, operator: str, left: Register, right: Register, kind: Integer) -> Register:
    """Lower / and %."""
    build = c.build
    # The one signed quotient that overflows is least / -1; least % -1 is undefined with it (C90, 6.3.5).
    if kind.signed:
        least = build.do(ops.IntCompare, "=", left, build.int(kind.low))
        minus = build.do(ops.IntCompare, "=", right, build.int(-1))
        fits = build.do(ops.BoolNot, build.do(ops.BoolAnd, least, minus))
        build.perform(ops.Check, fits, does_not_fit(operator, kind), (left, right))
    return build.do(QUOTIENTS[operator], left, right, f"division by zero: {{0}} {operator} 0", kind.signed)


@value.case(typed.Shift)
def shift(c: Context, node: typed.Shift) -> Register:
    """Lower << and >>: a shift by the width or more is a trap (C90, 6.3.7), and bits that are shifted out are lost."""
    left, right = value(c, node.left), value(c, node.right)
    c.at(node)
    build, kind = c.build, node.type
    assert isinstance(kind, Integer)
    message = "a shift by {0} is outside {1}:{2}"
    build.perform(ops.CheckRange, right, build.int(0), build.int(kind.bits - 1), message)
    if node.operator == ">>":
        return build.do(ops.IntShiftRight, left, right, kind.signed)
    return wrapped(c, build.do(ops.IntShiftLeft, left, right), kind)


# --- conditions --------------------------------------------------------------------------------------------------


@value.case(typed.Compare, typed.Not)
def truth(c: Context, node: typed.Compare | typed.Not) -> Register:
    return c.build.do(ops.BoolToInt, condition(c, node))


def condition(c: Context, node: Expression) -> Register:
    """Lower an expression used as a condition, compared with zero, to a BOOL."""
    match node:
        case typed.Not(operand):
            return c.build.do(ops.BoolNot, condition(c, operand))
        case typed.Compare():
            return compare(c, node)
    found = value(c, node)
    if isinstance(node.type, Floating):
        return c.build.do(ops.RealCompare, "/=", found, c.build.real(0.0))
    return c.build.do(ops.IntToBool, found)


def compare(c: Context, node: typed.Compare) -> Register:
    """Compare; pointers have an order inside one object only."""
    build, left, right = c.build, value(c, node.left), value(c, node.right)
    c.at(node)
    if isinstance(node.left.type, Pointer) and node.operator not in ("==", "!="):
        check_same_object(c, node.operator, left, right)
    kind = node.left.type
    if isinstance(kind, Floating):
        return build.do(ops.RealCompare, RELATIONS[node.operator], left, right)
    return build.do(ops.IntCompare, RELATIONS[node.operator], left, right, not isinstance(kind, Integer) or kind.signed)


def check_same_object(c: Context, operator: str, left: Register, right: Register) -> None:
    """Trap where two pointers point into different objects."""
    build = c.build
    numbers = [build.do(ops.IntShiftRight, register, build.int(32)) for register in (left, right)]
    same = build.do(ops.IntCompare, "=", *numbers)
    build.perform(ops.Check, same, f"{operator} between pointers into different objects")


def branch(c: Context, node: Expression, yes: Label, no: Label) -> None:
    """Lower a condition to jumps: && and || evaluate their right side only where it decides."""
    build = c.build
    match node:
        case typed.Logical(operator, left, right):
            middle = build.label("and" if operator == "&&" else "or")
            branch(c, left, *((middle, no) if operator == "&&" else (yes, middle)))
            build.begin(middle)
            branch(c, right, yes, no)
        case typed.Not(operand):
            branch(c, operand, no, yes)
        case _:
            found = condition(c, node)
            c.at(node)
            build.end(ops.Branch, found, yes, no)


@value.case(typed.Logical, typed.Conditional)
def choice(c: Context, node: typed.Logical | typed.Conditional) -> Register:
    """Lower two branches to a value that meet again; void branches have none."""
    build = c.build
    local = build.local("choice", register_type(node.type))
    yes, no, after = build.label("yes"), build.label("no"), build.label("after")
    branch(c, node if isinstance(node, typed.Logical) else node.condition, yes, no)
    for label in (yes, no):
        build.begin(label)
        if isinstance(node, typed.Logical):
            register = build.int(int(label == yes))
        else:
            way = node.yes if label == yes else node.no
            if isinstance(node.type, Void):
                effect(c, way)
                register = build.int(0)
            else:
                register = value(c, way)
        build.perform(ops.LocalStore, local, register)
        build.end(ops.Jump, after)
    build.begin(after)
    return build.do(ops.LocalLoad, local)


# --- assignments -------------------------------------------------------------------------------------------------


@value.case(typed.Assign)
def assign(c: Context, node: typed.Assign) -> Register:
    location = locate(c, node.target)
    found = value(c, node.value)
    c.at(node)
    store_to(c, location, found)
    return found


@locate.case(typed.Copy)
def copy_struct(c: Context, node: typed.Copy) -> Location:
    target, origin = locate(c, node.target), locate(c, node.origin)
    c.at(node)
    copy(c, target, origin)
    return target


@value.case(typed.Unused)
def unused(c: Context, node: typed.Unused) -> Register:
    locate(c, node.lvalue)
    return c.build.int(0)


@value.case(typed.Update)
def update(c: Context, node: typed.Update) -> Register:
    location = locate(c, node.target)
    c.at(node)
    # `a[f()] += 1` calls f once (C90, 6.3.16.2): the value's expression refers to the old value by a node of its own.
    old = c.old[id(node.old)] = load_from(c, location)
    found = value(c, node.value)
    c.at(node)
    store_to(c, location, found)
    return old if node.postfix else found


@value.case(typed.Old)
def old_value(c: Context, node: typed.Old) -> Register:
    return c.old[id(node)]
