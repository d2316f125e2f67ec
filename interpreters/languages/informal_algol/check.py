"""Names and types of the informal Algol: what each use of a name means, and what the language forbids.

    checked = check(tree, source)
    checked.symbols[id(variable)].kind        # "array"

All faults that can be found are reported at once.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Literal

from getallenband.interpreters.arithmetic.ieee754 import IEEE754
from getallenband.interpreters.ir.types import Type
from getallenband.interpreters.languages.informal_algol import syntax
from getallenband.interpreters.languages.informal_algol.library import EXTERNALS
from getallenband.interpreters.lowering import numbers
from getallenband.interpreters.lowering.dispatch import Dispatcher, dispatcher
from getallenband.interpreters.source.block_names import BlockNames
from getallenband.interpreters.source.diagnostics import MOST, Diagnostics, counted
from getallenband.interpreters.source.position import Place, SourceText
from getallenband.interpreters.source.tree import Node, unhandled

WORDS = {Type.INT: "INT", Type.BOOL: "BOOL"}
ARITHMETIC = ("+", "-", "×", "÷", "MOD")
READ_ONLY = {"constant": "a constant", "loop": "the variable of a FOR", "procedure": "another procedure"}

Kind = Literal["constant", "scalar", "array", "procedure", "loop", "parameter", "result"]
Bound = int | syntax.Expression | None
"""A number where it is constant, else an expression; None for FLEX."""


@dataclass(eq=False)
class Symbol:
    """What a name means. `owner` is the procedure that it belongs to, "" for the outermost block.

    `shared` tells that a procedure uses a variable of the outermost block.
    """

    name: str
    kind: Kind
    type: Type | None
    place: Place
    owner: str
    value: int = 0
    bounds: tuple[tuple[Bound, Bound], ...] = ()
    procedure: syntax.Procedure | None = None
    shared: bool = False


@dataclass
class Checked:
    """The outcome: the symbol of each construct that uses or declares a name, by identity."""

    block: syntax.Block
    symbols: dict[int, Symbol] = field(default_factory=dict)
    globals: dict[str, Symbol] = field(default_factory=dict)


@dataclass
class Scopes:
    """The check under way: the names that are known, and the procedure at hand."""

    errors: Diagnostics
    checked: Checked
    names: BlockNames[Symbol]
    owner: str = ""

    def declare(self, node: Node, symbol: Symbol) -> None:
        """Declare a name in the innermost block."""
        first = self.names.here(symbol.name)
        if first is not None:
            self.errors.error(symbol.place, f"{symbol.name} is already declared on line {first.place.line}")
        self.names[symbol.name] = self.checked.symbols[id(node)] = symbol

    def use(self, node: Node, name: str, more: Iterable[str] = ()) -> Symbol | None:
        """Return the symbol of a name; report one that is not declared."""
        symbol = self.names.find(name)
        if symbol is None:
            shown = len(self.errors.found) < MOST
            known = {*self.names, *more} if shown else set[str]()
            expected = missing_between(name, known)
            self.errors.error(node.place, f"{name} is not declared", expected, self.errors.nearest(name, known))
            return None
        symbol.shared |= bool(self.owner) and symbol.owner == "" and symbol.kind in ("scalar", "array")
        self.checked.symbols[id(node)] = symbol
        return symbol


def check(tree: syntax.Block, source: SourceText) -> Checked:
    """Resolve and check a program; raise SourceError with all faults."""
    names = BlockNames[Symbol]()
    c = Scopes(Diagnostics(source), Checked(tree, globals=names.outermost), names)
    contents(c, tree, outermost=True)
    c.errors.check()
    return c.checked


def missing_between(name: str, known: set[str]) -> str:
    """If a sequence of words is two declared names side by side, report that something is missing between them."""
    words = name.split()
    for cut in range(len(words) - 1, 0, -1):
        first, rest = " ".join(words[:cut]), " ".join(words[cut:])
        if first in known and rest in known:
            return f"something between {first} and {rest}, or a declaration of {name}"
    return ""


# --- declarations ------------------------------------------------------------------------------------------------


def contents(c: Scopes, node: syntax.Block, outermost: bool) -> None:
    """Check what is in a block: its declarations in order, procedures after all names are known."""
    procedures: list[syntax.Procedure] = []
    for declaration in node.declarations:
        match declaration:
            case syntax.Constants(constants):
                for item in constants:
                    constant(c, item)
            case syntax.Simple(names):
                for name in names:
                    c.declare(name, Symbol(name.name, "scalar", name.type, name.place, c.owner))
            case syntax.Array(bounds, names):
                limits = tuple(bound(c, one, outermost) for one in bounds)
                for name in names:
                    c.declare(name, Symbol(name.name, "array", name.type, name.place, c.owner, bounds=limits))
            case syntax.Procedure(kind, title):
                procedures.append(declaration)
                if not outermost:
                    c.errors.error(declaration.place, f"PROC {title} in an inner block", "PROC in the outermost block")
                c.declare(declaration, Symbol(title, "procedure", kind, declaration.place, "", procedure=declaration))
            case _:
                raise unhandled(declaration)
    for procedure in procedures:
        check_procedure(c, procedure)
    for one in node.statements:
        statement(c, one)


def constant(c: Scopes, item: syntax.Constant) -> None:
    """Declare a constant; its value may use earlier ones."""
    expect(c, item.value, Type.INT, f"constant {item.name}")
    value = folded(c, item.value)
    if value is None:
        c.errors.error(item.value.place, f"the value of {item.name} is not constant", "numbers and constants")
    c.declare(item, Symbol(item.name, "constant", Type.INT, item.place, c.owner, value or 0))


def bound(c: Scopes, node: syntax.Bound, outermost: bool) -> tuple[Bound, Bound]:
    """Check a pair of bounds; FLEX only where an external procedure can fill the array."""
    sides: list[Bound] = []
    for side in (node.lower, node.upper):
        if side is not None:
            expect(c, side, Type.INT, "a bound")
            value = folded(c, side)
            sides.append(side if value is None else value)
        else:
            sides.append(None)
    lower, upper = sides
    if upper is None and not outermost:
        c.errors.error(node.place, "FLEX in an inner block", "FLEX in the outermost block")
    if upper is None and not isinstance(lower, int):
        c.errors.error(node.place, "the lower bound before FLEX is not constant", "numbers and constants")
    if isinstance(lower, int) and isinstance(upper, int) and lower > upper:
        c.errors.error(node.place, f"the bounds {lower}:{upper} hold no element", "a lower bound that is not larger")
    return lower, upper


def folded(c: Scopes, node: syntax.Expression) -> int | None:
    """Return the value of a constant expression."""
    match node:
        case syntax.Number(digits):
            return numbers.integer(digits, IEEE754.greatest)
        case syntax.Variable(name, ()):
            symbol = c.names.find(name)
            return symbol.value if symbol is not None and symbol.kind == "constant" else None
        case syntax.Unary("+" | "-" as sign, operand):
            unsigned = folded(c, operand)
            return None if unsigned is None else -unsigned if sign == "-" else unsigned
        case syntax.Binary(left, "+" | "-" | "×" as operator, right):
            first, second = folded(c, left), folded(c, right)
            if first is None or second is None:
                return None
            found = {"+": first + second, "-": first - second, "×": first * second}[operator]
            return found if abs(found) <= IEEE754.greatest else None
    return None


def check_procedure(c: Scopes, node: syntax.Procedure) -> None:
    """Check a procedure's heading and body."""
    c.owner = node.name
    given = {item.name for item in node.specifications}
    for name in node.parameters:
        if name not in given:
            expected = f"INT {name}; or BOOL {name}; after the heading"
            c.errors.error(node.place, f"parameter {name} of {node.name} has no type", expected)
    with c.names.block():
        for item in node.specifications:
            if item.name not in node.parameters:
                near = c.errors.nearest(item.name, node.parameters)
                c.errors.error(item.place, f"{item.name} is not a parameter of {node.name}", "a parameter", near)
            c.names[item.name] = Symbol(item.name, "parameter", item.type, item.place, node.name)
        if node.type is not None:
            c.names[node.name] = Symbol(node.name, "result", node.type, node.place, node.name, procedure=node)
        statement(c, node.body)
    c.owner = ""


