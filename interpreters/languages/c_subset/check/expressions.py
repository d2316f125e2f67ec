"""What expressions mean: names resolved, types found by the rules of C90 (6.3), in one pass.

a[i]        Element(Named(a), Load(Named(i)), "a", type=int)
"""

from __future__ import annotations

import re

from getallenband.interpreters.languages.c_subset import syntax, typed
from getallenband.interpreters.languages.c_subset.check.context import LEFT_OUT, Context, Enumerator, TypeDefinition
from getallenband.interpreters.languages.c_subset.check.conversions import (
    address,
    arithmetic,
    cast,
    decay,
    promote,
    size,
    truth,
)
from getallenband.interpreters.languages.c_subset.check.declarations import type_of_name
from getallenband.interpreters.languages.c_subset.check.formats import FAMILY
from getallenband.interpreters.languages.c_subset.check.meaning import condition, effect, meaning, value
from getallenband.interpreters.languages.c_subset.constants import integer
from getallenband.interpreters.languages.c_subset.library import prototypes
from getallenband.interpreters.languages.c_subset.types import (
    CHAR,
    DOUBLE,
    FLOAT,
    INT,
    UNKNOWN,
    Array,
    Floating,
    Function,
    Integer,
    Pointer,
    Struct,
    Unknown,
    Void,
    a,
    is_complete,
)
from getallenband.interpreters.source.words import meanings

REAL = re.compile(r"(?!0[xX])\d*(\.\d*([eE][-+]?\d+)?|[eE][-+]?\d+)[fFlL]?\Z", re.ASCII)

# --- names and constants -----------------------------------------------------------------------------------------


@meaning.case(syntax.Name)
def name(c: Context, node: syntax.Name) -> typed.Typed:
    match c.names.find(node.name):
        case typed.Variable() as variable:
            return typed.Named(variable, type=variable.type, place=node.place)
        case typed.Routine() as routine:
            return function_address(c, node, routine)
        case Enumerator(number):
            return typed.Constant(number, type=INT, place=node.place)
        case TypeDefinition():
            return c.wrong(node.place, f"{node.name} is a type", expected="a variable")
    if node.name in FILES:
        return file(c, node)
    if node.name in prototypes(c.model):
        return library_function(c, node)
    if node.name in FAMILY:
        message = f"a pointer to {node.name} is not supported"
        return c.wrong(node.place, message, hint="formats are checked before the run, where they are printed")
    # said once for each block: what follows is not the fault of the next line
    c.names[node.name] = typed.Variable(node.name, UNKNOWN, node.place)
    if node.name in LEFT_OUT:
        return c.wrong(node.place, f"{node.name} is not supported", hint=LEFT_OUT[node.name])
    elsewhere = meanings("getallenband.interpreters.languages.c_subset", "elsewhere").get(node.name, "")
    return c.wrong(node.place, f"{node.name} is not declared", nearest=c.nearest(node.name), hint=elsewhere)


FILES = {"_stdin": 0, "_stdout": 1, "_stderr": 2}


def file(c: Context, node: syntax.Name) -> typed.Expression:
    """Return a pointer to a standard file: an object that holds its number."""
    variable = c.strings.get(node.name)
    if variable is None:
        contents = ((0, typed.Constant(FILES[node.name], type=CHAR)),)
        variable = c.strings[node.name] = c.static(typed.Variable(node.name, CHAR, node.place, contents=contents))
    kind = Pointer(c.tags.outermost.get("_file", CHAR))
    return typed.Address(typed.Named(variable, type=CHAR, place=node.place), type=kind, place=node.place)


def library_function(c: Context, node: syntax.Name) -> typed.Expression:
    """Return a function of the library as a value: a function of the program that calls it."""
    kind = prototypes(c.model)[node.name]
    routine = c.wrapped.get(node.name)
    if routine is None:
        routine = c.wrapped[node.name] = typed.Routine(
            f"library {node.name}", kind, node.place, defined=True, library=True
        )
    return function_address(c, node, routine)


