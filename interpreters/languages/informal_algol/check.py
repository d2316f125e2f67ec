"""Names and types of the informal Algol: what each name means where it stands, and what the language forbids.

    checked = check(tree, text)
    checked.symbols[id(variable)].kind        # "array"
    checked.types[id(expression)]             # Type.BOOL

All faults that can be found are reported at once.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Literal

from interpreters.ir.types import Type
from interpreters.languages.informal_algol import syntax
from interpreters.languages.informal_algol.library import EXTERNALS
from interpreters.source.diagnostics import Diagnostic, SourceError, nearest
from interpreters.source.position import Place, SourceText

WORDS = {Type.INT: "INT", Type.BOOL: "BOOL"}
Kind = Literal["constant", "scalar", "array", "procedure", "loop", "parameter", "result"]


@dataclass(eq=False)
class Symbol:
    """What a name means. `owner` is the procedure that it belongs to, "" for the outermost block.

    `bounds` are an array's, as numbers where they are constant; a FLEX bound is None, an unknown one an expression.
    `shared` tells that a procedure uses a variable of the outermost block.
    """

    name: str
    kind: Kind
    type: Type | None
    place: Place
    owner: str
    value: int = 0
    bounds: tuple[tuple[int | syntax.Expression, int | syntax.Expression | None], ...] = ()
    procedure: syntax.Procedure | None = None
    shared: bool = False
    storage: str = ""


@dataclass
class Checked:
    """The outcome: the symbol of each name that is used or declared, the type of each expression, by identity."""

    block: syntax.Block
    symbols: dict[int, Symbol] = field(default_factory=dict)
    types: dict[int, Type] = field(default_factory=dict)
    globals: dict[str, Symbol] = field(default_factory=dict)


def check(block: syntax.Block, text: SourceText) -> Checked:
    """Resolve and check a program; raise SourceError with all faults."""
    checker = Checker(block)
    checker.block(block, outermost=True)
    if checker.diagnostics:
        raise SourceError(text, checker.diagnostics)
    return checker.checked


class Checker:
    """One check of one program."""

    def __init__(self, block: syntax.Block) -> None:
        self.checked = Checked(block)
        self.diagnostics: list[Diagnostic] = []
        self.scopes: list[dict[str, Symbol]] = []
        self.owner = ""

    def wrong(self, place: Place, message: str, expected: str = "", near: str = "") -> None:
        """Note a fault."""
        self.diagnostics.append(Diagnostic(place, message, expected, near))

    # declarations

    def declare(self, symbol: Symbol) -> None:
        """Put a name into the innermost block."""
        first = self.scopes[-1].get(symbol.name)
        if first is not None:
            self.wrong(symbol.place, f"{symbol.name} is declared twice in one block; first in line {first.place.line}")
        self.scopes[-1][symbol.name] = symbol

    def block(self, node: syntax.Block, outermost: bool = False) -> None:
        """Check a block: its declarations in order, procedures after all names are known."""
        self.scopes.append({})
        procedures = []
        for declaration in node.declarations:
            match declaration:
                case syntax.Constants(constants):
                    for constant in constants:
                        self.constant(constant)
                case syntax.Simple(names):
                    for item in names:
                        self.variable(item, "scalar", item.type, ())
                case syntax.Array(bounds, names):
                    self.array(bounds, names, outermost)
                case syntax.Procedure():
                    procedures.append(declaration)
                    self.procedure_name(declaration, outermost)
        if outermost:
            self.checked.globals = self.scopes[-1]
        for procedure in procedures:
            self.procedure(procedure)
        for statement in node.statements:
            self.statement(statement)
        self.scopes.pop()

    def constant(self, item: syntax.Constant) -> None:
        """Declare a constant; its value may use earlier ones."""
        self.expect(item.value, Type.INT, f"constant {item.name}")
        value = self.folded(item.value)
        if value is None:
            self.wrong(item.value.place, f"the value of {item.name} is not constant", "numbers and constants")
        self.declare(Symbol(item.name, "constant", Type.INT, item.place, self.owner, value or 0))

    def variable(self, item: syntax.Typed, kind: Kind, given: Type, bounds: tuple[object, ...]) -> None:
        """Declare a variable."""
        symbol = Symbol(item.name, kind, given, item.place, self.owner, bounds=bounds)  # type: ignore[arg-type]
        self.checked.symbols[id(item)] = symbol
        self.declare(symbol)

    def array(self, bounds: tuple[syntax.Bound, ...], names: tuple[syntax.Typed, ...], outermost: bool) -> None:
        """Declare arrays of the same bounds; FLEX only where an external procedure can fill it."""
        found: list[tuple[object, object]] = []
        for bound in bounds:
            sides: list[object] = []
            for side in (bound.lower, bound.upper):
                if side is None:
                    sides.append(None)
                    if not outermost:
                        self.wrong(bound.place, "FLEX stands in an inner block", "FLEX in the outermost block")
                    continue
                self.expect(side, Type.INT, "a bound")
                value = self.folded(side)
                sides.append(side if value is None else value)
            lower, upper = sides
            if upper is None and not isinstance(lower, int):
                self.wrong(bound.place, "the lower bound before FLEX is not constant", "numbers and constants")
            if isinstance(lower, int) and isinstance(upper, int) and lower > upper:
                self.wrong(bound.place, f"the bounds {lower}:{upper} hold nothing", "a lower bound that is not larger")
            found.append((lower, upper))
        for item in names:
            self.variable(item, "array", item.type, tuple(found))

    def procedure_name(self, node: syntax.Procedure, outermost: bool) -> None:
        """Declare a procedure."""
        if not outermost:
            self.wrong(node.place, f"PROC {node.name} stands in an inner block", "PROC in the outermost block")
        self.declare(Symbol(node.name, "procedure", node.type, node.place, "", procedure=node))

    def procedure(self, node: syntax.Procedure) -> None:
        """Check a procedure's heading and body."""
        self.owner = node.name
        scope: dict[str, Symbol] = {}
        given = {item.name: item for item in node.specifications}
        for name in node.parameters:
            if name not in given:
                self.wrong(node.place, f"parameter {name} of {node.name} has no type", f"INT {name}; or BOOL {name};")
        for item in node.specifications:
            if item.name not in node.parameters:
                near = nearest(item.name, node.parameters)
                self.wrong(item.place, f"{item.name} is no parameter of {node.name}", "a parameter", near)
            scope[item.name] = Symbol(item.name, "parameter", item.type, item.place, node.name)
        if node.type is not None:
            scope[node.name] = Symbol(node.name, "result", node.type, node.place, node.name, procedure=node)
        self.scopes.append(scope)
        self.statement(node.body)
        self.scopes.pop()
        self.owner = ""

    # statements

    def statement(self, node: syntax.Statement) -> None:
        """Check a statement."""
        match node:
            case syntax.Block():
                self.block(node)
            case syntax.Assign():
                self.assign(node)
            case syntax.Call():
                self.call(node)
            case syntax.Choose(condition, yes, no):
                self.expect(condition, Type.BOOL, "a condition")
                self.statement(yes)
                if no is not None:
                    self.statement(no)
            case syntax.Loop():
                self.loop(node)
            case _:
                pass

    def assign(self, node: syntax.Assign) -> None:
        """Check an assignment: to a variable, an element, or the name of the procedure around it."""
        symbol = self.lookup(node.variable, node.variable.name)
        if symbol is None:
            self.expression(node.value)
            return
        self.subscripts(node.variable, symbol)
        if symbol.kind in ("constant", "loop", "procedure"):
            what = {"constant": "a constant", "loop": "the variable of a FOR", "procedure": "another procedure"}
            self.wrong(node.variable.place, f"{symbol.name} is {what[symbol.kind]} and cannot be assigned to")
        wanted = {"+=": Type.INT, "-=": Type.INT, "&:=": Type.BOOL}.get(node.operator, symbol.type)
        if symbol.type is not None and wanted is not symbol.type:
            known = WORDS[symbol.type]
            self.wrong(node.place, f"{node.operator} does not go with {symbol.name}, which is {known}")
        if wanted is not None:
            self.expect(node.value, wanted, f"the value for {symbol.name}")

    def call(self, node: syntax.Call) -> None:
        """Check the call of a procedure or of an external one."""
        symbol = next((s[node.name] for s in reversed(self.scopes) if node.name in s), None)
        if symbol is None and node.name in EXTERNALS:
            self.external(node)
            return
        symbol = self.lookup(node, node.name, EXTERNALS)
        if symbol is None:
            return
        if symbol.kind == "result":
            symbol = self.checked.globals[node.name]
            self.checked.symbols[id(node)] = symbol
        if symbol.kind != "procedure":
            self.wrong(node.place, f"{node.name} is no procedure", "a procedure, or ':=' behind a variable")
            return
        self.arguments(node, symbol)

    def external(self, node: syntax.Call) -> None:
        """Check the call of an external procedure: its arguments are variables, or expressions for PRINT."""
        external = EXTERNALS[node.name]
        count = len(node.arguments)
        if not external.least <= count <= external.most:
            wanted = str(external.least) if external.least == external.most else f"at least {external.least}"
            self.wrong(node.place, f"{node.name} is called with {count} arguments", f"{wanted}")
        for argument in node.arguments:
            if not external.variables:
                self.expression(argument)
            elif not isinstance(argument, syntax.Variable) or argument.subscripts:
                self.wrong(argument.place, f"{node.name} asks for a variable", "the name of a variable or an array")
            else:
                symbol = self.lookup(argument, argument.name)
                if symbol is not None and symbol.kind not in ("scalar", "array"):
                    self.wrong(argument.place, f"{argument.name} is no variable", "a variable or an array")
                if symbol is not None and external.arrays and symbol.kind != "array":
                    self.wrong(argument.place, f"{argument.name} is no array", "an array")
        if node.name == "PRINT RESULT" and self.checked.globals.get("box", None) is None:
            self.wrong(node.place, "PRINT RESULT prints the array box, which is not declared", "[…]INT box")

    def loop(self, node: syntax.Loop) -> None:
        """Check FOR: its variable exists for this statement alone."""
        self.expect(node.first, Type.INT, "the first value")
        self.scopes.append({node.name: Symbol(node.name, "loop", Type.INT, node.place, self.owner)})
        self.checked.symbols[id(node)] = self.scopes[-1][node.name]
        if node.last is not None:
            self.expect(node.last, Type.INT, "the last value")
        if node.condition is not None:
            self.expect(node.condition, Type.BOOL, "a condition")
        self.statement(node.body)
        self.scopes.pop()

    # expressions

    def expect(self, node: syntax.Expression, wanted: Type, what: str) -> None:
        """Check an expression whose type is known beforehand."""
        found = self.expression(node)
        if found is not None and found is not wanted:
            self.wrong(node.place, f"{what} is {WORDS[found]}", f"{WORDS[wanted]}")

    def expression(self, node: syntax.Expression) -> Type | None:
        """Check an expression; return its type, or None where a fault was found."""
        found = self.typed(node)
        if found is not None:
            self.checked.types[id(node)] = found
        return found

    def typed(self, node: syntax.Expression) -> Type | None:
        """Find the type of an expression."""
        match node:
            case syntax.Number():
                return Type.INT
            case syntax.Truth():
                return Type.BOOL
            case syntax.Absolute(operand):
                self.expect(operand, Type.INT, "the argument of ABS")
                return Type.INT
            case syntax.Unary(operator, operand):
                kind = Type.BOOL if operator == "NOT" else Type.INT
                self.expect(operand, kind, f"the operand of {operator}")
                return kind
            case syntax.Binary():
                return self.operation(node)
            case syntax.FunctionCall(name, _):
                symbol = self.lookup(node, name)
                if symbol is not None and symbol.kind == "result":
                    symbol = self.checked.symbols[id(node)] = self.checked.globals[name]
                return self.function(node, symbol)
            case syntax.Variable(name, _):
                symbol = self.lookup(node, name)
                if symbol is not None and symbol.kind == "procedure":
                    return self.function(node, symbol)
                if symbol is not None:
                    self.subscripts(node, symbol)
                return symbol.type if symbol else None

    def operation(self, node: syntax.Binary) -> Type | None:
        """Check an operation: = and /= compare two values of either type, all others have theirs."""
        if node.operator in ("=", "/="):
            left = self.expression(node.left)
            if left is not None:
                self.expect(node.right, left, f"the right side of {node.operator}")
            else:
                self.expression(node.right)
            return Type.BOOL
        operand = Type.BOOL if node.operator in ("AND", "OR") else Type.INT
        self.expect(node.left, operand, f"the left side of {node.operator}")
        self.expect(node.right, operand, f"the right side of {node.operator}")
        return Type.INT if node.operator in ("+", "-", "×", "÷", "MOD") else Type.BOOL

    def function(self, node: syntax.FunctionCall | syntax.Variable, symbol: Symbol | None) -> Type | None:
        """Check the call of a procedure inside an expression."""
        if symbol is None:
            return None
        if symbol.kind != "procedure":
            self.wrong(node.place, f"{node.name} is no procedure", "a procedure that has a value")
            return symbol.type
        if isinstance(node, syntax.Variable) and node.subscripts:
            self.wrong(node.place, f"{node.name} is no array", "(…) around the arguments of a procedure")
            return symbol.type
        if symbol.type is None:
            self.wrong(node.place, f"{node.name} has no value", "a procedure that has a value")
        self.arguments(node, symbol)
        return symbol.type

    def arguments(self, node: syntax.FunctionCall | syntax.Variable | syntax.Call, symbol: Symbol) -> None:
        """Check the arguments of a call against the heading."""
        procedure = symbol.procedure
        assert procedure is not None
        given = () if isinstance(node, syntax.Variable) else node.arguments
        if len(given) != len(procedure.parameters):
            wanted = len(procedure.parameters)
            self.wrong(node.place, f"{node.name} is called with {counted(len(given))}", counted(wanted))
        types = {item.name: item.type for item in procedure.specifications}
        for name, argument in zip(procedure.parameters, given, strict=False):
            if name in types:
                self.expect(argument, types[name], f"parameter {name} of {node.name}")

    def subscripts(self, node: syntax.Variable, symbol: Symbol) -> None:
        """Check that an array has as many subscripts as dimensions, and a simple variable none."""
        for subscript in node.subscripts:
            self.expect(subscript, Type.INT, f"a subscript of {node.name}")
        if symbol.kind == "array" and len(node.subscripts) != len(symbol.bounds):
            dimensions = len(symbol.bounds)
            self.wrong(node.place, f"array {node.name} is used with {len(node.subscripts)} subscripts", f"{dimensions}")
        if symbol.kind != "array" and node.subscripts:
            self.wrong(node.place, f"{node.name} is no array", "an array")

    def lookup(self, node: syntax.Node, name: str, more: Iterable[str] = ()) -> Symbol | None:
        """Find what a name means, from the innermost block outwards."""
        for scope in reversed(self.scopes):
            if name in scope:
                symbol = scope[name]
                symbol.shared |= bool(self.owner) and symbol.owner == "" and symbol.kind in ("scalar", "array")
                self.checked.symbols[id(node)] = symbol
                return symbol
        known = {known for scope in self.scopes for known in scope} | set(more)
        self.wrong(node.place, f"{name} is not declared", split(name, known), nearest(name, known))
        return None

    def folded(self, node: syntax.Expression) -> int | None:
        """Return the value of a constant expression."""
        match node:
            case syntax.Number(value):
                return value
            case syntax.Variable(name, ()):
                symbol = next((scope[name] for scope in reversed(self.scopes) if name in scope), None)
                return symbol.value if symbol is not None and symbol.kind == "constant" else None
            case syntax.Unary(sign, operand):
                unsigned = self.folded(operand)
                return None if unsigned is None or sign == "NOT" else -unsigned if sign == "-" else unsigned
            case syntax.Binary("+" | "-" | "×" as operator, left, right):
                first, second = self.folded(left), self.folded(right)
                if first is None or second is None:
                    return None
                return {"+": first + second, "-": first - second, "×": first * second}[operator]
        return None


def counted(number: int) -> str:
    """Write a number of arguments."""
    return f"{number} argument" if number == 1 else f"{number} arguments"


def split(name: str, known: set[str]) -> str:
    """Where a row of words is two or more declared names side by side, say that something is missing between them."""
    words = name.split()
    for cut in range(len(words) - 1, 0, -1):
        first, rest = " ".join(words[:cut]), " ".join(words[cut:])
        if first in known and rest in known:
            return f"something between {first} and {rest}, or a declaration of {name}"
    return ""
