"""Expressions into the IR (section 3 of the report).

A value of type integer or real is an INT or REAL register, a Boolean one a BOOL register; in locals and memory a
Boolean is the integer 0 or 1. All operands of an expression are evaluated, Boolean ones too (3.3.3, 3.4.3).
"""

from __future__ import annotations

from getallenband.interpreters.ir import ops
from getallenband.interpreters.ir.ops import Register
from getallenband.interpreters.languages.algol60 import syntax
from getallenband.interpreters.languages.algol60.lower import powers
from getallenband.interpreters.languages.algol60.lower.context import Context
from getallenband.interpreters.languages.algol60.lower.program import ir_type
from getallenband.interpreters.lowering import arithmetic
from getallenband.interpreters.lowering.dispatch import Dispatcher, dispatcher

RELATIONS = ("<", "<=", "=", ">=", ">", "/=")

value: Dispatcher[Context, Register] = dispatcher("an expression of ALGOL 60")
"""Evaluate an expression; its type is the node's."""


def converted(c: Context, node: syntax.Expression, type_: str) -> Register:
    """Evaluate an expression and turn the value into another type, as an assignment does (4.2.4)."""
    found = value(c, node)
    # The conversion may trap (4.2.4: the rounded value is beyond the integers). The place is then that of the whole
    # expression, not of its last operand.
    if node.type != type_:
        c.at(node)
    return convert(c, found, type_)


def convert(c: Context, found: Register, wanted: str) -> Register:
    """Turn a value into another arithmetic type; a real number is rounded to the nearest integer."""
    if wanted == "Boolean":
        return found
    if wanted == "real":
        return arithmetic.to_real(c.build, found)
    return arithmetic.to_integer(c.build, c.program.numbers, found)


def stored(c: Context, node: syntax.Expression, type_: str) -> Register:
    """Evaluate an expression as a type, and convert the value to its form in locals and memory."""
    found = converted(c, node, type_)
    return c.build.do(ops.BoolToInt, found) if type_ == "Boolean" else found


def loaded(c: Context, found: Register, type_: str) -> Register:
    """Convert a value from its form in locals and memory."""
    return c.build.do(ops.IntToBool, found) if type_ == "Boolean" else found


@value.case(syntax.IntegerNumber)
def integer_number(c: Context, node: syntax.IntegerNumber) -> Register:
    """Evaluate an unsigned integer; one that the machine cannot hold is a fault of the program."""
    if node.value > c.program.numbers.greatest:
        c.at(node)
    return arithmetic.integer_constant(c.build, c.program.numbers, node.value)


@value.case(syntax.RealNumber)
def real_number(c: Context, node: syntax.RealNumber) -> Register:
    return c.build.real(node.value)


@value.case(syntax.LogicalValue)
def logical_value(c: Context, node: syntax.LogicalValue) -> Register:
    return c.build.do(ops.BoolConstant, node.value)


@value.case(syntax.Unary)
def unary(c: Context, node: syntax.Unary) -> Register:
    found = value(c, node.operand)
    c.at(node)
    if node.operator == "¬":
        return c.build.do(ops.BoolNot, found)
    return found if node.operator == "+" else arithmetic.negative(c.build, found)


@value.case(syntax.Binary)
def binary(c: Context, node: syntax.Binary) -> Register:
    """Evaluate an operation; chains to the left are followed without recursion."""
    chain = [node]
    while isinstance(chain[-1].left, syntax.Binary):
        chain.append(chain[-1].left)
    found = value(c, chain[-1].left)
    for link in reversed(chain):
        right = value(c, link.right)
        c.at(link)
        found = operation(c, link, found, right)
    return found


def operation(c: Context, node: syntax.Binary, left: Register, right: Register) -> Register:
    """Perform one operation on evaluated operands."""
    if node.operator in RELATIONS:
        return arithmetic.compare(c.build, node.operator, left, right)
    match node.operator:
        case "∧":
            return c.build.do(ops.BoolAnd, left, right)
        case "∨":
            return c.build.do(ops.BoolOr, left, right)
        case "⊃":
            return c.build.do(ops.BoolOr, c.build.do(ops.BoolNot, left), right)
        case "≡":
            both = c.build.do(ops.BoolToInt, left), c.build.do(ops.BoolToInt, right)
            return c.build.do(ops.IntCompare, "=", *both)
        case "↑":
            return powers.power(c, node, left, right)
    return arithmetic.operation(c.build, c.program.numbers, node.operator, left, right)


@value.case(syntax.Conditional)
def conditional(c: Context, node: syntax.Conditional) -> Register:
    """Evaluate a conditional expression: only the chosen branch (3.3.3)."""
    condition = value(c, node.condition)
    # `chosen` passes the value through a local, which cannot hold a BOOL register: hence stored and loaded again.
    found = c.chosen(
        ir_type(node.type), condition, lambda: stored(c, node.yes, node.type), lambda: stored(c, node.no, node.type)
    )
    return loaded(c, found, node.type)
