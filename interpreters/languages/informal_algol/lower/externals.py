"""Calls of external procedures of the informal Algol into the IR."""

from __future__ import annotations

from getallenband.interpreters.ir.ops import Register
from getallenband.interpreters.ir.types import Type
from getallenband.interpreters.languages.informal_algol import syntax
from getallenband.interpreters.languages.informal_algol.check import Symbol
from getallenband.interpreters.languages.informal_algol.lower.context import (
    Context,
    array_of,
    cell_of,
    extent,
    is_flexible,
)
from getallenband.interpreters.languages.informal_algol.lower.expressions import allocate, value
from getallenband.interpreters.lowering import arrays
from getallenband.interpreters.lowering.cells import store


def external(c: Context, node: syntax.Call) -> None:
    match node.name:
        case "PRINT":
            for argument in node.arguments:
                c.build.defer("print_number", value(c, argument))
        case "PRINT LINE":
            c.build.defer("print_line")
        case "PRINT RESULT":
            c.build.host("print_result", *extent(c, c.shared.checked.globals["box"]))
        case name:
            for argument in node.arguments:
                c.at(argument)
                fill(c, name, c.symbols[id(argument)])
            if name == "set tables":
                c.at(node)
                c.build.host("tables_end")


def fill(c: Context, name: str, symbol: Symbol) -> None:
    """Call an external procedure that sets one variable or array."""
    build = c.build
    if symbol.kind != "array":
        reader = "read_truth" if symbol.type is Type.BOOL else "read_number"
        found = build.int(0) if name == "initialize" else build.host(reader)
        assert found is not None
        store(build, cell_of(c, symbol), found)
    elif name == "set tables":
        table(c, symbol)
    elif name == "initialize":
        arrays.fill(build, array_of(c, symbol), "zero")
    elif name == "READ IN":
        build.host("read_array", *elements(c, symbol))
    else:
        build.host("read_status", *elements(c, symbol))
        c.status.append(symbol)


def elements(c: Context, symbol: Symbol) -> tuple[Register, ...]:
    """Return an array's arguments for the library: its address, its words, and whether they are BOOL."""
    return *extent(c, symbol), c.build.int(int(symbol.type is Type.BOOL))


def table(c: Context, symbol: Symbol) -> None:
    """Lower the filling of an array by `set tables`; a FLEX bound becomes the number on the tape."""
    build = c.build
    build.host("table_begin", build.string(symbol.name))
    flexible: dict[int, Register] = {}
    declared = array_of(c, symbol).dimensions
    for number, (_, upper) in enumerate(symbol.bounds):
        wanted = build.int(-1) if upper is None else arrays.register(build, declared[number].upper)
        read = build.host("table_extent", wanted)
        assert read is not None
        if upper is None:
            flexible[number] = read
    if is_flexible(symbol):
        place = build.at
        allocate(c, symbol, flexible)
        build.at = place
    build.host("table_fill", *elements(c, symbol))
