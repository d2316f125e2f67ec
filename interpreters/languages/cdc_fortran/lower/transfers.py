"""Turn input and output statements into calls of the library: begin, one call for each item, end (X3.9-1966, 7.1.3)."""

from __future__ import annotations

from collections.abc import Sequence

from getallenband.interpreters.ir import ops
from getallenband.interpreters.ir.ops import Label, Register
from getallenband.interpreters.ir.ops.memory import WORK_UNIT
from getallenband.interpreters.languages.cdc_fortran import syntax
from getallenband.interpreters.languages.cdc_fortran.check.types import REALS
from getallenband.interpreters.languages.cdc_fortran.library import files
from getallenband.interpreters.languages.cdc_fortran.library.fields import for_numbers
from getallenband.interpreters.languages.cdc_fortran.library.records import MOST, planned
from getallenband.interpreters.languages.cdc_fortran.library.transfers import (
    KINDS,
    LAYOUT_IN_ARRAY,
    LIST,
    LIST_DIRECTED,
    NO_LAYOUT,
)
from getallenband.interpreters.languages.cdc_fortran.lower.calls import checked_unit
from getallenband.interpreters.languages.cdc_fortran.lower.context import UnitContext, Value, Variable, label_of
from getallenband.interpreters.languages.cdc_fortran.lower.expressions import array_element, evaluate, value_of
from getallenband.interpreters.languages.cdc_fortran.lower.loops import begin_loop, end_loop
from getallenband.interpreters.languages.cdc_fortran.lower.variables import array, assign, extent, from_word, scalar
from getallenband.interpreters.languages.cdc_fortran.lower.words import check_number, stored
from getallenband.interpreters.lowering import arrays
from getallenband.interpreters.lowering.cells import MemoryCell
from getallenband.interpreters.lowering.cells import address as cell_address

SYSTEM_UNITS = {"READ": files.INPUT, "PRINT": files.OUTPUT, "WRITE": files.OUTPUT, "PUNCH": files.PUNCH}
ITEM_KINDS = {"INTEGER": "integer", "LOGICAL": "logical"} | dict.fromkeys(REALS, "real")


def transfer(c: UnitContext, node: syntax.Transfer) -> None:
    """READ, WRITE, PRINT, PUNCH; after the end of the file or wrong data the items of a READ keep their values.

    Then go to the label for it (IBM), where there is one.
    """
    unit = c.build.int(SYSTEM_UNITS[node.verb]) if node.unit is None else unit_number(c, node.unit)
    reading = node.verb == "READ"
    exits = {one.event: label_of(one.label) for one in node.exits} if reading else {}
    asked = [c.build.int(int(event in exits)) for event in ("END", "ERR")]
    if isinstance(node.format, syntax.Name) and node.format.name in c.scope.namelists:
        namelist(c, c.scope.namelists[node.format.name], unit, asked, reading=reading)
    elif (form := whole_record(c, node)) is not None:
        record(c, node, form)
    else:
        # Where the program cannot ask for the end of a file, meeting it is a trap in the library, and nothing is left
        # to test, unless the data of a list without a FORMAT may omit values.
        over = c.build.label("over") if reading and (exits or c.deck.ends or node.format == "*") else None
        if reading and is_one_number(c, node.items):
            read_one(c, node, over, unit, layout(c, node.format), *asked)
        else:
            c.build.host("begin", unit, c.build.int(int(not reading)), layout(c, node.format), *asked)
            leave_at(c, "over", over)
            for item in node.items:
                transfer_item(c, item, reading=reading, over=over, free=node.format == "*")
            c.build.host("end")
        if over is not None:
            c.build.begin(over)
    leave_at(c, "ended", exits.get("END"))
    leave_at(c, "failed", exits.get("ERR"))


def whole_record(c: UnitContext, node: syntax.Transfer) -> str | None:
    """Return how a record of single numbers on OUTPUT is written, where one call can do that; "*" without a FORMAT.

    Where there are functions, one of them might print within a list, which the library finds out.
    """
    name = c.deck.names.get(node.unit.value) if isinstance(node.unit, syntax.Integer) else None
    printed = name == "OUTPUT" if node.unit is not None else node.verb in ("PRINT", "WRITE")
    if not printed or node.verb == "READ" or any(scope.is_function for scope in c.deck.checked.scopes.values()):
        return None
    for item in node.items:
        if isinstance(item, syntax.ImpliedDo) or (
            isinstance(item, syntax.Name) and c.scope.symbols[item.name].dimensions
        ):
            return None
    if not isinstance(node.format, int):
        return "*" if node.format == "*" else None
    form = named_format(c, node.format)
    plan = None if node.format in c.read_formats or len(node.items) > MOST else planned(form, len(node.items))
    return None if plan is None else form


