"""Statements to blocks.

switch (n) { case 0: …; case 1: …; }     becomes     a switch to the blocks of the cases, which follow one another
"""

from __future__ import annotations

from getallenband.interpreters.ir import ops
from getallenband.interpreters.ir.ops import Label, Register
from getallenband.interpreters.ir.types import UNDEFINED_INT, UNDEFINED_REAL
from getallenband.interpreters.languages.c_subset import typed
from getallenband.interpreters.languages.c_subset.lower.context import Context, in_memory
from getallenband.interpreters.languages.c_subset.lower.expressions import branch
from getallenband.interpreters.languages.c_subset.lower.memory import Location, copy, store_to
from getallenband.interpreters.languages.c_subset.lower.values import effect, value
from getallenband.interpreters.languages.c_subset.typed import Expression, Statement
from getallenband.interpreters.languages.c_subset.types import CType, Floating, register_type
from getallenband.interpreters.lowering.dispatch import Dispatcher, dispatcher

RESULT = "the result"
"""The local that keeps a function's result; no variable has its name."""

statement: Dispatcher[Context, None] = dispatcher("a statement")


def begin(c: Context, node: Statement) -> str:
    """Begin a statement that counts as one, reachable or not; return its label."""
    if c.build.block is None:
        c.build.begin(c.build.label("unreachable"))
    return "" if c.routine.library else c.mark(node)


def turn(c: Context, label: str, node: Statement) -> None:
    """Count a turn of a loop; all those of a function of the library together."""
    c.build.statement(f"{label or c.routine.name} turn", node.place)


def jump(c: Context, target: Label) -> None:
    """Jump, unless the block has ended already."""
    if c.build.block is not None:
        c.build.end(ops.Jump, target)


# --- variables ---------------------------------------------------------------------------------------------------


@statement.case(typed.Block)
def block(c: Context, node: typed.Block) -> None:
    for item in node.body:
        statement(c, item)


@statement.case(typed.Declare)
def declare(c: Context, node: typed.Declare) -> None:
    """Begin a variable's life; only locals are checked for a value later."""
    if not in_memory(node.variable):
        c.build.perform(ops.LocalStore, c.locals[node.variable], undefined(c, node.variable.type))


def undefined(c: Context, kind: CType) -> Register:
    """Return the pattern for "no value"."""
    return c.build.real(UNDEFINED_REAL) if isinstance(kind, Floating) else c.build.int(UNDEFINED_INT)


def no_result(c: Context) -> Register:
    """Return the IR result of a function without a result."""
    return undefined(c, c.routine.type.returns)


@statement.case(typed.Initialize)
def initialize(c: Context, node: typed.Initialize) -> None:
    begin(c, node)
    target = Location(node.variable.type, node.variable)
    if isinstance(node.value, Expression):
        found = value(c, node.value)
        c.at(node)
        store_to(c, target, found)
    else:
        copy(c, target, Location(node.value.type, node.value.variable))


# --- choices and loops -------------------------------------------------------------------------------------------


@statement.case(typed.Evaluate)
def evaluate(c: Context, node: typed.Evaluate) -> None:
    begin(c, node)
    effect(c, node.expression)


@statement.case(typed.If)
def if_(c: Context, node: typed.If) -> None:
    begin(c, node)
    build = c.build
    yes, no, after = build.label("then"), build.label("else"), build.label("endif")
    branch(c, node.condition, yes, no if node.no else after)
    build.begin(yes)
    statement(c, node.yes)
    if node.no is not None:
        jump(c, after)
        build.begin(no)
        statement(c, node.no)
    build.begin(after)


@statement.case(typed.Loop)
def loop(c: Context, node: typed.Loop) -> None:
    label, build = begin(c, node), c.build
    if node.first is not None:
        effect(c, node.first)
    test, inside, step, end = (build.label(word) for word in ("test", "inside", "step", "end"))
    build.begin(test)
    turn(c, label, node)
    if node.condition is not None:
        branch(c, node.condition, inside, end)
    build.begin(inside)
    lower_body(c, node.body, end, step)
    build.begin(step)
    if node.next is not None:
        effect(c, node.next)
    build.end(ops.Jump, test)
    build.begin(end)


@statement.case(typed.Do)
def do(c: Context, node: typed.Do) -> None:
    label, build = begin(c, node), c.build
    inside, test, end = build.label("do"), build.label("test"), build.label("end")
    build.begin(inside)
    lower_body(c, node.body, end, test)
    build.begin(test)
    turn(c, label, node)
    branch(c, node.condition, inside, end)
    build.begin(end)


def lower_body(c: Context, body: Statement, end: Label, step: Label) -> None:
    """Lower the body of a loop."""
    c.leaves["break"].append(end)
    c.leaves["continue"].append(step)
    statement(c, body)
    c.leaves["break"].pop()
    c.leaves["continue"].pop()


@statement.case(typed.Switch)
def switch(c: Context, node: typed.Switch) -> None:
    """Lower switch: its cases are found while its body is lowered."""
    begin(c, node)
    build = c.build
    chosen = value(c, node.value)
    origin, at, end = build.block, build.at, build.label("end")
    build.block = None
    c.cases.append({})
    c.leaves["break"].append(end)
    statement(c, node.body)
    c.leaves["break"].pop()
    cases = c.cases.pop()
    build.begin(end)
    default = cases.pop(None, end)
    pairs = tuple((case, label) for case, label in cases.items() if case is not None)
    after, build.block = build.block, origin
    build.add(ops.Switch(chosen, pairs, default, at=at))
    build.block = after


@statement.case(typed.Case)
def case(c: Context, node: typed.Case) -> None:
    label = c.build.label("case")
    number = node.value
    c.cases[-1][number if number is None or number < 2**63 else number - 2**64] = label
    c.build.begin(label)
    statement(c, node.body)


# --- jumps -------------------------------------------------------------------------------------------------------


@statement.case(typed.Labelled)
def labelled(c: Context, node: typed.Labelled) -> None:
    c.build.begin(Label(f"label.{node.label}"))
    statement(c, node.body)


@statement.case(typed.Goto)
def goto(c: Context, node: typed.Goto) -> None:
    begin(c, node)
    c.build.end(ops.Jump, Label(f"label.{node.label}"))


@statement.case(typed.Leave)
def leave(c: Context, node: typed.Leave) -> None:
    begin(c, node)
    c.build.end(ops.Jump, c.leaves[node.word][-1])


@statement.case(typed.Return)
def return_(c: Context, node: typed.Return) -> None:
    begin(c, node)
    finish(c, no_result(c) if node.value is None else value(c, node.value))


def finish(c: Context, result: Register) -> None:
    """Leave the function by its last block, which gives memory and numbers back."""
    if c.build.block is not None:
        c.build.function.locals[RESULT] = register_type(c.routine.type.returns)
        c.build.perform(ops.LocalStore, RESULT, result)
        c.build.end(ops.Jump, Label("leave"))