# --- statements --------------------------------------------------------------------------------------------------

statement: Dispatcher[Scopes, None] = dispatcher("a statement")
statement.case(syntax.Dummy)(lambda _c, _node: None)


@statement.case(syntax.Block)
def block(c: Scopes, node: syntax.Block) -> None:
    with c.names.block():
        contents(c, node, outermost=False)


@statement.case(syntax.Choose)
def choose(c: Scopes, node: syntax.Choose) -> None:
    expect(c, node.condition, Type.BOOL, "a condition")
    statement(c, node.yes)
    if node.no is not None:
        statement(c, node.no)


@statement.case(syntax.Loop)
def loop(c: Scopes, node: syntax.Loop) -> None:
    """Check FOR: its variable exists for this statement alone."""
    expect(c, node.first, Type.INT, "the first value")
    with c.names.block():
        c.declare(node, Symbol(node.name, "loop", Type.INT, node.place, c.owner))
        if node.last is not None:
            expect(c, node.last, Type.INT, "the last value")
        if node.condition is not None:
            expect(c, node.condition, Type.BOOL, "a condition")
        statement(c, node.body)


@statement.case(syntax.Assign)
def assign(c: Scopes, node: syntax.Assign) -> None:
    """Check an assignment: to a variable, an element, or the name of the procedure around it."""
    target = node.variable
    symbol = c.use(target, target.name)
    if symbol is None:
        expression(c, node.value)
        return
    check_subscripts(c, target, symbol)
    if symbol.kind in READ_ONLY:
        c.errors.error(target.place, f"{symbol.name} is {READ_ONLY[symbol.kind]} and cannot be assigned to")
    wanted = {"+=": Type.INT, "-=": Type.INT, "&:=": Type.BOOL}.get(node.operator, symbol.type)
    if symbol.type is not None and wanted is not symbol.type:
        c.errors.error(node.place, f"{symbol.name} is {WORDS[symbol.type]}, which {node.operator} cannot change")
    if wanted is not None:
        expect(c, node.value, wanted, f"the value for {symbol.name}")


