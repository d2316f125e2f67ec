"""The for statement into the IR (4.6 of the report).

The elements take turns; the body is there once, and goes back to the element whose turn it is.
"""

from __future__ import annotations

from getallenband.interpreters.ir import ops
from getallenband.interpreters.ir.ops import Label, Register
from getallenband.interpreters.ir.types import Type
from getallenband.interpreters.languages.algol60 import syntax
from getallenband.interpreters.languages.algol60.check.types import constant
from getallenband.interpreters.languages.algol60.lower import changed_step
from getallenband.interpreters.languages.algol60.lower.context import Context
from getallenband.interpreters.languages.algol60.lower.expressions import convert, converted, value
from getallenband.interpreters.languages.algol60.lower.names import assign, check, destination
from getallenband.interpreters.languages.algol60.lower.program import ir_type
from getallenband.interpreters.languages.algol60.lower.statements import perform, scope
from getallenband.interpreters.lowering import arithmetic
from getallenband.interpreters.source.tree import unhandled


@perform.case(syntax.For)
def for_statement(c: Context, node: syntax.For) -> None:
    build, last = c.build, len(node.elements) - 1
    # The body is lowered once, however many elements the for list has: a copy for each would double the code at every
    # level of nesting, and labels in the body must exist once. `turn` is the element to return to after the body.
    turn = build.local("turn", Type.INT) if last else None
    body, done = build.label("body"), build.label("od")
    returns = [build.label("again") for _ in node.elements]
    c.changing += 1
    for number, (element, again) in enumerate(zip(node.elements, returns, strict=True)):
        exhausted = build.label("next") if number < last else done
        c.at(element)
        if turn is not None:
            build.perform(ops.LocalStore, turn, build.int(number))
        match element:
            case syntax.SingleElement():
                set_variable(c, node.variable, element.value)
                build.end(ops.Jump, body)
                build.begin(again)
                build.end(ops.Jump, exhausted)
            case syntax.StepElement():
                step_element(c, node.variable, element, body, again, exhausted)
            case syntax.WhileElement():
                build.begin(again)
                set_variable(c, node.variable, element.value)
                build.end(ops.Branch, value(c, element.condition), body, exhausted)
            case _:
                raise unhandled(element)
        if number < last:
            build.begin(exhausted)
    build.begin(body)
    c.loops.append(node)
    scope(c, (node.body,))
    c.loops.pop()
    if turn is None:
        build.end(ops.Jump, returns[0])
    elif build.block is not None:
        build.end(ops.Switch, build.do(ops.LocalLoad, turn), tuple(enumerate(returns[:-1])), returns[-1])
    build.begin(done)
    c.changing -= 1


def set_variable(c: Context, variable: syntax.Expression, node: syntax.Expression) -> None:
    """Assign the controlled variable; its subscripts are evaluated each time."""
    target = destination(c, variable)
    check(c, target)
    found = converted(c, node, variable.type)
    c.at(variable)
    assign(c, target, found)


def step_element(
    c: Context, variable: syntax.Expression, node: syntax.StepElement, body: Label, again: Label, exhausted: Label
) -> None:
    """Lower a step-until-element (4.6.4.2).

    By the Modified Report the step is evaluated once a turn, before the test; by the Revised Report twice, for the
    test and for the addition after the statement. Where that matters, a note says so (changed_step.py).
    """
    build = c.build
    set_variable(c, variable, node.first)
    test = build.label("test")
    build.begin(test)
    kept = watched = None
    step = value(c, node.step)
    if constant(node.step) is None and c.program.report == "modified":
        kept = build.local("step", ir_type(node.step.type))
        build.perform(ops.LocalStore, kept, step)
        watched = None if c.procedure is not None and c.procedure.library else changed_step.remember(c, node.step)
    build.end(ops.Branch, goes_on(c, node, variable, step), body, exhausted)
    build.begin(again)
    c.at(node)
    if watched is not None:
        changed_step.note_change(c, watched)
    advance(c, node, variable, build.do(ops.LocalLoad, kept) if kept else value(c, node.step))
    build.end(ops.Jump, test)


def goes_on(c: Context, node: syntax.StepElement, variable: syntax.Expression, step: Register) -> Register:
    """Return whether (V - C) × sign (step) <= 0, the test of 4.6.4.2."""
    build, fixed = c.build, constant(node.step)
    now, last = value(c, variable), value(c, node.last)
    c.at(node)
    # Compared, not subtracted: V - C may exceed the range of integers where V and C do not.
    if fixed == 0:
        return build.do(ops.BoolConstant, True)
    if fixed is not None:
        return arithmetic.compare(build, "<=" if fixed > 0 else ">=", now, last)
    zero = build.real(0.0) if node.step.type == "real" else build.int(0)
    up, down = (
        build.do(ops.BoolOr, arithmetic.compare(build, sign, step, zero), arithmetic.compare(build, within, now, last))
        for sign, within in (("<=", "<="), (">=", ">="))
    )
    return build.do(ops.BoolAnd, up, down)


def advance(c: Context, node: syntax.StepElement, variable: syntax.Expression, step: Register) -> None:
    """Add the step to the controlled variable."""
    target = destination(c, variable)
    check(c, target)
    now = value(c, variable)
    c.at(node)
    total = arithmetic.operation(c.build, c.program.numbers, "+", now, step)
    assign(c, target, convert(c, total, variable.type))
