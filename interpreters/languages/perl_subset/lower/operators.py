"""Operators, conditions, and choices between expressions."""

from __future__ import annotations

import re

from getallenband.interpreters.ir import ops
from getallenband.interpreters.ir.ops import Register
from getallenband.interpreters.languages.perl_subset import syntax
from getallenband.interpreters.languages.perl_subset.lower.context import Context
from getallenband.interpreters.languages.perl_subset.lower.expressions import condition, doubled, scalar, size, truth
from getallenband.interpreters.languages.perl_subset.runtime import layout, numbers, strings
from getallenband.interpreters.languages.perl_subset.static_properties import read_late
from getallenband.interpreters.source.tree import Node

SHORT_CONSTANT, WHOLE_CONSTANT = 15, re.compile(r"0|-?[1-9]\d*", re.ASCII)
RELATIONS = {"==": "=", "!=": "/=", "<": "<", ">": ">", "<=": "<=", ">=": ">="}
ORDERS = {"lt": "<", "gt": ">", "le": "<=", "ge": ">="}
ROUTINES = {"+": numbers.sum, "-": numbers.difference, "*": numbers.product, ".": strings.concatenated}
LOGICAL = ("and", "&&", "or", "||", "//")


def only_a_list(c: Context, node: syntax.Expression, what: str) -> Register:
    """End the run at what only makes sense as a list: of a sub's value only the call tells in which context it is."""
    c.missing(node, f"{what} in scalar context is not supported")
    return c.undef()


def both(c: Context, node: syntax.Binary) -> tuple[Register, Register]:
    """Compute the operands; Perl reads a variable on the left only when the right side is done."""
    late = read_late(node.left)
    if late is not None and (c.changes(node.right) or c.may_collect(node.right)):
        if late is not node.left:
            scalar(c, node.left)
        second = scalar(c, node.right)
        return scalar(c, late), second
    kept = c.keep(scalar(c, node.left), node.right)
    second = scalar(c, node.right)
    return kept(), second


@scalar.case(syntax.Binary)
def binary(c: Context, node: syntax.Binary) -> Register:
    operator = node.operator
    if operator in LOGICAL:
        return decided(c, node)
    if operator == "..":
        return only_a_list(c, node, "..")
    if operator in RELATIONS or operator in ORDERS or operator in ("eq", "ne"):
        return truth_value(c, truth(c, node))
    left, right = both(c, node)
    return calculated(c, operator, left, right, node)


def calculated(c: Context, operator: str, left: Register, right: Register, node: Node) -> Register:
    """Compute an operator of two scalars."""
    found: Register
    if operator in ROUTINES:
        found = c.do(ROUTINES[operator], left, right)
    elif operator == "cmp":
        found = doubled(c, c.do(strings.order_of, left, right))
    elif operator == "<=>":
        order = c.do(numbers.order_of_numbers, left, right)
        # perlop: <=> gives undef beside a NaN
        found = c.value_of(c.compare("=", order, c.number(2)), c.undef, lambda: doubled(c, order))
    elif operator in ("/", "%"):
        quick = c.do(numbers.divided if operator == "/" else numbers.modulo, left, right)
        slow = "divide" if operator == "/" else "modulo"
        unknown = c.compare("=", quick, c.number(layout.UNKNOWN))
        found = c.value_of(unknown, lambda: c.made(slow, left, right, c.here(node)), lambda: quick)
    elif operator == "x":
        found = c.made("repeated", left, c.do(numbers.whole, right))
    else:
        found = c.made("power", left, right)
    return found


def truth_value(c: Context, condition: Register) -> Register:
    """Return the value of a comparison: 1, or an empty string."""
    return c.build.do(ops.Select, condition, c.cell(1), c.load(c.number(layout.EMPTY)))


def decided(c: Context, node: syntax.Binary) -> Register:
    """And, or, //: the value is that of the side that decides."""
    left = scalar(c, node.left)
    decides = decision(c, node.operator, left)
    return c.value_of(decides, lambda: left, lambda: scalar(c, node.right))


