"""Turn a program unit into a function: fetch its variables, lower its statements, put the variables back.

A scalar that no other unit can see is a local of the function; a subprogram's locals are put back into memory at
RETURN, so that they keep their values between calls.
"""

from __future__ import annotations

from collections.abc import Callable

from getallenband.interpreters.ir import ops
from getallenband.interpreters.ir.builder import FunctionBuilder
from getallenband.interpreters.ir.ops import Register
from getallenband.interpreters.ir.program import ProgramVariable, StaticArray
from getallenband.interpreters.ir.types import Type
from getallenband.interpreters.languages.cdc_fortran import syntax
from getallenband.interpreters.languages.cdc_fortran.check.declarations import LARGEST
from getallenband.interpreters.languages.cdc_fortran.check.scopes import Scope, Symbol, targets_of
from getallenband.interpreters.languages.cdc_fortran.check.storage import Location
from getallenband.interpreters.languages.cdc_fortran.library import LIBRARY
from getallenband.interpreters.languages.cdc_fortran.lower.calls import return_value, returned_type
from getallenband.interpreters.languages.cdc_fortran.lower.context import (
    DeckContext,
    Dummy,
    UnitContext,
    Value,
    Variable,
    cell_kind,
    ir_type,
    label_of,
)
from getallenband.interpreters.languages.cdc_fortran.lower.expressions import value_of
from getallenband.interpreters.languages.cdc_fortran.lower.loops import Loop, begin_loop, end_loop, unroll
from getallenband.interpreters.languages.cdc_fortran.lower.statements import entry_label, statement
from getallenband.interpreters.languages.cdc_fortran.lower.variables import copy, fetch, scalar
from getallenband.interpreters.lowering import arrays, cells
from getallenband.interpreters.lowering.arrays import Constant, Operand

SHORT = 4
"""A range of more statements than this is lowered once."""


def lower_unit(deck: DeckContext, scope: Scope) -> None:
    """Lower one program unit."""
    parameters = {f"{one.name}:{part}": Type.INT for one in scope.parameters for part in ("address", "limit")}
    returns = returned_type(scope.symbols[scope.name].type) if scope.is_function else Type.INT if scope.exits else None
    build = FunctionBuilder(deck.program, scope.name, scope.title, parameters, returns, LIBRARY)
    c = UnitContext(deck, scope, build)
    build.place(scope.unit.place)
    given = {one.name for one in scope.parameters}
    for symbol in scope.symbols.values():
        if symbol.name in given:
            enter_dummy(c, symbol)
        elif symbol.parameter is not None:
            enter_missing(c, symbol)
        elif location := deck.checked.storage.locations.get((scope.home, symbol.name)):
            enter_variable(c, symbol, location)
    # After all other names: an adjustable bound may be a parameter that comes later than its array.
    for symbol in scope.symbols.values():
        if symbol.name in given and symbol.dimensions:
            enter_dummy_array(c, symbol)
    if scope.entry is not None:
        build.end(ops.Jump, entry_label(scope.entry.name))
    body(c)
    if build.block is not None:
        leave(c)


# --- the beginning -----------------------------------------------------------------------------------------------


def enter_dummy(c: UnitContext, symbol: Symbol) -> None:
    """Find a dummy argument; a variable that the unit never changes is read once."""
    name = symbol.name
    c.homes[name] = Dummy(f"{name}:address", f"{name}:limit")
    # Once is enough: that the caller's variable changes meanwhile under another name is prohibited (8.3.2, 8.4.2).
    # In storage of two types the word may not be of the parameter's.
    if symbol.role == "variable" and not symbol.changed and not c.deck.mixed:
        passed, local = scalar(c, name), c.local(name, symbol.type)
        copy(c, passed, local)
        c.homes[name] = local


def enter_missing(c: UnitContext, symbol: Symbol) -> None:
    """Make a home without a value, or without elements, for a dummy argument that only another ENTRY has."""
    name = symbol.name
    if symbol.role == "variable":
        c.homes[name] = c.local(name, symbol.type)
        return
    # No storage at all: any element is outside it, so a use by the wrong entry is a trap and not an access to address
    # 0.
    for part in ("address", "limit"):
        c.build.perform(ops.LocalStore, c.build.local(f"{name}:{part}", Type.INT), c.build.int(0))
    c.homes[name] = Dummy(f"{name}:address", f"{name}:limit")
    c.bounds[name] = [0 for _ in symbol.dimensions]


