"""Turn input and output statements into calls of the library: begin, one call for each item, end (X3.9-1966, 7.1.3)."""

from __future__ import annotations

from dataclasses import dataclass

from interpreters.ir import ops
from interpreters.ir.ops import Label, Register
from interpreters.ir.types import UNDEFINED_INT, Type
from interpreters.languages.cdc_fortran import library, syntax
from interpreters.languages.cdc_fortran.expressions import Expressions
from interpreters.languages.cdc_fortran.storage import REALS
from interpreters.languages.cdc_fortran.variables import Cell, Dummy, Local, Value

SYSTEM_UNITS = {"READ": library.INPUT, "PRINT": library.OUTPUT, "WRITE": library.OUTPUT, "PUNCH": library.PUNCH}


@dataclass(frozen=True, slots=True)
class Loop:
    """A DO while its range is lowered: last and step are constants, or the locals that keep them."""

    variable: syntax.Name
    last: str | int
    step: str | int
    inside: Label
    outside: Label


class Transfers(Expressions):
    """The input and output statements of one unit."""

    def transfer(self, statement: syntax.Transfer, mark: str) -> None:
        """READ, WRITE, PRINT, PUNCH."""
        if statement.unit is None:
            unit = self.build.int(SYSTEM_UNITS[statement.verb])
        else:
            unit = self.unit_number(statement.unit)
        writing = self.build.int(int(statement.verb != "READ"))
        if isinstance(statement.format, syntax.Name):
            if self.scope.symbols[statement.format.name].dimensions:
                self.build.host("begin_array", unit, writing, *self.extent(statement.format.name))
        elif statement.format is None:
            self.build.host("begin", unit, writing, self.build.int(-1))
        else:
            layout = self.scope.formats.get(statement.format)
            text = f"{self.scope.name} {statement.format}|{layout.text if layout else '()'}"
            self.build.host("begin", unit, writing, self.build.string(text))
        for item in statement.items:
            self.item(item, statement.verb == "READ", mark)
        self.build.host("end")

    def unit_number(self, unit: syntax.Expression) -> Register:
        """Return the number of a unit."""
        value = self.value(unit)
        if value.type != "INTEGER":
            self.complain(unit.place, f"a unit is a whole number, this is {value.type}")
            return self.build.int(0)
        return value.register

    def auxiliary(self, statement: syntax.Auxiliary) -> None:
        """REWIND, BACKSPACE, ENDFILE."""
        self.build.host(statement.verb.lower(), self.unit_number(statement.unit))

    def item(self, item: syntax.Item, reading: bool, mark: str) -> None:
        """Transfer one item of a list."""
        if isinstance(item, syntax.ImpliedDo):
            self.implied_do(item, reading, mark)
        elif isinstance(item, syntax.Name) and self.scope.symbols[item.name].dimensions:
            self.whole_array(item, reading)
        elif reading:
            self.read_item(self.target(item))
        else:
            self.write_item(self.value(item))

    def target(self, target: syntax.Target) -> Local | Cell:
        """Return the cell that a value is assigned to."""
        if isinstance(target, syntax.Name):
            symbol = self.scope.symbols[target.name]
            if symbol.dimensions:
                self.complain(target.place, f"{target.name} is an array", "its subscripts in brackets")
            elif symbol.role == "variable":
                return self.variable(target)
        elif self.scope.symbols[target.name].dimensions:
            return self.element(target, self.subscripts(target))
        return Cell(self.scope.symbols[target.name].type, self.build.int(0), 0)

    def read_item(self, cell: Local | Cell) -> None:
        """Read a value into a cell."""
        if cell.type == "COMPLEX":
            self.assign(cell, Value("COMPLEX", (self.read("read_real"), self.read("read_real"))))
        elif cell.type in REALS:
            self.assign(cell, Value(cell.type, (self.read("read_real"),)))
        elif cell.type == "LOGICAL":
            truth = self.build.do(ops.IntToBool, self.read("read_logical"))
            self.assign(cell, Value("LOGICAL", (truth,)))
        else:
            self.assign(cell, Value("INTEGER", (self.read("read_integer"),)))

    def read(self, name: str) -> Register:
        """Return what a reading procedure of the library gives."""
        found = self.build.host(name)
        assert found is not None
        return found

    def write_item(self, value: Value) -> None:
        """Write a value."""
        if value.type == "LOGICAL":
            self.build.host("write_logical", self.build.do(ops.BoolToInt, value.register))
        elif value.type == "INTEGER":
            self.build.host("write_integer", value.register)
        else:
            for register in value.registers:
                self.build.host("write_real", register)

    def whole_array(self, item: syntax.Name, reading: bool) -> None:
        """Transfer all elements of an array, in the order of storage."""
        symbol = self.scope.symbols[item.name]
        start, _ = self.extent(item.name)
        count = self.build.int(1)
        limits = self.bounds.get(item.name)
        for index, bound in enumerate(symbol.dimensions):
            size = self.bound(limits[index]) if limits else self.constant(bound)
            count = self.build.do(ops.IntMultiply, count, size)
        kind = self.build.int(library.KINDS.index(symbol.type))
        if isinstance(self.cells[item.name], Dummy) and not limits:
            return
        self.build.host("read_array" if reading else "write_array", start, count, kind)

    def implied_do(self, item: syntax.ImpliedDo, reading: bool, mark: str) -> None:
        """Transfer a list again and again; every turn counts as a statement of its own."""
        loop = self.loop_begun(syntax.Do(0, item.variable, item.first, item.last, item.step, place=item.place))
        self.build.statement(self.unique(f"{mark}:list", item), item.place)
        for inner in item.items:
            self.item(inner, reading, mark)
        self.loop_ended(loop)
        self.build.begin(loop.outside)

    def unique(self, mark: str, node: syntax.ImpliedDo) -> str:
        """Return a statement mark that no other statement has."""
        if mark in self.deck.marks:
            mark = f"{mark} {node.place.line}:{node.place.column}"
        self.deck.marks.add(mark)
        return mark

    # --- loops ---------------------------------------------------------------------------------------------------

    def loop_begun(self, statement: syntax.Do) -> Loop:
        """Begin a DO: set its variable, keep last and step, begin the block that its turns come back to."""
        variable = statement.variable
        if self.scope.symbols[variable.name].type != "INTEGER":
            self.complain(variable.place, f"the variable of a DO is a whole number, {variable.name} is not")
        first = self.do_parameter(statement.first)
        last = self.kept(statement.last, f"{variable.name}:last")
        step = 1 if statement.step is None else self.kept(statement.step, f"{variable.name}:step")
        if statement.step is not None:
            fits = self.build.do(ops.IntCompare, ">", self.again(step, variable.name), self.build.int(0))
            message = f"the step of the DO for {variable.name} is {{0}}, not above 0"
            self.build.perform(ops.Check, fits, message, (self.again(step, variable.name),))
        self.store_variable(variable, first)
        loop = Loop(variable, last, step, self.build.label("inside"), self.build.label("outside"))
        self.build.begin(loop.inside)
        return loop

    def turned(self, loop: Loop) -> ops.Register:
        """Return the loop's variable after one more step."""
        now = self.fetch(self.variable(loop.variable), loop.variable.name).register
        step = self.again(loop.step, loop.variable.name)
        if self.greatest < 2**62:
            return self.build.do(ops.IntAdd, now, step)
        message = self.deck.words.system.overflow("+")
        return self.build.do(ops.IntAdd, now, step, self.least, self.greatest, message)

    def loop_ended(self, loop: Loop) -> None:
        """End a turn: step and go back, or leave the variable without a value and go on outside."""
        if self.build.block is None:
            self.build.begin(self.build.label("unreached"))
        then = self.turned(loop)
        more = self.build.do(ops.IntCompare, "<=", then, self.again(loop.last, loop.variable.name))
        onward, done = self.build.label("onward"), self.build.label("done")
        self.build.end(ops.Branch, more, onward, done)
        self.build.begin(onward)
        self.store_variable(loop.variable, then)
        self.build.end(ops.Jump, loop.inside)
        self.build.begin(done)
        if self.deck.settings["do_variable"] == "undefined":
            then = self.build.int(UNDEFINED_INT)
        self.store_variable(loop.variable, then)
        self.build.end(ops.Jump, loop.outside)

    def store_variable(self, variable: syntax.Name, value: Register) -> None:
        """Set the variable of a DO."""
        self.assign(self.variable(variable), Value("INTEGER", (value,)))

    def do_parameter(self, parameter: syntax.Expression) -> Register:
        """Return the value of a DO parameter."""
        value = self.value(parameter)
        if value.type != "INTEGER":
            self.complain(
                parameter.place, "the parameters of a DO are whole numbers", "an integer variable or constant"
            )
            return self.build.int(1)
        return value.register

    def kept(self, parameter: syntax.Expression, name: str) -> str | int:
        """Keep a DO parameter while the loop runs: a constant as it is, anything else in a local."""
        if isinstance(parameter, syntax.Integer):
            return parameter.value
        local = self.build.local(name, Type.INT)
        self.build.perform(ops.LocalStore, local, self.do_parameter(parameter))
        return local

    def again(self, kept: str | int, variable: str) -> Register:
        """Return a DO parameter that was kept; a loop that was jumped into has none."""
        if isinstance(kept, int):
            return self.build.int(kept)
        return self.build.do(ops.LocalLoad, kept, f"the DO for {variable} was never begun")
