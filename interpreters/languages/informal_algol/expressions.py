"""Variables and expressions of the informal Algol into the IR.

    site[piece, site pointer, i]     each subscript is checked against its bounds, then the cell is read

A BOOL is kept as 0 or 1. INT is a 64-bit integer; a result beyond it is a trap.
"""

from __future__ import annotations

from dataclasses import dataclass

from interpreters.ir import ops
from interpreters.ir.builder import FunctionBuilder
from interpreters.ir.ops import Register
from interpreters.ir.types import Type
from interpreters.languages.informal_algol import syntax
from interpreters.languages.informal_algol.check import Checked, Symbol

LARGEST = 2**63 - 1
ONE_CELL = "there is no such cell"
"""The message of a check that cannot fail: the subscripts were checked, or there are none."""
OPERATIONS = {"+": ops.IntAdd, "-": ops.IntSubtract, "×": ops.IntMultiply}


@dataclass(frozen=True, slots=True)
class Where:
    """Where a variable's value is: a local; cell `index` of a region, `low` being its first; or a cell at an address.

    `shown` are the subscripts.
    """

    symbol: Symbol
    local: str | None = None
    index: Register | None = None
    low: int = 0
    high: int = 0
    address: Register | None = None
    shown: tuple[Register, ...] = ()


def cells_of(symbol: Symbol) -> int | None:
    """Return the number of elements of an array whose bounds are constant."""
    cells = 1
    for lower, upper in symbol.bounds:
        if not (isinstance(lower, int) and isinstance(upper, int)):
            return None
        cells *= upper - lower + 1
    return cells


