"""Statements into the IR (section 4 of the report)."""

from __future__ import annotations

from dataclasses import dataclass

from interpreters.ir import ops
from interpreters.ir.ops import Label, Register
from interpreters.ir.types import Relation, Type
from interpreters.languages.algol60 import syntax
from interpreters.languages.algol60.check.entities import Entity, Formal, Variable
from interpreters.languages.algol60.check.scopes import labels_of
from interpreters.languages.algol60.check.types import constant
from interpreters.languages.algol60.lower import arrays, calls, expressions, jumps, names
from interpreters.languages.algol60.lower.context import Context, ir_type, is_formal_by_name


def statement(c: Context, node: syntax.Statement) -> None:
    """Lower a statement with its labels."""
    for label in node.labels:
        c.build.begin(jumps.block_of(label.meaning))
    c.mark(node)
    match node:
        case syntax.Assignment():
            assignment(c, node)
        case syntax.GoTo():
            jumps.go_to(c, node.target)
        case syntax.ProcedureStatement():
            calls.statement(c, node)
        case syntax.ConditionalStatement():
            conditional_statement(c, node)
        case syntax.For():
            loop(c, node)
        case syntax.Compound():
            for inner in node.statements:
                statement(c, inner)
        case syntax.Block():
            block(c, node)


# --- 4.1 Compound statements and blocks -----------------------------------------------------------------------------


def scope(c: Context, nodes: tuple[syntax.Statement, ...]) -> None:
    """Lower the statements of a block; a block among them may be entered again where there are labels."""
    labels = [label for label, _ in labels_of(nodes, c.lowering.report)]
    for label in labels:
        c.levels[label.meaning] = c.level
    c.changing += bool(labels)
    for node in nodes:
        statement(c, node)
    c.changing -= bool(labels)


def block(c: Context, node: syntax.Block) -> None:
    """Lower a block: room for what it declares, its statements, and the room given back."""
    outer, used = c.level, False
    for declaration in node.declarations:
        match declaration:
            case syntax.TypeDeclaration():
                for name in declaration.names:
                    c.declare(name.meaning, declaration.type)
            case syntax.ArrayDeclaration():
                used = arrays.declare(c, declaration) or used
    if used:
        c.level = c.build.local("level.block", Type.INT)
        c.build.perform(ops.LocalStore, c.level, c.build.do(ops.StackMark))
    scope(c, node.statements)
    if used:
        c.release_to(outer)
        c.level = outer


# --- 4.2 Assignment statements --------------------------------------------------------------------------------------


@dataclass(slots=True)
class Simple:
    """A simple variable that is assigned to."""

    c: Context
    entity: Entity
    type: str

    def check(self) -> None:
        """Do nothing: there are no subscripts."""

    def store(self, value: Register) -> None:
        """Assign the variable."""
        self.c.store(self.entity, self.type, value)


Destination = Simple | names.NamedVariable | arrays.StaticElement | arrays.Element


def is_variable(node: syntax.Expression) -> bool:
    """Tell whether an actual parameter is something that can be assigned to."""
    if isinstance(node, syntax.Name):
        return isinstance(node.meaning, Variable) or (
            isinstance(node.meaning, Formal) and node.meaning.kind == "simple"
        )
    return isinstance(node, syntax.Subscripted)


def destination(c: Context, node: syntax.Expression) -> Destination:
    """Evaluate a left part's subscripts (4.2.3.1)."""
    if isinstance(node, syntax.Subscripted):
        return arrays.element(c, node)
    assert isinstance(node, syntax.Name)
    c.at(node.place)
    if is_formal_by_name(node.meaning):
        return names.variable(c, node.meaning)
    return Simple(c, node.meaning, node.meaning.type)


def assignment(c: Context, node: syntax.Assignment) -> None:
    """Lower an assignment: subscripts of all left parts, the expression, then the values (4.2.3)."""
    plain = isinstance(node.value, syntax.IntegerNumber | syntax.RealNumber | syntax.LogicalValue | syntax.Name)
    targets = []
    for target in node.targets:
        found = destination(c, target)
        if not plain:
            found.check()
        targets.append(found)
    type_ = node.targets[0].type
    value = expressions.stored(c, expressions.converted(c, node.value, type_), type_)
    for found, target in zip(targets, node.targets, strict=True):
        c.at(target.place)
        found.store(value)


# --- 4.5 Conditional statements -------------------------------------------------------------------------------------


def conditional_statement(c: Context, node: syntax.ConditionalStatement) -> None:
    """Lower a conditional statement."""
    build = c.build
    yes, no, done = build.label("then"), build.label("else"), build.label("fi")
    build.end(ops.Branch, expressions.value(c, node.condition), yes, no if node.no is not None else done)
    build.begin(yes)
    statement(c, node.yes)
    if node.no is not None:
        if build.block is not None:
            build.end(ops.Jump, done)
        build.begin(no)
        statement(c, node.no)
    build.begin(done)


# --- 4.6 For statements ---------------------------------------------------------------------------------------------


