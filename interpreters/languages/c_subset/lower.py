"""C's syntax tree into the IR: checked while it is lowered, all faults together.

    while (board[s] != EMPTY) s++;      becomes     a block that tests, the body, back

A variable whose address is never taken is an IR local, all others are objects in memory (memory.py). Functions are IR
functions of integers; a pointer is an integer too.
"""

from __future__ import annotations

from collections.abc import Mapping

from interpreters.ir import ops
from interpreters.ir.builder import FunctionBuilder
from interpreters.ir.program import Program
from interpreters.ir.types import Type
from interpreters.language import Lowered, Options
from interpreters.languages.c_subset import library, syntax
from interpreters.languages.c_subset.declarations import Scopes, Symbol, adjusted
from interpreters.languages.c_subset.functions import FunctionLowering
from interpreters.languages.c_subset.initial import Contents
from interpreters.languages.c_subset.memory import TABLE, Statics, static_objects
from interpreters.languages.c_subset.targets import Targets
from interpreters.languages.c_subset.types import ILP32, INT, LP64, Array, CType, Function
from interpreters.source.diagnostics import SourceError
from interpreters.source.position import Place, SourceText

MODELS = {"ilp32": ILP32, "lp64": LP64}


def lower(unit: syntax.TranslationUnit, text: SourceText, options: Options) -> Lowered:
    """Check and lower a program; raise SourceError with all faults.

    A second lowering uses what the first found out about its pointers.
    """
    first = Lowering(unit, text, options)
    program = first.program()
    targets = first.targets.resolved()
    if targets or first.targets.mixed:
        program = Lowering(unit, text, options, targets, first.targets.mixed).program()
    table = program.addresses()[TABLE]
    return Lowered(program, library.LIBRARY, lambda tapes: library.session(tapes, table))