def record(c: UnitContext, node: syntax.Transfer, form: str) -> None:
    """Write a whole record: by one call later, or where the types of its items do not allow that, by several now."""
    free = form == "*"
    items = list[Value | str]()
    for item in node.items:
        assert not isinstance(item, syntax.ImpliedDo)
        items.append(item.text if free and isinstance(item, syntax.Hollerith) else item_value(c, item))
    values = [item for item in items if isinstance(item, Value)]
    types = "".join({"INTEGER": "I", "REAL": "R", "DOUBLEPRECISION": "R"}.get(value.type, "?") for value in values)
    if free:
        kinds = iter(types)
        form = "*|" + "\n".join(f"'{item}" if isinstance(item, str) else next(kinds) for item in items)
    plan = planned(form, len(values)) if "?" not in types and len(values) <= MOST else None
    if plan is None or plan.types != types:
        c.build.host("begin", c.build.int(files.OUTPUT), c.build.int(1), layout(c, node.format), *[c.build.int(0)] * 2)
        for one in items:
            if isinstance(one, str):
                c.build.host("write_characters", c.build.string(one))
            else:
                write_item(c, one, free=free)
        c.build.host("end")
        return
    for value, field in zip(values, plan.fields or [LIST] * len(values), strict=True):
        if value.type != "INTEGER":
            c.build.perform(ops.CheckFinite, value.register, f"a real number that is not finite for {field}")
            check_number(c, value, for_numbers(field if free else f"the field {field}"))
    words = [
        value.register if value.type == "INTEGER" else c.build.do(ops.RealToBits, value.register) for value in values
    ]
    c.build.perform(ops.Work, c.build.int(plan.steps * WORK_UNIT))
    c.build.defer(f"record {len(words)}", c.build.string(form), *words)


def unit_number(c: UnitContext, unit: syntax.Expression) -> Register:
    """Return the number of a unit; that of a file given by its name is found by the library."""
    if isinstance(unit, syntax.Name) and unit.name not in c.scope.symbols:
        found = c.build.host("unit_named", c.build.string(unit.name))
    else:
        value = value_of(c, unit)
        if value.type != "WORD":
            return checked_unit(c, value.register)
        found = c.build.host("unit_in_word", value.register)
    assert found is not None
    return found


def layout(c: UnitContext, given: int | syntax.Name | str | None) -> Register:
    """Return the string of a FORMAT, or the marks for none, for * and for a FORMAT that was read from an array."""
    if isinstance(given, syntax.Name):
        c.build.host("layout_in_array", *extent(c, given.name))
        return c.build.int(LAYOUT_IN_ARRAY)
    if isinstance(given, int):
        return c.build.string(named_format(c, given))
    return c.build.int(NO_LAYOUT if given is None else LIST_DIRECTED)


def named_format(c: UnitContext, label: int) -> str:
    """Return a FORMAT with a name that no other has: reading changes the texts of one."""
    return f"{c.scope.name} {label}|{c.scope.formats[label].text}"


def memory_transfer(c: UnitContext, node: syntax.MemoryTransfer) -> None:
    """ENCODE and DECODE: a transfer to or from words of memory."""
    name, reading = node.start.name, node.verb == "DECODE"
    _, limit = extent(c, name)
    cell = target(c, node.start).cells[0]
    assert isinstance(cell, MemoryCell)
    length, real = value_of(c, node.length).register, c.build.int(int(c.scope.symbols[name].type in REALS))
    place = (cell_address(c.build, cell), limit, length, real)
    c.build.host("begin_memory", *place, c.build.int(int(not reading)), layout(c, node.format))
    for item in node.items:
        transfer_item(c, item, reading=reading, free=node.format == "*")
    c.build.host("end")


def namelist(
    c: UnitContext, group: syntax.NamelistGroup, unit: Register, asked: list[Register], *, reading: bool
) -> None:
    """Transfer the variables of a NAMELIST: pass their addresses to the library, then call it."""
    for one in group.variables:
        symbol = c.scope.symbols[one.name]
        if symbol.dimensions:
            whole = array(c, symbol)
            start, count = arrays.start(c.build, whole), arrays.register(c.build, arrays.elements(c.build, whole))
        else:
            start, count = extent(c, one.name)[0], c.build.int(0)
        bounds = [c.build.int(KINDS.index(symbol.type)), start, count]
        c.build.host("namelist_variable", c.build.string(one.name), *bounds)
    c.build.host("namelist", unit, c.build.int(int(not reading)), c.build.string(group.name), *asked)


