"""Whole programs: outer declarations first, then the bodies of functions, so that these may call one another."""

from __future__ import annotations

from getallenband.interpreters.languages.c_subset import syntax, typed
from getallenband.interpreters.languages.c_subset.check.context import Body, Context, TypeDefinition
from getallenband.interpreters.languages.c_subset.check.declarations import declared, specified
from getallenband.interpreters.languages.c_subset.check.statements import function_body, tentative
from getallenband.interpreters.languages.c_subset.types import (
    CHAR,
    INT,
    MODELS,
    UNKNOWN,
    Array,
    CType,
    Function,
    Pointer,
    Struct,
    a,
    is_complete,
    parameter_type,
    size_of,
)
from getallenband.interpreters.source.diagnostics import Diagnostics
from getallenband.interpreters.source.position import Place, SourceText

Definition = tuple[typed.Routine, syntax.FunctionDefinition, list[typed.Variable]]


def check(unit: syntax.TranslationUnit, source: SourceText, arithmetic: str) -> typed.Program:
    """Check a program; raise SourceError with all its faults."""
    c = Context(Diagnostics(source), MODELS[arithmetic])
    definitions = declare_all(c, unit)
    functions = tuple(definition(c, *found) for found in definitions)
    functions += tuple(wrapper(name, routine) for name, routine in c.wrapped.items())
    for variable in c.statics:
        if isinstance(variable.type, Array) and variable.type.length is None:
            # as if it had been given one value (C90, 6.7.2)
            variable.type = Array(variable.type.of, 1)
        elif not is_complete(variable.type):
            message = f"{variable.name} has no size: its type is {variable.type}"
            c.wrong(variable.place, message, expected="a complete type")
    check_addresses(c)
    main = c.names.outermost.get("main")
    arguments = arguments_of(c, main) if isinstance(main, typed.Routine) else ()
    if not isinstance(main, typed.Routine) or not main.defined:
        c.diagnostics.error(Place(1, 1), "there is no function main", expected="main()")
    c.diagnostics.check()
    assert isinstance(main, typed.Routine)
    return typed.Program(main, arguments, functions, tuple(c.statics))


def check_addresses(c: Context) -> None:
    """Check that pointers known before the program runs stay in their objects, whose lengths are all known now."""
    for variable in c.statics:
        for _, given in variable.contents:
            target, offset = typed.static_offset(given) or (variable, 0)
            size = size_of(target.type)
            if not 0 <= offset <= size:
                c.wrong(given.place, f"a pointer leaves its object: offset {offset} of {size} bytes")


def arguments_of(c: Context, main: typed.Routine) -> tuple[typed.Expression, ...]:
    """Return what main is given: a program whose name is not known, without arguments (C90, 5.1.2.2.1)."""
    kinds = main.type.parameters or ()
    found: list[typed.Expression] = [typed.Constant(int(number == 0), type=INT) for number in range(len(kinds))]
    if len(kinds) > 1 and isinstance(kinds[1], Pointer):
        name = typed.Named(c.static(typed.Variable("name of the program", Array(CHAR, 1), main.place)), type=CHAR)
        first = ((0, typed.Address(name, type=Pointer(CHAR))),)
        table = c.static(typed.Variable("arguments", Array(Pointer(CHAR), 2), main.place, contents=first))
        found[1] = typed.Address(typed.Named(table, type=table.type), type=kinds[1])
    return tuple(found)


def declare_all(c: Context, unit: syntax.TranslationUnit) -> list[Definition]:
    """Declare every outer name, in the order of the text; return the functions with their parameters."""
    found = []
    for item in unit.items:
        if isinstance(item, syntax.FunctionDefinition):
            made = heading(c, item)
            if made is not None:
                found.append(made)
        else:
            outer(c, item)
    for item in unit.library:
        name, returns = declared_name(item.declarator), item.specifiers.described
        if isinstance(returns, syntax.StructSpecifier) and returns.tag not in c.tags.outermost:
            continue  # div: its struct is in a header that the program leaves out
        first = c.names.outermost.get(name)
        if (first is None or (isinstance(first, typed.Routine) and not first.defined)) and (made := heading(c, item)):
            made[0].library = True
            found.append(made)
    return found


def declared_name(node: syntax.Declarator) -> str:
    """Return the name that a declarator declares."""
    while not isinstance(node, syntax.NameDeclarator):
        node = node.inner
    return node.name or ""


def outer(c: Context, node: syntax.Declaration) -> None:
    """Declare outer variables, functions and types."""
    base = specified(c, node.specifiers)
    for item in node.declarators:
        name, kind = declared(c, item.declarator, base)
        assert name is not None
        if node.specifiers.storage == "typedef":
            c.declare(name, TypeDefinition(kind, item.place))
        elif isinstance(kind, Function):
            c.names.outermost.setdefault(name, typed.Routine(name, kind, item.place))
        else:
            tentative(c, name, kind, item)


