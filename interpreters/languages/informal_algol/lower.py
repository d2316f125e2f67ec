"""The informal Algol's syntax tree into the IR: one function for each construct.

    FOR n=1... WHILE group[n]=0 DO nn := n      becomes     a local n, a block that tests, the body, n + 1, back

Variables of the outermost block that procedures use, and its arrays of constant bounds, are static memory; all other
simple variables are locals, which every call has anew. Arrays of other bounds live on the stack in memory.
"""

from __future__ import annotations

from interpreters.ir import ops
from interpreters.ir.builder import FunctionBuilder
from interpreters.ir.host import Host
from interpreters.ir.ops import Register
from interpreters.ir.program import Program, Region, Variable
from interpreters.ir.types import UNDEFINED_INT, Type
from interpreters.language import Lowered, Options
from interpreters.languages.informal_algol import library, syntax
from interpreters.languages.informal_algol.check import Checked, Symbol, check
from interpreters.languages.informal_algol.expressions import Expressions, cells_of
from interpreters.source.position import Place, SourceText


def lower(block: syntax.Block, text: SourceText, options: Options) -> Lowered:
    """Check and lower a program."""
    checked = check(block, text)
    lowering = Lowering(checked, text)
    program = lowering.program()
    box = checked.globals.get("box")
    keep = box is not None and box.kind == "array" and "box" in program.regions

    def finish(host: Host) -> None:
        """Leave the boxes behind as the tape from which the run can be gone on with."""
        start = program.addresses()["box"] >> 3
        words = program.regions["box"].size >> 3
        cells = host.memory.ints[start : start + words]
        if keep and UNDEFINED_INT not in cells:
            host.files["status"] = " ".join(str(cell) for cell in cells) + f"\n{host.state.solutions}\n"

    return Lowered(
        program, library.LIBRARY, lambda tapes: library.session(tapes, options), finish=finish if keep else None
    )


class Lowering:
    """One lowering of one program."""

    def __init__(self, checked: Checked, text: SourceText) -> None:
        self.checked = checked
        self.made = Program(text.name, {}, {}, "main")
        self.lines: set[int] = set()

    def program(self) -> Program:
        """Lower the outermost block and the procedures."""
        build = FunctionBuilder(self.made, "main", "the program", library=library.LIBRARY)
        BodyLowering(self, build).outermost(self.checked.block)
        for declaration in self.checked.block.declarations:
            if isinstance(declaration, syntax.Procedure):
                self.procedure(declaration)
        return self.made

    def procedure(self, node: syntax.Procedure) -> None:
        """Lower a procedure: parameters by value, its value in a local of its name."""
        parameters = dict.fromkeys(node.parameters, Type.INT)
        returns = Type.INT if node.type else None
        build = FunctionBuilder(
            self.made, f"proc {node.name}", f"procedure {node.name}", parameters, returns, library.LIBRARY
        )
        body = BodyLowering(self, build)
        if node.type is not None:
            body.result = build.local(f"the value of {node.name}", Type.INT)
        body.statement(node.body)
        if body.result is None:
            build.end(ops.Return)
        else:
            build.place(node.place)
            message = f"procedure {node.name} ends without a value"
            build.end(ops.Return, build.do(ops.LocalLoad, body.result, message))

    def label(self, place: Place) -> str:
        """Return the label of a statement: its line, with the column too for all but the first of a line."""
        if place.line in self.lines:
            return f"{place.line}:{place.column}"
        self.lines.add(place.line)
        return str(place.line)


