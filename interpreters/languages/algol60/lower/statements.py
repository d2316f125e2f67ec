"""Statements into the IR, but for the for statement (section 4 of the report)."""

from __future__ import annotations

from getallenband.interpreters.ir import ops
from getallenband.interpreters.ir.types import Type
from getallenband.interpreters.languages.algol60 import syntax
from getallenband.interpreters.languages.algol60.check.entities import Variable, is_kind
from getallenband.interpreters.languages.algol60.check.scopes import labels_of
from getallenband.interpreters.languages.algol60.lower import arrays
from getallenband.interpreters.languages.algol60.lower.calls import procedure_statement
from getallenband.interpreters.languages.algol60.lower.context import Context, block_of, is_named
from getallenband.interpreters.languages.algol60.lower.expressions import stored, value
from getallenband.interpreters.languages.algol60.lower.jumps import go_to
from getallenband.interpreters.languages.algol60.lower.names import assign, check, destination
from getallenband.interpreters.lowering.dispatch import Dispatcher, dispatcher

# 4.2.3.1: the subscripts of left parts come first. Most right parts could print, assign or trap before a wrong one is
# found, so it must be checked earlier; after a number or a variable the check within the store is early enough.
PLAIN = (syntax.IntegerNumber, syntax.RealNumber, syntax.LogicalValue)

perform: Dispatcher[Context, None] = dispatcher("a statement of ALGOL 60")
perform.case(syntax.ProcedureStatement)(procedure_statement)


def statement(c: Context, node: syntax.Statement) -> None:
    """Lower a statement with its labels."""
    for label in node.labels:
        # Before the mark: a jump to the label must count the statement that it leads to.
        c.build.begin(block_of(label.meaning))
    c.mark(node)
    perform(c, node)


def scope(c: Context, nodes: tuple[syntax.Statement, ...]) -> None:
    """Lower the statements of a block; a block among them may be entered again where there are labels."""
    labels = [label for label, _ in labels_of(nodes, c.program.report)]
    for label in labels:
        # All of them before any statement: a go to further down the text needs the level of its label, too.
        c.levels[label.meaning] = c.level
    # A jump back to a label enters the blocks here once more. Their variables have no value then (5), but as locals or
    # static regions they would still hold the old one: `changing` makes declarations reset them.
    c.changing += bool(labels)
    for node in nodes:
        statement(c, node)
    c.changing -= bool(labels)


@perform.case(syntax.Dummy)
def dummy(c: Context, node: syntax.Dummy) -> None:
    pass


@perform.case(syntax.Compound)
def compound(c: Context, node: syntax.Compound) -> None:
    for inner in node.statements:
        statement(c, inner)


@perform.case(syntax.Block)
def block(c: Context, node: syntax.Block) -> None:
    """Lower a block: allocate what it declares, lower its statements, release the memory."""
    outer, used = c.level, False
    for declaration in node.declarations:
        if isinstance(declaration, syntax.TypeDeclaration):
            for name in declaration.names:
                c.declare(name.meaning)
        elif isinstance(declaration, syntax.ArrayDeclaration):
            used = arrays.declare(c, declaration) or used
    if used:
        # Marked after this block's arrays are allocated: a jump to a label of the block must keep them, and release
        # only what the blocks and calls inside it took.
        c.level = c.build.local("level.block", Type.INT)
        c.build.perform(ops.LocalStore, c.level, c.build.do(ops.StackMark))
    scope(c, node.statements)
    if used:
        c.release_to(outer)
        c.level = outer


@perform.case(syntax.Assignment)
def assignment(c: Context, node: syntax.Assignment) -> None:
    """Lower an assignment: subscripts of all left parts, the expression, then the values (4.2.3)."""
    targets = []
    for left in node.targets:
        targets.append(destination(c, left))
        if not isinstance(node.value, PLAIN) and not is_variable(node.value):
            check(c, targets[-1])
    # 4.2.4: all left parts are of one type, so one conversion serves them all.
    found = stored(c, node.value, node.targets[0].type)
    for left, target in zip(node.targets, targets, strict=True):
        c.at(left)
        assign(c, target, found)


def is_variable(node: syntax.Expression) -> bool:
    """Tell whether an expression is a simple variable, and neither a function nor a parameter called by name."""
    return isinstance(node, syntax.Name) and is_kind(node.meaning, Variable, "simple") and not is_named(node.meaning)


@perform.case(syntax.GoTo)
def go_to_statement(c: Context, node: syntax.GoTo) -> None:
    go_to(c, node.target)


@perform.case(syntax.ConditionalStatement)
def conditional_statement(c: Context, node: syntax.ConditionalStatement) -> None:
    condition, no = value(c, node.condition), node.no
    c.choose(condition, lambda: statement(c, node.yes), (lambda: statement(c, no)) if no is not None else None)