class Expressions:
    """The lowering of variables and expressions into one function."""

    def __init__(self, build: FunctionBuilder, checked: Checked) -> None:
        self.build, self.checked = build, checked
        self.result: str | None = None
        self.inner_parts: dict[tuple[int, str], str] = {}

    # where variables are

    def where(self, node: syntax.Variable) -> Where:
        """Find a variable; subscripts are evaluated and checked here."""
        symbol = self.checked.symbols[id(node)]
        match symbol.kind:
            case "array":
                return self.element(node, symbol)
            case "parameter":
                return Where(symbol, local=symbol.name)
            case "result":
                return Where(symbol, local=self.result)
            case _ if symbol.storage:
                return Where(symbol, local=symbol.storage)
        return Where(symbol, index=self.build.int(0))

    def element(self, node: syntax.Variable, symbol: Symbol) -> Where:
        """Find an element: the last subscript runs fastest."""
        build, cells = self.build, cells_of(symbol)
        subscripts = tuple(self.value(subscript) for subscript in node.subscripts)
        build.place(node.place)
        if len(subscripts) == 1 and cells is not None and symbol.owner == "":
            lower, upper = self.row(symbol)
            return Where(symbol, index=subscripts[0], low=lower, high=upper, shown=subscripts)
        offset: Register | None = None
        for index, subscript in enumerate(subscripts):
            lower_bound, upper_bound = self.bound(symbol, index, "lower"), self.bound(symbol, index, "upper")
            which = f"subscript {index + 1}" if len(subscripts) > 1 else "subscript"
            message = f"{which} of {symbol.name} is {{0}}, outside its bounds {{1}}:{{2}}"
            build.perform(ops.CheckRange, subscript, lower_bound, upper_bound, message)
            step = build.do(ops.IntSubtract, subscript, lower_bound)
            if offset is None:
                offset = step
            else:
                extent = build.do(ops.IntAdd, build.do(ops.IntSubtract, upper_bound, lower_bound), build.int(1))
                offset = build.do(ops.IntAdd, build.do(ops.IntMultiply, offset, extent), step)
        assert offset is not None
        if cells is not None and symbol.owner == "":
            return Where(symbol, index=offset, high=cells - 1, shown=subscripts)
        scaled = build.do(ops.IntMultiply, offset, build.int(8))
        return Where(symbol, address=build.do(ops.IntAdd, self.address(symbol), scaled), shown=subscripts)

    def address(self, symbol: Symbol) -> Register:
        """Return the address of an array's first element."""
        if cells_of(symbol) is not None and symbol.owner == "" and not symbol.storage:
            return self.build.do(ops.RegionAddress, symbol.name)
        return self.part(symbol, f"{symbol.name}.address")

    def bound(self, symbol: Symbol, index: int, word: str) -> Register:
        """Return a bound of an array."""
        side = symbol.bounds[index][0 if word == "lower" else 1]
        if isinstance(side, int):
            return self.build.int(side)
        return self.part(symbol, f"{symbol.name}.{word}{index}")

    def part(self, symbol: Symbol, part: str) -> Register:
        """Read the address or an open bound of an array on the stack."""
        if symbol.storage:
            local = symbol.storage if part.endswith(".address") else self.inner_parts[(id(symbol), part)]
            return self.build.do(ops.LocalLoad, local)
        return self.build.do(ops.IndexLoad, part, "i64", self.build.int(0), 0, 0, ONE_CELL)

    def store_part(self, symbol: Symbol, part: str, value: Register) -> None:
        """Set the address or an open bound of an array on the stack."""
        if symbol.storage:
            local = symbol.storage if part.endswith(".address") else self.inner_parts[(id(symbol), part)]
            self.build.perform(ops.LocalStore, local, value)
        else:
            self.build.perform(ops.IndexStore, part, "i64", self.build.int(0), value, 0, 0, ONE_CELL)

    def extent(self, symbol: Symbol) -> tuple[Register, Register]:
        """Return an array's address and its number of elements."""
        build = self.build
        words = build.int(1)
        for index in range(len(symbol.bounds)):
            lower, upper = self.bound(symbol, index, "lower"), self.bound(symbol, index, "upper")
            extent = build.do(ops.IntAdd, build.do(ops.IntSubtract, upper, lower), build.int(1))
            words = build.do(ops.IntMultiply, words, extent)
        return self.address(symbol), words

    # reading and writing

    def read(self, where: Where, node: syntax.Variable) -> Register:
        """Read a variable; one without a value is a trap."""
        build, name = self.build, where.symbol.name
        build.place(node.place)
        undefined = f"{name} has no value yet"
        if where.local is not None:
            return build.do(ops.LocalLoad, where.local, None if where.symbol.kind == "loop" else undefined)
        if where.index is not None:
            loaded = build.do(
                ops.IndexLoad, name, "i64", where.index, where.low, where.high, self.outside(where.symbol)
            )
        else:
            assert where.address is not None
            loaded = build.do(ops.Load, "i64", where.address)
        if where.shown:
            numbers = ",".join(f"{{{number}}}" for number in range(len(where.shown)))
            undefined = f"{name}[{numbers}] has no value yet"
        build.perform(ops.CheckDefined, loaded, undefined, where.shown)
        return loaded

    def write(self, where: Where, value: Register) -> None:
        """Assign a variable."""
        if where.local is not None:
            self.build.perform(ops.LocalStore, where.local, value)
        elif where.index is not None:
            name, outside = where.symbol.name, self.outside(where.symbol)
            self.build.perform(ops.IndexStore, name, "i64", where.index, value, where.low, where.high, outside)
        else:
            self.build.perform(ops.Store, "i64", where.address, value)

    def row(self, symbol: Symbol) -> tuple[int, int]:
        """Return the constant bounds of a static row."""
        lower, upper = symbol.bounds[0]
        assert isinstance(lower, int)
        assert isinstance(upper, int)
        return lower, upper

    def outside(self, symbol: Symbol) -> str:
        """Word the trap of a subscript of a static row."""
        if len(symbol.bounds) != 1:
            return ONE_CELL
        lower, upper = self.row(symbol)
        return f"subscript of {symbol.name} is {{0}}, outside its bounds {lower}:{upper}"

    # expressions

    def value(self, node: syntax.Expression) -> Register:
        """Lower an expression to an INT register, a BOOL as 0 or 1."""
        build = self.build
        match node:
            case syntax.Number(value):
                build.place(node.place)
                fits = build.int(min(value, LARGEST))
                if value > LARGEST:
                    build.perform(ops.Check, build.do(ops.BoolConstant, False), f"the number {value} is too large")
                return fits
            case syntax.Truth(value):
                return build.int(int(value))
            case syntax.Variable():
                symbol = self.checked.symbols[id(node)]
                if symbol.kind == "constant":
                    return build.int(symbol.value)
                if symbol.kind == "procedure":
                    return self.called(node, symbol)
                return self.read(self.where(node), node)
            case syntax.FunctionCall():
                return self.called(node, self.checked.symbols[id(node)])
            case syntax.Absolute(operand):
                given = self.value(operand)
                build.place(node.place)
                negative = self.arithmetic("-", build.int(0), given)
                return build.do(ops.Select, build.do(ops.IntCompare, "<", given, build.int(0)), negative, given)
            case syntax.Unary("+", operand):
                return self.value(operand)
            case syntax.Unary("-", operand):
                given = self.value(operand)
                build.place(node.place)
                return self.arithmetic("-", build.int(0), given)
            case syntax.Binary(operator, left, right) if operator in ("+", "-", "×", "÷", "MOD"):
                first, second = self.value(left), self.value(right)
                build.place(node.place)
                return self.arithmetic(operator, first, second)
            case _:
                return build.do(ops.BoolToInt, self.condition(node))

    def arithmetic(self, operator: str, left: Register, right: Register) -> Register:
        """Lower an operation on two integers."""
        build = self.build
        if operator in OPERATIONS:
            message = f"{{0}} {operator} {{1}} is too large"
            return build.do(OPERATIONS[operator], left, right, -LARGEST, LARGEST, message)
        operation = ops.IntDivide if operator == "÷" else ops.IntRemainder
        return build.do(operation, left, right, f"division by zero: {{0}} {operator} 0")

    def condition(self, node: syntax.Expression) -> Register:
        """Lower a BOOL expression to a BOOL register; both sides of AND and OR are always evaluated."""
        build = self.build
        match node:
            case syntax.Unary("NOT", operand):
                return build.do(ops.BoolNot, self.condition(operand))
            case syntax.Binary("AND", left, right):
                return build.do(ops.BoolAnd, self.condition(left), self.condition(right))
            case syntax.Binary("OR", left, right):
                return build.do(ops.BoolOr, self.condition(left), self.condition(right))
            case syntax.Binary(operator, left, right):
                return build.do(ops.IntCompare, operator, self.value(left), self.value(right))
        return build.do(ops.IntToBool, self.value(node))

    # calls

    def called(self, node: syntax.FunctionCall | syntax.Variable, symbol: Symbol) -> Register:
        """Lower a call that has a value."""
        result = self.call(node, symbol)
        assert result is not None
        return result

    def call(self, node: syntax.FunctionCall | syntax.Variable | syntax.Call, symbol: Symbol) -> Register | None:
        """Lower the call of a procedure; parameters are values."""
        given = () if isinstance(node, syntax.Variable) else node.arguments
        arguments = tuple(self.value(argument) for argument in given)
        self.build.place(node.place)
        return self.build.call(f"proc {symbol.name}", arguments, Type.INT if symbol.type else None)