def enter_variable(c: UnitContext, symbol: Symbol, location: Location) -> None:
    """Decide whether a variable is a local of the function, and fetch what it held before."""
    name, storage, is_main = symbol.name, c.deck.checked.storage, c.scope.is_main
    c.homes[name] = location
    shared = storage.owners[location.region] > 1 or location.region != f"{c.scope.home}:{name}"
    initialized = bool(storage.blocks[location.region].values)
    # A variable of the main program with a value from DATA stays in memory: its locals are never fetched from there,
    # since it is entered once.
    if symbol.dimensions or symbol.passed or shared or (initialized and is_main):
        known = ProgramVariable(region=location.region, offset=8 * location.word, type=ir_type(symbol.type))
    else:
        memory, local = None if is_main else scalar(c, name), c.local(name, symbol.type)
        c.homes[name] = local
        if memory is not None:
            c.saved.append(name)
            copy(c, memory, local)
        elif c.settings["undefined"] == "zero":
            for cell in local.cells:
                cells.store(c.build, cell, c.build.real(0.0) if ir_type(symbol.type) is Type.REAL else c.build.int(0))
        held = local.cells[0]
        assert isinstance(held, cells.LocalCell)
        known = ProgramVariable(function=c.scope.name, local=held.local, type=ir_type(symbol.type))
    if not symbol.dimensions:
        c.deck.program.variables[name if is_main else f"{c.scope.name}.{name}"] = known
    elif all(isinstance(bound, syntax.Integer) for bound in symbol.dimensions):
        bounds = tuple((1, bound.value) for bound in symbol.dimensions if isinstance(bound, syntax.Integer))
        array = StaticArray(location.region, 8 * location.word, cell_kind(symbol.type), bounds, columns=True)
        c.deck.program.arrays[name if is_main else f"{c.scope.name}.{name}"] = array


def enter_dummy_array(c: UnitContext, symbol: Symbol) -> None:
    """Compute the bounds of a dummy array at entry, and check that the array passed is large enough.

    A last bound of 1 stands for as many elements as were passed, as the programs of the time use it.
    """
    address = c.build.do(ops.LocalLoad, f"{symbol.name}:address")
    room = c.build.do(ops.IntSubtract, c.build.do(ops.LocalLoad, f"{symbol.name}:limit"), address)
    room = c.build.do(ops.IntDivide, room, c.build.int(8 * symbol.words), "")
    bounds: list[int | str] = []
    size: Operand = Constant(1)
    for number, bound in enumerate(symbol.dimensions, start=1):
        assumed = number == len(symbol.dimensions) and bound == syntax.Integer(1)
        if isinstance(bound, syntax.Integer) and not assumed:
            upper: Operand = Constant(bound.value)
            bounds.append(bound.value)
        else:
            if assumed:
                upper = c.build.do(ops.IntDivide, room, arrays.register(c.build, size), "")
            else:
                upper = value_of(c, bound).register
                message = f"the dimension {number} of {symbol.name} is {{0}}"
                least = 1 if c.settings["subscripts"] == "checked" else 0
                c.build.perform(ops.CheckRange, upper, c.build.int(least), c.build.int(LARGEST), message)
            bounds.append(c.build.local(f"{symbol.name}:{number}", Type.INT))
            c.build.perform(ops.LocalStore, bounds[-1], upper)
        size = arrays.times(c.build, size, upper)
    c.bounds[symbol.name] = bounds
    if c.settings["subscripts"] == "checked":
        count = arrays.register(c.build, size)
        message = f"{symbol.name} has {{0}} elements, the argument has only {{1}}"
        message += " (accepted with --setting subscripts=storage)"
        c.build.perform(ops.Check, c.build.do(ops.IntCompare, "<=", count, room), message, (count, room))


# --- the statements ---------------------------------------------------------------------------------------------


def body(c: UnitContext) -> None:
    """Lower all executable statements of a unit."""
    open_loops: list[Loop] = []
    targets = {label for one in c.scope.executables for label in targets_of(one.construct)}
    waiting = list(reversed(c.scope.executables))
    while waiting:
        one = waiting.pop()
        if one.label in targets:
            c.build.begin(label_of(one.label))
        elif c.build.block is None:
            c.build.begin(c.build.label("unreached"))
        c.in_loop = bool(open_loops)
        begin_statement(c, one, mark_of(c, one))
        if isinstance(one.construct, syntax.Do):
            loop = begin_loop(c, one.construct)
            short = short_range(c, one.construct, waiting, targets | {loop.label for loop in open_loops})
            if short:
                del waiting[-len(short) :]
                unroll(c, loop, lower_range(c, short))
            else:
                open_loops.append(loop)
            continue
        statement(c, one.construct)
        while open_loops and one.label and open_loops[-1].label == one.label:
            end_loop(c, open_loops.pop())


