"""Names and expressions of ECOL into the IR: where a name's value lives, how it is read, written and computed with.

    names.value(Binary("+", Variable("k"), Number(1)))      %4 = int_add …   (or real_add, as wholeness.py says)

Whole sums beyond 2**53 end the run with SPECULATION_FAILED, so that it begins again with real numbers: the same values.
"""

from __future__ import annotations

from dataclasses import dataclass

from interpreters.ir import ops
from interpreters.ir.builder import FunctionBuilder
from interpreters.ir.ops import Register
from interpreters.ir.types import Relation, Type
from interpreters.language import SPECULATION_FAILED, Options
from interpreters.languages.ecol import syntax
from interpreters.languages.ecol.check import Checked, Unit, scope_of
from interpreters.languages.ecol.wholeness import RESULT, Wholeness
from interpreters.source.diagnostics import nearest
from interpreters.source.position import Place

EXACT = 2**53
FURTHEST = 2**58
"""Subscripts and bounds lie far below this; the size of an array between two such bounds still fits in 64 bits."""

FUNCTIONS = {"SIN": "sin", "COS": "cos", "ARCTAN": "arctan", "EXP": "exp", "LN": "ln", "LOG": "log10", "WRTL": "sqrt"}
INT_OPERATIONS = {"+": ops.IntAdd, "-": ops.IntSubtract, "×": ops.IntMultiply}
REAL_OPERATIONS = {"+": ops.RealAdd, "-": ops.RealSubtract, "×": ops.RealMultiply}


@dataclass(frozen=True, slots=True)
class Array:
    """An array: its element type, whether it is a RIJSYM, and its bounds where it is static."""

    name: str
    type: Type
    symbols: bool
    bounds: tuple[int, int] | None = None

    @property
    def kind(self) -> str:
        """Return the kind of its cells."""
        return "i64" if self.type is Type.INT else "f64"


