"""Expressions of the informal Algol into the IR.

    site[piece, site pointer, i]     each subscript is checked against its bounds, then the cell is read

A value is an INT register, a BOOL as 0 or 1; a condition is a BOOL register. INT is a 64-bit integer; a result beyond
it is a trap. Both sides of AND and OR are always evaluated.
"""

from __future__ import annotations

from getallenband.interpreters.arithmetic.ieee754 import IEEE754
from getallenband.interpreters.ir import ops
from getallenband.interpreters.ir.ops import Register
from getallenband.interpreters.ir.types import Type
from getallenband.interpreters.languages.informal_algol import syntax
from getallenband.interpreters.languages.informal_algol.check import ARITHMETIC, Bound, Symbol
from getallenband.interpreters.languages.informal_algol.lower.context import Context, array_of, cell_of, vector_of
from getallenband.interpreters.lowering import arithmetic, arrays, numbers
from getallenband.interpreters.lowering.arrays import Constant, Operand
from getallenband.interpreters.lowering.cells import Cell, load, no_value
from getallenband.interpreters.lowering.dispatch import Dispatcher, dispatcher

value: Dispatcher[Context, Register] = dispatcher("an expression")


@value.case(syntax.Number)
def number(c: Context, node: syntax.Number) -> Register:
    found = numbers.integer(node.digits, IEEE754.greatest)
    assert found is not None, "greater ones are refused before"
    return c.build.int(found)


@value.case(syntax.Truth)
def truth(c: Context, node: syntax.Truth) -> Register:
    return c.build.int(int(node.value))


@value.case(syntax.Variable)
def variable(c: Context, node: syntax.Variable) -> Register:
    symbol = c.symbols[id(node)]
    if symbol.kind == "constant":
        return c.build.int(symbol.value)
    if symbol.kind == "procedure":
        return function_call(c, node)
    return read(c, node, *locate(c, node))


def locate(c: Context, node: syntax.Variable) -> tuple[Cell, tuple[Register, ...]]:
    """Return the cell of a variable, and its subscripts, which are evaluated and checked here."""
    symbol = c.symbols[id(node)]
    if symbol.kind != "array":
        return cell_of(c, symbol), ()
    subscripts = tuple([value(c, subscript) for subscript in node.subscripts])
    c.at(node)
    return arrays.element(c.build, array_of(c, symbol), subscripts), subscripts


def read(c: Context, node: syntax.Variable, cell: Cell, subscripts: tuple[Register, ...]) -> Register:
    """Read a variable; one without a value is a trap."""
    c.at(node)
    name = arrays.element_name(node.name, len(subscripts)) if subscripts else node.name
    loop = c.symbols[id(node)].kind == "loop"
    return load(c.build, cell, None if loop else no_value(name), subscripts)


@value.case(syntax.Absolute)
def absolute(c: Context, node: syntax.Absolute) -> Register:
    return arithmetic.absolute(c.build, value(c, node.operand))


@value.case(syntax.Unary)
def unary(c: Context, node: syntax.Unary) -> Register:
    if node.operator == "NOT":
        return c.build.do(ops.BoolToInt, condition(c, node))
    found = value(c, node.operand)
    return arithmetic.negative(c.build, found) if node.operator == "-" else found


@value.case(syntax.Binary)
def binary(c: Context, node: syntax.Binary) -> Register:
    if node.operator not in ARITHMETIC:
        return c.build.do(ops.BoolToInt, condition(c, node))
    left, right = value(c, node.left), value(c, node.right)
    c.at(node)
    return arithmetic.integer_operation(c.build, IEEE754, node.operator, left, right)


def condition(c: Context, node: syntax.Expression) -> Register:
    """Lower a BOOL expression."""
    match node:
        case syntax.Unary("NOT", operand):
            return c.build.do(ops.BoolNot, condition(c, operand))
        case syntax.Binary(left, "AND", right):
            return c.build.do(ops.BoolAnd, condition(c, left), condition(c, right))
        case syntax.Binary(left, "OR", right):
            return c.build.do(ops.BoolOr, condition(c, left), condition(c, right))
        case syntax.Binary(left, operator, right):
            return arithmetic.compare(c.build, operator, value(c, left), value(c, right))
    return c.build.do(ops.IntToBool, value(c, node))


@value.case(syntax.FunctionCall)
def function_call(c: Context, node: syntax.FunctionCall | syntax.Variable) -> Register:
    result = call(c, node, c.symbols[id(node)])
    assert result is not None
    return result


def call(c: Context, node: syntax.FunctionCall | syntax.Variable | syntax.Call, symbol: Symbol) -> Register | None:
    """Lower the call of a procedure; parameters are values."""
    given = () if isinstance(node, syntax.Variable) else node.arguments
    arguments = tuple([value(c, argument) for argument in given])
    c.at(node)
    return c.build.call(f"proc {symbol.name}", arguments, Type.INT if symbol.type else None)


def allocate(c: Context, symbol: Symbol, flexible: dict[int, Register]) -> None:
    """Evaluate the bounds of an array, of which `flexible` are given by dimension, and take its memory."""

    def operand(bound: Bound, number: int) -> Operand:
        if isinstance(bound, int):
            return Constant(bound)
        return flexible[number] if bound is None else value(c, bound)

    pairs = [(operand(lower, n), operand(upper, n)) for n, (lower, upper) in enumerate(symbol.bounds)]
    c.build.place(symbol.place)
    vector = vector_of(c, symbol)
    arrays.store_vector(c.build, vector, arrays.allocate(c.build, vector.array, pairs, "undefined_int", empty=False))
