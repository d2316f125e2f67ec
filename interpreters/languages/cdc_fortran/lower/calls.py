"""Functions and calls of procedures (ANSI X3.9-1966, 8).

Every argument is two words: its address, and the end of what may be reached through it. For a procedure these are its
code and the number of its shape: its role, its type and those of its arguments.
"""

from __future__ import annotations

from getallenband.interpreters.ir import ops
from getallenband.interpreters.ir.builder import FunctionBuilder
from getallenband.interpreters.ir.ops import Register
from getallenband.interpreters.ir.types import Type
from getallenband.interpreters.languages.cdc_fortran import syntax
from getallenband.interpreters.languages.cdc_fortran.check.scopes import PROCEDURES, WORDS, StatementFunction, Symbol
from getallenband.interpreters.languages.cdc_fortran.library.files import GREATEST_UNIT
from getallenband.interpreters.languages.cdc_fortran.library.intrinsics import INTRINSICS
from getallenband.interpreters.languages.cdc_fortran.lower.arithmetic import convert, passed_as
from getallenband.interpreters.languages.cdc_fortran.lower.context import Dummy, UnitContext, Value, Variable, ir_type
from getallenband.interpreters.languages.cdc_fortran.lower.expressions import (
    array_element,
    computed,
    evaluate,
    held,
    may_hold_characters,
    title_of,
    value_of,
)
from getallenband.interpreters.languages.cdc_fortran.lower.intrinsics import library_function
from getallenband.interpreters.languages.cdc_fortran.lower.variables import assign, extent, fetch, from_word
from getallenband.interpreters.languages.cdc_fortran.lower.words import bits_of, constant_word, plain, shifted, stored
from getallenband.interpreters.lowering.cells import MemoryCell
from getallenband.interpreters.lowering.cells import address as cell_address
from getallenband.interpreters.source.diagnostics import TooLarge

MOST_EVALUATED = 1000
"""How many statement functions one reference may evaluate in place: they double with each that has another twice."""
OF_UNITS = ("end_of_file", "parity", "unit_status")
"""Meanings of functions whose argument may be the name of a file: EOF(5LTAPE1)."""

Actual = tuple[str, Register, Register]
"""An actual argument: its type, its address and its end; for a procedure its code and the number of its shape."""


@value_of.case(syntax.Reference)
def reference(c: UnitContext, node: syntax.Reference) -> Value:
    """Return the value of an array element or a function, a number."""
    if c.scope.symbols[node.name].dimensions:
        return plain(c, fetch(c, array_element(c, node), node.name, number=True))
    return plain(c, held(c, node), f"the value of {node.name}")


@held.case(syntax.Reference)
def held_reference(c: UnitContext, node: syntax.Reference) -> Value:
    """Return the value of an array element or a function, as a word holds it."""
    symbol = c.scope.symbols[node.name]
    if symbol.dimensions:
        return fetch(c, array_element(c, node), node.name)
    if symbol.role == "statement function":
        return statement_function(c, c.scope.functions[node.name], node)
    if symbol.role == "intrinsic":
        by = constant(node.arguments[-1])
        if node.name == "SHIFT" and by is not None:
            return shifted(c, bits_of(c, held(c, node.arguments[0])), by)
        return library_function(c, node.name, library_arguments(c, node))
    return call(c, node)


def constant(node: syntax.Expression) -> int | None:
    """Return the value of an integer constant with or without a minus; None of anything else."""
    match node:
        case syntax.Integer(value):
            return value
        case syntax.Unary("-", syntax.Integer(value)):
            return -value
    return None


def library_arguments(c: UnitContext, node: syntax.Reference) -> list[Value]:
    """Return the arguments of a function of the library, with the types that it takes.

    One that means nothing to it is left out, so that it need not have a value: SECOND(CP).
    """
    function, found = INTRINSICS[node.name], []
    kinds = function.arguments * len(node.arguments) if function.many else function.arguments
    for kind, argument in zip(kinds, node.arguments, strict=True):
        if kind == "ANY":
            continue
        if function.meaning in OF_UNITS and isinstance(argument, syntax.Hollerith):
            unit = c.build.host("unit_in_word", value_of(c, argument).register)
            assert unit is not None
            found.append(Value("INTEGER", (unit,)))
        elif kind == "WORD":
            value = held(c, argument)
            found.append(Value("WORD", (bits_of(c, value),)))
        else:
            value = value_of(c, argument)
            found.append(plain(c, convert(c, value, kind), "a word") if value.type == "WORD" else value)
            if function.meaning in OF_UNITS:
                checked_unit(c, found[-1].register)
    return found