class Lowering:
    """One lowering of one program."""

    def __init__(
        self,
        unit: syntax.TranslationUnit,
        text: SourceText,
        options: Options,
        known: Mapping[int, str] | None = None,
        misaligned: bool = False,
    ) -> None:
        self.unit, self.text, self.misaligned = unit, text, misaligned
        self.scopes = Scopes(MODELS[options.arithmetic])
        self.made = Program(text.name, {}, {}, "start")
        self.statics = Statics()
        self.defined: set[str] = set()
        self.initializers: list[tuple[Symbol, syntax.Initializer, Place]] = []
        self.lines: set[int] = set()
        self.targets = Targets(self.scopes.names[0], known or {})

    def program(self) -> Program:
        """Lower the whole program."""
        definitions = self.declare_all()
        for definition, symbol in definitions:
            FunctionLowering(self, definition, symbol).lower()
        self.start()
        self.lay_out()
        if self.scopes.diagnostics:
            raise SourceError(self.text, self.scopes.diagnostics)
        return self.made

    # declarations

    def declare_all(self) -> list[tuple[syntax.FunctionDefinition, Symbol]]:
        """Declare every outer name, in the order of the text; a function may be called before it is defined."""
        for item in self.unit.items:
            if isinstance(item, syntax.FunctionDefinition):
                self.defined.add(name_in(item.declarator))
        found = []
        for item in self.unit.items:
            if isinstance(item, syntax.FunctionDefinition):
                symbol = self.declare_function(item)
                if symbol is not None:
                    found.append((item, symbol))
            else:
                self.declare(item)
        return found

    def declare_function(self, node: syntax.FunctionDefinition) -> Symbol | None:
        """Declare a function that is defined here; None for what has no function's heading."""
        name, kind = self.scopes.declared(node.declarator, self.scopes.base(node.specifiers))
        head = node.declarator
        while isinstance(head, syntax.PointerDeclarator):
            head = head.inner
        if not isinstance(head, syntax.FunctionDeclarator) or not isinstance(kind, Function) or name is None:
            self.scopes.wrong(node.place, "a body without a function's heading", "name (parameters)")
            return None
        if head.names or node.parameters:
            kind = Function(kind.returns, tuple(t for _, t, _ in self.old_parameters(node, head)))
        kind = Function(kind.returns, kind.parameters or ())
        first = self.scopes.names[0].get(name)
        if first is not None and (first.kind != "function" or first.value):
            self.scopes.wrong(node.place, f"{name} is declared twice; first in line {first.place.line}")
        # `value` tells a definition from a mere declaration
        symbol = Symbol(name, "function", kind, node.declarator.place, value=1)
        self.scopes.names[0][name] = symbol
        return symbol

    def old_parameters(
        self, node: syntax.FunctionDefinition, head: syntax.FunctionDeclarator
    ) -> list[tuple[str, CType, Place]]:
        """Return the parameters of the old form: those that are not declared are int."""
        types: dict[str, tuple[CType, Place]] = {}
        for declaration in node.parameters:
            base = self.scopes.base(declaration.specifiers)
            for item in declaration.declarators:
                name, kind = self.scopes.declared(item.declarator, base)
                if name not in head.names:
                    self.scopes.wrong(item.place, f"{name} is no parameter of this function", "a parameter")
                types[name or ""] = (adjusted(kind), item.place)
        return [(name, *types.get(name, (INT, head.place))) for name in head.names]

    def declare(self, node: syntax.Declaration) -> None:
        """Declare outer variables, functions and types."""
        base = self.scopes.base(node.specifiers)
        for item in node.declarators:
            name, kind = self.scopes.declared(item.declarator, base)
            if name is None:
                continue
            if node.specifiers.storage == "typedef":
                self.scopes.typedefs[name] = kind
            elif isinstance(kind, Function):
                self.scopes.names[0].setdefault(name, Symbol(name, "function", kind, item.place))
            else:
                self.static(name, kind, item, name)

    def static(self, name: str, kind: CType, item: syntax.InitDeclarator, region: str) -> None:
        """Declare a variable that lives as long as the program."""
        if item.initializer is not None and isinstance(kind, Array) and kind.length is None:
            kind = Array(kind.of, length_of(item.initializer))
        if not self.scopes.is_complete(kind):
            self.scopes.wrong(item.place, f"{name} has no size: {kind}", "a complete type")
            kind = INT
        symbol = Symbol(name, "object", kind, item.declarator.place, region=region)
        self.scopes.declare(symbol)
        self.statics.add(symbol)
        if item.initializer is not None:
            self.initializers.append((symbol, item.initializer, item.place))

    def lay_out(self) -> None:
        """Lay the static objects out in memory with their first contents."""
        filled = Contents(self.scopes, self.statics, self.targets)
        for symbol, node, _ in self.initializers:
            self.statics.contents[symbol.region] = filled.bytes_of(symbol.type, node)
        static_objects(self.made, self.statics)

    # where the program begins

    def start(self) -> None:
        """Make the function that calls main."""
        main = self.scopes.names[0].get("main")
        build = FunctionBuilder(self.made, "start", "the start of the program", library=library.LIBRARY)
        if main is None or main.name not in self.defined or not isinstance(main.type, Function):
            self.scopes.wrong(Place(1, 1), "there is no function main", "main()")
            return
        build.place(main.place)
        arguments = tuple(build.int(0) for _ in main.type.parameters or ())
        build.call("main", arguments, Type.INT)
        build.end(ops.Halt)

    def label(self, place: Place) -> str:
        """Return the label of a statement: its line, with the column too for all but the first of a line."""
        if place.line in self.lines:
            return f"{place.line}:{place.column}"
        self.lines.add(place.line)
        return str(place.line)


def name_in(node: syntax.Declarator) -> str:
    """Return the name that a declarator declares."""
    while not isinstance(node, syntax.NameDeclarator):
        node = node.inner
    return node.name or ""


def length_of(node: syntax.Initializer) -> int:
    """Return the length of an array that its initializer gives."""
    if isinstance(node, syntax.String):
        return len(node.value) + 1
    return max(1, len(node.items)) if isinstance(node, syntax.InitializerList) else 1
