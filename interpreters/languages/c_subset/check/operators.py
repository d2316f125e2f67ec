"""Operators of two operands: arithmetic, comparisons, pointers, choices and assignments (C90, 6.3.5 to 6.3.16).

p + 1       Move("+", Load(Named(p)), Constant(1), type=pointer to int)
"""

from __future__ import annotations

from getallenband.interpreters.languages.c_subset import syntax, typed
from getallenband.interpreters.languages.c_subset.check.context import Context
from getallenband.interpreters.languages.c_subset.check.conversions import (
    address,
    arithmetic,
    assigned,
    compared,
    converted,
    decay,
    is_null,
    shift,
    truth,
)
from getallenband.interpreters.languages.c_subset.check.meaning import condition, meaning, value
from getallenband.interpreters.languages.c_subset.types import (
    INT,
    UNKNOWN,
    Array,
    CType,
    Floating,
    Integer,
    Number,
    Pointer,
    Struct,
    Unknown,
    Void,
    a,
    common,
    is_complete,
    is_scalar,
)
from getallenband.interpreters.source.position import Place

COMPARISONS = ("==", "!=", "<", "<=", ">", ">=")


@meaning.case(syntax.Binary)
def binary(c: Context, node: syntax.Binary) -> typed.Expression:
    if node.operator in ("&&", "||"):
        return logical(c, node)
    left, right = value(c, node.left), value(c, node.right)
    return operation(c, node.operator, left, right, node.place)


def operation(
    c: Context, operator: str, left: typed.Expression, right: typed.Expression, place: Place
) -> typed.Expression:
    """Check an operation on two values."""
    if isinstance(left.type, Pointer) or isinstance(right.type, Pointer):
        return pointer_operation(c, operator, left, right, place)
    whole = operator in ("<<", ">>", "%", "&", "|", "^")
    for operand, side in ((left, "left"), (right, "right")):
        if not isinstance(operand.type, Integer if whole else Number):
            message = f"the {side} operand of {operator} is {a(operand.type)}"
            return c.wrong(place, message, operand, expected="an integer" if whole else "a number")
    assert isinstance(left.type, Number)
    assert isinstance(right.type, Number)
    if operator in ("<<", ">>"):
        return shift(operator, left, right, place)
    kind = common(left.type, right.type)
    if operator in COMPARISONS:
        return compared(operator, converted(left, kind), converted(right, kind), place)
    return arithmetic(operator, left, right, kind, place)


def logical(c: Context, node: syntax.Binary) -> typed.Expression:
    left, right = condition(c, node.left), condition(c, node.right)
    if isinstance(left, typed.Constant) and bool(left.value) == (node.operator == "||"):
        return truth(bool(left.value), node.place)
    if isinstance(left, typed.Constant) and isinstance(right, typed.Constant):
        return truth(bool(right.value), node.place)
    return typed.Logical(node.operator, left, right, type=INT, place=node.place)


# --- pointers ----------------------------------------------------------------------------------------------------


def pointer_operation(
    c: Context, operator: str, left: typed.Expression, right: typed.Expression, place: Place
) -> typed.Expression:
    """Check an operation with pointers: moving, difference, comparison."""
    match left.type, right.type:
        case (Pointer(), Integer()) if operator in ("+", "-"):
            return move(c, operator, left, right, place)
        case (Integer(), Pointer()) if operator == "+":
            return move(c, operator, right, left, place)
        case (Pointer(to), Pointer()) if operator == "-" and is_complete(to):
            return typed.Distance(left, right, type=c.model.difference, place=place)
        case (Pointer(), Pointer()) if operator in COMPARISONS:
            return typed.Compare(operator, left, right, type=INT, place=place)
        case (Pointer(), Integer()) if operator in ("==", "!=") and is_null(right):
            return typed.Compare(operator, left, converted(right, left.type), type=INT, place=place)
        case (Integer(), Pointer()) if operator in ("==", "!=") and is_null(left):
            return typed.Compare(operator, converted(left, right.type), right, type=INT, place=place)
    message = f"the operands of {operator} are {a(left.type)} and {a(right.type)}"
    return c.wrong(place, message, left, right, expected=operands_of(operator))


def operands_of(operator: str) -> str:
    """Describe the operands that an operator accepts."""
    if operator in COMPARISONS:
        return "two numbers or two pointers"
    return {"+": "two numbers, or a pointer and a number",
            "-": "two numbers, a pointer and a number, or two pointers"}.get(operator, "two numbers")  # fmt: skip


def move(
    c: Context, operator: str, pointer: typed.Expression, count: typed.Expression, place: Place
) -> typed.Expression:
    """Check pointer arithmetic."""
    assert isinstance(pointer.type, Pointer)
    if not is_complete(pointer.type.to):
        message = f"{a(pointer.type)} cannot be moved: {pointer.type.to} has no size"
        return c.wrong(place, message, expected="a pointer to elements that have a size")
    return typed.Move(operator, pointer, count, type=pointer.type, place=place)


