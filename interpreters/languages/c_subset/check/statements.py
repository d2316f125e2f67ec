"""Statements and the declarations of blocks."""

from __future__ import annotations

from getallenband.interpreters.languages.c_subset import syntax, typed
from getallenband.interpreters.languages.c_subset.check.context import Body, Context, TypeDefinition
from getallenband.interpreters.languages.c_subset.check.conversions import assigned, promote
from getallenband.interpreters.languages.c_subset.check.declarations import declared, new_tag, specified
from getallenband.interpreters.languages.c_subset.check.initializers import contents_of
from getallenband.interpreters.languages.c_subset.check.meaning import (
    condition,
    constant_value,
    effect,
    meaning,
    unused,
    value,
)
from getallenband.interpreters.languages.c_subset.check.operators import copied
from getallenband.interpreters.languages.c_subset.typed import Routine, Statement, Variable
from getallenband.interpreters.languages.c_subset.types import (
    UNKNOWN,
    Array,
    CType,
    Function,
    Integer,
    Struct,
    Unknown,
    Void,
    a,
    is_complete,
    is_scalar,
)
from getallenband.interpreters.lowering.dispatch import Dispatcher, dispatcher
from getallenband.interpreters.source.block_names import BlockNames
from getallenband.interpreters.source.position import Place

statement: Dispatcher[Context, Statement] = dispatcher("a statement")


def body_of(c: Context) -> Body:
    """Return what is known of the function around a statement."""
    assert c.body is not None
    return c.body


def function_body(c: Context, node: syntax.CompoundStatement) -> typed.Block:
    """Check the body of a function, whose parameters are declared in the innermost scope."""
    block = typed.Block(items(c, node), place=node.place)
    body = body_of(c)
    for label, place in body.gotos:
        if label not in body.labels:
            c.wrong(
                place,
                f"label {label} does not exist in this function",
                nearest=c.diagnostics.nearest(label, body.labels),
            )
    return block


@statement.case(syntax.CompoundStatement)
def compound(c: Context, node: syntax.CompoundStatement) -> Statement:
    with c.block():
        found = items(c, node)
    return typed.Block(found, place=node.place)


def items(c: Context, node: syntax.CompoundStatement) -> tuple[Statement, ...]:
    """Check the declarations and statements of a block."""
    found: list[Statement] = []
    for item in node.items:
        if isinstance(item, syntax.Declaration):
            found += declaration(c, item)
        else:
            found.append(statement(c, item))
    return tuple(found)


# --- declarations ------------------------------------------------------------------------------------------------


def declaration(c: Context, node: syntax.Declaration) -> list[Statement]:
    """Check a declaration of a block; return the statements that make and initialize its variables."""
    if not node.declarators:
        new_tag(c, node.specifiers)
    base, storage, found = specified(c, node.specifiers), node.specifiers.storage, list[Statement]()
    for item in node.declarators:
        name, kind = declared(c, item.declarator, base)
        assert name is not None
        if storage == "typedef":
            c.declare(name, TypeDefinition(kind, item.place))
        elif isinstance(kind, Function):
            c.names.outermost.setdefault(name, Routine(name, kind, item.place))
        elif storage == "static":
            static(c, name, kind, item)
        elif storage == "extern":
            external(c, name, kind, item)
        else:
            found += automatic(c, name, kind, item)
    return found


def external(c: Context, name: str, kind: CType, item: syntax.InitDeclarator) -> None:
    """Declare an outer variable inside a block."""
    if name not in c.names.outermost:
        names, c.names = c.names, BlockNames(c.names.outermost)
        tentative(c, name, kind, item)
        c.names = names
    c.names[name] = c.names.outermost[name]


def tentative(c: Context, name: str, kind: CType, item: syntax.InitDeclarator) -> None:
    """Declare an outer variable, perhaps again: with the same type, and one initializer in all (C90, 6.7.2)."""
    first = c.names.here(name)
    if not isinstance(first, Variable):
        static(c, name, kind, item, tentative=item.initializer is None)
        return
    if item.initializer is not None and not first.contents:
        kind, first.contents = contents_of(c, kind, item.initializer)
    elif item.initializer is not None:
        c.wrong(item.place, f"{name} already has a first value, on line {first.place.line}")
    if not same_type(first.type, kind):
        message = f"{name} is {a(kind)} here, but {a(first.type)} on line {first.place.line}"
        c.wrong(item.place, message, expected=a(first.type))
    elif isinstance(first.type, Array) and isinstance(kind, Array) and first.type.length is None:
        first.type = kind