class BodyLowering(Expressions):
    """The lowering of statements into one function."""

    def __init__(self, lowering: Lowering, build: FunctionBuilder) -> None:
        super().__init__(build, lowering.checked)
        self.lowering = lowering
        self.status: list[syntax.Variable] = []

    # declarations

    def outermost(self, node: syntax.Block) -> None:
        """Lower the outermost block: shared variables and constant arrays are static."""
        for declaration in node.declarations:
            match declaration:
                case syntax.Simple(names):
                    for item in names:
                        self.outermost_scalar(self.checked.symbols[id(item)])
                case syntax.Array(_, names):
                    for item in names:
                        self.outermost_array(self.checked.symbols[id(item)])
        for statement in node.statements:
            self.statement(statement)
        for argument in self.status:
            self.build.place(argument.place)
            self.build.host("status_end", *self.extent(self.checked.symbols[id(argument)]))
        self.build.end(ops.Return)

    def outermost_scalar(self, symbol: Symbol) -> None:
        """Place a simple variable: a cell of memory if a procedure uses it, else a local."""
        if symbol.shared:
            self.build.program.regions[symbol.name] = Region(8, "undefined_int")
            self.build.program.variables[symbol.name] = Variable(region=symbol.name)
        else:
            self.scalar(symbol)

    def outermost_array(self, symbol: Symbol) -> None:
        """Place an array: static if its bounds are constant; else its address and open bounds are static cells."""
        cells = cells_of(symbol)
        if cells is not None:
            self.build.program.regions[symbol.name] = Region(8 * cells, "undefined_int")
            return
        flex = any(upper is None for _, upper in symbol.bounds)
        for part in self.parts_of(symbol):
            self.build.program.regions[part] = Region(8, "undefined_int")
        if not flex:
            self.allocate(symbol, {})
            return
        # Until an external procedure fills it the array has no elements.
        self.store_part(symbol, f"{symbol.name}.address", self.build.int(0))
        for index, (lower, upper) in enumerate(symbol.bounds):
            if upper is None and isinstance(lower, int):
                self.store_part(symbol, f"{symbol.name}.upper{index}", self.build.int(lower - 1))

    def parts_of(self, symbol: Symbol) -> list[str]:
        """Return the names of the cells that describe an array on the stack: its address and open bounds."""
        found = [f"{symbol.name}.address"]
        for index, sides in enumerate(symbol.bounds):
            for side, word in zip(sides, ("lower", "upper"), strict=True):
                if not isinstance(side, int):
                    found.append(f"{symbol.name}.{word}{index}")
        return found

    def scalar(self, symbol: Symbol) -> None:
        """Place a simple variable in a local; of several with one name the first is the one that probes know."""
        symbol.storage = self.build.local(symbol.name, Type.INT)
        found = Variable(function=self.build.function.name, local=symbol.storage)
        self.build.program.variables.setdefault(symbol.name, found)

    def inner(self, node: syntax.Block) -> None:
        """Lower an inner block; its arrays live until its end."""
        arrays: list[Symbol] = []
        for declaration in node.declarations:
            match declaration:
                case syntax.Simple(names):
                    for item in names:
                        self.fresh_scalar(self.checked.symbols[id(item)])
                case syntax.Array(_, names):
                    arrays += [self.checked.symbols[id(item)] for item in names]
        mark = self.build.do(ops.StackMark) if arrays else None
        for symbol in arrays:
            symbol.storage = self.build.local(f"{symbol.name}.address", Type.INT)
            for part in self.parts_of(symbol)[1:]:
                self.inner_parts[(id(symbol), part)] = self.build.local(part, Type.INT)
            self.allocate(symbol, {})
        for statement in node.statements:
            self.statement(statement)
        if mark is not None:
            self.build.perform(ops.StackRelease, mark)

    def fresh_scalar(self, symbol: Symbol) -> None:
        """Place a variable of an inner block; it has no value each time the block is entered."""
        if not symbol.storage:
            self.scalar(symbol)
        self.build.perform(ops.LocalStore, symbol.storage, self.build.int(UNDEFINED_INT))

    def allocate(self, symbol: Symbol, open_bounds: dict[int, Register]) -> None:
        """Give an array memory on the stack; `open_bounds` are the FLEX upper bounds by dimension."""
        build = self.build
        words = build.int(1)
        for index, sides in enumerate(symbol.bounds):
            values: list[Register] = []
            for side, word in zip(sides, ("lower", "upper"), strict=True):
                if isinstance(side, int):
                    values.append(build.int(side))
                    continue
                value = open_bounds[index] if side is None else self.value(side)
                self.store_part(symbol, f"{symbol.name}.{word}{index}", value)
                values.append(value)
            lower, upper = values
            build.place(symbol.place)
            fits = build.do(ops.IntCompare, "<=", lower, upper)
            build.perform(ops.Check, fits, f"the bounds {{0}}:{{1}} of {symbol.name} hold nothing", (lower, upper))
            extent = build.do(ops.IntAdd, build.do(ops.IntSubtract, upper, lower), build.int(1))
            far = f"array {symbol.name} has too many elements"
            words = build.do(ops.IntMultiply, words, extent, -(2**40), 2**40, far)
        address = build.do(ops.StackAllocate, build.do(ops.IntMultiply, words, build.int(8)))
        build.perform(ops.Fill, address, words, "undefined_int")
        self.store_part(symbol, f"{symbol.name}.address", address)

    # statements

    def statement(self, node: syntax.Statement) -> None:
        """Lower a statement."""
        if isinstance(node, syntax.Block):
            self.inner(node)
            return
        if isinstance(node, syntax.Dummy):
            return
        label = self.lowering.label(node.place)
        self.build.statement(label, node.place)
        match node:
            case syntax.Assign():
                self.assign(node)
            case syntax.Call():
                self.call_statement(node)
            case syntax.Choose():
                self.choose(node)
            case syntax.Loop():
                self.loop(node, label)

    def choose(self, node: syntax.Choose) -> None:
        """Lower IF."""
        build = self.build
        yes, no, after = build.label("then"), build.label("else"), build.label("fi")
        build.end(ops.Branch, self.condition(node.condition), yes, no if node.no else after)
        build.begin(yes)
        self.statement(node.yes)
        if node.no is not None:
            build.end(ops.Jump, after)
            build.begin(no)
            self.statement(node.no)
        build.begin(after)

    def loop(self, node: syntax.Loop, label: str) -> None:
        """Lower FOR: as Algol's step 1 until, the last value and the condition are evaluated before each turn."""
        build = self.build
        symbol = self.checked.symbols[id(node)]
        symbol.storage = build.local(node.name, Type.INT)
        build.perform(ops.LocalStore, symbol.storage, self.value(node.first))
        turn, body, after = build.label("turn"), build.label("body"), build.label("od")
        build.begin(turn)
        if not marked(node.body):
            # Every turn must be counted by something, or a loop that goes on for ever could not be stopped.
            build.statement(f"{label} turn", node.place)
        build.place(node.place)
        if node.last is not None:
            going = build.label("while")
            count = build.do(ops.LocalLoad, symbol.storage)
            build.end(ops.Branch, build.do(ops.IntCompare, "<=", count, self.value(node.last)), going, after)
            build.begin(going)
        if node.condition is not None:
            build.end(ops.Branch, self.condition(node.condition), body, after)
            build.begin(body)
        self.statement(node.body)
        build.place(node.place)
        counted = build.do(ops.LocalLoad, symbol.storage)
        build.perform(ops.LocalStore, symbol.storage, self.arithmetic("+", counted, build.int(1)))
        build.end(ops.Jump, turn)
        build.begin(after)

    def assign(self, node: syntax.Assign) -> None:
        """Lower an assignment; &:= evaluates its right side always."""
        where = self.where(node.variable)
        if node.operator == ":=":
            value = self.value(node.value)
        else:
            old = self.read(where, node.variable)
            given = self.value(node.value)
            self.build.place(node.place)
            if node.operator == "&:=":
                value = self.build.do(ops.IntAnd, old, given)
            else:
                value = self.arithmetic(node.operator[0], old, given)
        self.build.place(node.variable.place)
        self.write(where, value)

    def call_statement(self, node: syntax.Call) -> None:
        """Lower the call of a procedure; its value, if any, is dropped."""
        symbol = self.checked.symbols.get(id(node))
        if symbol is None:
            self.external(node)
        else:
            self.call(node, symbol)

    # external procedures

    def external(self, node: syntax.Call) -> None:
        """Lower the call of an external procedure."""
        build = self.build
        match node.name:
            case "PRINT":
                for argument in node.arguments:
                    build.defer("print_number", self.value(argument))
            case "PRINT LINE":
                build.defer("print_line")
            case "PRINT RESULT":
                build.host("print_result", *self.extent(self.checked.globals["box"]))
            case _:
                for argument in node.arguments:
                    assert isinstance(argument, syntax.Variable)
                    build.place(argument.place)
                    self.given(node.name, argument)
                if node.name == "set tables":
                    build.place(node.place)
                    build.host("tables_end")

    def given(self, name: str, argument: syntax.Variable) -> None:
        """Let an external procedure set one variable or array."""
        build, symbol = self.build, self.checked.symbols[id(argument)]
        if symbol.kind != "array":
            if name == "initialize":
                value = build.int(0)
            else:
                read = build.host("read_truth" if symbol.type is Type.BOOL else "read_number")
                assert read is not None
                value = read
            self.write(self.where(argument), value)
        elif name == "set tables":
            self.table(symbol, argument.place)
        elif name == "initialize":
            build.perform(ops.Fill, *self.extent(symbol), "zero")
        elif name == "READ IN":
            build.host("read_array", *self.extent(symbol))
        else:
            build.host("read_status", *self.extent(symbol))
            self.status.append(argument)

    def table(self, symbol: Symbol, place: Place) -> None:
        """Let `set tables` fill an array; a FLEX bound becomes what the tape says."""
        build = self.build
        build.host("table_begin", build.string(symbol.name))
        open_bounds: dict[int, Register] = {}
        for index, (_, upper) in enumerate(symbol.bounds):
            expected = build.int(-1) if upper is None else self.bound(symbol, index, "upper")
            read = build.host("table_extent", expected)
            assert read is not None
            if upper is None:
                open_bounds[index] = read
        if open_bounds:
            self.allocate(symbol, open_bounds)
            build.place(place)
        build.host("table_fill", *self.extent(symbol))


def marked(node: syntax.Statement) -> bool:
    """Tell whether a statement has a mark of its own or in it, which every execution passes."""
    if isinstance(node, syntax.Block):
        return any(map(marked, node.statements))
    return not isinstance(node, syntax.Dummy)
