"""Calls: of functions of the program, through pointers, and of the library."""

from __future__ import annotations

from interpreters.languages.c_subset import syntax
from interpreters.languages.c_subset.check.context import Context
from interpreters.languages.c_subset.check.conversions import assigned, promote
from interpreters.languages.c_subset.check.formats import print_call, scan_call
from interpreters.languages.c_subset.check.meaning import meaning, value
from interpreters.languages.c_subset.library import prototypes
from interpreters.languages.c_subset.typed import Call, CallLibrary, CallPointer, Expression, Routine
from interpreters.languages.c_subset.types import CType, Function, Pointer, a, counted
from interpreters.source.diagnostics import nearest


@meaning.case(syntax.Call)
def call(c: Context, node: syntax.Call) -> Expression:
    if isinstance(node.function, syntax.Name):
        name = node.function.name
        found = c.find(name)
        if isinstance(found, Routine) and found.defined:
            given = arguments(c, node, name, found.type.parameters)
            return Call(found, given, type=found.type.returns, place=node.place)
        if found is None or isinstance(found, Routine):
            return library_call(c, node, name)
    pointer = value(c, node.function)
    kind = pointer.type.to if isinstance(pointer.type, Pointer) else pointer.type
    if not isinstance(kind, Function):
        return c.wrong(node.place, f"the called object is {a(pointer.type)}", pointer, expected="a function")
    given = arguments(c, node, "the function", kind.parameters)
    return CallPointer(pointer, given, type=kind.returns, place=node.place)


def arguments(
    c: Context, node: syntax.Call, name: str, parameters: tuple[CType, ...] | None
) -> tuple[Expression, ...]:  # fmt: skip
    """Check the arguments of a call: converted to the parameters' types, or promoted where these are not known."""
    given = [value(c, argument) for argument in node.arguments]
    if parameters is None:
        return tuple(promote(argument) for argument in given)
    if len(parameters) != len(given):
        message = f"{name} is called with {counted(len(given), 'argument')}"
        c.wrong(node.place, message, expected=counted(len(parameters), "argument"))
    return tuple(assigned(c, argument, kind, argument.place) for argument, kind in zip(given, parameters, strict=False))


def library_call(c: Context, node: syntax.Call, name: str) -> Expression:
    """Check the call of a library function."""
    if name == "printf":
        return print_call(c, node)
    if name == "scanf":
        return scan_call(c, node)
    known = prototypes(c.model)
    if name not in known:
        for argument in node.arguments:
            value(c, argument)
        if isinstance(c.find(name), Routine):
            return c.wrong(node.place, f"function {name} is declared but not defined")
        functions = {name for name, found in c.scopes[0].names.items() if isinstance(found, Routine)}
        near = nearest(name, functions | set(known) | {"printf", "scanf"})
        return c.wrong(node.place, f"function {name} is not declared", nearest=near)
    kind = known[name]
    given = arguments(c, node, name, kind.parameters)
    return CallLibrary(name, given, type=kind.returns, place=node.place)
