"""Turn executable statements into IR, one function for each (ANSI X3.9-1966, 7.1)."""

from __future__ import annotations

from interpreters.ir import ops
from interpreters.ir.ops import Label
from interpreters.languages.cdc_fortran import syntax
from interpreters.languages.cdc_fortran.check.types import REALS
from interpreters.languages.cdc_fortran.lower.arithmetic import convert
from interpreters.languages.cdc_fortran.lower.calls import call
from interpreters.languages.cdc_fortran.lower.context import UnitContext
from interpreters.languages.cdc_fortran.lower.expressions import branch, characters, evaluate, value_of
from interpreters.languages.cdc_fortran.lower.loops import set_variable
from interpreters.languages.cdc_fortran.lower.transfers import target, transfer
from interpreters.languages.cdc_fortran.lower.variables import assign
from interpreters.lowering import arithmetic
from interpreters.lowering.dispatch import Dispatcher, dispatcher

statement: Dispatcher[UnitContext, None] = dispatcher("an executable statement")


def label_of(label: int) -> Label:
    """Return the IR label of a statement label."""
    return Label(f"label {label}")


# --- assignment --------------------------------------------------------------------------------------------------


@statement.case(syntax.Assignment)
def assignment(c: UnitContext, node: syntax.Assignment) -> None:
    """Assign to each target, from the last to the first; the value is converted to the type of each (7.1.1, CDC)."""
    if isinstance(node.value, syntax.Hollerith):
        for one in reversed(node.targets):
            assign(c, target(c, one), characters(c, node.value.text, c.scope.symbols[one.name].type))
        return
    value = evaluate(c, node.value)
    for one in reversed(node.targets):
        value = convert(c, value, c.scope.symbols[one.name].type)
        assign(c, target(c, one), value)


@statement.case(syntax.Assign)
def assign_label(c: UnitContext, node: syntax.Assign) -> None:
    set_variable(c, node.variable.name, c.build.int(node.label))


# --- control -----------------------------------------------------------------------------------------------------


@statement.case(syntax.GoTo)
def go_to(c: UnitContext, node: syntax.GoTo) -> None:
    c.build.end(ops.Jump, label_of(node.label))


@statement.case(syntax.AssignedGoTo)
def assigned_go_to(c: UnitContext, node: syntax.AssignedGoTo) -> None:
    """Trap where the variable holds none of the labels (7.1.2.1.2)."""
    held, wrong = value_of(c, node.variable).register, c.build.label("unassigned")
    choices = tuple((label, label_of(label)) for label in dict.fromkeys(node.labels))
    c.build.end(ops.Switch, held, choices, wrong)
    c.build.begin(wrong)
    listed = ", ".join(map(str, node.labels))
    c.build.end(ops.Trap, f"GO TO {node.variable.name}: {{0}} is not one of the labels {listed}", (held,))


@statement.case(syntax.ComputedGoTo)
def computed_go_to(c: UnitContext, node: syntax.ComputedGoTo) -> None:
    """Outside the list the next statement follows, or (setting) it is a trap (7.1.2.1.3)."""
    index, after = value_of(c, node.variable).register, c.build.label("out_of_range")
    choices = tuple((number, label_of(label)) for number, label in enumerate(node.labels, start=1))
    c.build.end(ops.Switch, index, choices, after)
    c.build.begin(after)
    if c.settings["computed_goto"] == "trap":
        message = f"GO TO with {node.variable.name} = {{0}}, outside 1:{len(node.labels)}"
        c.build.end(ops.Trap, message, (index,))


@statement.case(syntax.ArithmeticIf)
def arithmetic_if(c: UnitContext, node: syntax.ArithmeticIf) -> None:
    """Go to labels for below, at and above zero; (CDC) two: for true and false, or for not zero and zero (7.1.2.2)."""
    labels = [label_of(label) for label in node.labels]
    value = evaluate(c, node.condition)
    if value.type == "LOGICAL":
        c.build.end(ops.Branch, value.register, *labels)
        return
    zero = c.build.real(0.0) if value.type in REALS else c.build.int(0)
    if len(labels) == 2:
        is_zero = arithmetic.compare(c.build, "=", value.register, zero)
        c.build.end(ops.Branch, is_zero, labels[1], labels[0])
        return
    rest = c.build.label("not_negative")
    c.build.end(ops.Branch, arithmetic.compare(c.build, "<", value.register, zero), labels[0], rest)
    c.build.begin(rest)
    c.build.end(ops.Branch, arithmetic.compare(c.build, "=", value.register, zero), labels[1], labels[2])


@statement.case(syntax.LogicalIf)
def logical_if(c: UnitContext, node: syntax.LogicalIf) -> None:
    then, after = c.build.label("then"), c.build.label("after_if")
    if isinstance(node.statement, syntax.GoTo):
        branch(c, node.condition, label_of(node.statement.label), after)
    else:
        branch(c, node.condition, then, after)
        c.build.begin(then)
        statement(c, node.statement)
    c.build.begin(after)


statement.case(syntax.Call)(call)
statement.case(syntax.Transfer)(transfer)


@statement.case(syntax.Continue, syntax.Pause)
def continue_(c: UnitContext, node: syntax.Continue | syntax.Pause) -> None:
    """Go on."""


@statement.case(syntax.Stop)
def stop(c: UnitContext, node: syntax.Stop) -> None:
    if node.digits:
        c.build.host("stop", c.build.string(node.digits))
    c.build.end(ops.Halt)


# --- input and output --------------------------------------------------------------------------------------------


@statement.case(syntax.Auxiliary)
def auxiliary(c: UnitContext, node: syntax.Auxiliary) -> None:
    """REWIND, BACKSPACE, ENDFILE."""
    c.build.host(node.verb.lower(), value_of(c, node.unit).register)
