"""Functions and statements of C into the IR.

switch (n) { case 0: …; case 1: …; }     becomes     a switch to the blocks of the cases, which follow one another
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from interpreters.ir import ops
from interpreters.ir.builder import FunctionBuilder
from interpreters.ir.ops import Label, Register
from interpreters.ir.program import Variable
from interpreters.ir.types import UNDEFINED_INT, Type
from interpreters.languages.c_subset import library, syntax
from interpreters.languages.c_subset.declarations import Symbol
from interpreters.languages.c_subset.expressions import Expressions
from interpreters.languages.c_subset.memory import MOST_OBJECTS, TABLE, TOP, WORDS, Location, MemoryAccess, Value
from interpreters.languages.c_subset.types import Array, CType, Function, Integer, Pointer, Void, is_scalar, size_of
from interpreters.source.diagnostics import nearest

if TYPE_CHECKING:
    from interpreters.languages.c_subset.lower import Lowering


class FunctionLowering:
    """The lowering of one function."""

    def __init__(self, lowering: Lowering, node: syntax.FunctionDefinition, symbol: Symbol) -> None:
        self.lowering, self.node, self.symbol = lowering, node, symbol
        self.scopes = lowering.scopes
        assert isinstance(symbol.type, Function)
        self.kind = symbol.type
        self.names = self.parameter_names()
        self.build = FunctionBuilder(
            lowering.made, symbol.name, f"function {symbol.name}",
            {f"{name}": Type.INT for name in self.names}, Type.INT, library.LIBRARY,
        )  # fmt: skip
        memory = MemoryAccess(self.build, lowering.misaligned)
        self.expressions = Expressions(self.build, memory, lowering)
        self.memory = memory
        self.pointed_at = addressed(node.body)
        self.objects: list[Symbol] = []
        self.labels: dict[str, bool] = {}
        self.gotos: list[syntax.Goto] = []
        self.breaks: list[Label] = []
        self.continues: list[Label] = []
        self.cases: list[dict[int | None, Label]] = []

    def parameter_names(self) -> list[str]:
        """Return the names of the parameters."""
        head = self.node.declarator
        while isinstance(head, syntax.PointerDeclarator):
            head = head.inner
        assert isinstance(head, syntax.FunctionDeclarator)
        if head.names:
            return list(head.names)
        return [self.scopes.declared(p.declarator, self.scopes.base(p.specifiers))[0] or f"parameter {i}"
                for i, p in enumerate(head.parameters)]  # fmt: skip

    # the frame

    def lower(self) -> None:
        """Lower the function."""
        build = self.build
        build.place(self.node.declarator.place)
        self.scopes.names.append({})
        entry, body = build.function.entry, Label("body")
        for name, kind in zip(self.names, self.kind.parameters or (), strict=True):
            self.parameter(name, kind)
        moved = list(self.objects)
        build.begin(body)
        for symbol in moved:
            self.memory.store(Location(symbol.type, symbol), build.do(ops.LocalLoad, symbol.name))
        self.compound(self.node.body, own_scope=False)
        self.scopes.names.pop()
        self.leave(build.int(UNDEFINED_INT))
        for goto in self.gotos:
            if goto.label not in self.labels:
                near = nearest(goto.label, self.labels)
                self.scopes.wrong(goto.place, f"label {goto.label} does not exist", "a label of this function", near)
        self.frame(entry, body)

    def parameter(self, name: str, kind: CType) -> None:
        """Declare a parameter: in its local, or moved to memory when its address is taken."""
        place = self.node.declarator.place
        if not is_scalar(kind):
            self.scopes.wrong(place, f"parameter {name} is {kind}", "a number or a pointer")
            kind = Pointer(kind)
        if name in self.pointed_at:
            self.object(name, kind, place)
        else:
            symbol = Symbol(name, "register", kind, place, local=name)
            self.scopes.declare(symbol)
            self.lowering.targets.parameter(symbol)
            self.known(name, name)

    def known(self, name: str, local: str) -> None:
        """Let probes find a variable, by its name and by function.name."""
        variable = Variable(function=self.symbol.name, local=local)
        self.lowering.made.variables.setdefault(name, variable)
        self.lowering.made.variables[f"{self.symbol.name}.{name}"] = variable

    def object(self, name: str, kind: CType, place: syntax.Place) -> Symbol:  # type: ignore[name-defined]
        """Declare a variable in memory; `frame` makes room for it when the function is entered."""
        number = self.build.local(f"number of {name}", Type.INT)
        address = self.build.local(f"address of {name}", Type.INT)
        symbol = Symbol(name, "object", kind, place, local=number, address=address)
        self.objects.append(symbol)
        self.scopes.declare(symbol)
        return symbol

    def frame(self, entry: Label, body: Label) -> None:
        """Fill in the entry: memory and numbers for the objects of this call."""
        build = self.build
        block = build.function.blocks[entry]
        build.block = block
        block.operations.clear()
        build.place(self.node.declarator.place)
        if self.objects:
            mark = build.do(ops.StackMark)
            build.perform(ops.LocalStore, self.mark_local(), mark)
            top = build.do(ops.IndexLoad, TOP, "i64", build.int(0), 0, 0, "")
            count = build.int(len(self.objects))
            last = build.do(ops.IntAdd, top, count, 0, MOST_OBJECTS, "too many variables in memory at once")
            build.perform(ops.IndexStore, TOP, "i64", build.int(0), last, 0, 0, "")
            for index, symbol in enumerate(self.objects):
                number = build.do(ops.IntAdd, top, build.int(index))
                size = build.int(max(1, size_of(symbol.type)))
                address = build.do(ops.StackAllocate, size)
                self.set_entry(number, 0, address)
                self.set_entry(number, 1, size)
                build.perform(ops.LocalStore, symbol.local, number)
                build.perform(ops.LocalStore, symbol.address, address)
        build.end(ops.Jump, body)

    def mark_local(self) -> str:
        """Return the local that remembers where this call's memory begins."""
        self.build.function.locals.setdefault("stack mark", Type.INT)
        return "stack mark"

    def set_entry(self, number: Register, part: int, value: Register) -> None:
        """Set the address (0) or size (1) of an object in the table."""
        build = self.build
        place = build.do(ops.IntAdd, build.do(ops.IntMultiply, number, build.int(WORDS)), build.int(part))
        build.perform(ops.IndexStore, TABLE, "i64", place, value, 0, MOST_OBJECTS * WORDS - 1, "too many variables")

    def leave(self, result: Register) -> None:
        """Return; the block "leave" gives memory and numbers back, once all objects are known."""
        build = self.build
        if build.block is None:
            return
        if "result" not in build.function.locals:
            build.function.locals["result"] = Type.INT
        build.perform(ops.LocalStore, "result", result)
        build.end(ops.Jump, Label("leave"))

    def finish(self) -> None:
        """Make the block "leave"."""
        build = self.build
        build.place(self.node.declarator.place)
        build.begin(Label("leave"))
        build.function.locals.setdefault("result", Type.INT)
        for symbol in self.objects:
            number = build.do(ops.LocalLoad, symbol.local)
            self.set_entry(number, 1, build.int(0))
        if self.objects:
            top = build.do(ops.LocalLoad, self.objects[0].local)
            build.perform(ops.IndexStore, TOP, "i64", build.int(0), top, 0, 0, "")
            build.perform(ops.StackRelease, build.do(ops.LocalLoad, self.mark_local()))
        build.end(ops.Return, build.do(ops.LocalLoad, "result"))

    # declarations

    def declaration(self, node: syntax.Declaration) -> None:
        """Lower a declaration inside a block."""
        base = self.scopes.base(node.specifiers)
        for item in node.declarators:
            name, kind = self.scopes.declared(item.declarator, base)
            if name is None:
                continue
            if node.specifiers.storage == "typedef":
                self.scopes.typedefs[name] = kind
            elif isinstance(kind, Function):
                self.scopes.names[0].setdefault(name, Symbol(name, "function", kind, item.place))
            elif node.specifiers.storage == "static":
                region = f"{self.symbol.name}.{name} {self.scopes.declared_so_far}"
                self.lowering.static(name, kind, item, region)
            elif node.specifiers.storage != "extern":
                self.variable(name, kind, item)

    def variable(self, name: str, kind: CType, item: syntax.InitDeclarator) -> None:
        """Declare a variable of a block, and give it its first value."""
        from interpreters.languages.c_subset.lower import length_of

        place = item.declarator.place
        if item.initializer is not None and isinstance(kind, Array) and kind.length is None:
            kind = Array(kind.of, length_of(item.initializer))
        if not self.scopes.is_complete(kind):
            self.scopes.wrong(item.place, f"{name} has no size: {kind}", "a complete type")
            return
        if is_scalar(kind) and name not in self.pointed_at:
            local = self.build.local(name, Type.INT)
            self.known(name, local)
            symbol = Symbol(name, "register", kind, place, local=local)
            self.scopes.declare(symbol)
            if item.initializer is None:
                self.build.perform(ops.LocalStore, local, self.build.int(UNDEFINED_INT))
        else:
            symbol = self.object(name, kind, place)
        if item.initializer is not None:
            self.first_value(symbol, item)

    def first_value(self, symbol: Symbol, item: syntax.InitDeclarator) -> None:
        """Give a variable of a block its first value: a constant image for arrays and structs."""
        build, node = self.build, item.initializer
        assert node is not None
        build.statement(self.lowering.label(item.place), item.place)
        if is_scalar(symbol.type) and not isinstance(node, syntax.InitializerList):
            value = self.expressions.value(node)
            self.expressions.assigned(Location(symbol.type, symbol), value, item.place)
            return
        region = f"first value of {symbol.name} {symbol.serial}"
        image = Symbol(region, "object", symbol.type, item.place, region=region)
        self.lowering.statics.add(image)
        self.lowering.initializers.append((image, node, item.place))
        target, origin = Location(symbol.type, symbol), Location(symbol.type, image)
        if symbol.kind == "register":
            self.memory.store(target, self.memory.load(origin))
        else:
            self.memory.copy(target, origin)

    # statements

    def compound(self, node: syntax.Compound, own_scope: bool = True) -> None:
        """Lower a block."""
        if own_scope:
            self.scopes.names.append({})
        for declaration in node.declarations:
            self.declaration(declaration)
        for statement in node.statements:
            self.statement(statement)
        if own_scope:
            self.scopes.names.pop()
        if not own_scope:
            self.close()

    def close(self) -> None:
        """End the function's body: falling off its end returns nothing."""
        self.leave(self.build.int(UNDEFINED_INT))
        self.finish()

    def statement(self, node: syntax.Statement) -> None:
        """Lower a statement."""
        match node:
            case syntax.Compound():
                self.compound(node)
            case syntax.Labelled(label, body):
                if label in self.labels:
                    self.scopes.wrong(node.place, f"label {label} stands twice in this function")
                self.labels[label] = True
                self.build.begin(Label(f"label.{label}"))
                self.statement(body)
            case syntax.Case():
                self.case(node)
            case syntax.ExpressionStatement(None):
                pass
            case _:
                if self.build.block is None:
                    # unreachable, but its names and types are checked all the same
                    self.build.begin(self.build.label("unreachable"))
                self.build.statement(self.lowering.label(node.place), node.place)
                self.marked(node)

    def marked(self, node: syntax.Statement) -> None:
        """Lower a statement that counts as one."""
        build = self.build
        match node:
            case syntax.ExpressionStatement(value) if value is not None:
                self.expressions.effect(value)
            case syntax.If():
                self.choose(node)
            case syntax.Switch():
                self.switch(node)
            case syntax.While():
                self.loop(node, None, node.condition, None, node.body)
            case syntax.For(first, condition, after, body):
                self.loop(node, first, condition, after, body)
            case syntax.Do():
                self.do(node)
            case syntax.Goto(label):
                self.gotos.append(node)
                build.end(ops.Jump, Label(f"label.{label}"))
            case syntax.Break() | syntax.Continue():
                word = "break" if isinstance(node, syntax.Break) else "continue"
                goals = self.breaks if word == "break" else self.continues
                if not goals:
                    where = "a loop or switch" if word == "break" else "a loop"
                    self.scopes.wrong(node.place, f"{word} outside of {where}", where)
                else:
                    build.end(ops.Jump, goals[-1])
            case syntax.Return(value):
                self.return_(node, value)

    def choose(self, node: syntax.If) -> None:
        """Lower if."""
        build = self.build
        yes, no, after = build.label("then"), build.label("else"), build.label("endif")
        self.expressions.branch(node.condition, yes, no if node.no else after)
        build.begin(yes)
        self.statement(node.yes)
        if node.no is not None:
            self.jump(after)
            build.begin(no)
            self.statement(node.no)
        build.begin(after)

    def jump(self, target: Label) -> None:
        """Jump, unless the block has ended already."""
        if self.build.block is not None:
            self.build.end(ops.Jump, target)

    def loop(
        self,
        node: syntax.Statement,
        first: syntax.Expression | None,
        condition: syntax.Expression | None,
        after: syntax.Expression | None,
        body: syntax.Statement,
    ) -> None:
        """Lower while and for."""
        build = self.build
        if first is not None:
            self.expressions.effect(first)
        test, inside, step, end = (build.label(word) for word in ("test", "inside", "step", "end"))
        build.begin(test)
        build.statement(f"{self.label_of(node)} turn", node.place)
        if condition is not None:
            self.expressions.branch(condition, inside, end)
        build.begin(inside)
        self.inner(body, end, step)
        build.begin(step)
        if after is not None:
            self.expressions.effect(after)
        build.end(ops.Jump, test)
        build.begin(end)

    def label_of(self, node: syntax.Statement) -> str:
        """Return the label that a statement was counted under just before."""
        line = str(node.place.line)
        exact = f"{line}:{node.place.column}"
        return exact if exact in self.build.program.statement_numbers else line

    def inner(self, body: syntax.Statement, end: Label, step: Label) -> None:
        """Lower the body of a loop."""
        self.breaks.append(end)
        self.continues.append(step)
        self.statement(body)
        self.breaks.pop()
        self.continues.pop()

    def do(self, node: syntax.Do) -> None:
        """Lower do while."""
        build = self.build
        inside, test, end = build.label("do"), build.label("test"), build.label("end")
        build.begin(inside)
        self.inner(node.body, end, test)
        build.begin(test)
        build.statement(f"{self.label_of(node)} turn", node.place)
        self.expressions.branch(node.condition, inside, end)
        build.begin(end)

    def switch(self, node: syntax.Switch) -> None:
        """Lower switch: cases are found while its body is lowered."""
        build = self.build
        value = self.expressions.value(node.value)
        if not isinstance(value.type, Integer):
            self.scopes.wrong(node.value.place, f"switch on {value.type}", "an integer")
        origin, end = build.block, build.label("end")
        at = build.at
        build.block = None
        self.cases.append({})
        self.breaks.append(end)
        self.statement(node.body)
        self.breaks.pop()
        cases = self.cases.pop()
        build.begin(end)
        if origin is not None:
            default = cases.pop(None, end)
            pairs = tuple((case, label) for case, label in cases.items() if case is not None)
            origin.operations.append(ops.Switch(value.register, pairs, default, at=at))

    def case(self, node: syntax.Case) -> None:
        """Lower case and default."""
        if not self.cases:
            word = "case" if node.value else "default"
            self.scopes.wrong(node.place, f"{word} outside of a switch", "switch around it")
            self.statement(node.body)
            return
        value = None if node.value is None else self.scopes.constant(node.value)
        if value in self.cases[-1]:
            what = "default" if value is None else f"case {value}"
            self.scopes.wrong(node.place, f"{what} stands twice in this switch")
        label = self.build.label("case")
        self.cases[-1][value] = label
        self.build.begin(label)
        self.statement(node.body)

    def return_(self, node: syntax.Return, value: syntax.Expression | None) -> None:
        """Lower return."""
        if value is None:
            self.leave(self.build.int(UNDEFINED_INT))
            return
        found: Value = self.expressions.value(value)
        if isinstance(self.kind.returns, Void):
            self.scopes.wrong(node.place, f"{self.symbol.name} returns nothing", "return;")
        else:
            register = self.expressions.converted(found, self.kind.returns, node.place)
            self.leave(register)


def addressed(node: object) -> set[str]:
    """Return the names whose address is taken below a node."""
    found: set[str] = set()
    if isinstance(node, syntax.Unary) and node.operator == "&" and isinstance(node.operand, syntax.Name):
        found.add(node.operand.name)
    if isinstance(node, tuple):
        for item in node:
            found |= addressed(item)
    elif isinstance(node, syntax.Node):
        for name in node.__dataclass_fields__:
            found |= addressed(getattr(node, name))
    return found