def begin_statement(c: UnitContext, one: syntax.Statement, mark: str) -> None:
    c.statement_mark = mark
    c.build.statement(mark, one.place)


def mark_of(c: UnitContext, one: syntax.Statement) -> str:
    """Return the name that counts are given by: the label, else the sequence number, else the line."""
    if one.label:
        mark = f"{one.label}" if c.scope.is_main else f"{c.scope.name}.{one.label}"
    elif one.sequence:
        mark = one.sequence + (f".{one.ordinal}" if one.ordinal > 1 else "")
    else:
        mark = str(one.place.line)
    return c.deck.unique_mark(mark, f"{one.place.line}:{one.place.column}")


def short_range(
    c: UnitContext, do: syntax.Do, waiting: list[syntax.Statement], targets: set[int]
) -> list[syntax.Statement]:
    """Return the statements of a short range that only assigns: no jumps in or out, no calls; nothing for any other."""
    # The variable must be a local: one in memory might be another name of what the range assigns, and `unroll` counts
    # the turns beforehand. With integers of 63 bits that count could overflow.
    if c.system.greatest >= 2**62 or not isinstance(c.homes[do.variable.name], Variable):
        return []
    found: list[syntax.Statement] = []
    for one in reversed(waiting[-SHORT:]):
        found.append(one)
        if one.label in targets or not is_plain_assignment(c, one.construct, do.variable.name):
            return []
        if one.label == do.label:
            return found
    return []


def is_plain_assignment(c: UnitContext, construct: syntax.Construct, variable: str) -> bool:
    """Return whether a statement does nothing, or assigns an expression without functions to another variable."""
    if isinstance(construct, syntax.Assignment):
        return is_pure(c, construct.value) and all(one.name != variable for one in construct.targets)
    return isinstance(construct, syntax.Continue)


def is_pure(c: UnitContext, node: syntax.Expression) -> bool:
    """Return whether an expression has operators, constants, variables and array elements only."""
    match node:
        case syntax.Reference(name, arguments):
            return bool(c.scope.symbols[name].dimensions) and False not in [is_pure(c, one) for one in arguments]
        case syntax.Binary(operator, left, right):
            return operator in ("+", "-", "*", "/") and is_pure(c, left) and is_pure(c, right)
        case syntax.Unary(_, inner) | syntax.Parenthesized(inner):
            return is_pure(c, inner)
    return isinstance(node, syntax.Name | syntax.Integer | syntax.Real | syntax.Double)


def lower_range(c: UnitContext, short: list[syntax.Statement]) -> Callable[[], None]:
    """Return a function that lowers one turn of a short range."""
    marks = [mark_of(c, one) for one in short]

    def turn() -> None:
        c.in_loop = True
        for one, mark in zip(short, marks, strict=True):
            begin_statement(c, one, mark)
            statement(c, one.construct)

    return turn


# --- the end -----------------------------------------------------------------------------------------------------


@statement.case(syntax.Return)
def return_(c: UnitContext, node: syntax.Return) -> None:
    """Return; (CDC, IBM) to a label of the CALL: the number of the label is the result."""
    if node.exit is None:
        leave(c)
        return
    exits, exit_ = c.scope.exits, node.exit
    if isinstance(exit_, syntax.Name) and exit_.name in exits:
        leave(c, c.build.int(exits.index(exit_.name) + 1))
    else:
        leave(c, value_of(c, exit_).register)


def leave(c: UnitContext, exit_: Register | None = None) -> None:
    """Leave the unit: a main program ends, a subprogram puts its variables back and returns."""
    if c.scope.is_main:
        c.build.end(ops.Halt)
        return
    result = fetch(c, scalar(c, c.scope.name), c.scope.title) if c.scope.is_function else None
    if c.scope.exits:
        result = Value("INTEGER", (c.build.int(0) if exit_ is None else exit_,))
    for name in c.saved:
        location = c.deck.checked.storage.locations[c.scope.home, name]
        local = c.homes[name]
        assert isinstance(local, Variable)
        address = c.build.do(ops.RegionAddress, location.region)
        copy(c, local, c.memory(local.type, address, 8 * location.word))
    return_value(c, result)