@statement.case(syntax.Call)
def call(c: Scopes, node: syntax.Call) -> None:
    """Check the call of a procedure or of an external one."""
    if c.names.find(node.name) is None and node.name in EXTERNALS:
        external(c, node)
        return
    symbol = procedure_of(c, c.use(node, node.name, EXTERNALS), node)
    if symbol is not None and symbol.kind != "procedure":
        c.errors.error(node.place, f"{node.name} is not a procedure", "a procedure, or ':=' after a variable")
    elif symbol is not None:
        check_arguments(c, node, symbol)


def external(c: Scopes, node: syntax.Call) -> None:
    """Check the call of an external procedure: its arguments are variables, or expressions for PRINT."""
    wanted, count = EXTERNALS[node.name], len(node.arguments)
    if not wanted.least <= count <= wanted.most:
        expected = str(wanted.least) if wanted.least == wanted.most else f"at least {wanted.least}"
        c.errors.error(node.place, f"{node.name} is called with {counted(count, 'argument')}", expected)
    for argument in node.arguments:
        if not wanted.variables:
            expression(c, argument)
        elif not isinstance(argument, syntax.Variable) or argument.subscripts:
            message = f"the argument of {node.name} is not a variable"
            c.errors.error(argument.place, message, "the name of a variable or an array")
        elif (symbol := c.use(argument, argument.name)) is not None:
            if wanted.arrays and symbol.kind != "array":
                c.errors.error(argument.place, f"{argument.name} is not an array", "an array")
            elif symbol.kind not in ("scalar", "array"):
                c.errors.error(argument.place, f"{argument.name} is not a variable", "a variable or an array")
    if node.name == "PRINT RESULT" and "box" not in c.checked.globals:
        c.errors.error(node.place, "PRINT RESULT prints the array box, which is not declared", "[…]INT box")


def check_arguments(c: Scopes, node: syntax.FunctionCall | syntax.Variable | syntax.Call, symbol: Symbol) -> None:
    """Check the arguments of a call against the heading."""
    heading = symbol.procedure
    assert heading is not None
    given = () if isinstance(node, syntax.Variable) else node.arguments
    if len(given) != len(heading.parameters):
        message = f"{node.name} is called with {counted(len(given), 'argument')}"
        c.errors.error(node.place, message, counted(len(heading.parameters), "argument"))
    types = {item.name: item.type for item in heading.specifications}
    for name, argument in zip(heading.parameters, given, strict=False):
        if name in types:
            expect(c, argument, types[name], f"parameter {name} of {node.name}")


