"""Turn input and output statements into calls of the library: begin, one call for each item, end (X3.9-1966, 7.1.3)."""

from __future__ import annotations

from interpreters.ir import ops
from interpreters.ir.ops import Register
from interpreters.languages.cdc_fortran import syntax
from interpreters.languages.cdc_fortran.check.types import REALS
from interpreters.languages.cdc_fortran.library import files
from interpreters.languages.cdc_fortran.library.transfers import KINDS
from interpreters.languages.cdc_fortran.lower.context import UnitContext, Value, Variable
from interpreters.languages.cdc_fortran.lower.expressions import array_element, value_of
from interpreters.languages.cdc_fortran.lower.loops import begin_loop, end_loop
from interpreters.languages.cdc_fortran.lower.variables import array, assign, extent, from_word, scalar
from interpreters.lowering import arrays

SYSTEM_UNITS = {"READ": files.INPUT, "PRINT": files.OUTPUT, "WRITE": files.OUTPUT, "PUNCH": files.PUNCH}
ITEM_KINDS = {"INTEGER": "integer", "LOGICAL": "logical"} | dict.fromkeys(REALS, "real")


def transfer(c: UnitContext, node: syntax.Transfer) -> None:
    """READ, WRITE, PRINT, PUNCH."""
    unit = c.build.int(SYSTEM_UNITS[node.verb]) if node.unit is None else value_of(c, node.unit).register
    reading = node.verb == "READ"
    writing = c.build.int(int(not reading))
    if isinstance(node.format, syntax.Name):
        c.build.host("begin_array", unit, writing, *extent(c, node.format.name))
    elif node.format is None:
        c.build.host("begin", unit, writing, c.build.int(-1))
    else:
        text = f"{c.scope.name} {node.format}|{c.scope.formats[node.format].text}"
        c.build.host("begin", unit, writing, c.build.string(text))
    for item in node.items:
        transfer_item(c, item, reading=reading)
    c.build.host("end")


def transfer_item(c: UnitContext, item: syntax.Item, *, reading: bool) -> None:
    """Transfer one item of a list."""
    if isinstance(item, syntax.ImpliedDo):
        implied_do(c, item, reading=reading)
    elif isinstance(item, syntax.Name) and c.scope.symbols[item.name].dimensions:
        whole_array(c, item, reading=reading)
    elif reading:
        read_item(c, target(c, item))
    else:
        write_item(c, value_of(c, item))


def target(c: UnitContext, node: syntax.Target) -> Variable:
    """Return the variable or element that a value is assigned to."""
    return scalar(c, node.name) if isinstance(node, syntax.Name) else array_element(c, node)


def read_item(c: UnitContext, variable: Variable) -> None:
    """Read a value into a variable."""
    registers: list[Register] = []
    for _ in variable.cells:
        found = c.build.host(f"read_{ITEM_KINDS[variable.type]}")
        assert found is not None
        registers.append(found)
    assign(c, variable, from_word(c, variable.type, tuple(registers)))


def write_item(c: UnitContext, value: Value) -> None:
    for register in value.registers:
        word = c.build.do(ops.BoolToInt, register) if value.type == "LOGICAL" else register
        c.build.host(f"write_{ITEM_KINDS[value.type]}", word)


def whole_array(c: UnitContext, item: syntax.Name, *, reading: bool) -> None:
    """Transfer all elements of an array, in the order of storage."""
    symbol = c.scope.symbols[item.name]
    whole = array(c, symbol)
    count = arrays.register(c.build, arrays.elements(c.build, whole))
    kind = c.build.int(KINDS.index(symbol.type))
    c.build.host("read_array" if reading else "write_array", arrays.start(c.build, whole), count, kind)


def implied_do(c: UnitContext, item: syntax.ImpliedDo, *, reading: bool) -> None:
    """Transfer a list again and again; every turn counts as a statement of its own."""
    loop = begin_loop(c, item)
    place = item.place
    mark = f"{c.statement_mark}:list"
    c.build.statement(c.deck.unique_mark(mark, f"{mark} {place.line}:{place.column}"), place)
    for inner in item.items:
        transfer_item(c, inner, reading=reading)
    end_loop(c, loop)
