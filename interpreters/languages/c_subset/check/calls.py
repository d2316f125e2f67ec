"""Calls: of functions of the program, through pointers, and of the library."""

from __future__ import annotations

from itertools import chain

from getallenband.interpreters.languages.c_subset import syntax, typed
from getallenband.interpreters.languages.c_subset.check.context import LEFT_OUT, Context
from getallenband.interpreters.languages.c_subset.check.conversions import assigned, decay, promote_argument, room
from getallenband.interpreters.languages.c_subset.check.formats import FAMILY, format_call
from getallenband.interpreters.languages.c_subset.check.meaning import meaning, not_void, value
from getallenband.interpreters.languages.c_subset.library import prototypes
from getallenband.interpreters.languages.c_subset.types import (
    CType,
    Function,
    Pointer,
    Struct,
    Void,
    a,
    counted,
    size_of,
)

SIZED: dict[str, tuple[tuple[int, ...], int]] = {
    **dict.fromkeys(("memcpy", "memmove", "memcmp"), ((0, 1), 2)),
    **dict.fromkeys(("memset", "qsort"), ((0,), 2)),
    **dict.fromkeys(("fread", "fwrite"), ((0,), 1)),
    "bsearch": ((1,), 3),
}
"""Functions that are given the size of objects, with the arguments that point to them and that say it."""
IN_A_HEADER = dict.fromkeys(("div", "ldiv"), "the struct that it returns is in stdlib.h: #include <stdlib.h>")
"""Functions that need a header's type, and which."""


@meaning.case(syntax.Call)
def call(c: Context, node: syntax.Call) -> typed.Typed:
    if isinstance(node.function, syntax.Name):
        name = node.function.name
        found = c.names.find(name)
        if isinstance(found, typed.Routine) and found.defined:
            given = arguments(c, node, name, found.type.parameters)
            given = sized(c, name, given) if found.library else given
            returns = found.type.returns
            if isinstance(returns, Struct):
                room = room_for(c, node, returns)
                done = typed.Call(found, (room, *given), type=Void(), place=node.place)
                return typed.After(done, room.lvalue, type=returns, place=node.place)
            return typed.Call(found, given, type=returns, place=node.place)
        if found is None or isinstance(found, typed.Routine):
            return library_call(c, node, name)
    pointer = value(c, node.function)
    kind = pointer.type.to if isinstance(pointer.type, Pointer) else pointer.type
    if not isinstance(kind, Function):
        hint = "an element is written a[i]" if isinstance(pointer.type, Pointer) else ""
        return c.wrong(node.place, f"the called object is {a(pointer.type)}", pointer, expected="a function", hint=hint)
    given = arguments(c, node, "the function", kind.parameters)
    if isinstance(kind.returns, Struct):
        room = room_for(c, node, kind.returns)
        called = typed.CallPointer(pointer, (room, *given), type=Void(), place=node.place)
        return typed.After(called, room.lvalue, type=kind.returns, place=node.place)
    return typed.CallPointer(pointer, given, type=kind.returns, place=node.place)


def room_for(c: Context, node: syntax.Call, kind: Struct) -> typed.Address:
    """Return a pointer to a variable of the calling function, where the called one puts the struct that it returns."""
    variable = typed.Variable("the returned struct", kind, node.place, address_taken=True)
    if c.body is not None:
        c.body.variables.append(variable)
    return typed.Address(typed.Named(variable, type=kind, place=node.place), type=Pointer(kind), place=node.place)


def arguments(
    c: Context, node: syntax.Call, name: str, parameters: tuple[CType, ...] | None
) -> tuple[typed.Expression, ...]:  # fmt: skip
    """Check the arguments of a call: converted to the parameters' types, or promoted where these are not known."""
    given = [argument_value(c, argument) for argument in node.arguments]
    if parameters is None:
        return tuple(promote_argument(argument) for argument in given)
    if len(parameters) != len(given):
        message = f"{name} is called with {counted(len(given), 'argument')}"
        c.wrong(node.place, message, expected=counted(len(parameters), "argument"))
    return tuple(passed(c, argument, kind) for argument, kind in zip(given, parameters, strict=False))


def sized(c: Context, name: str, given: tuple[typed.Expression, ...]) -> tuple[typed.Expression, ...]:
    """Return the arguments of a library function with our sizes in place of those that sizeof gives."""
    objects, size = SIZED.get(name, ((), 0))
    if not objects or len(given) <= size:
        return given
    kinds = [pointed(given[index]) for index in objects]
    kind = max(kinds, key=lambda kind: (not isinstance(kind, Void), size_of(kind) - c.model.sizeof(kind)))
    return (*given[:size], room(c, given[size], kind, name), *given[size + 1 :])


def pointed(argument: typed.Expression) -> CType:
    """Return the type that an argument pointed at before its conversion to a void pointer."""
    while isinstance(argument, typed.Convert) and isinstance(argument.operand.type, Pointer):
        argument = argument.operand
    return argument.type.to if isinstance(argument.type, Pointer) else argument.type


def argument_value(c: Context, node: syntax.Expression) -> typed.Expression:
    """Check an argument; of a struct, a pointer to it is passed, and the function copies it."""
    found = meaning(c, node)
    if isinstance(found, typed.Lvalue) and isinstance(found.type, Struct):
        return typed.StructArgument(found, type=found.type, place=node.place)
    return not_void(c, decay(c, found))


def passed(c: Context, argument: typed.Expression, kind: CType) -> typed.Expression:
    """Convert an argument to the type of its parameter."""
    if isinstance(argument, typed.StructArgument) and argument.type is kind:
        return argument
    return assigned(c, argument, kind, argument.place)


def library_call(c: Context, node: syntax.Call, name: str) -> typed.Expression:
    """Check the call of a library function."""
    if name in FAMILY:
        return format_call(c, node, name)
    known = prototypes(c.model)
    if name not in known:
        for argument in node.arguments:
            value(c, argument)
        if isinstance(c.names.find(name), typed.Routine):
            return c.wrong(node.place, f"function {name} is declared but not defined")
        if name in LEFT_OUT:
            return c.wrong(node.place, f"{name} is not supported", hint=LEFT_OUT[name])
        functions = (name for name, found in c.names.outermost.items() if isinstance(found, typed.Routine))
        near = c.diagnostics.nearest(name, chain(functions, known, FAMILY))
        message, hint = f"function {name} is not declared", IN_A_HEADER.get(name, "")
        return c.wrong(node.place, message, nearest=near, hint=hint)
    kind = known[name]
    given = sized(c, name, arguments(c, node, name, kind.parameters))
    return typed.CallLibrary(name, given, type=kind.returns, place=node.place)
