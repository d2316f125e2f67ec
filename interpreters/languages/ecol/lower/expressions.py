"""Expressions and conditions of ECOL into the IR.

    value(c, Binary(Variable("k"), "+", Number(1)))      %4 = int_add …   (or real_add, as integrality.py says)

Integers beyond 2**53 end the run with SPECULATION_FAILED, so that it begins again with real numbers: the same values.
"""

from __future__ import annotations

from getallenband.interpreters.ir import ops
from getallenband.interpreters.ir.ops import Register
from getallenband.interpreters.ir.types import Type
from getallenband.interpreters.language import SPECULATION_FAILED
from getallenband.interpreters.languages.ecol import syntax
from getallenband.interpreters.languages.ecol.lower import context
from getallenband.interpreters.languages.ecol.lower.context import NUMBERS, Context, as_type, to_whole
from getallenband.interpreters.lowering import arithmetic, arrays
from getallenband.interpreters.lowering.dispatch import Dispatcher, dispatcher

FUNCTIONS = {"SIN": "sin", "COS": "cos", "ARCTAN": "arctan", "EXP": "exp", "LN": "ln", "LOG": "log10", "WRTL": "sqrt"}
COUNTERS = {"PS": "symbols_printed", "PP": "lines_printed", "GOKC": "random_fraction"}

value: Dispatcher[Context, Register] = dispatcher("an expression")
condition: Dispatcher[Context, Register] = dispatcher("a condition")


@value.case(syntax.Number)
def number(c: Context, node: syntax.Number) -> Register:
    whole = c.shared.integrality.is_integral(c.scope, node)
    return c.build.int(int(node.value)) if whole else c.build.real(node.value)


@value.case(syntax.Variable)
def variable(c: Context, node: syntax.Variable) -> Register:
    """Lower a simple variable, an element, or the call of a FUN."""
    if node.name in c.arrays:
        return context.element(c, node, subscript(c, node))
    return call(c, node) if node.subscripts else context.read(c, node.name, node.place)


def subscript(c: Context, node: syntax.Variable) -> Register:
    return to_whole(c, value(c, node.subscripts[0]), f"the subscript of {node.name}")


def call(c: Context, node: syntax.Variable) -> Register:
    """Lower the call of a FUN: simple parameters by value, arrays by address."""
    fun, type_of = c.shared.program.funs[node.name], c.shared.integrality.type_of
    arguments: list[Register] = []
    for parameter, argument in zip(fun.parameters, node.subscripts, strict=True):
        if parameter in fun.array_parameters:
            assert isinstance(argument, syntax.Variable)
            array = context.array_of(c, argument.name)
            row = array.dimensions[0]
            arguments += [
                arrays.start(c.build, array),
                arrays.register(c.build, row.lower),
                arrays.register(c.build, row.upper),
                context.holds_symbols(c, argument.name),
            ]
        else:
            arguments.append(as_type(c, type_of(fun.name, parameter), value(c, argument)))
    c.at(node)
    result = c.build.call(f"fun.{fun.name}", tuple(arguments), type_of(fun.name, syntax.RESULT))
    assert result is not None
    return result


@value.case(syntax.Read)
def read(c: Context, node: syntax.Read) -> Register:
    """Lower LEES, whose number is assumed to be whole where that is allowed."""
    c.at(node)
    given = host(c, "read")
    if not c.speculates:
        return given
    whole = arithmetic.to_integer(c.build, NUMBERS, given, "truncate")
    c.build.perform(ops.Check, arithmetic.compare(c.build, "=", whole, given), SPECULATION_FAILED)
    return whole


@value.case(syntax.ReadSymbol, syntax.Counter)
def counter(c: Context, node: syntax.ReadSymbol | syntax.Counter) -> Register:
    c.at(node)
    return host(c, COUNTERS[node.name] if isinstance(node, syntax.Counter) else "read_symbol")


def host(c: Context, name: str, *arguments: Register) -> Register:
    """Call a library function."""
    result = c.build.host(name, *arguments)
    assert result is not None
    return as_number(c, result)


def as_number(c: Context, found: Register) -> Register:
    """Return an integer as it is, or as a real number where the program has no integers."""
    return found if c.speculates else arithmetic.to_real(c.build, found)


@value.case(syntax.Standard)
def standard(c: Context, node: syntax.Standard) -> Register:
    """Lower a standard function."""
    build = c.build
    if node.name in ("ONDIN", "BOVIN"):
        argument = node.arguments[0]
        assert isinstance(argument, syntax.Variable)
        row = context.array_of(c, argument.name).dimensions[0]
        return as_number(c, arrays.register(build, row.lower if node.name == "ONDIN" else row.upper))
    values = [value(c, argument) for argument in node.arguments]
    c.at(node)
    if node.name == "GOK":
        return host(c, "random_whole", *(arithmetic.to_real(build, one) for one in values))
    if node.name == "ABS":
        return arithmetic.absolute(build, values[0])
    if node.name == "G":
        if c.speculates:
            return arithmetic.to_integer(build, NUMBERS, values[0], "floor")
        return build.do(ops.RealFunction, "floor", (values[0],))
    return arithmetic.real_function(build, FUNCTIONS[node.name], node.name, arithmetic.to_real(build, values[0]))


@value.case(syntax.Signed)
def signed(c: Context, node: syntax.Signed) -> Register:
    given = value(c, node.operand)
    if node.sign == "+":
        return given
    # 0 - x and not -x: ECOL's real numbers have no negative zero
    zero = c.build.int(0) if c.build.type_of(given) is Type.INT else c.build.real(0.0)
    return arithmetic.operation(c.build, NUMBERS, "-", zero, given)


@value.case(syntax.Binary)
def binary(c: Context, node: syntax.Binary) -> Register:
    left, right = value(c, node.left), value(c, node.right)
    c.at(node)
    if node.operator == "M":
        return arithmetic.real_power(c.build, NUMBERS, "M", left, right)
    return arithmetic.operation(c.build, NUMBERS, node.operator, left, right)


# Both sides of EN and OF are always evaluated, as in the ALGOL 60 that Utrecht's translator made.


@condition.case(syntax.Both)
def both(c: Context, node: syntax.Both) -> Register:
    return c.build.do(ops.BoolAnd, condition(c, node.left), condition(c, node.right))


@condition.case(syntax.Either)
def either(c: Context, node: syntax.Either) -> Register:
    return c.build.do(ops.BoolOr, condition(c, node.left), condition(c, node.right))


@condition.case(syntax.Relation)
def relation(c: Context, node: syntax.Relation) -> Register:
    return arithmetic.compare(c.build, node.operator, value(c, node.left), value(c, node.right))
