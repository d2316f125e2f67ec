"""Statements: what is counted, conditions, loops, and the values of subs."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from getallenband.interpreters.ir import ops
from getallenband.interpreters.ir.builder import statement_index
from getallenband.interpreters.ir.ops import Register
from getallenband.interpreters.languages.perl_subset import syntax
from getallenband.interpreters.languages.perl_subset.check.statements import brings_strict
from getallenband.interpreters.languages.perl_subset.lower import loops
from getallenband.interpreters.languages.perl_subset.lower.context import Context
from getallenband.interpreters.languages.perl_subset.lower.entries import through_entries
from getallenband.interpreters.languages.perl_subset.lower.expressions import (
    discard,
    forgetting,
    many,
    scalar,
    scalar_function,
    statement,
    truth,
)
from getallenband.interpreters.languages.perl_subset.lower.names import Alias
from getallenband.interpreters.languages.perl_subset.lower.patterns import one_more_match
from getallenband.interpreters.languages.perl_subset.lower.probes import watch
from getallenband.interpreters.languages.perl_subset.runtime import layout, numbers
from getallenband.interpreters.languages.perl_subset.static_properties import entries_of, searched_in, within
from getallenband.interpreters.source.tree import Node


def begin(c: Context, node: Node) -> None:
    """Count a statement; store its place, for the message if memory is exhausted."""
    watch(c, c.labels.of(node.place))
    c.statement = statement_index(c.build.program, c.mark(node), node.place)
    c.store(c.number(layout.PLACE), c.number(c.build.at))


def turn(c: Context, node: Node, body: object = None) -> None:
    """Charge a turn of a loop to the budget, unless a statement does so; collect if it is time."""
    c.pause()
    # the body's first statement is charged in each turn; blocks, subs and use are no statements that count
    if (
        isinstance(body, syntax.Block)
        and body.statements
        and not isinstance(body.statements[0], syntax.Block | syntax.Sub | syntax.Use)
    ):
        return
    c.at(node)
    c.build.perform(ops.Statement, statement_index(c.build.program, c.labels.of(node.place), node.place), counted=False)


@statement.case(syntax.Use)
def use(c: Context, node: syntax.Use) -> None:
    """Heed `use strict`; check.py has heeded what else there is."""
    c.scope.strict |= brings_strict(node)


@statement.case(syntax.Sub)
def sub(c: Context, node: syntax.Sub) -> None:
    """Note a sub and the names that it sees; it becomes functions later."""
    c.shared.subs[node.name].scope = c.scope.for_sub()


# --- blocks --------------------------------------------------------------------------------------------------------


def block(c: Context, node: syntax.Block, final: bool = False, forgets: bool = True) -> None:
    """Lower a block with names of its own; a `final` one ends with the value of a sub.

    After a block that `forgets`, $1 and its like are those of the match before it.
    """
    with c.scope.blocks.block(), forgetting(c, node.statements if forgets else ()):
        statements(c, node.statements, final)


def statements(c: Context, nodes: tuple[syntax.Statement, ...], final: bool = False) -> None:
    for index, node in enumerate(nodes):
        if final and index == len(nodes) - 1:
            final_statement(c, node)
        else:
            statement(c, node)


@statement.case(syntax.Block)
def bare_block(c: Context, node: syntax.Block, final: bool = False) -> None:
    """Lower a block that is a statement: to next and last it is a loop that runs once."""
    after = c.build.label("after")
    with c.looping(node.label, after, after):
        block(c, node, final)
    c.build.begin(after)


@statement.case(syntax.Simple)
def simple(c: Context, node: syntax.Simple) -> None:
    """Lower an expression as a statement, with its modifier."""
    begin(c, node)
    match node.modifier:
        case "":
            effect(c, node.expression)
        case "foreach":
            assert node.condition is not None
            over(c, syntax.Variable("$", "_", place=node.place), False, node.condition, node.expression, "", node)
        case "if" | "unless":
            assert node.condition is not None
            c.choose(wanted(c, node.condition, node.modifier == "if"), lambda: effect(c, node.expression))
        case _:
            assert node.condition is not None
            condition = node.condition

            def again() -> None:
                turn(c, node)
                effect(c, node.expression)

            # perlsyn: a do BLOCK runs once before its condition is tested; to next and last it is no loop
            if isinstance(node.expression, syntax.Do):
                once_more, after = c.build.label("again"), c.build.label("after")
                c.build.begin(once_more)
                again()
                if c.build.block is not None:
                    c.branch(wanted(c, condition, node.modifier == "while"), once_more, after)
                c.build.begin(after)
            else:
                # before the condition: a loop over matches leaves its text on the stack
                base = c.fresh("base", c.read(c.top))
                c.loop([tested(c, condition, node.modifier == "while")], again)
                c.write(c.top, c.read(base))


def tested(c: Context, condition: syntax.Expression, holds: bool) -> Callable[[], Register]:
    """Return what tests the condition of a loop."""
    searched = searched_in(condition) if holds else None
    if searched is None:
        return lambda: wanted(c, condition, holds)
    return one_more_match(c, *searched)


def wanted(c: Context, condition: syntax.Expression, holds: bool) -> Register:
    found = truth(c, condition)
    return found if holds else c.build.do(ops.BoolNot, found)


def effect(c: Context, node: syntax.Expression) -> None:
    """Lower an expression whose value is dropped."""
    if isinstance(node, syntax.Do):
        block(c, node.block)
    else:
        discard(c, node)


@statement.case(syntax.If)
def choose(c: Context, node: syntax.If) -> None:
    begin(c, node)
    alternatives(c, node)


def alternatives(c: Context, node: syntax.If, final: bool = False) -> None:
    """If, elsif, else; what the condition declares is known in all blocks, and not after them."""
    with c.scope.blocks.block():
        value = scalar(c, node.condition) if final and node.otherwise is None else None
        holds = truth(c, node.condition) if value is None else c.is_true(c.do(numbers.truth, value))
        if node.negated:
            holds = c.build.do(ops.BoolNot, holds)

        def otherwise() -> None:
            if isinstance(node.otherwise, syntax.If):
                alternatives(c, node.otherwise, final)
            elif node.otherwise is not None:
                block(c, node.otherwise, final)
            elif value is not None:
                answer_value(c, value)

        c.choose(holds, lambda: block(c, node.block, final), otherwise)


# --- loops ---------------------------------------------------------------------------------------------------------


@statement.case(syntax.Foreach)
def foreach(c: Context, node: syntax.Foreach) -> None:
    begin(c, node)
    with c.scope.blocks.block():
        over(c, node.variable, node.my, node.items, node.block, node.label, node)


def over(
    c: Context, variable: syntax.Variable, my: bool, items: syntax.Expression,
    body: syntax.Block | syntax.Expression, label: str, node: Node,
) -> None:  # fmt: skip
    """Lower the turns of a foreach; its variable is an alias of the items, not a copy."""
    name = variable.name
    fresh = (my or c.scope.is_lexical(f"${name}")) and name != "_"
    if not fresh:
        c.scope.find(variable, f"${name}")
    following, last = c.build.label("next"), c.build.label("last")
    with loops.standing_for(c, name, fresh, body) as set_alias:

        def one(alias: Alias) -> None:
            turn(c, node, body)
            set_alias(alias)
            with c.looping(label, following, last):
                looped(c, body)

        # what a turn matches is the last match in the next turn too
        loops.each(c, name, items, body, one, following, last, forgets=body)


def looped(c: Context, body: syntax.Block | syntax.Expression) -> None:
    if isinstance(body, syntax.Block):
        block(c, body, forgets=False)
        return
    with c.scope.blocks.block():
        effect(c, body)


@statement.case(syntax.For)
def for_(c: Context, node: syntax.For) -> None:
    """For with three clauses."""
    begin(c, node)
    with c.scope.blocks.block(), forgetting(c, (node.first, node.condition, node.after, unscoped(node))):
        if node.first is not None:
            effect(c, node.first)
        condition = node.condition
        repeat(c, node, None if condition is None else lambda: truth(c, condition), node.after)


@statement.case(syntax.While)
def while_(c: Context, node: syntax.While) -> None:
    begin(c, node)
    taken = None if node.negated else entries_of(node.condition)
    with c.scope.blocks.block(), forgetting(c, (node.condition, unscoped(node))):
        if taken is None:
            repeat(c, node, tested(c, node.condition, not node.negated), None)
            return

        def body() -> None:
            c.pause()
            block(c, node.block, forgets=not unscoped(node))

        through_entries(c, *taken, partial(c.looping, node.label), body)


def unscoped(node: syntax.For | syntax.While) -> tuple[syntax.Statement, ...]:
    """Return the body of a loop whose turns remember the matches of those before them; else nothing.

    In perl a turn forgets its matches only where the condition declares a variable, or where something is done between
    the turns: its body has a scope of its own then (newWHILEOP in op.c).
    """
    steps = isinstance(node, syntax.For) and node.after is not None
    declares = any(isinstance(each, syntax.My) for each in within(node.condition))
    return () if steps or declares else node.block.statements


def repeat(
    c: Context, node: syntax.For | syntax.While, test: Callable[[], Register] | None,
    after: syntax.Expression | None,
) -> None:  # fmt: skip
    """Lower a loop with a condition."""
    again, body, following, last = map(c.build.label, ("again", "body", "next", "last"))
    base = c.fresh("base", c.read(c.top))
    c.build.begin(again)
    if test is not None:
        c.branch(test(), body, last)
    c.build.begin(body)
    turn(c, node, node.block)
    with c.looping(node.label, following, last):
        block(c, node.block, forgets=not unscoped(node))
    c.build.begin(following)
    # next may leave an expression in the middle: what it had pushed goes
    c.write(c.top, c.read(base))
    if after is not None:
        effect(c, after)
    c.jump(again)
    c.build.begin(last)
    c.write(c.top, c.read(base))


@scalar.case(syntax.Jump)
def jump(c: Context, node: syntax.Jump) -> Register:
    """Next and last."""
    loop = next(loop for loop in reversed(c.loops) if not node.label or loop.label == node.label)
    c.undo(loop.cleanups)
    c.jump(loop.next if node.word == "next" else loop.last)
    return c.undef()


# --- values of subs ------------------------------------------------------------------------------------------------


@scalar_function.case("return")
def return_(c: Context, node: syntax.Function) -> Register:
    answer(c, node.arguments)
    return c.undef()


def answer(c: Context, node: syntax.Expression | None) -> None:
    """Leave a sub with one value or a list, as its call asks for."""
    if c.wants_scalar:
        answer_value(c, c.undef() if node is None else scalar(c, node))
        return
    start = c.fresh("answer", c.read(c.top))
    if node is not None:
        many(c, node)
    if c.build.block is None:
        return
    # only now: the value may need $_ or $1, which the cleanups restore
    c.undo(0)
    c.write(c.result, c.read(start))
    c.jump(c.leave)


def answer_value(c: Context, value: Register) -> None:
    """Leave a sub with a value."""
    if c.build.block is None:
        return
    if not c.wants_scalar:
        start = c.read(c.top)
        c.push(value)
        value = start
    c.undo(0)
    c.write(c.result, value)
    c.jump(c.leave)


def final_statement(c: Context, node: syntax.Statement) -> None:
    """Lower the last statement of a sub, whose value is the sub's: of a condition that does not hold, its own."""
    match node:
        case syntax.Simple(expression, "", _):
            begin(c, node)
            final_expression(c, expression)
        case syntax.Simple(expression, "if" | "unless" as modifier, Node() as condition):
            begin(c, node)
            value = scalar(c, condition)
            holds = c.is_true(c.do(numbers.truth, value))
            if modifier == "unless":
                holds = c.build.do(ops.BoolNot, holds)
            c.choose(holds, lambda: final_expression(c, expression), lambda: answer_value(c, value))
        case syntax.If():
            begin(c, node)
            alternatives(c, node, final=True)
        case syntax.Block():
            bare_block(c, node, final=True)
        case _:
            statement(c, node)


def final_expression(c: Context, node: syntax.Expression) -> None:
    if isinstance(node, syntax.Jump) or (isinstance(node, syntax.Function) and node.name == "return"):
        effect(c, node)
    else:
        answer(c, node)