# --- functions ---------------------------------------------------------------------------------------------------


def heading(c: Context, node: syntax.FunctionDefinition) -> Definition | None:
    """Declare a function that is defined here; None for what has no function's heading."""
    name, kind = declared(c, node.declarator, specified(c, node.specifiers))
    head = node.declarator
    while not isinstance(head, syntax.NameDeclarator) and not isinstance(head.inner, syntax.NameDeclarator):
        # of several headings the innermost is the function's own
        head = head.inner
    if not isinstance(head, syntax.FunctionDeclarator) or not isinstance(kind, Function) or name is None:
        c.wrong(node.place, "this has a body but is not declared as a function", expected="name (parameters)")
        return None
    if head.variadic:
        c.wrong(head.place, "functions with ... are not supported", expected="a fixed number of parameters")
    parameters = old_parameters(c, node, head) if head.names or node.parameters else new_parameters(c, head)
    kind = Function(kind.returns, tuple(parameter.type for parameter in parameters))
    if name == "main" and isinstance(kind.returns, Struct):
        c.wrong(node.place, f"main returns {a(kind.returns)}", expected="int", hint="a ; is missing after the struct")
        kind = Function(UNKNOWN, kind.parameters)
    first = c.names.outermost.get(name)
    if isinstance(first, typed.Routine) and not first.defined:
        first.type, first.place, first.defined = kind, node.declarator.place, True
        return first, node, parameters
    if first is not None:
        c.wrong(node.place, f"{name} is already declared on line {first.place.line}")
    routine = typed.Routine(name, kind, node.declarator.place, defined=True)
    c.names.outermost[name] = routine
    return routine, node, parameters


def wrapper(name: str, routine: typed.Routine) -> typed.FunctionDefinition:
    """Return a function that does nothing but call one of the library."""
    kinds, place = routine.type.parameters or (), routine.place
    given = tuple(typed.Variable(f"parameter {number}", kind, place) for number, kind in enumerate(kinds))
    arguments = tuple(typed.Load(typed.Named(one, type=one.type), type=one.type, place=place) for one in given)
    result = typed.CallLibrary(name, arguments, type=routine.type.returns, place=place)
    return typed.FunctionDefinition(
        routine, given, given, typed.Block((typed.Return(result, place=place),)), place=place
    )


def new_parameters(c: Context, head: syntax.FunctionDeclarator) -> list[typed.Variable]:
    """Return the parameters that a heading declares."""
    found = []
    for number, item in enumerate(head.parameters):
        name, kind = declared(c, item.declarator, specified(c, item.specifiers))
        found.append(parameter(c, name or f"parameter {number}", kind, item.place))
    return found


def old_parameters(
    c: Context, node: syntax.FunctionDefinition, head: syntax.FunctionDeclarator
) -> list[typed.Variable]:
    """Return the parameters of the old form: those that are not declared are int."""
    found = {name: typed.Variable(name, INT, head.place) for name in head.names}
    for declaration in node.parameters:
        base = specified(c, declaration.specifiers)
        for item in declaration.declarators:
            name, kind = declared(c, item.declarator, base)
            if name not in found:
                c.wrong(item.place, f"{name} is not a parameter of this function", nearest=c.nearest(name or ""))
            else:
                found[name] = parameter(c, name, kind, item.place)
    return [found[name] for name in head.names]


def parameter(c: Context, name: str, kind: CType, place: Place) -> typed.Variable:
    """Return a parameter; arrays and functions are passed as pointers."""
    kind = parameter_type(kind)
    if not is_complete(kind):
        c.wrong(place, f"parameter {name} is {a(kind)}", expected="a number, a pointer or a struct")
        kind = UNKNOWN
    return typed.Variable(name, kind, place)


def definition(
    c: Context, routine: typed.Routine, node: syntax.FunctionDefinition, parameters: list[typed.Variable]
) -> typed.FunctionDefinition:  # fmt: skip
    """Check the body of a function; one that returns a struct is given a pointer to where it goes."""
    returns, result = routine.type.returns, None
    if isinstance(returns, Struct):
        result = typed.Variable("the returned struct", Pointer(returns), node.declarator.place)
    c.body = Body(routine, [*([result] if result else []), *parameters], result=result)
    with c.block():
        for one in parameters:
            c.declare(one.name, one)
        block = function_body(c, node.body)
    given = tuple(c.body.variables[: len(parameters) + (result is not None)])
    return typed.FunctionDefinition(routine, given, tuple(c.body.variables), block, place=node.declarator.place)