def same_type(left: CType, right: CType) -> bool:
    """Return whether two declarations of a variable agree; one may omit an array's length."""
    if isinstance(left, Array) and isinstance(right, Array) and None in (left.length, right.length):
        return left.of == right.of
    return left == right or isinstance(left, Unknown) or isinstance(right, Unknown)


def static(c: Context, name: str, kind: CType, item: syntax.InitDeclarator, *, tentative: bool = False) -> None:
    """Declare a variable that lives as long as the program; a tentative one may be without a size until the end."""
    variable = Variable(name, kind, item.declarator.place)
    c.declare(name, variable)
    c.static(variable)  # first: its own address may stand among its first values
    if item.initializer is not None:
        variable.type, variable.contents = contents_of(c, kind, item.initializer)
    if not tentative:
        complete(c, variable, item)


def complete(c: Context, variable: Variable, item: syntax.InitDeclarator) -> None:
    """Check that a variable has a size."""
    if not is_complete(variable.type):
        message = f"{variable.name} has no size: its type is {variable.type}"
        c.wrong(item.place, message, expected="a complete type")
        variable.type = UNKNOWN


def automatic(c: Context, name: str, kind: CType, item: syntax.InitDeclarator) -> list[Statement]:
    """Declare a variable of a block; return the statements that make it and give it its first value."""
    variable = Variable(name, kind, item.declarator.place)
    c.declare(name, variable)
    body_of(c).variables.append(variable)
    given = item.initializer
    if given is None:
        complete(c, variable, item)
        return [typed.Declare(variable, place=item.place)]
    while is_scalar(kind) and isinstance(given, syntax.InitializerList) and len(given.items) == 1:
        given = given.items[0]
    if isinstance(kind, Struct) and not isinstance(given, syntax.InitializerList):
        complete(c, variable, item)
        target = typed.Named(variable, type=kind, place=item.place)
        return [typed.Declare(variable, place=item.place),
                typed.Evaluate(unused(copied(c, target, meaning(c, given), item.place)), place=item.place)]  # fmt: skip
    first: typed.Expression | typed.Named
    if is_scalar(kind) and not isinstance(given, syntax.InitializerList):
        first = assigned(c, value(c, given), kind, item.place)
    else:
        computed = list[tuple[int, typed.Expression]]()
        variable.type, contents = contents_of(c, kind, given, computed)
        image = c.static(Variable(f"first value of {name}", variable.type, item.place, contents=contents))
        first = typed.Named(image, type=image.type, place=item.place)
        complete(c, variable, item)
        parts = list[Statement]()
        for offset, part in computed:
            whole = typed.Named(variable, type=variable.type, place=item.place)
            place = typed.MemberOf(whole, offset, type=part.type, place=item.place)
            parts.append(typed.Evaluate(typed.Assign(place, part, type=part.type, place=part.place), place=part.place))
        made = typed.Initialize(variable, first, place=item.place)
        return [typed.Declare(variable, place=item.place), made, *parts]
    complete(c, variable, item)
    return [typed.Declare(variable, place=item.place), typed.Initialize(variable, first, place=item.place)]


# --- statements --------------------------------------------------------------------------------------------------


@statement.case(syntax.ExpressionStatement)
def expression_statement(c: Context, node: syntax.ExpressionStatement) -> Statement:
    if node.expression is None:
        return typed.Block((), place=node.place)
    return typed.Evaluate(effect(c, node.expression), place=node.place)


@statement.case(syntax.If)
def if_(c: Context, node: syntax.If) -> Statement:
    test, yes = condition(c, node.condition), statement(c, node.yes)
    return typed.If(test, yes, statement(c, node.no) if node.no else None, place=node.place)