# --- choices -----------------------------------------------------------------------------------------------------


@meaning.case(syntax.Conditional)
def conditional(c: Context, node: syntax.Conditional) -> typed.Typed:
    test, first, second = condition(c, node.condition), meaning(c, node.yes), meaning(c, node.no)
    if isinstance(first, typed.Lvalue) and isinstance(first.type, Struct) and isinstance(second, typed.Lvalue):
        return chosen_struct(c, node, test, first, second)
    yes, no = decay(c, first), decay(c, second)
    kind = joined(yes, no)
    if kind is None:
        message = f"the two values of ?: are {a(yes.type)} and {a(no.type)}"
        return c.wrong(node.place, message, yes, no, expected="two numbers or two pointers")
    yes, no = converted(yes, kind), converted(no, kind)
    if isinstance(test, typed.Constant) and isinstance(test.type, Integer):
        return yes if test.value else no
    return typed.Conditional(test, yes, no, type=kind, place=node.place)


def chosen_struct(
    c: Context, node: syntax.Conditional, test: typed.Expression, yes: typed.Lvalue, no: typed.Lvalue
) -> typed.Typed:
    """Check ?: of two structs: what the chosen one of two pointers points at."""
    if yes.type is not no.type:
        message = f"the two values of ?: are {a(yes.type)} and {a(no.type)}"
        return c.wrong(node.place, message, yes, no, expected="structs of one type")
    kind = Pointer(yes.type)
    pointer = typed.Conditional(test, address(yes, node.place), address(no, node.place), type=kind, place=node.place)
    return typed.Pointed(pointer, type=yes.type, place=node.place)


def joined(yes: typed.Expression, no: typed.Expression) -> CType | None:
    """Return the type of ?: (C90, 6.3.15)."""
    match yes.type, no.type:
        case (Unknown(), _) | (_, Unknown()):
            return UNKNOWN
        case (Integer() | Floating() as first, Integer() | Floating() as second):
            return common(first, second)
        case (Void(), Void()):
            return yes.type
        case (Pointer(), Pointer(Void())) if not is_null(no):
            return no.type
        case (Pointer(), Pointer()):
            return no.type if is_null(yes) else yes.type
        case (Pointer(), Integer()) if is_null(no):
            return yes.type
        case (Integer(), Pointer()) if is_null(yes):
            return no.type
    return None


# --- assignments -------------------------------------------------------------------------------------------------


@meaning.case(syntax.Assign)
def assign(c: Context, node: syntax.Assign) -> typed.Typed:
    target = meaning(c, node.target)
    if isinstance(target, typed.Lvalue) and isinstance(target.type, Struct) and node.operator == "=":
        return copied(c, target, meaning(c, node.value), node.place)
    given = value(c, node.value)
    if not isinstance(target, typed.Lvalue) or not is_scalar(target.type):
        return not_assignable(c, target)
    if node.operator == "=":
        return typed.Assign(target, assigned(c, given, target.type, node.place), type=target.type, place=node.place)
    return update(c, target, node.operator[:-1], given, node.place)


def not_assignable(c: Context, target: typed.Typed) -> typed.Expression:
    """Report an assignment to something other than a scalar object."""
    what = a(target.type) if isinstance(target, typed.Lvalue) else "this value"
    hint = "strcpy copies a string, memcpy an array; a[i][j] is an element" if isinstance(target.type, Array) else ""
    expected = "a variable, an element or a member"
    return c.wrong(target.place, f"{what} cannot be changed", target, expected=expected, hint=hint)


def copied(c: Context, target: typed.Lvalue, origin: typed.Typed, place: Place) -> typed.Typed:
    """Check the assignment of a struct."""
    if not isinstance(origin, typed.Lvalue) or origin.type is not target.type:
        message = f"{a(origin.type)} cannot be assigned to {a(target.type)}"
        return c.wrong(place, message, origin, expected=a(target.type))
    return typed.Copy(target, origin, type=target.type, place=place)


def update(
    c: Context, target: typed.Lvalue, operator: str, given: typed.Expression, place: Place, postfix: bool = False
) -> typed.Expression:  # fmt: skip
    """Check an assignment that computes with the old value."""
    old = typed.Old(target.variable if isinstance(target, typed.Named) else None, type=target.type, place=target.place)
    found = assigned(c, operation(c, operator, old, given, place), target.type, place)
    return typed.Update(target, old, found, postfix, type=target.type, place=place)


@meaning.case(syntax.Prefix, syntax.Postfix)
def step(c: Context, node: syntax.Prefix | syntax.Postfix) -> typed.Expression:
    target = meaning(c, node.operand)
    if not isinstance(target, typed.Lvalue) or not is_scalar(target.type):
        return not_assignable(c, target)
    one = typed.Constant(1, type=INT, place=node.place)
    return update(c, target, node.operator[0], one, node.place, isinstance(node, syntax.Postfix))
