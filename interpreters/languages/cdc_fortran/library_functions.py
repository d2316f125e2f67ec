"""Turn operations on real and complex numbers and the functions of tables 3 and 4 into IR.

library_function(INTRINSICS["AMOD"], [x, y])     # x - aint(x / y) * y
"""

from __future__ import annotations

from interpreters.ir import ops
from interpreters.ir.builder import FunctionBuilder
from interpreters.ir.ops import Register
from interpreters.ir.types import Type
from interpreters.languages.cdc_fortran import syntax
from interpreters.languages.cdc_fortran.intrinsics import INTRINSICS, Intrinsic
from interpreters.languages.cdc_fortran.variables import Cell, Value, Variables

PLAIN = ("exp", "sin", "cos", "tanh", "arctan")


class LibraryFunctions(Variables):
    """Arithmetic beyond single operations."""

    # --- conversion ----------------------------------------------------------------------------------------------

    def converted(self, value: Value, kind: str) -> Value:
        """Return a value as another type (7.1.1.1, table 1); a complex number loses its imaginary part."""
        if value.type == kind:
            return value
        if "LOGICAL" in (value.type, kind):
            return self.nothing_of(kind)
        register = value.register
        if value.type == "INTEGER":
            register = self.build.do(ops.IntToReal, register)
        if kind == "INTEGER":
            message = self.deck.words.system.too_large()
            low, high = max(self.least, -(2**63) + 1024), min(self.greatest, 2**63 - 1024)
            return Value(kind, (self.build.do(ops.RealToInt, register, "truncate", low, high, message),))
        return Value(kind, (register, self.build.real(0.0)) if kind == "COMPLEX" else (register,))

    def nothing_of(self, kind: str) -> Value:
        """Return some value; the caller has complained."""
        if kind == "LOGICAL":
            return Value(kind, (self.build.do(ops.BoolConstant, False),))
        return self.converted(Value("INTEGER", (self.build.int(0),)), kind)

    # --- operations ----------------------------------------------------------------------------------------------

    def real_operation(self, operator: str, left: Register, right: Register) -> Register:
        """Return the result of a real operation; a zero divisor is a trap."""
        if operator == "/":
            zero = self.build.real(0.0)
            self.build.perform(
                ops.Check, self.build.do(ops.RealCompare, "/=", right, zero), "division by zero: {0} / 0", (left,)
            )
        operation = {"+": ops.RealAdd, "-": ops.RealSubtract, "*": ops.RealMultiply, "/": ops.RealDivide}[operator]
        return self.build.do(operation, left, right)

    def complex_operation(self, operator: str, left: Value, right: Value) -> Value:
        """Return the result of a complex operation."""
        (a, b), (c, d) = left.registers, right.registers
        real = self.real_operation
        if operator in "+-":
            return Value("COMPLEX", (real(operator, a, c), real(operator, b, d)))
        if operator == "*":
            return Value(
                "COMPLEX",
                (
                    real("-", real("*", a, c), real("*", b, d)),
                    real("+", real("*", a, d), real("*", b, c)),
                ),
            )
        size = real("+", real("*", c, c), real("*", d, d))
        upper = real("+", real("*", a, c), real("*", b, d))
        lower = real("-", real("*", b, c), real("*", a, d))
        return Value("COMPLEX", (real("/", upper, size), real("/", lower, size)))

    def power(self, expression: syntax.Binary, left: Value, right: Value) -> Value:
        """Return a power: integers by integers, real and complex numbers by integers, real numbers by real ones."""
        exponent = expression.right
        if isinstance(exponent, syntax.Integer) and 1 <= exponent.value <= 4:
            return self.repeated(left, exponent.value)
        if left.type == "INTEGER" and right.type == "INTEGER":
            result = self.build.host("integer_power", left.register, right.register)
            assert result is not None
            return Value("INTEGER", (result,))
        if "COMPLEX" in (left.type, right.type):
            if isinstance(exponent, syntax.Integer) and exponent.value < 100:
                return self.repeated(left, exponent.value) if exponent.value else self.one("COMPLEX")
            self.complain(
                expression.place, "a complex number has only powers with a constant whole number from 0 to 99"
            )
            return left
        kind = "DOUBLEPRECISION" if "DOUBLEPRECISION" in (left.type, right.type) else "REAL"
        base, power = self.converted(left, kind).register, self.converted(right, kind).register
        zero = self.build.real(0.0)
        if right.type != "INTEGER":
            message = "{0} ** {1}: a negative number has no real power"
            self.build.perform(ops.Check, self.build.do(ops.RealCompare, ">=", base, zero), message, (base, power))
        result = self.build.do(ops.RealFunction, "power", (base, power))
        self.build.perform(ops.CheckFinite, result, "{0} ** {1} is no finite number", (base, power))
        return Value(kind, (result,))

    def one(self, kind: str) -> Value:
        """Return the number one."""
        return self.converted(Value("INTEGER", (self.build.int(1),)), kind)

    def repeated(self, value: Value, times: int) -> Value:
        """Return a value multiplied with itself."""
        result = value
        for _ in range(times - 1):
            if value.type == "COMPLEX":
                result = self.complex_operation("*", result, value)
            elif value.type == "INTEGER":
                message = self.deck.words.system.overflow("*")
                product = self.build.do(
                    ops.IntMultiply, result.register, value.register, self.least, self.greatest, message
                )
                result = Value("INTEGER", (product,))
            else:
                result = Value(value.type, (self.real_operation("*", result.register, value.register),))
        return result

    # --- tables 3 and 4 --------------------------------------------------------------------------------------------

    def library_function(self, function: Intrinsic, values: list[Value]) -> Value:
        """Return the value of a function whose arguments have the right types."""
        result, meaning = function.result, function.meaning
        if function.arguments[0] == "COMPLEX" or result == "COMPLEX":
            return self.complex_function(meaning, values)
        registers = [value.register for value in values]
        if function.many:
            return self.converted(self.extreme(meaning, values), result)
        if values[0].type == "INTEGER":
            return self.converted(Value("INTEGER", (self.integer_function(meaning, registers),)), result)
        if meaning == "integer":
            return self.converted(values[0], "INTEGER")
        return Value(result, (self.real_function(meaning, registers),))

    def extreme(self, meaning: str, values: list[Value]) -> Value:
        """Return the greatest or the least of several values."""
        best = values[0]
        relation = ">" if meaning == "greatest" else "<"
        compare = ops.IntCompare if best.type == "INTEGER" else ops.RealCompare
        for value in values[1:]:
            better = self.build.do(compare, relation, value.register, best.register)
            best = Value(best.type, (self.build.do(ops.Select, better, value.register, best.register),))
        return best

    def integer_function(self, meaning: str, values: list[Register]) -> Register:
        """Return IABS, MOD, ISIGN, IDIM, or the argument itself (FLOAT)."""
        zero = self.build.int(0)
        first = values[0]
        if meaning == "convert":
            return first
        if meaning == "remainder":
            return self.build.do(ops.IntRemainder, first, values[1], "division by zero: MOD({0},0)")
        if meaning == "difference":
            less = self.integer_difference(first, values[1])
            return self.build.do(ops.Select, self.build.do(ops.IntCompare, ">", less, zero), less, zero)
        minus = self.build.do(ops.IntSubtract, zero, first)
        size = self.build.do(ops.Select, self.build.do(ops.IntCompare, "<", first, zero), minus, first)
        if meaning == "absolute":
            return size
        other = self.build.do(ops.IntSubtract, zero, size)
        return self.build.do(ops.Select, self.build.do(ops.IntCompare, "<", values[1], zero), other, size)

    def integer_difference(self, left: Register, right: Register) -> Register:
        """Return left - right within the machine's range."""
        message = self.deck.words.system.overflow("-")
        return self.build.do(ops.IntSubtract, left, right, self.least, self.greatest, message)

    def real_function(self, meaning: str, values: list[Register]) -> Register:
        """Return a real function of real arguments."""
        zero, first = self.build.real(0.0), values[0]
        if meaning == "convert":
            return first
        if meaning in PLAIN or meaning in ("absolute", "truncate"):
            return self.build.do(ops.RealFunction, meaning, (first,))
        if meaning in ("sqrt", "ln", "log10"):
            return self.bounded_function(meaning, first)
        if meaning == "arctan2":
            self.build.perform(ops.Check, self.either_nonzero(values), "ATAN2(0,0) has no value")
            return self.build.do(ops.RealFunction, "arctan2", tuple(values))
        if meaning == "remainder":
            self.build.perform(
                ops.Check,
                self.build.do(ops.RealCompare, "/=", values[1], zero),
                "division by zero: AMOD({0},0)",
                (first,),
            )
            return self.build.do(ops.RealFunction, "remainder", tuple(values))
        if meaning == "difference":
            less = self.build.do(ops.RealSubtract, first, values[1])
            return self.build.do(ops.Select, self.build.do(ops.RealCompare, ">", less, zero), less, zero)
        size = self.build.do(ops.RealFunction, "absolute", (first,))
        minus = self.build.do(ops.RealNegate, size)
        return self.build.do(ops.Select, self.build.do(ops.RealCompare, "<", values[1], zero), minus, size)

    def bounded_function(self, meaning: str, value: Register) -> Register:
        """Return a square root or a logarithm; outside its domain it is a trap."""
        relation, name = (">=", "SQRT") if meaning == "sqrt" else (">", "ALOG" if meaning == "ln" else "ALOG10")
        fits = self.build.do(ops.RealCompare, relation, value, self.build.real(0.0))
        self.build.perform(ops.Check, fits, f"{name}({{0}}) has no value", (value,))
        return self.build.do(ops.RealFunction, meaning, (value,))

    def either_nonzero(self, values: list[Register]) -> Register:
        """Tell whether one of two numbers is not zero."""
        zero = self.build.real(0.0)
        left, right = (self.build.do(ops.RealCompare, "/=", value, zero) for value in values)
        return self.build.do(ops.BoolOr, left, right)

    def complex_function(self, meaning: str, values: list[Value]) -> Value:
        """Return a function of or to complex numbers."""
        if meaning == "complex":
            return Value("COMPLEX", (values[0].register, values[1].register))
        real, imaginary = values[0].registers
        if meaning == "real_part":
            return Value("REAL", (real,))
        if meaning == "imaginary_part":
            return Value("REAL", (imaginary,))
        if meaning == "conjugate":
            return Value("COMPLEX", (real, self.build.do(ops.RealNegate, imaginary)))
        if meaning == "modulus":
            return Value("REAL", (self.modulus(real, imaginary),))
        if meaning == "exp":
            size = self.function("exp", real)
            return Value("COMPLEX", self.polar(size, imaginary))
        if meaning == "ln":
            size = self.bounded_function("ln", self.modulus(real, imaginary))
            return Value("COMPLEX", (size, self.build.do(ops.RealFunction, "arctan2", (imaginary, real))))
        if meaning == "sqrt":
            root = self.function("sqrt", self.modulus(real, imaginary))
            angle = self.build.do(ops.RealFunction, "arctan2", (imaginary, real))
            return Value("COMPLEX", self.polar(root, self.build.do(ops.RealMultiply, angle, self.build.real(0.5))))
        sine, cosine = self.function("sin", real), self.function("cos", real)
        high, low = self.function("cosh", imaginary), self.function("sinh", imaginary)
        if meaning == "sin":
            return Value("COMPLEX", (self.real_operation("*", sine, high), self.real_operation("*", cosine, low)))
        second = self.real_operation("*", sine, low)
        return Value(
            "COMPLEX", (self.real_operation("*", cosine, high), self.build.do(ops.RealNegate, second))
        )  # fmt: skip

    def function(self, name: str, value: Register) -> Register:
        """Return a function of the mathematical library."""
        return self.build.do(ops.RealFunction, name, (value,))

    def polar(self, size: Register, angle: Register) -> tuple[Register, Register]:
        """Return the parts of a complex number of this size and angle."""
        return (
            self.real_operation("*", size, self.function("cos", angle)),
            self.real_operation("*", size, self.function("sin", angle)),
        )

    def modulus(self, real: Register, imaginary: Register) -> Register:
        """Return the square root of the sum of two squares."""
        square = self.real_operation(
            "+", self.real_operation("*", real, real), self.real_operation("*", imaginary, imaginary)
        )
        return self.function("sqrt", square)

    # --- library functions as arguments -----------------------------------------------------------------------------

    def wrapped(self, name: str) -> str:
        """Return the name of an IR function that computes a library function of arguments in memory."""
        own = f"library {name}"
        if own in self.deck.program.functions:
            return own
        function = INTRINSICS[name]
        parameters = {f"{index}{part}": Type.INT for index in range(len(function.arguments)) for part in "al"}
        returns = Type.REAL if function.result in ("REAL", "DOUBLEPRECISION") else Type.INT
        build = FunctionBuilder(self.deck.program, own, f"function {name}", parameters, returns, self.build.library)
        build.at = self.build.at
        inner = LibraryFunctions(self.deck, self.scope, build)
        values = []
        for index, kind in enumerate(function.arguments):
            address = build.do(ops.LocalLoad, f"{index}a")
            values.append(inner.fetch(Cell(kind, address, 0), f"the argument of {name}"))
        result = inner.library_function(function, values)
        if function.result == "COMPLEX":
            cell = inner.temporary("COMPLEX")
            inner.assign(cell, result)
            build.end(ops.Return, cell.address)
        else:
            build.end(ops.Return, result.register)
        return own
