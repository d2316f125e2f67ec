"""Turn expressions into IR: arithmetic, relations, logic, functions and actual arguments (ANSI X3.9-1966, 6 and 8).

Operands of different arithmetic types are converted to the higher one (CDC). .AND. and .OR. evaluate their second
operand only where the first does not decide.
"""

from __future__ import annotations

from interpreters.ir import ops
from interpreters.ir.ops import Label, Register
from interpreters.ir.types import Type
from interpreters.language import SPECULATION_FAILED
from interpreters.languages.cdc_fortran import syntax
from interpreters.languages.cdc_fortran.intrinsics import INTRINSICS
from interpreters.languages.cdc_fortran.library_functions import LibraryFunctions
from interpreters.languages.cdc_fortran.scopes import StatementFunction, Symbol
from interpreters.languages.cdc_fortran.storage import REALS
from interpreters.languages.cdc_fortran.variables import Cell, Dummy, Local, Value
from interpreters.source.position import Place

RELATIONS = {".EQ.": "=", ".NE.": "/=", ".LT.": "<", ".LE.": "<=", ".GT.": ">", ".GE.": ">="}
RANKS = ("INTEGER", "REAL", "DOUBLEPRECISION", "COMPLEX")


class Expressions(LibraryFunctions):
    """The expressions of one unit."""

    in_loop = False

    def evaluate(self, expression: syntax.Expression) -> Value:
        """Return the value of a whole expression; a real result without end is a trap."""
        if self.deck.trusting and self.in_loop and self.is_plain(expression) and self.reals_in(expression) > 1:
            return self.trusted(expression)
        return self.ended(expression, self.value(expression))

    def ended(self, expression: syntax.Expression, value: Value) -> Value:
        """Return a value; a computed real number without end is a trap."""
        if value.type in REALS and not isinstance(expression, syntax.Name | syntax.Real | syntax.Double):
            for register in value.registers:
                self.build.perform(ops.CheckFinite, register, "a real result is too large")
        return value

    def trusted(self, expression: syntax.Expression) -> Value:
        """Evaluate real arithmetic without asking each operand for its value, and look at the result alone.

        An operand without a value is no number, and makes the result none. Where the result is no finite number the
        program is run again without such trust, to say what is wrong.
        """
        self.trusting = True
        value = self.value(expression)
        self.trusting = False
        self.build.perform(ops.CheckFinite, value.register, SPECULATION_FAILED)
        return value

    def is_plain(self, expression: syntax.Expression) -> bool:
        """Tell whether an expression is real arithmetic on variables, elements and constants, and nothing else."""
        if isinstance(expression, syntax.Binary):
            return expression.operator in "+-*/" and self.is_plain(expression.left) and self.is_plain(expression.right)
        if isinstance(expression, syntax.Unary):
            return expression.operator in "+-" and self.is_plain(expression.operand)
        if isinstance(expression, syntax.Parenthesized):
            return self.is_plain(expression.inner)
        if isinstance(expression, syntax.Reference):
            symbol = self.scope.symbols[expression.name]
            simple = all(isinstance(one, syntax.Name | syntax.Integer) for one in expression.arguments)
            return bool(symbol.dimensions) and symbol.type in ("REAL", "DOUBLEPRECISION") and simple
        if isinstance(expression, syntax.Name):
            symbol = self.scope.symbols[expression.name]
            return symbol.role == "variable" and symbol.type in ("REAL", "DOUBLEPRECISION")
        return isinstance(expression, syntax.Real | syntax.Double)

    def reals_in(self, expression: syntax.Expression) -> int:
        """Count the variables and elements of plain arithmetic."""
        if isinstance(expression, syntax.Binary):
            return self.reals_in(expression.left) + self.reals_in(expression.right)
        if isinstance(expression, syntax.Unary):
            return self.reals_in(expression.operand)
        if isinstance(expression, syntax.Parenthesized):
            return self.reals_in(expression.inner)
        return int(isinstance(expression, syntax.Name | syntax.Reference))

    def value(self, expression: syntax.Expression) -> Value:
        """Return the value of an expression or a part of one."""
        if isinstance(expression, syntax.Integer):
            return self.integer(expression)
        if isinstance(expression, syntax.Real | syntax.Double):
            return self.real_constant(expression)
        if isinstance(expression, syntax.Complex):
            return Value("COMPLEX", (self.value(expression.real).register, self.value(expression.imaginary).register))
        if isinstance(expression, syntax.Logical):
            return Value("LOGICAL", (self.build.do(ops.BoolConstant, expression.value),))
        if isinstance(expression, syntax.Hollerith):
            return self.hollerith(expression, "INTEGER")
        if isinstance(expression, syntax.Name):
            return self.name(expression)
        if isinstance(expression, syntax.Reference):
            return self.reference(expression)
        if isinstance(expression, syntax.Parenthesized):
            return self.value(expression.inner)
        if isinstance(expression, syntax.Unary):
            return self.unary(expression)
        return self.binary(expression)

    def integer(self, expression: syntax.Integer) -> Value:
        """Return an integer constant."""
        if expression.value > self.greatest:
            self.complain(
                expression.place, f"{expression.value} is too large for an integer", f"at most {self.greatest}"
            )
            return Value("INTEGER", (self.build.int(0),))
        return Value("INTEGER", (self.build.int(expression.value),))

    def real_constant(self, expression: syntax.Real | syntax.Double) -> Value:
        """Return a real or double precision constant."""
        kind = "REAL" if isinstance(expression, syntax.Real) else "DOUBLEPRECISION"
        number = float(expression.text.replace("D", "E"))
        if number == float("inf"):
            self.complain(expression.place, f"{expression.text} is too large for a real number")
            number = 0.0
        return Value(kind, (self.build.real(number),))

    def hollerith(self, expression: syntax.Hollerith, kind: str) -> Value:
        """Return a Hollerith constant of one word, as the bits of an integer or of a real number."""
        words = self.deck.words
        if len(expression.text) > words.size:
            self.complain(expression.place, f"{len(expression.text)} characters do not fit in a word of {words.size}")
        if missing := words.missing(expression.text):
            self.complain(expression.place, f"the character {missing!r} has no code on this machine")
        if kind in REALS:
            return Value(kind, (self.build.real(words.packed_real(expression.text)),))
        return Value("INTEGER", (self.build.int(words.packed(expression.text)),))

    def name(self, expression: syntax.Name) -> Value:
        """Return the value of a variable."""
        symbol = self.scope.symbols[expression.name]
        if symbol.role not in ("variable", "array") and not self.is_bound(expression.name):
            self.complain(expression.place, f"{expression.name} is a {symbol.role}", "a variable")
            return self.nothing(symbol.type)
        if symbol.dimensions and not self.is_bound(expression.name):
            self.complain(expression.place, f"{expression.name} is an array", "its subscripts in brackets")
            return self.nothing(symbol.type)
        return self.fetch(self.variable(expression), expression.name)

    def is_bound(self, name: str) -> bool:
        """Tell whether a name is a parameter of the statement function that is being evaluated."""
        return any(name in bound for bound in self.bindings)

    def nothing(self, kind: str) -> Value:
        """Return some value of a type, where a complaint says that there is none."""
        if kind in REALS:
            return Value(kind, (self.build.real(0.0),) * (2 if kind == "COMPLEX" else 1))
        if kind == "LOGICAL":
            return Value(kind, (self.build.do(ops.BoolConstant, False),))
        return Value("INTEGER", (self.build.int(0),))

    # --- operators -----------------------------------------------------------------------------------------------

    def unary(self, expression: syntax.Unary) -> Value:
        """Return a signed or negated operand."""
        if expression.operator == ".NOT.":
            return Value("LOGICAL", (self.build.do(ops.BoolNot, self.truth(expression.operand)),))
        operand = self.value(expression.operand)
        if operand.type == "LOGICAL":
            self.complain(expression.place, "a sign before a logical value", "a number")
            return operand
        if expression.operator == "+":
            return operand
        if operand.type == "INTEGER":
            return Value("INTEGER", (self.build.do(ops.IntSubtract, self.build.int(0), operand.register),))
        return Value(operand.type, tuple(self.build.do(ops.RealNegate, register) for register in operand.registers))

    def binary(self, expression: syntax.Binary) -> Value:
        """Return the value of two operands and an operator."""
        operator = expression.operator
        if operator in (".AND.", ".OR."):
            return self.decided(expression)
        left, right = self.value(expression.left), self.value(expression.right)
        if "LOGICAL" in (left.type, right.type):
            self.complain(expression.place, f"{operator} with a logical value", "numbers")
            return self.nothing("LOGICAL" if operator in RELATIONS else "INTEGER")
        if operator == "**":
            return self.power(expression, left, right)
        kind = RANKS[max(RANKS.index(left.type), RANKS.index(right.type))]
        left, right = self.converted(left, kind), self.converted(right, kind)
        if operator in RELATIONS:
            return self.relation(expression, left, right)
        if kind == "INTEGER":
            return Value(kind, (self.integer_operation(operator, left.register, right.register),))
        if kind == "COMPLEX":
            return self.complex_operation(operator, left, right)
        return Value(kind, (self.real_operation(operator, left.register, right.register),))

    def integer_operation(self, operator: str, left: Register, right: Register) -> Register:
        """Return the result of an integer operation; outside the machine's range it is a trap."""
        if operator == "/":
            return self.build.do(ops.IntDivide, left, right, "division by zero: {0} / 0")
        operation = {"+": ops.IntAdd, "-": ops.IntSubtract, "*": ops.IntMultiply}[operator]
        message = self.deck.words.system.overflow(operator)
        return self.build.do(operation, left, right, self.least, self.greatest, message)

    def relation(self, expression: syntax.Binary, left: Value, right: Value) -> Value:
        """Return the truth of a relation."""
        relation = RELATIONS[expression.operator]
        if left.type == "INTEGER":
            return Value("LOGICAL", (self.build.do(ops.IntCompare, relation, left.register, right.register),))
        if left.type == "COMPLEX":
            self.complain(expression.place, "complex numbers have no order", "real or whole numbers")
            return self.nothing("LOGICAL")
        for side, value in ((expression.left, left), (expression.right, right)):
            if not isinstance(side, syntax.Name | syntax.Real | syntax.Double | syntax.Integer):
                self.build.perform(ops.CheckFinite, value.register, "a real result is too large")
        return Value("LOGICAL", (self.build.do(ops.RealCompare, relation, left.register, right.register),))

    # --- logic ---------------------------------------------------------------------------------------------------

    def truth(self, expression: syntax.Expression) -> Register:
        """Return the value of a logical expression as a BOOL."""
        value = self.value(expression)
        if value.type != "LOGICAL":
            self.complain(expression.place, f"this is {value.type}", "a logical expression")
            return self.nothing("LOGICAL").register
        return value.register

    def decided(self, expression: syntax.Binary) -> Value:
        """Return the value of .AND. or .OR. by branches."""
        result = self.build.local("decision", Type.INT)
        yes, no, after = (self.build.label(hint) for hint in ("true", "false", "decided"))
        self.condition(expression, yes, no)
        for label, value in ((yes, 1), (no, 0)):
            self.build.begin(label)
            self.build.perform(ops.LocalStore, result, self.build.int(value))
            self.build.end(ops.Jump, after)
        self.build.begin(after)
        return Value("LOGICAL", (self.build.do(ops.IntToBool, self.build.do(ops.LocalLoad, result)),))

    def condition(self, expression: syntax.Expression, yes: Label, no: Label) -> None:
        """Go to one of two labels; the second operand of .AND. and .OR. is left out where the first decides."""
        if isinstance(expression, syntax.Parenthesized):
            self.condition(expression.inner, yes, no)
        elif isinstance(expression, syntax.Unary) and expression.operator == ".NOT.":
            self.condition(expression.operand, no, yes)
        elif isinstance(expression, syntax.Binary) and expression.operator in (".AND.", ".OR."):
            middle = self.build.label("further")
            if expression.operator == ".AND.":
                self.condition(expression.left, middle, no)
            else:
                self.condition(expression.left, yes, middle)
            self.build.begin(middle)
            self.condition(expression.right, yes, no)
        else:
            self.build.end(ops.Branch, self.truth(expression), yes, no)

    # --- functions -----------------------------------------------------------------------------------------------

    def reference(self, expression: syntax.Reference) -> Value:
        """Return the value of an array element or a function."""
        symbol = self.scope.symbols[expression.name]
        if symbol.dimensions:
            return self.fetch(self.element(expression, self.subscripts(expression)), expression.name)
        if symbol.role == "statement function":
            return self.statement_function(self.scope.functions[expression.name], expression)
        if symbol.role == "intrinsic":
            return self.intrinsic(expression)
        if symbol.role != "function":
            return self.nothing(symbol.type)
        return self.called(symbol, expression.arguments, expression.place)

    def subscripts(self, expression: syntax.Reference) -> list[Register]:
        """Return the values of subscripts."""
        return [self.converted(self.value(argument), "INTEGER").register for argument in expression.arguments]

    def statement_function(self, function: StatementFunction, expression: syntax.Reference) -> Value:
        """Evaluate a statement function in place, its parameters bound to the arguments' values."""
        if len(function.parameters) != len(expression.arguments):
            self.complain(expression.place, f"{function.name} has {len(function.parameters)} parameters")
            return self.nothing("INTEGER")
        bound = {}
        for name, argument in zip(function.parameters, expression.arguments, strict=True):
            cell = self.local(name, self.scope.symbols[name].type)
            self.assign(cell, self.converted(self.evaluate(argument), cell.type))
            bound[name] = cell
        if len(self.bindings) > 50:
            self.complain(expression.place, f"statement function {function.name} uses itself")
            return self.nothing("INTEGER")
        outer, self.bindings = self.bindings, [*self.bindings, bound]
        value = self.converted(self.value(function.value), self.scope.symbols[function.name].type)
        self.bindings = outer
        return value

    def intrinsic(self, expression: syntax.Reference) -> Value:
        """Return the value of an intrinsic or basic external function."""
        function = INTRINSICS[expression.name]
        given = len(expression.arguments)
        if given != len(function.arguments) and not (function.many and given > 1):
            self.complain(expression.place, f"{expression.name} has {len(function.arguments)} arguments, here {given}")
            return self.nothing(function.result)
        kinds = function.arguments * given if function.many else function.arguments
        values = []
        for kind, argument in zip(kinds, expression.arguments, strict=True):
            value = self.value(argument)
            if value.type != kind:
                self.complain(argument.place, f"{expression.name} wants {kind}, this is {value.type}")
                value = self.nothing(kind)
            values.append(value)
        return self.library_function(function, values)

    # --- calls ---------------------------------------------------------------------------------------------------

    def called(self, symbol: Symbol, arguments: tuple[syntax.Expression, ...], at: Place) -> Value:
        """Call a procedure and return its value (for a subroutine: nothing that can be used)."""
        pairs = [self.actual(argument) for argument in arguments]
        shape = (symbol.role, symbol.type if symbol.role == "function" else "", *(kind for kind, _, _ in pairs))
        registers = tuple(register for _, *pair in pairs for register in pair)
        returns = None
        if symbol.role == "function":
            returns = Type.REAL if symbol.type in ("REAL", "DOUBLEPRECISION") else Type.INT
        if symbol.parameter is not None:
            found = self.cells[symbol.name]
            assert isinstance(found, Dummy)
            fits = self.build.do(
                ops.IntCompare,
                "=",
                self.build.do(ops.LocalLoad, found.limit),
                self.build.int(self.deck.signature(shape)),
            )
            self.build.perform(ops.Check, fits, f"the procedure passed for {symbol.name} does not fit this call")
            code = self.build.do(ops.LocalLoad, found.address)
            result = self.build.call_indirect(code, registers, (Type.INT,) * len(registers), returns)
        else:
            self.fitting(symbol, [kind for kind, _, _ in pairs], arguments, at)
            self.deck.calls.setdefault(self.scope.name, {}).setdefault(symbol.name, at)
            result = self.build.call(symbol.name, registers, returns)
        if result is None:
            return self.nothing("INTEGER")
        if symbol.type == "COMPLEX":
            return self.fetch(Cell("COMPLEX", result, 0), symbol.name)
        return self.logical(Value(symbol.type, (result,)))

    def fitting(self, symbol: Symbol, kinds: list[str], arguments: tuple[syntax.Expression, ...], at: Place) -> None:
        """Complain where actual arguments do not fit the procedure's parameters in number and type."""
        callee = self.deck.scopes.get(symbol.name)
        if callee is None:
            return
        wanted = [callee.symbols[name.name] for name in callee.parameters]
        if len(wanted) != len(kinds):
            self.complain(at, f"{callee.title} has {len(wanted)} parameters, here {len(kinds)} arguments")
            return
        for parameter, kind, argument in zip(wanted, kinds, arguments, strict=True):
            expected = "PROCEDURE" if parameter.role in ("function", "subroutine", "procedure") else parameter.type
            text = isinstance(argument, syntax.Hollerith) and expected in ("INTEGER", "REAL")
            if kind != expected and not text:
                self.complain(
                    argument.place, f"parameter {parameter.name} of {callee.title} is {expected}, this is {kind}"
                )

    def actual(self, argument: syntax.Expression) -> tuple[str, Register, Register]:
        """Return the type, the address and the end of an actual argument; for a procedure its code and shape."""
        if isinstance(argument, syntax.Hollerith):
            return self.actual_text(argument)
        if isinstance(argument, syntax.Name) and not self.is_bound(argument.name):
            symbol = self.scope.symbols[argument.name]
            if symbol.role in ("function", "subroutine", "procedure", "intrinsic"):
                return self.actual_procedure(symbol, argument)
            if symbol.role in ("variable", "array") and not isinstance(self.cells[argument.name], Local):
                return (symbol.type, *self.extent(argument.name))
        if isinstance(argument, syntax.Reference) and self.scope.symbols[argument.name].dimensions:
            cell = self.element(argument, self.subscripts(argument))
            start = self.build.do(ops.IntAdd, cell.address, self.build.int(cell.offset))
            return cell.type, start, self.extent(argument.name)[1]
        value = self.evaluate(argument)
        temporary = self.temporary(value.type)
        self.assign(temporary, value)
        size = self.build.int(16 if value.type in ("COMPLEX", "DOUBLEPRECISION") else 8)
        return value.type, temporary.address, self.build.do(ops.IntAdd, temporary.address, size)

    def actual_text(self, argument: syntax.Hollerith) -> tuple[str, Register, Register]:
        """Pass a Hollerith constant: as many words as it needs."""
        size = self.deck.words.size
        pieces = [argument.text[start : start + size] for start in range(0, len(argument.text), size)]
        temporary = self.temporary("INTEGER", len(pieces))
        for index, piece in enumerate(pieces):
            value = self.hollerith(syntax.Hollerith(piece, place=argument.place), "INTEGER")
            self.build.perform(ops.Store, "i64", temporary.address, value.register, 8 * index)
        end = self.build.do(ops.IntAdd, temporary.address, self.build.int(8 * len(pieces)))
        return "INTEGER", temporary.address, end

    def actual_procedure(self, symbol: Symbol, argument: syntax.Name) -> tuple[str, Register, Register]:
        """Pass a procedure: its code, and the number of its shape."""
        if symbol.parameter is not None:
            return ("PROCEDURE", *self.extent_of_procedure(symbol))
        callee = self.deck.scopes.get(symbol.name)
        if callee is not None:
            kinds = []
            for name in callee.parameters:
                parameter = callee.symbols[name.name]
                is_procedure = parameter.role in ("function", "subroutine", "procedure")
                kinds.append("PROCEDURE" if is_procedure else parameter.type)
            known = self.deck.procedures[symbol.name]
            shape = (known.role, known.type if known.role == "function" else "", *kinds)
            self.deck.calls.setdefault(self.scope.name, {})
            code = self.build.do(ops.FunctionCode, symbol.name)
            return "PROCEDURE", code, self.build.int(self.deck.signature(shape))
        if symbol.name not in INTRINSICS:
            self.complain(argument.place, f"there is no procedure {symbol.name}")
            return "PROCEDURE", self.build.int(0), self.build.int(0)
        function = INTRINSICS[symbol.name]
        shape = ("function", function.result, *function.arguments)
        code = self.build.do(ops.FunctionCode, self.wrapped(symbol.name))
        return "PROCEDURE", code, self.build.int(self.deck.signature(shape))

    def extent_of_procedure(self, symbol: Symbol) -> tuple[Register, Register]:
        """Return the code and shape of a procedure that is itself a parameter."""
        found = self.cells[symbol.name]
        assert isinstance(found, Dummy)
        return self.build.do(ops.LocalLoad, found.address), self.build.do(ops.LocalLoad, found.limit)