def transfer_item(
    c: UnitContext, item: syntax.Item, *, reading: bool, over: Label | None = None, free: bool = False
) -> None:
    """Transfer one item of a list; with `free`, which is *, characters are written as they are, and values omitted."""
    if isinstance(item, syntax.ImpliedDo):
        implied_do(c, item, reading=reading, over=over, free=free)
    elif free and isinstance(item, syntax.Hollerith):
        c.build.host("write_characters", c.build.string(item.text))
    elif isinstance(item, syntax.Name) and c.scope.symbols[item.name].dimensions:
        whole_array(c, item, reading=reading)
        leave_at(c, "over", over)
    elif reading:
        assert isinstance(item, syntax.Name | syntax.Reference)
        read_item(c, target(c, item), over, free=free)
    else:
        write_item(c, item_value(c, item), free=free)


def is_one_number(c: UnitContext, items: Sequence[syntax.Item]) -> bool:
    """Return whether a list is one variable that holds a number: to find it can be no fault, as that of an element."""
    if len(items) != 1 or not isinstance(items[0], syntax.Name):
        return False
    symbol = c.scope.symbols[items[0].name]
    return symbol.type in ("INTEGER", "REAL", "DOUBLEPRECISION") and not symbol.dimensions


def read_one(c: UnitContext, node: syntax.Transfer, over: Label | None, *how: Register) -> None:
    """Read such a list by one call."""
    name = node.items[0]
    assert isinstance(name, syntax.Name)
    variable = scalar(c, name.name)
    found = c.build.host(f"read_one_{ITEM_KINDS[variable.type]}", *how)
    assert found is not None
    leave_at(c, "missed", over)
    assign(c, variable, Value(variable.type, (found,)))


def item_value(c: UnitContext, item: syntax.Expression) -> Value:
    """Return the value of an item that is written."""
    value = evaluate(c, item)
    return stored(c, value) if value.type == "WORD" else value


def target(c: UnitContext, node: syntax.Target) -> Variable:
    """Return the variable or element that a value is assigned to."""
    return scalar(c, node.name) if isinstance(node, syntax.Name) else array_element(c, node)


def leave_at(c: UnitContext, question: str, label: Label | None) -> None:
    """Go to a label, where there is one, if the library answers the question so."""
    if label is not None:
        on, answer = c.build.label("on"), c.build.host(question)
        assert answer is not None
        c.build.end(ops.Branch, c.build.do(ops.IntToBool, answer), label, on)
        c.build.begin(on)


def read_item(c: UnitContext, variable: Variable, over: Label | None, *, free: bool) -> None:
    """Read a value into a variable; with `free`, which is *, the data may omit it, and the variable keeps its value."""
    registers: list[Register] = []
    omitted = c.build.label("omitted") if free else None
    whole = free and variable.type == "COMPLEX"
    for kind in ("complex", "imaginary") if whole else [ITEM_KINDS[variable.type]] * len(variable.cells):
        found = c.build.host(f"read_{kind}")
        assert found is not None
        registers.append(found)
        # Before the assignment: an item that was not read keeps its value.
        leave_at(c, "over", over)
        leave_at(c, "omitted", omitted)
    assign(c, variable, from_word(c, variable.type, tuple(registers)))
    if omitted is not None:
        c.build.begin(omitted)


def write_item(c: UnitContext, value: Value, *, free: bool) -> None:
    """Write a value; a complex one as two, or with `free`, which is *, as one in brackets."""
    if free and value.type == "COMPLEX":
        c.build.host("write_complex", *value.registers)
        return
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


def implied_do(c: UnitContext, item: syntax.ImpliedDo, *, reading: bool, over: Label | None, free: bool) -> None:
    """Transfer a list again and again; every turn counts as a statement of its own."""
    loop = begin_loop(c, item)
    place = item.place
    mark = f"{c.statement_mark}:list"
    c.build.statement(c.deck.unique_mark(mark, f"{mark} {place.line}:{place.column}"), place)
    for inner in item.items:
        transfer_item(c, inner, reading=reading, over=over, free=free)
    end_loop(c, loop)