def checked_unit(c: UnitContext, unit: Register) -> Register:
    """Trap where a number is no unit's: numbers outside the range are used for files with names."""
    c.build.perform(ops.CheckRange, unit, c.build.int(0), c.build.int(GREATEST_UNIT), "unit {0} is outside {1}:{2}")
    return unit


def statement_function(c: UnitContext, function: StatementFunction, node: syntax.Reference) -> Value:
    """Evaluate a statement function in place, its parameters bound to the arguments' values."""
    c.evaluated = c.evaluated + 1 if c.bindings else 1
    if c.evaluated > MOST_EVALUATED:
        message = f"statement functions that evaluate more than {MOST_EVALUATED:,} others"
        raise TooLarge(node.place, message, "write a FUNCTION")
    bound = {}
    for name, argument in zip(function.parameters, node.arguments, strict=True):
        variable = c.local(name, c.scope.symbols[name].type)
        assign(c, variable, passed_as(c, evaluate(c, argument), variable.type, title_of(argument)))
        bound[name] = variable
    # Only now: the arguments belong to the caller, whose names the parameters of the function hide (8.1.1).
    c.bindings.append(bound)
    value = held(c, function.value)
    if not may_hold_characters(c, function.value):
        value = computed(c, value)
    value = passed_as(c, value, c.scope.symbols[function.name].type, title_of(function.value))
    c.bindings.pop()
    return value


# --- calls -------------------------------------------------------------------------------------------------------


def call(c: UnitContext, node: syntax.Reference | syntax.Call) -> Value:
    """Call a procedure and return its value; that of a subroutine means nothing."""
    symbol = c.scope.symbols[node.name]
    home, exits = c.homes.get(symbol.name), len(node.exits) if isinstance(node, syntax.Call) else 0
    wanted = passed_types(c, symbol) if home is None else ()
    known = wanted or [""] * len(node.arguments)
    actuals = [actual(c, one, kind) for one, kind in zip(node.arguments, known, strict=True)]
    registers = tuple(register for _, *pair in actuals for register in pair)
    returns = returned_type(symbol.type) if symbol.role == "function" else Type.INT if exits else None
    if isinstance(home, Dummy):
        kinds = [kind for kind, _, _ in actuals]
        shape = c.build.int(c.deck.shape(shape_of(symbol.role, symbol.type, kinds, exits)))
        # The checker cannot know what is passed for a dummy procedure. Without this test a call would take words of one
        # type for another's, or more arguments than there are.
        fits = c.build.do(ops.IntCompare, "=", c.build.do(ops.LocalLoad, home.limit), shape)
        c.build.perform(ops.Check, fits, f"the procedure passed for {symbol.name} does not fit this call")
        code = c.build.do(ops.LocalLoad, home.address)
        result = c.build.call_indirect(code, registers, (Type.INT,) * len(registers), returns)
    else:
        result = c.build.call(symbol.name, registers, returns)
    if result is None:
        return Value("", ())
    if exits:
        return Value("INTEGER", (result,))
    if symbol.type == "COMPLEX":
        return fetch(c, c.memory("COMPLEX", result), symbol.name)
    return from_word(c, symbol.type, (result,))


def passed_types(c: UnitContext, symbol: Symbol) -> list[str]:
    """Return the types of the arguments of a procedure of the deck."""
    callee = c.deck.checked.scopes[symbol.name]
    return [callee.symbols[one.name].passed_type for one in callee.parameters]


def returned_type(kind: str) -> Type:
    """Return the IR type of a function's result: of a COMPLEX one that of its address."""
    return Type.INT if kind == "COMPLEX" else ir_type(kind)


def shape_of(role: str, kind: str, arguments: list[str], exits: int = 0) -> tuple[str, ...]:
    """Return the shape of a procedure, with which a call must agree."""
    return (role, kind if role == "function" else "", *arguments, *["label"] * exits)


# --- actual arguments --------------------------------------------------------------------------------------------