def procedure_of(c: Scopes, symbol: Symbol | None, node: Node) -> Symbol | None:
    """Return the procedure that a call means where its own value has the same name."""
    if symbol is None or symbol.kind != "result":
        return symbol
    found = c.checked.globals.get(symbol.name)  # none for a procedure of an inner block, which is refused
    if found is not None:
        c.checked.symbols[id(node)] = found
    return found


# --- expressions -------------------------------------------------------------------------------------------------

expression: Dispatcher[Scopes, Type | None] = dispatcher("an expression")
"""Check an expression; return its type, or None where a fault was found."""


def expect(c: Scopes, node: syntax.Expression, wanted: Type, what: str) -> None:
    """Check an expression whose type is known beforehand."""
    found = expression(c, node)
    if found is not None and found is not wanted:
        c.errors.error(node.place, f"{what} is {WORDS[found]}", f"{WORDS[wanted]}")


@expression.case(syntax.Number)
def number(c: Scopes, node: syntax.Number) -> Type:
    if numbers.integer(node.digits, IEEE754.greatest) is None:
        c.errors.error(node.place, "this number is too large", f"at most {IEEE754.greatest}")
    return Type.INT


@expression.case(syntax.Truth)
def truth(c: Scopes, node: syntax.Truth) -> Type:
    return Type.BOOL


@expression.case(syntax.Absolute)
def absolute(c: Scopes, node: syntax.Absolute) -> Type:
    expect(c, node.operand, Type.INT, "the argument of ABS")
    return Type.INT


@expression.case(syntax.Unary)
def unary(c: Scopes, node: syntax.Unary) -> Type:
    kind = Type.BOOL if node.operator == "NOT" else Type.INT
    expect(c, node.operand, kind, f"the operand of {node.operator}")
    return kind


@expression.case(syntax.Binary)
def binary(c: Scopes, node: syntax.Binary) -> Type:
    """Check an operation: = and /= compare two values of either type, all others have theirs."""
    operator = node.operator
    operand: Type | None = Type.BOOL if operator in ("AND", "OR") else Type.INT
    if operator in ("=", "/="):
        operand = expression(c, node.left)
    else:
        expect(c, node.left, operand or Type.INT, f"the left side of {operator}")
    if operand is None:
        expression(c, node.right)
    else:
        expect(c, node.right, operand, f"the right side of {operator}")
    return Type.INT if operator in ARITHMETIC else Type.BOOL


@expression.case(syntax.FunctionCall)
def function_call(c: Scopes, node: syntax.FunctionCall) -> Type | None:
    return function(c, node, procedure_of(c, c.use(node, node.name), node))


@expression.case(syntax.Variable)
def variable(c: Scopes, node: syntax.Variable) -> Type | None:
    symbol = c.use(node, node.name)
    if symbol is None:
        return None
    if symbol.kind == "procedure":
        return function(c, node, symbol)
    check_subscripts(c, node, symbol)
    return symbol.type


def function(c: Scopes, node: syntax.FunctionCall | syntax.Variable, symbol: Symbol | None) -> Type | None:
    """Check the call of a procedure inside an expression."""
    if symbol is None:
        return None
    if symbol.kind != "procedure":
        c.errors.error(node.place, f"{node.name} is not a procedure", "a procedure that has a value")
        return symbol.type
    if isinstance(node, syntax.Variable) and node.subscripts:
        c.errors.error(node.place, f"{node.name} is not an array", "(…) around the arguments of a procedure")
        return symbol.type
    if symbol.type is None:
        c.errors.error(node.place, f"{node.name} has no value", "a procedure that has a value")
    check_arguments(c, node, symbol)
    return symbol.type


def check_subscripts(c: Scopes, node: syntax.Variable, symbol: Symbol) -> None:
    """Check that an array has as many subscripts as dimensions, and a simple variable none."""
    for subscript in node.subscripts:
        expect(c, subscript, Type.INT, f"a subscript of {node.name}")
    if symbol.kind != "array" and node.subscripts:
        c.errors.error(node.place, f"{node.name} is not an array", "an array")
    elif len(node.subscripts) != len(symbol.bounds):
        message = f"array {node.name} has {counted(len(node.subscripts), 'subscript')} here"
        c.errors.error(node.place, message, str(len(symbol.bounds)))