def function_address(c: Context, node: syntax.Name, routine: typed.Routine) -> typed.Expression:
    """Return a function as a value: the pointer to it."""
    routine.address_taken = True
    if not routine.defined and node.name in prototypes(c.model):
        return library_function(c, node)
    if not routine.defined:
        return c.wrong(node.place, f"function {node.name} has no address: it is not defined in this program")
    return typed.FunctionAddress(routine, type=Pointer(routine.type), place=node.place)


@meaning.case(syntax.Number)
def number(c: Context, node: syntax.Number) -> typed.Expression:
    if REAL.match(node.text):
        real = FLOAT if node.text[-1] in "fF" else DOUBLE
        return typed.RealConstant(real.rounded(float(node.text.rstrip("fFlL"))), type=real, place=node.place)
    found = integer(node.text)
    if found is None:
        return c.wrong(node.place, f"{node.text} is not a number", expected="a number")
    kind = c.model.constant_type(*found)
    if kind is None:
        return c.wrong(node.place, f"{node.text} is too large for any integer type")
    return typed.Constant(found.value, type=kind, place=node.place)


@meaning.case(syntax.Character)
def character(c: Context, node: syntax.Character) -> typed.Expression:
    del c
    return typed.Constant(node.value, type=INT, place=node.place)


@meaning.case(syntax.String)
def string(c: Context, node: syntax.String) -> typed.Typed:
    variable = c.strings.get(node.value)
    if variable is None:
        codes = node.value.encode("latin-1", "replace")
        contents = tuple((at, typed.Constant(CHAR.wrapped(code), type=CHAR)) for at, code in enumerate(codes))
        kind = Array(CHAR, len(codes) + 1)
        variable = c.static(typed.Variable(f"string {len(c.strings)}", kind, node.place, contents=contents))
        c.strings[node.value] = variable
    return typed.Named(variable, type=variable.type, place=node.place)


# --- postfix operators -------------------------------------------------------------------------------------------


@meaning.case(syntax.Index)
def index(c: Context, node: syntax.Index) -> typed.Typed:
    base, subscript = meaning(c, node.array), value(c, node.index)
    if isinstance(base.type, Integer) and isinstance(subscript.type, Pointer):
        base, subscript = subscript, decay(c, base)
    elif not (isinstance(base, typed.Lvalue) and isinstance(base.type, Array)):
        base = decay(c, base)
    kind = base.type.of if isinstance(base.type, Array) else base.type.to if isinstance(base.type, Pointer) else None
    if kind is None:
        return c.wrong(
            node.place, f"the subscripted value is {a(base.type)}", base, expected="an array or a pointer"
        )  # fmt: skip
    if not isinstance(subscript.type, Integer):
        return c.wrong(node.index.place, f"the subscript is {a(subscript.type)}", subscript, expected="an integer")
    if not is_complete(kind):
        return c.wrong(node.place, f"{a(base.type)} has no elements: {a(kind)} has no size", base)
    return typed.Element(base, subscript, name_of(node.array), type=kind, place=node.place)


def name_of(node: syntax.Expression) -> str:
    """Return what to call an array in a message."""
    while isinstance(node, syntax.Index):
        node = node.array
    return node.name if isinstance(node, syntax.Name | syntax.Member | syntax.Arrow) else "an array"


@meaning.case(syntax.Member)
def member(c: Context, node: syntax.Member) -> typed.Typed:
    base = meaning(c, node.base)
    if isinstance(base, typed.Lvalue) and isinstance(base.type, Struct):
        return member_of(c, node, base, base.type)
    hint = "use ->" if isinstance(base.type, Pointer) and isinstance(base.type.to, Struct) else ""
    return c.wrong(node.place, f"the operand of . is {a(base.type)}", base, expected="a struct", hint=hint)


@meaning.case(syntax.Arrow)
def arrow(c: Context, node: syntax.Arrow) -> typed.Typed:
    found = meaning(c, node.base)
    if isinstance(found.type, Struct):
        return c.wrong(
            node.place, f"the operand of -> is {a(found.type)}", expected="a pointer to a struct", hint="use ."
        )  # fmt: skip
    pointer = decay(c, found)
    if not isinstance(pointer.type, Pointer) or not isinstance(pointer.type.to, Struct):
        return c.wrong(
            node.place, f"the operand of -> is {a(pointer.type)}", pointer, expected="a pointer to a struct"
        )  # fmt: skip
    return member_of(c, node, typed.Pointed(pointer, type=pointer.type.to, place=node.place), pointer.type.to)