def actual(c: UnitContext, argument: syntax.Expression, wanted: str) -> Actual:
    """Pass an argument: a variable, element or array by its address, anything else by that of a copy.

    `wanted` is the type of the parameter where it is known; it says what a word of bits is.
    """
    if isinstance(argument, syntax.Hollerith):
        return actual_characters(c, argument, "REAL" if wanted == "REAL" else "INTEGER")
    if isinstance(argument, syntax.Name) and not any(argument.name in bound for bound in c.bindings):
        symbol = c.scope.symbols[argument.name]
        if symbol.role in PROCEDURES:
            return ("PROCEDURE", *actual_procedure(c, symbol))
        if not isinstance(c.homes[argument.name], Variable):
            return (symbol.type, *extent(c, argument.name))
    if isinstance(argument, syntax.Reference) and c.scope.symbols[argument.name].dimensions:
        variable = array_element(c, argument)
        cell = variable.cells[0]
        assert isinstance(cell, MemoryCell)
        return variable.type, cell_address(c.build, cell), extent(c, argument.name)[1]
    value = evaluate(c, argument)
    if value.type == "WORD":
        value = convert(c, value, "REAL") if wanted == "REAL" else stored(c, value)
    address = c.temporary(value.type)
    assign(c, c.memory(value.type, address), value)
    return value.type, address, c.build.do(ops.IntAdd, address, c.build.int(8 * WORDS[value.type]))


def actual_characters(c: UnitContext, node: syntax.Hollerith, kind: str) -> Actual:
    """Pass a Hollerith constant: as many words as it needs."""
    text, size = node.text, c.deck.checked.words.size
    pieces = [text[start : start + size] for start in range(0, len(text), size)]
    address = c.temporary(kind, len(pieces))
    for index, piece in enumerate(pieces):
        assign(c, c.memory(kind, address, 8 * index), constant_word(c, syntax.Hollerith(piece, node.fill), kind))
    return kind, address, c.build.do(ops.IntAdd, address, c.build.int(8 * len(pieces)))


def actual_procedure(c: UnitContext, symbol: Symbol) -> tuple[Register, Register]:
    """Pass a procedure: its code, and the number of its shape."""
    home = c.homes.get(symbol.name)
    if isinstance(home, Dummy):
        return c.build.do(ops.LocalLoad, home.address), c.build.do(ops.LocalLoad, home.limit)
    callee = c.deck.checked.scopes.get(symbol.name)
    if callee is None:
        function = INTRINSICS[symbol.name]
        shape, code = shape_of("function", function.result, [*function.arguments]), library_code(c, symbol.name)
    else:
        role, kind = ("function", callee.symbols[callee.name].type) if callee.is_function else ("subroutine", "")
        shape = shape_of(role, kind, passed_types(c, symbol), len(callee.exits))
        code = symbol.name
    return c.build.do(ops.FunctionCode, code), c.build.int(c.deck.shape(shape))


def library_code(c: UnitContext, name: str) -> str:
    """Return the name of an IR function that computes a library function of arguments in memory."""
    own, function = f"library {name}", INTRINSICS[name]
    if own in c.deck.program.functions:
        return own
    parameters = {f"{index}{part}": Type.INT for index in range(len(function.arguments)) for part in "al"}
    returns = returned_type(function.result)
    build = FunctionBuilder(c.deck.program, own, f"function {name}", parameters, returns, c.build.library)
    build.at = c.build.at
    inner = UnitContext(c.deck, c.scope, build)
    values = []
    for index, kind in enumerate(function.arguments):
        address = build.do(ops.LocalLoad, f"{index}a")
        values.append(fetch(inner, inner.memory(kind, address), f"the argument of {name}", number=True))
    return_value(inner, library_function(inner, name, values))
    return own


def return_value(c: UnitContext, value: Value | None) -> None:
    """End a function with its value; a complex one is left in memory."""
    if value is None:
        c.build.end(ops.Return, None)
        return
    result = value.register
    if value.type == "COMPLEX":
        result = c.temporary("COMPLEX")
        assign(c, c.memory("COMPLEX", result), value)
    elif value.type == "LOGICAL":
        result = c.build.do(ops.BoolToInt, result)
    c.build.end(ops.Return, result)