@dataclass(slots=True)
class Loop:
    """A for statement in the making; `turn` holds which element is at work, where there are several."""

    node: syntax.For
    body: Label
    turn: str | None


def loop(c: Context, node: syntax.For) -> None:
    """Lower a for statement: the elements in turn, and the body once, which goes back to the element at work."""
    build = c.build
    several = len(node.elements) > 1
    made = Loop(node, build.label("body"), build.local("turn", Type.INT) if several else None)
    done = build.label("od")
    returns = [build.label("again") for _ in node.elements]
    c.changing += 1
    for number, (element, again) in enumerate(zip(node.elements, returns, strict=True)):
        exhausted = build.label("next") if number < len(returns) - 1 else done
        c.at(element.place)
        if made.turn is not None:
            build.perform(ops.LocalStore, made.turn, build.int(number))
        match element:
            case syntax.SingleElement():
                assign(c, node.variable, element.value)
                build.end(ops.Jump, made.body)
                build.begin(again)
                build.end(ops.Jump, exhausted)
            case syntax.StepElement():
                step_element(c, made, element, again, exhausted)
            case syntax.WhileElement():
                build.begin(again)
                assign(c, node.variable, element.value)
                build.end(ops.Branch, expressions.value(c, element.condition), made.body, exhausted)
        if exhausted != done:
            build.begin(exhausted)
    build.begin(made.body)
    c.loops.append(node)
    scope(c, (node.body,))
    c.loops.pop()
    if build.block is not None:
        if made.turn is None:
            build.end(ops.Jump, returns[0])
        else:
            turn = build.do(ops.LocalLoad, made.turn)
            build.end(ops.Switch, turn, tuple(enumerate(returns[:-1])), returns[-1])
    build.begin(done)
    c.changing -= 1


def assign(c: Context, variable: syntax.Expression, value: syntax.Expression) -> None:
    """Assign the controlled variable; its subscripts are evaluated each time."""
    found = destination(c, variable)
    found.check()
    register = expressions.converted(c, value, variable.type)
    c.at(variable.place)
    found.store(register)


def step_element(c: Context, made: Loop, node: syntax.StepElement, again: Label, exhausted: Label) -> None:
    """Lower a step-until-element (4.6.4.2).

    By the Modified Report the step is evaluated once a turn, before the test; by the Revised Report twice, for the
    test and for the addition behind the statement.
    """
    build, variable = c.build, made.node.variable
    assign(c, variable, node.first)
    test = build.label("test")
    build.begin(test)
    kept = None
    step = expressions.value(c, node.step)
    if constant(node.step) is None and c.lowering.report == "modified":
        kept = build.local("step", ir_type(node.step.type))
        build.perform(ops.LocalStore, kept, step)
    build.end(ops.Branch, goes_on(c, node, variable, step), made.body, exhausted)
    build.begin(again)
    c.at(node.place)
    step = build.do(ops.LocalLoad, kept) if kept else expressions.value(c, node.step)
    advance(c, node, variable, step)
    build.end(ops.Jump, test)


def goes_on(c: Context, node: syntax.StepElement, variable: syntax.Expression, step: Register) -> Register:
    """Tell whether (V - C) × sign (step) <= 0."""
    build = c.build
    fixed = constant(node.step)
    now = expressions.value(c, variable)
    last = expressions.value(c, node.last)
    c.at(node.place)
    whole = variable.type == node.last.type == "integer"
    if not whole:
        now = expressions.convert(c, now, variable.type, "real")
        last = expressions.convert(c, last, node.last.type, "real")

    def compare(relation: Relation) -> Register:
        return build.do(ops.IntCompare if whole else ops.RealCompare, relation, now, last)

    if fixed is not None:
        return compare("<=") if fixed > 0 else compare(">=") if fixed < 0 else build.do(ops.BoolConstant, True)
    real = node.step.type == "real"
    zero = build.real(0.0) if real else build.int(0)
    kind = ops.RealCompare if real else ops.IntCompare
    up = build.do(ops.BoolOr, build.do(kind, "<=", step, zero), compare("<="))
    down = build.do(ops.BoolOr, build.do(kind, ">=", step, zero), compare(">="))
    return build.do(ops.BoolAnd, up, down)


def advance(c: Context, node: syntax.StepElement, variable: syntax.Expression, step: Register) -> None:
    """Add the step to the controlled variable."""
    build, numbers = c.build, c.lowering.numbers
    found = destination(c, variable)
    found.check()
    now = expressions.value(c, variable)
    c.at(node.place)
    if variable.type == node.step.type == "integer":
        total = build.do(ops.IntAdd, now, step, numbers.least, numbers.greatest, numbers.overflow("+"))
    else:
        left = expressions.convert(c, now, variable.type, "real")
        right = expressions.convert(c, step, node.step.type, "real")
        total = build.do(ops.RealAdd, left, right)
        build.perform(ops.CheckFinite, total, numbers.real_overflow("+"), (left, right))
        total = expressions.convert(c, total, "real", variable.type)
    found.store(total)
