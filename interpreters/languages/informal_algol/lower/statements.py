"""Blocks and statements of the informal Algol into the IR."""

from __future__ import annotations

from getallenband.interpreters.arithmetic.ieee754 import IEEE754
from getallenband.interpreters.ir import ops
from getallenband.interpreters.ir.types import UNDEFINED_INT
from getallenband.interpreters.languages.informal_algol import syntax
from getallenband.interpreters.languages.informal_algol.check import Symbol
from getallenband.interpreters.languages.informal_algol.lower import context
from getallenband.interpreters.languages.informal_algol.lower.context import Context
from getallenband.interpreters.languages.informal_algol.lower.expressions import (
    allocate,
    call,
    condition,
    locate,
    read,
    value,
)
from getallenband.interpreters.languages.informal_algol.lower.externals import external
from getallenband.interpreters.lowering import arithmetic
from getallenband.interpreters.lowering.arrays import Array
from getallenband.interpreters.lowering.cells import check, load, store
from getallenband.interpreters.lowering.dispatch import Dispatcher, dispatcher
from getallenband.interpreters.source.tree import unhandled

statement: Dispatcher[Context, None] = dispatcher("a statement")
statement.case(syntax.Dummy)(lambda _c, _node: None)

# --- blocks ------------------------------------------------------------------------------------------------------


def declared(c: Context, node: syntax.Block) -> tuple[list[Symbol], list[Symbol]]:
    """Return the simple variables and the arrays that a block declares."""
    scalars, arrays = list[Symbol](), list[Symbol]()
    for declaration in node.declarations:
        if isinstance(declaration, syntax.Simple | syntax.Array):
            found = [c.symbols[id(name)] for name in declaration.names]
            (scalars if isinstance(declaration, syntax.Simple) else arrays).extend(found)
    return scalars, arrays


def outermost(c: Context) -> None:
    """Lower the outermost block: shared variables and constant arrays are static."""
    node = c.shared.checked.block
    scalars, arrays = declared(c, node)
    for symbol in scalars:
        context.place_scalar(c, symbol)
    for symbol in arrays:
        context.place_static_array(c, symbol)
        if not isinstance(c.storage_of(symbol), Array) and not context.is_flexible(symbol):
            allocate(c, symbol, {})
    for one in node.statements:
        statement(c, one)
    for symbol in c.status:
        c.build.host("status_end", *context.extent(c, symbol))
    c.build.end(ops.Return)


@statement.case(syntax.Block)
def block(c: Context, node: syntax.Block) -> None:
    """Lower an inner block; its variables have no value each time it is entered, its arrays live until its end."""
    build, (scalars, arrays) = c.build, declared(c, node)
    for symbol in scalars:
        context.place_scalar(c, symbol)
        store(build, context.cell_of(c, symbol), build.int(UNDEFINED_INT))
    mark = build.do(ops.StackMark) if arrays else None
    for symbol in arrays:
        c.storage[symbol] = context.dope_vector(symbol, lambda part: context.local_cell(c, part))
        allocate(c, symbol, {})
    for one in node.statements:
        statement(c, one)
    if mark is not None:
        build.perform(ops.StackRelease, mark)


# --- statements --------------------------------------------------------------------------------------------------


@statement.case(syntax.Choose)
def choose(c: Context, node: syntax.Choose) -> None:
    c.mark(node)
    no = node.no
    otherwise = None if no is None else lambda: statement(c, no)
    c.choose(condition(c, node.condition), lambda: statement(c, node.yes), otherwise)


@statement.case(syntax.Loop)
def loop(c: Context, node: syntax.Loop) -> None:
    """Lower FOR: as Algol's step 1 until, the last value and the condition are evaluated before each turn."""
    build, label = c.build, c.mark(node)
    count = c.storage[c.symbols[id(node)]] = context.local_cell(c, node.name)
    store(build, count, value(c, node.first))
    last, test = node.last, node.condition

    def turn() -> None:
        if not is_marked(node.body):
            # Every turn must be counted by something, or a loop that goes on for ever could not be stopped.
            build.statement(f"{label} turn", node.place)
        c.at(node)

    def body() -> None:
        statement(c, node.body)
        c.at(node)
        one = build.int(1)
        store(build, count, arithmetic.integer_operation(build, IEEE754, "+", load(build, count), one))

    tests = [] if last is None else [lambda: arithmetic.compare(build, "<=", load(build, count), value(c, last))]
    tests += [] if test is None else [lambda: condition(c, test)]
    c.loop(tests, body, turn)


def is_marked(node: syntax.Statement) -> bool:
    """Return whether every execution of a statement passes a mark, of its own or inside it."""
    match node:
        case syntax.Block():
            marked = [is_marked(one) for one in node.statements]
            return True in marked
        case syntax.Dummy():
            return False
        case syntax.Assign() | syntax.Call() | syntax.Choose() | syntax.Loop():
            return True
        case _:
            raise unhandled(node)


@statement.case(syntax.Assign)
def assign(c: Context, node: syntax.Assign) -> None:
    """Lower an assignment; &:= evaluates its right side always."""
    c.mark(node)
    cell, subscripts = locate(c, node.variable)
    if node.operator == ":=":
        check(c.build, cell)  # before the value, whose procedures may print
        found = value(c, node.value)
    else:
        old, given = read(c, node.variable, cell, subscripts), value(c, node.value)
        c.at(node)
        if node.operator == "&:=":
            found = c.build.do(ops.IntAnd, old, given)
        else:
            found = arithmetic.integer_operation(c.build, IEEE754, node.operator[0], old, given)
    c.at(node.variable)
    store(c.build, cell, found)


@statement.case(syntax.Call)
def call_statement(c: Context, node: syntax.Call) -> None:
    """Lower the call of a procedure, whose value is dropped."""
    c.mark(node)
    if id(node) in c.symbols:
        call(c, node, c.symbols[id(node)])
    else:
        external(c, node)