class Expressions:
    """The names of one scope, and the lowering of expressions over them."""

    def __init__(
        self,
        build: FunctionBuilder,
        checked: Checked,
        wholeness: Wholeness,
        options: Options,
        scope: str,
        static: dict[str, Array],
    ) -> None:
        self.build, self.checked, self.wholeness, self.options = build, checked, wholeness, options
        self.scope = scope
        self.arrays = dict(static)
        self.locals: dict[str, str] = {}
        self.assigned: set[str] = set()
        self.hidden: dict[tuple[Place, str], str] = {}
        self.mark: Register | None = None

    # declarations

    def declare(self, units: list[Unit]) -> None:
        """Give every name of the scope a place: locals for simple variables, address and bounds for arrays."""
        zero = self.options.settings["unassigned"] == "zero"
        formals = {name for unit in units for name in unit.parameters}
        self.mark = self.build.do(ops.StackMark) if self.scope else None
        for unit in units:
            self.declare_arrays(unit)
            self.assigned |= assigned_names(unit)
        self.locals = {name: name for name in formals if name not in self.arrays}
        for name in sorted({name for unit in units for name in simple_names(unit)} - set(self.arrays)):
            if name in self.locals or name in self.checked.funs:
                continue
            kind = self.type_of_name(name)
            self.locals[name] = self.build.local(name, kind)
            if zero:
                initial = self.build.int(0) if kind is Type.INT else self.build.real(0.0)
                self.build.perform(ops.LocalStore, self.locals[name], initial)
        self.assigned |= formals

    def declare_arrays(self, unit: Unit) -> None:
        """Declare the arrays that are not static; a RIJ that is executed will give them memory."""
        symbols = {line.command.name for line in unit.lines if isinstance(line.command, syntax.Reserve)
                   and line.command.symbols}  # fmt: skip
        for name in sorted(self.checked.arrays[scope_of(unit)] | unit.array_parameters):
            if name not in self.arrays:
                self.arrays[name] = Array(name, self.type_of_name(name), name in symbols)
                if name not in unit.array_parameters:
                    for part in ("address", "lower", "upper"):
                        self.build.local(f"{name}.{part}", Type.INT)

    def type_of_name(self, name: str) -> Type:
        """Return the type that holds a name's values."""
        return Type.INT if self.wholeness.whole(self.scope, name) else Type.REAL

    def return_local(self, sub: str) -> str:
        """Return the local that remembers where a SUB was called from."""
        name = f"return from {sub}"
        self.build.function.locals.setdefault(name, Type.INT)
        return name

    def reserve(self, node: syntax.Reserve) -> None:
        """Lower RIJ: all elements begin without a value, or zero, by the setting."""
        build, array = self.build, self.arrays[node.name]
        if array.bounds is not None:
            return
        lower = self.rounded(self.value(node.lower), "RIJ")
        upper = self.rounded(self.value(node.upper), "RIJ")
        fits = build.do(ops.IntCompare, "<=", lower, upper)
        build.perform(ops.Check, fits, f"RIJ ({{0}}:{{1}}) {node.name} reserves nothing", (lower, upper))
        words = build.do(ops.IntAdd, build.do(ops.IntSubtract, upper, lower), build.int(1))
        address = build.do(ops.StackAllocate, build.do(ops.IntMultiply, words, build.int(8)))
        zero = self.options.settings["unassigned"] == "zero"
        build.perform(ops.Fill, address, words, "zero" if zero else f"undefined_{array.type}")
        for part, value in (("address", address), ("lower", lower), ("upper", upper)):
            build.perform(ops.LocalStore, f"{node.name}.{part}", value)

    # variables

    def load(self, name: str, place: Place) -> Register:
        """Read a simple variable; one without a value is a trap."""
        self.build.place(place)
        message = f"variable {name} has no value yet"
        if name not in self.assigned:
            near = nearest(name, self.assigned)
            message = f"variable {name} never gets a value" + (f"; nearest: {near}" if near else "")
        return self.build.do(ops.LocalLoad, self.locals[name], message)

    def store(self, name: str, value: Register) -> None:
        """Assign a simple variable."""
        kind = self.build.function.locals[self.locals[name]]
        self.build.perform(ops.LocalStore, self.locals[name], self.as_type(kind, value))

    def assign(self, variable: syntax.Variable, value: syntax.Expression) -> None:
        """Lower an assignment: the subscript is evaluated before the value."""
        array = self.arrays.get(variable.name)
        if array is None:
            self.store(variable.name, self.value(value))
            return
        index = self.subscript(variable.subscripts[0])
        given = self.as_type(array.type, self.value(value))
        self.build.place(variable.place)
        if array.symbols:
            self.check_symbol(array, given)
        if array.bounds is not None:
            lower, upper = array.bounds
            self.build.perform(ops.IndexStore, array.name, array.kind, index, given, lower, upper, out_of_bounds(array))
        else:
            self.build.perform(ops.Store, array.kind, self.element_address(array, index), given)

    def check_symbol(self, array: Array, given: Register) -> None:
        """Trap where an element of a RIJSYM is given what is no symbol's value."""
        message = f"{{0}} does not fit in RIJSYM {array.name}, which holds whole numbers from {{1}} to {{2}}"
        whole = self.rounded(given, f"RIJSYM {array.name}")
        self.build.perform(ops.CheckRange, whole, self.build.int(0), self.build.int(99), message)

    def element(self, node: syntax.Variable, array: Array) -> Register:
        """Read an element of an array."""
        index = self.subscript(node.subscripts[0])
        self.build.place(node.place)
        undefined = f"element {{0}} of {array.name} has no value yet"
        if array.bounds is not None:
            lower, upper = array.bounds
            return self.build.do(
                ops.IndexLoad, array.name, array.kind, index, lower, upper, out_of_bounds(array), undefined
            )
        loaded = self.build.do(ops.Load, array.kind, self.element_address(array, index))
        self.build.perform(ops.CheckDefined, loaded, undefined, (index,))
        return loaded

    def element_address(self, array: Array, index: Register) -> Register:
        """Check a subscript of an array that is not static, and return the element's address."""
        build = self.build
        early = f"array {array.name} is used before its RIJ is executed"
        address = build.do(ops.LocalLoad, f"{array.name}.address", early)
        lower = build.do(ops.LocalLoad, f"{array.name}.lower")
        upper = build.do(ops.LocalLoad, f"{array.name}.upper")
        build.perform(ops.CheckRange, index, lower, upper, out_of_bounds(array))
        offset = build.do(ops.IntMultiply, build.do(ops.IntSubtract, index, lower), build.int(8))
        return build.do(ops.IntAdd, address, offset)

    def subscript(self, node: syntax.Expression) -> Register:
        """Lower a subscript to an integer."""
        return self.rounded(self.value(node), "a subscript")

    def parts(self, name: str) -> tuple[Register, Register, Register]:
        """Return the address and the bounds of an array, to be handed to a FUN."""
        array = self.arrays[name]
        if array.bounds is not None:
            lower, upper = (self.build.int(bound) for bound in array.bounds)
            return self.build.do(ops.RegionAddress, name), lower, upper
        early = f"array {name} is used before its RIJ is executed"
        address = self.build.do(ops.LocalLoad, f"{name}.address", early)
        lower, upper = (self.build.do(ops.LocalLoad, f"{name}.{part}") for part in ("lower", "upper"))
        return address, lower, upper

    # expressions

    def value(self, node: syntax.Expression) -> Register:
        """Lower an expression; its operands from left to right."""
        match node:
            case syntax.Number(value):
                whole = self.wholeness.is_whole(self.scope, node) and self.wholeness.assume
                return self.build.int(int(value)) if whole else self.build.real(value)
            case syntax.Variable(name, _):
                return self.variable(node, name)
            case syntax.Read(symbol):
                return self.read(node, symbol)
            case syntax.Counter(name):
                self.build.place(node.place)
                call = {"PS": "symbols_printed", "PP": "lines_printed", "GOKC": "random_fraction"}[name]
                return self.host(call)
            case syntax.Standard():
                return self.standard(node)
            case syntax.Signed(sign, operand):
                given = self.value(operand)
                zero = self.build.int(0) if self.build.type_of(given) is Type.INT else self.build.real(0.0)
                return given if sign == "+" else self.arithmetic("-", zero, given)
            case syntax.Binary(operator, left, right):
                first, second = self.value(left), self.value(right)
                self.build.place(node.place)
                return self.arithmetic(operator, first, second)

    def variable(self, node: syntax.Variable, name: str) -> Register:
        """Lower a simple variable, an element, or the call of a FUN."""
        if name in self.arrays:
            return self.element(node, self.arrays[name])
        return self.call(node) if node.subscripts else self.load(name, node.place)

    def call(self, node: syntax.Variable) -> Register:
        """Lower the call of a FUN: simple parameters by value, arrays by address."""
        fun = self.checked.funs[node.name]
        arguments: list[Register] = []
        for parameter, argument in zip(fun.parameters, node.subscripts, strict=True):
            if parameter in fun.array_parameters:
                assert isinstance(argument, syntax.Variable)
                arguments += self.parts(argument.name)
            else:
                kind = Type.INT if self.wholeness.whole(fun.name, parameter) else Type.REAL
                arguments.append(self.as_type(kind, self.value(argument)))
        returns = Type.INT if self.wholeness.whole(fun.name, RESULT) else Type.REAL
        self.build.place(node.place)
        result = self.build.call(f"fun.{fun.name}", tuple(arguments), returns)
        assert result is not None
        return result

    def leave(self, value: syntax.Expression) -> None:
        """Lower FUN := value: give the arrays' memory back and return."""
        returns = self.type_of_name(RESULT)
        result = self.as_type(returns, self.value(value))
        assert self.mark is not None
        self.build.perform(ops.StackRelease, self.mark)
        self.build.end(ops.Return, result)

    def read(self, node: syntax.Read, symbol: bool) -> Register:
        """Lower LEES, whose number is assumed to be whole where that is allowed, and LEESSYM."""
        self.build.place(node.place)
        if symbol:
            return self.host("read_symbol")
        number = self.host("read")
        if not self.wholeness.assume:
            return number
        whole = self.build.do(ops.RealToInt, number, "truncate", -EXACT, EXACT, SPECULATION_FAILED)
        same = self.build.do(ops.RealCompare, "=", self.build.do(ops.IntToReal, whole), number)
        self.build.perform(ops.Check, same, SPECULATION_FAILED)
        return whole

    def host(self, name: str, *arguments: Register) -> Register:
        """Call a library function; where nothing is whole its whole result becomes real."""
        result = self.build.host(name, *arguments)
        assert result is not None
        return result if self.wholeness.assume else self.as_real(result)

    def standard(self, node: syntax.Standard) -> Register:
        """Lower a standard function; outside its domain it traps."""
        build = self.build
        if node.name in ("ONDIN", "BOVIN"):
            argument = node.arguments[0]
            assert isinstance(argument, syntax.Variable)
            _, lower, upper = self.parts(argument.name)
            bound = lower if node.name == "ONDIN" else upper
            return bound if self.wholeness.assume else self.as_real(bound)
        values = [self.value(argument) for argument in node.arguments]
        build.place(node.place)
        if node.name == "GOK":
            return self.host("random_whole", *map(self.as_real, values))
        if node.name == "ABS" and build.type_of(values[0]) is Type.INT:
            negative = build.do(ops.IntSubtract, build.int(0), values[0])
            return build.do(ops.Select, self.compare("<", values[0], build.int(0)), negative, values[0])
        if node.name == "G" and build.type_of(values[0]) is Type.INT:
            return values[0]
        given = self.as_real(values[0])
        if node.name == "G":
            return self.entier(given)
        if node.name == "ABS":
            return build.do(ops.RealFunction, "absolute", (given,))
        if node.name in ("LN", "LOG", "WRTL"):
            relation: Relation = ">=" if node.name == "WRTL" else ">"
            fits = build.do(ops.RealCompare, relation, given, build.real(0.0))
            limit = "negative" if node.name == "WRTL" else "not above zero"
            build.perform(ops.Check, fits, f"{node.name}({{0}}): the argument is {limit}", (given,))
        result = build.do(ops.RealFunction, FUNCTIONS[node.name], (given,))
        build.perform(ops.CheckFinite, result, f"{node.name}({{0}}) is too large", (given,))
        return result

    def entier(self, given: Register) -> Register:
        """Lower G of a real number."""
        if self.wholeness.assume:
            return self.build.do(ops.RealToInt, given, "floor", -EXACT, EXACT, SPECULATION_FAILED)
        return self.build.do(ops.RealFunction, "floor", (given,))

    def arithmetic(self, operator: str, left: Register, right: Register) -> Register:
        """Lower an operation on two values."""
        build = self.build
        if operator in INT_OPERATIONS and {build.type_of(left), build.type_of(right)} == {Type.INT}:
            return build.do(INT_OPERATIONS[operator], left, right, -EXACT, EXACT, SPECULATION_FAILED)
        first, second = self.as_real(left), self.as_real(right)
        if operator in REAL_OPERATIONS:
            result = build.do(REAL_OPERATIONS[operator], first, second)
        elif operator == "/":
            nonzero = build.do(ops.RealCompare, "/=", second, build.real(0.0))
            build.perform(ops.Check, nonzero, "division by zero: {0} / {1}", (first, second))
            result = build.do(ops.RealDivide, first, second)
        else:
            result = build.do(ops.RealFunction, "power", (first, second))
            build.perform(ops.CheckDefined, result, "{0} M {1} has no value", (first, second))
        build.perform(ops.CheckFinite, result, f"{{0}} {operator} {{1}} is too large", (first, second))
        return result

    # conditions

    def condition(self, node: syntax.Condition) -> Register:
        """Lower a condition; both sides of EN and OF are always evaluated, as in the ALGOL it was translated to."""
        match node:
            case syntax.Both(left, right):
                return self.build.do(ops.BoolAnd, self.condition(left), self.condition(right))
            case syntax.Either(left, right):
                return self.build.do(ops.BoolOr, self.condition(left), self.condition(right))
            case syntax.Relation(operator, first, second):
                return self.compare(operator, self.value(first), self.value(second))

    def compare(self, relation: str, left: Register, right: Register) -> Register:
        """Compare two values."""
        if {self.build.type_of(left), self.build.type_of(right)} == {Type.INT}:
            return self.build.do(ops.IntCompare, relation, left, right)
        return self.build.do(ops.RealCompare, relation, self.as_real(left), self.as_real(right))

    # loops

    def type_of(self, node: syntax.Expression) -> Type:
        """Return the type that the value of an expression will have."""
        whole = self.wholeness.assume and self.wholeness.is_whole(self.scope, node)
        return Type.INT if whole else Type.REAL

    def kept(self, node: syntax.Loop, part: str) -> Register:
        """Return the step or last value of a loop: as it was kept when MET began, or evaluated again."""
        local = self.hidden.get((node.place, part))
        if local is None:
            return self.value(node.step if part == "step" else node.last)
        return self.build.do(ops.LocalLoad, local, "HERHAAL is reached without its MET")

    # conversions

    def as_type(self, kind: Type, value: Register) -> Register:
        """Convert a whole value to real where real is wanted; a real one is never wanted as whole."""
        return self.as_real(value) if kind is Type.REAL else value

    def as_real(self, value: Register) -> Register:
        """Convert a value to a real number."""
        if self.build.type_of(value) is Type.REAL:
            return value
        return self.build.do(ops.IntToReal, value)

    def rounded(self, value: Register, what: str) -> Register:
        """Convert a value to the nearest integer; by the setting, one that is not whole is a trap instead."""
        build = self.build
        if build.type_of(value) is Type.INT:
            return value
        far = f"{what} cannot be {{0}}"
        whole = build.do(ops.RealToInt, value, "nearest", -FURTHEST, FURTHEST, far)
        if self.options.settings["subscript"] == "exact":
            same = build.do(ops.RealCompare, "=", build.do(ops.IntToReal, whole), value)
            build.perform(ops.Check, same, f"{what} cannot be {{0}}, which is not whole", (value,))
        return whole


def out_of_bounds(array: Array) -> str:
    """Word the trap of a subscript; the bounds of an array that is not static are operands."""
    bounds = f"{array.bounds[0]}:{array.bounds[1]}" if array.bounds else "{1}:{2}"
    return f"subscript {{0}} of {array.name} is outside its bounds {bounds}"


def assigned_names(unit: Unit) -> set[str]:
    """Return the simple variables that a unit assigns."""
    found: set[str] = set()
    for line in unit.lines:
        match line.command:
            case syntax.Assign(variable, _):
                found.add(variable.name)
            case syntax.Loop(_, name, _, _):
                found.add(name)
    return found


def simple_names(unit: Unit) -> set[str]:
    """Return every name that a unit uses without a subscript or assigns."""
    found = assigned_names(unit)
    waiting: list[object] = [line.command for line in unit.lines]
    while waiting:
        node = waiting.pop()
        if isinstance(node, syntax.Variable) and not node.subscripts:
            found.add(node.name)
        if isinstance(node, tuple):
            waiting.extend(node)
        elif isinstance(node, syntax.Node):
            waiting.extend(getattr(node, name) for name in node.__dataclass_fields__)
    return found