@statement.case(syntax.While)
def while_(c: Context, node: syntax.While) -> Statement:
    test = condition(c, node.condition)
    return typed.Loop(None, test, None, check_body(c, node.body), place=node.place)


@statement.case(syntax.For)
def for_(c: Context, node: syntax.For) -> Statement:
    first = effect(c, node.first) if node.first else None
    test = condition(c, node.condition) if node.condition else None
    after = effect(c, node.next) if node.next else None
    return typed.Loop(first, test, after, check_body(c, node.body), place=node.place)


@statement.case(syntax.Do)
def do(c: Context, node: syntax.Do) -> Statement:
    body = check_body(c, node.body)
    return typed.Do(body, condition(c, node.condition), place=node.place)


def check_body(c: Context, node: syntax.Statement) -> Statement:
    """Check the body of a loop."""
    body = body_of(c)
    body.loops += 1
    found = statement(c, node)
    body.loops -= 1
    return found


@statement.case(syntax.Break, syntax.Continue)
def leave(c: Context, node: syntax.Break | syntax.Continue) -> Statement:
    word, body = type(node).__name__.lower(), body_of(c)
    if not body.loops and (word == "continue" or not body.switches):
        c.wrong(node.place, f"{word} outside a loop{'' if word == 'continue' else ' or switch'}")
    return typed.Leave(word, place=node.place)


@statement.case(syntax.Labelled)
def labelled(c: Context, node: syntax.Labelled) -> Statement:
    labels = body_of(c).labels
    if node.label in labels:
        c.wrong(node.place, f"label {node.label} is already defined on line {labels[node.label].line}")
    labels[node.label] = node.place
    return typed.Labelled(node.label, statement(c, node.body), place=node.place)


@statement.case(syntax.Goto)
def goto(c: Context, node: syntax.Goto) -> Statement:
    body_of(c).gotos.append((node.label, node.place))
    return typed.Goto(node.label, place=node.place)


@statement.case(syntax.Return)
def return_(c: Context, node: syntax.Return) -> Statement:
    routine = body_of(c).routine
    if node.value is None:
        return typed.Return(None, place=node.place)
    kind, result = routine.type.returns, body_of(c).result
    if isinstance(kind, Struct) and result is not None:
        pointer = typed.Load(typed.Named(result, type=result.type), type=result.type, place=node.place)
        target = typed.Pointed(pointer, type=kind, place=node.place)
        return typed.Return(unused(copied(c, target, meaning(c, node.value), node.place)), place=node.place)
    given = value(c, node.value)
    if isinstance(kind, Void):
        c.wrong(node.place, f"{routine.name} returns nothing: its type is void", expected="return;")
        return typed.Return(None, place=node.place)
    return typed.Return(assigned(c, given, kind, node.place), place=node.place)


# --- switch ------------------------------------------------------------------------------------------------------


@statement.case(syntax.Switch)
def switch(c: Context, node: syntax.Switch) -> Statement:
    chosen, body = promote(value(c, node.value)), body_of(c)
    kind = chosen.type
    if not isinstance(kind, Integer):
        c.wrong(node.value.place, f"switch chooses by {a(kind)}", chosen, expected="an integer")
        kind = UNKNOWN
    body.switches.append((kind, {}))
    inner = statement(c, node.body)
    body.switches.pop()
    return typed.Switch(chosen, inner, place=node.place)


@statement.case(syntax.Case)
def case(c: Context, node: syntax.Case) -> Statement:
    switches, number = body_of(c).switches, None
    kind, seen = switches[-1] if switches else (UNKNOWN, dict[int | None, Place]())
    if not switches:
        c.wrong(node.place, f"{'default' if node.value is None else 'case'} outside a switch")
    if node.value is not None:
        number = constant_value(c, node.value)
        if number is None:
            return statement(c, node.body)
        number = number if isinstance(kind, Unknown) else kind.wrapped(number)
    if number in seen:
        what = "default" if number is None else f"case {number}"
        c.wrong(node.place, f"{what} is already in this switch, on line {seen[number].line}")
    seen[number] = node.place
    return typed.Case(number, statement(c, node.body), place=node.place)