def member_of(c: Context, node: syntax.Member | syntax.Arrow, base: typed.Lvalue, kind: Struct) -> typed.Typed:
    """Return a member of a struct."""
    if not kind.complete:
        return c.wrong(node.place, f"the members of {kind} are not known", expected="a struct that is described")
    if node.name not in kind.members:
        near = c.diagnostics.nearest(node.name, kind.members)
        return c.wrong(node.place, f"{kind} has no member {node.name}", nearest=near)
    found, offset = kind.members[node.name]
    return typed.MemberOf(base, offset, type=found, place=node.place)


# --- unary operators ---------------------------------------------------------------------------------------------


@meaning.case(syntax.Unary)
def unary(c: Context, node: syntax.Unary) -> typed.Typed:
    if node.operator == "&":
        return address_of(c, node)
    if node.operator == "*":
        return pointed(c, node)
    if node.operator == "!":
        found = condition(c, node.operand)
        if isinstance(found, typed.Constant | typed.RealConstant):
            return truth(not found.value, node.place)
        return typed.Not(found, type=INT, place=node.place)
    operand = promote(value(c, node.operand))
    kind = operand.type
    if isinstance(kind, Floating) and node.operator != "~":
        zero = typed.RealConstant(-0.0, type=kind, place=node.place)
        return operand if node.operator == "+" else arithmetic("-", zero, operand, kind, node.place)
    if not isinstance(kind, Integer):
        message = f"the operand of {node.operator} is {a(kind)}"
        return c.wrong(node.place, message, operand, expected="an integer" if node.operator == "~" else "a number")
    if node.operator == "-":
        return arithmetic("-", typed.Constant(0, type=kind, place=node.place), operand, kind, node.place)
    if node.operator == "~":
        return arithmetic("^", operand, typed.Constant(kind.wrapped(-1), type=kind, place=node.place), kind, node.place)
    return operand


def address_of(c: Context, node: syntax.Unary) -> typed.Expression:
    """Check `&`."""
    operand = meaning(c, node.operand)
    if isinstance(operand, typed.FunctionAddress):
        return operand
    if not isinstance(operand, typed.Lvalue):
        return c.wrong(node.place, "this has no address", operand, expected="a variable, an element or a member")
    return address(operand, node.place)


def pointed(c: Context, node: syntax.Unary) -> typed.Typed:
    """Check `*`; of a function, it changes nothing."""
    pointer = value(c, node.operand)
    if isinstance(pointer.type, Pointer) and isinstance(pointer.type.to, Function):
        return pointer
    if not isinstance(pointer.type, Pointer) or isinstance(pointer.type.to, Void):
        return c.wrong(node.place, f"the operand of * is {a(pointer.type)}", pointer, expected="a pointer to a value")
    if isinstance(pointer.type.to, Unknown):
        return typed.Constant(0, type=UNKNOWN, place=node.place)
    return typed.Pointed(pointer, type=pointer.type.to, place=node.place)


@meaning.case(syntax.SizeofExpression)
def sizeof_expression(c: Context, node: syntax.SizeofExpression) -> typed.Expression:
    return size(c, meaning(c, node.operand).type, node.place)


@meaning.case(syntax.SizeofType)
def sizeof_type(c: Context, node: syntax.SizeofType) -> typed.Expression:
    return size(c, type_of_name(c, node.type), node.place)


@meaning.case(syntax.Cast)
def cast_(c: Context, node: syntax.Cast) -> typed.Expression:
    target = type_of_name(c, node.type)
    operand = effect(c, node.operand) if isinstance(target, Void) else value(c, node.operand)
    return cast(c, operand, target, node.place)


@meaning.case(syntax.Comma)
def comma(c: Context, node: syntax.Comma) -> typed.Typed:
    left, found = effect(c, node.left), meaning(c, node.right)
    if isinstance(found, typed.Lvalue) and isinstance(found.type, Struct):
        return typed.After(left, found, type=found.type, place=node.place)
    right = decay(c, found)
    return typed.Comma(left, right, type=right.type, place=node.place)
