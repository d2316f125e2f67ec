"""Turn executable statements into IR, one function for each (ANSI X3.9-1966, 7.1)."""

from __future__ import annotations

from getallenband.interpreters.ir import ops
from getallenband.interpreters.ir.ops import Label
from getallenband.interpreters.languages.cdc_fortran import syntax
from getallenband.interpreters.languages.cdc_fortran.check.statements import title
from getallenband.interpreters.languages.cdc_fortran.check.types import REALS
from getallenband.interpreters.languages.cdc_fortran.library.intrinsics import NUMBER, SUBROUTINES
from getallenband.interpreters.languages.cdc_fortran.lower.arithmetic import convert, operation, passed_as
from getallenband.interpreters.languages.cdc_fortran.lower.calls import call
from getallenband.interpreters.languages.cdc_fortran.lower.context import UnitContext, Value, label_of
from getallenband.interpreters.languages.cdc_fortran.lower.expressions import (
    branch,
    check_finite,
    compared,
    evaluate,
    title_of,
    value_of,
)
from getallenband.interpreters.languages.cdc_fortran.lower.loops import set_variable
from getallenband.interpreters.languages.cdc_fortran.lower.transfers import (
    memory_transfer,
    target,
    transfer,
    unit_number,
)
from getallenband.interpreters.languages.cdc_fortran.lower.variables import assign
from getallenband.interpreters.languages.cdc_fortran.lower.words import constant_word, plain, stored
from getallenband.interpreters.lowering import arithmetic
from getallenband.interpreters.lowering.dispatch import Dispatcher, dispatcher

statement: Dispatcher[UnitContext, None] = dispatcher("an executable statement")


# --- assignment --------------------------------------------------------------------------------------------------


@statement.case(syntax.Assignment)
def assignment(c: UnitContext, node: syntax.Assignment) -> None:
    """Assign to each target, from the last to the first; the value is converted to the type of each (7.1.1, CDC)."""
    if isinstance(node.value, syntax.Hollerith | syntax.Octal):
        # Each target takes the bits anew: passed on from one to the next they would be converted as numbers.
        for one in reversed(node.targets):
            assign(c, target(c, one), constant_word(c, node.value, c.scope.symbols[one.name].type))
        return
    value = evaluate(c, node.value)
    for one in reversed(node.targets):
        kind = c.scope.symbols[one.name].type
        value = (
            stored(c, value)
            if (value.type, kind) == ("WORD", "INTEGER")
            else passed_as(c, value, kind, title_of(node.value))
        )
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
    label, wrong = value_of(c, node.variable).register, c.build.label("unassigned")
    labels = node.labels or assigned_labels(c, node.variable.name)
    choices = tuple((label, label_of(label)) for label in dict.fromkeys(labels))
    c.build.end(ops.Switch, label, choices, wrong)
    c.build.begin(wrong)
    listed = ", ".join(map(str, labels))
    c.build.end(ops.Trap, f"GO TO {node.variable.name}: {{0}} is not one of the labels {listed}", (label,))


def assigned_labels(c: UnitContext, name: str) -> list[int]:
    """Return the labels that the unit assigns to a variable."""
    constructs = (one.construct for one in c.scope.executables)
    plain = (one.statement if isinstance(one, syntax.LogicalIf) else one for one in constructs)
    return [one.label for one in plain if isinstance(one, syntax.Assign) and one.variable.name == name]


@statement.case(syntax.ComputedGoTo)
def computed_go_to(c: UnitContext, node: syntax.ComputedGoTo) -> None:
    """Outside the list the next statement follows, or (setting) it is a trap (7.1.2.1.3)."""
    index, after = value_of(c, node.index).register, c.build.label("out_of_range")
    choices = tuple((number, label_of(label)) for number, label in enumerate(node.labels, start=1))
    c.build.end(ops.Switch, index, choices, after)
    c.build.begin(after)
    if c.settings["computed_goto"] == "trap":
        message = f"GO TO with {title(node.index)} = {{0}}, outside 1:{len(node.labels)}"
        c.build.end(ops.Trap, message, (index,))


@statement.case(syntax.ArithmeticIf)
def arithmetic_if(c: UnitContext, node: syntax.ArithmeticIf) -> None:
    """Go to labels for below, at and above zero; (CDC) two: for true and false, or for not zero and zero (7.1.2.2)."""
    labels = [label_of(label) for label in node.labels]
    value = difference(c, node) if c.deck.held else evaluate(c, node.condition)
    if value.type == "WORD":
        value = convert(c, value, "INTEGER")
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


def difference(c: UnitContext, node: syntax.ArithmeticIf) -> Value:
    """Return the condition of an arithmetic IF, which may compare characters: IF (X - 4HSTOP) 10, 20, 10."""
    condition = node.condition
    while isinstance(condition, syntax.Parenthesized):
        condition = condition.inner
    if isinstance(condition, syntax.Binary) and condition.operator == "-":
        # The difference of two words is zero where they are equal, and has the sign of their order.
        left, right = compared(c, condition, ordered=node.labels[0] != node.labels[-1] and len(node.labels) > 2)
        value = operation(c, "-", left, right)
        check_finite(c, condition, value)
        return value
    return plain(c, evaluate(c, condition), title_of(condition))


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


@statement.case(syntax.Call)
def call_statement(c: UnitContext, node: syntax.Call) -> None:
    """Call a subroutine; where it returned to a label of the CALL (CDC, IBM), go there."""
    if c.scope.symbols[node.name].role in ("library subroutine", "intrinsic"):
        library_call(c, node)
        return
    found = call(c, node)
    if node.exits:
        after = c.build.label("returned")
        choices = tuple((number, label_of(label)) for number, label in enumerate(node.exits, start=1))
        c.build.end(ops.Switch, found.register, choices, after)
        c.build.begin(after)


def library_call(c: UnitContext, node: syntax.Call) -> None:
    """Call a subroutine of the library; its last argument may be a variable that it sets."""
    known = SUBROUTINES[node.name]
    if node.name == "EXIT":
        c.build.end(ops.Halt)
        return
    values = zip(known.arguments, node.arguments, strict=False)
    given = [
        convert(c, plain(c, evaluate(c, one)), "REAL" if kind == NUMBER else kind).register for kind, one in values
    ]
    found = c.build.host(f"call_{node.name.lower()}", *given)
    if found is not None:
        last = node.arguments[-1]
        assert isinstance(last, syntax.Name | syntax.Reference)
        variable = target(c, last)
        value = Value(known.sets, (found,))
        keep = (known.sets, variable.type) == ("WORD", "INTEGER")
        assign(c, variable, stored(c, value) if keep else convert(c, value, variable.type))


statement.case(syntax.Transfer)(transfer)
statement.case(syntax.MemoryTransfer)(memory_transfer)


@statement.case(syntax.Entry)
def entry(c: UnitContext, node: syntax.Entry) -> None:
    """Begin here where the entry is called."""
    c.build.begin(entry_label(node.name))


def entry_label(name: str) -> Label:
    """Return the IR label of an ENTRY."""
    return Label(f"entry {name}")


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
    c.build.host(node.verb.lower(), unit_number(c, node.unit))