def decision(c: Context, operator: str, value: Register) -> Register:
    """Tell whether the left side of an operator decides."""
    if operator == "//":
        return c.compare("/=", value, c.undef())
    holds = c.is_true(c.do(numbers.truth, value))
    return c.build.do(ops.BoolNot, holds) if operator in ("and", "&&") else holds


@scalar.case(syntax.Unary)
def unary(c: Context, node: syntax.Unary) -> Register:
    if node.operator in ("!", "not"):
        return truth_value(c, truth(c, node))
    value = scalar(c, node.operand)
    return c.value_of(
        c.lowest_bit_is(value, 0), lambda: c.do(numbers.difference, c.number(0), value), lambda: c.made("negate", value)
    )


@scalar.case(syntax.Choice)
def choice(c: Context, node: syntax.Choice) -> Register:
    return c.value_of(truth(c, node.condition), lambda: scalar(c, node.yes), lambda: scalar(c, node.no))


@truth.otherwise
def truth_of(c: Context, node: syntax.Expression) -> Register:
    """Compute an expression in Boolean context."""
    match node:
        case syntax.Binary(operator) if operator in RELATIONS or operator in ORDERS or operator in ("eq", "ne"):
            return comparison(c, node)
        case syntax.Binary("and" | "&&", left, right):
            return both_hold(c, left, right, True)
        case syntax.Binary("or" | "||", left, right):
            return both_hold(c, left, right, False)
        case syntax.Unary("!" | "not", operand):
            return c.build.do(ops.BoolNot, truth(c, operand))
        case syntax.Function():
            return condition(c, node)
        case syntax.Variable(sigil) if sigil != "$":
            return c.compare("/=", size(c, node), c.number(0))
    return truth_of_value(c, node)


@condition.otherwise
def truth_of_value(c: Context, node: syntax.Expression) -> Register:
    return c.is_true(c.do(numbers.truth, scalar(c, node)))


def both_hold(c: Context, left: syntax.Expression, right: syntax.Expression, conjunction: bool) -> Register:
    """And or or of two conditions; the second is computed only where the first does not decide."""
    holds = c.fresh("holds", c.number(int(not conjunction)))

    def second() -> None:
        c.write(holds, c.build.do(ops.BoolToInt, truth(c, right)))

    first = truth(c, left)
    c.choose(first if conjunction else c.build.do(ops.BoolNot, first), second)
    return c.is_true(c.read(holds))


def comparison(c: Context, node: syntax.Binary) -> Register:
    left, right = both(c, node)
    if node.operator in RELATIONS:
        return compared(c, RELATIONS[node.operator], left, right)
    if node.operator in ORDERS:
        return c.compare(ORDERS[node.operator], c.do(strings.order_of, left, right), c.number(0))
    equal = None
    for text, value in ((node.right, left), (node.left, right)):
        # short strings are interned, so one comparison of cells decides. An integer equals only its own spelling: 7 eq
        # '07' is false.
        if isinstance(text, syntax.String) and len(text.value) <= SHORT_CONSTANT and text.value.isascii():
            short = c.constant(text.value)
            whole = int(text.value) << 1 if WHOLE_CONSTANT.fullmatch(text.value) else 1
            equal = c.do(strings.equal_to_constant, value, short, c.number(whole))
            break
    if equal is None:
        equal = c.do(strings.equal, left, right)
    return c.compare("/=" if node.operator == "eq" else "=", equal, c.number(0))


def compared(c: Context, relation: str, left: Register, right: Register) -> Register:
    """Compare two scalars as numbers: two integers at once, others by their order (2: none)."""
    holds = c.fresh("holds")
    either = c.build.do(ops.IntOr, left, right)

    def at_once() -> None:
        c.write(holds, c.build.do(ops.BoolToInt, c.compare(relation, left, right)))

    def by_order() -> None:
        order = c.do(numbers.order_of_others, left, right)
        found = c.compare(relation, order, c.number(0))
        if relation in (">", ">="):
            found = c.build.do(ops.BoolAnd, found, c.compare("/=", order, c.number(2)))
        c.write(holds, c.build.do(ops.BoolToInt, found))

    c.choose(c.lowest_bit_is(either, 0), at_once, by_order)
    return c.is_true(c.read(holds))
