"""The syntax tree into the intermediate representation, which both engines run: a function for each construct.

n = 1           becomes     statement 1; int_constant 1; local_store n
"""

from __future__ import annotations

from getallenband.durable.names import nearest
from getallenband.interpreters.arithmetic.ieee754 import IEEE754 as NUMBERS
from getallenband.interpreters.ir import ops
from getallenband.interpreters.ir.builder import FunctionBuilder
from getallenband.interpreters.ir.ops import Register
from getallenband.interpreters.ir.program import Program, ProgramVariable
from getallenband.interpreters.ir.types import Type
from getallenband.interpreters.language import Lowered, Options
from getallenband.interpreters.lowering import arithmetic
from getallenband.interpreters.lowering.cells import LocalCell, load, no_value, store
from getallenband.interpreters.lowering.context import FunctionContext, StatementLabels
from getallenband.interpreters.lowering.dispatch import Dispatcher, dispatcher
from getallenband.interpreters.source.diagnostics import Diagnostics
from getallenband.interpreters.source.position import SourceText
from getallenband.interpreters.source.tree import walk
from getallenband.reports.scaffolding.small_language import syntax
from getallenband.reports.scaffolding.small_language.library import LIBRARY, session

value: Dispatcher[FunctionContext, Register] = dispatcher("an expression")
statement: Dispatcher[FunctionContext, None] = dispatcher("a statement")


def lower(tree: syntax.Program, source: SourceText, options: Options) -> Lowered:
    """Check and lower a program; raise SourceError for a variable that never gets a value."""
    check(tree, source)
    program = Program(source.name, {}, {}, "main")
    build = FunctionBuilder(program, "main", "the program", library=LIBRARY)
    for name in assigned(tree):
        program.variables[name] = ProgramVariable(function="main", local=build.local(name, Type.INT), type=Type.INT)
    c = FunctionContext(build, StatementLabels())
    for one in tree.statements:
        statement(c, one)
    build.end(ops.Halt)
    return Lowered(program, LIBRARY, session)


def assigned(tree: syntax.Program) -> list[str]:
    """Return the names that the program gives a value."""
    return sorted({node.name for node in walk(tree) if isinstance(node, syntax.Assign)})


def check(tree: syntax.Program, source: SourceText) -> None:
    found, known = Diagnostics(source), assigned(tree)
    for node in walk(tree):
        if isinstance(node, syntax.Variable) and node.name not in known:
            found.error(node.place, f"{node.name} never gets a value", nearest=nearest(node.name, known))
    found.check()


# --- statements --------------------------------------------------------------------------------------------------


@statement.case(syntax.Assign)
def assign(c: FunctionContext, node: syntax.Assign) -> None:
    c.mark(node)
    store(c.build, LocalCell(node.name), value(c, node.value))


@statement.case(syntax.Output)
def output(c: FunctionContext, node: syntax.Output) -> None:
    c.mark(node)
    c.build.host("write", value(c, node.value))


# --- expressions -------------------------------------------------------------------------------------------------


@value.case(syntax.Number)
def number(c: FunctionContext, node: syntax.Number) -> Register:
    c.at(node)
    return arithmetic.integer_constant(c.build, NUMBERS, node.value)


@value.case(syntax.Variable)
def variable(c: FunctionContext, node: syntax.Variable) -> Register:
    c.at(node)
    return load(c.build, LocalCell(node.name), no_value(node.name))


@value.case(syntax.Input)
def input_(c: FunctionContext, node: syntax.Input) -> Register:
    c.at(node)
    found = c.build.host("read")
    assert found is not None
    return found


@value.case(syntax.Binary)
def binary(c: FunctionContext, node: syntax.Binary) -> Register:
    left, right = value(c, node.left), value(c, node.right)
    c.at(node)
    return arithmetic.integer_operation(c.build, NUMBERS, node.operator, left, right)
