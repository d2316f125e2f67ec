r"""Calls in C: of functions of the program, through pointers, and of the library.

printf("%d %s\n", n, s)     becomes one library call for each stretch of text and each conversion
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from interpreters.ir import ops
from interpreters.ir.builder import FunctionBuilder
from interpreters.ir.ops import Register
from interpreters.ir.types import Type
from interpreters.languages.c_subset import syntax
from interpreters.languages.c_subset.declarations import Symbol
from interpreters.languages.c_subset.library import MOST_NUMBERS
from interpreters.languages.c_subset.memory import CODE_TAG, Value
from interpreters.languages.c_subset.types import CHAR, INT, CType, Function, Integer, Pointer, Void
from interpreters.source.diagnostics import nearest

if TYPE_CHECKING:
    from interpreters.languages.c_subset.expressions import Expressions

CONVERSION = re.compile(
    r"%(?:%|(?P<flags>[-+ #0]*)(?P<width>\d*)(?:\.(?P<digits>\d*))?(?P<size>[hl]?)(?P<kind>[a-zA-Z]))"
)
SCANNED = re.compile(r"%(?P<size>[hl]?)(?P<kind>[a-zA-Z])|\s+|(?P<other>.)")
STRING = Pointer(CHAR)
LIBRARY_TYPES: dict[str, tuple[tuple[CType, ...], CType]] = {
    "putchar": ((INT,), INT), "puts": ((STRING,), INT), "getchar": ((), INT), "abs": ((INT,), INT),
    "exit": ((INT,), Void()), "strlen": ((STRING,), INT), "strcmp": ((STRING, STRING), INT),
    "strcpy": ((STRING, STRING), STRING), "isdigit": ((INT,), INT), "isalpha": ((INT,), INT),
    "isspace": ((INT,), INT), "toupper": ((INT,), INT), "tolower": ((INT,), INT),
}  # fmt: skip
CLASSES = {"isdigit": ((48, 57),), "isalpha": ((65, 90), (97, 122)), "isspace": ((9, 13), (32, 32))}
BUILT_IN = {"printf", "scanf", *LIBRARY_TYPES}


class Calls:
    """The lowering of calls; a part of Expressions."""

    def call(self: Expressions, node: syntax.Call, used: bool = True) -> Value:  # type: ignore[misc]
        """Lower a call."""
        if isinstance(node.function, syntax.Name):
            symbol = self.scopes.find(node.function.name)
            if symbol is not None and symbol.kind == "function":
                if symbol.name in self.defined:
                    return self.call_defined(node, symbol, used)
                symbol = None
            if symbol is None:
                return self.call_library(node, node.function.name, used)
        return self.call_pointer(node, used)

    # functions of the program

    def call_defined(self: Expressions, node: syntax.Call, symbol: Symbol, used: bool) -> Value:  # type: ignore[misc]
        """Lower the call of a function that the program defines."""
        kind = symbol.type
        assert isinstance(kind, Function)
        arguments = self.arguments(node, kind, symbol.name)
        self.build.place(node.place)
        result = self.build.call(symbol.name, arguments, Type.INT)
        assert result is not None
        return self.returned(node, result, kind.returns, symbol.name, used)

    def returned(self: Expressions, node: syntax.Call, result: Register, kind: CType, name: str, used: bool) -> Value:  # type: ignore[misc]
        """Give the value of a call; using one that was never returned is a trap."""
        if used and isinstance(kind, Void):
            return self.wrong(node.place, f"{name} returns nothing", "a function that returns a value")
        if used and not (isinstance(kind, Integer) and kind.bits == 64):
            self.build.perform(ops.CheckDefined, result, f"{name} ended without returning a value")
        return Value(result, kind)

    def arguments(self: Expressions, node: syntax.Call, kind: Function, name: str) -> tuple[Register, ...]:  # type: ignore[misc]
        """Lower the arguments of a call, converted to the parameters' types."""
        wanted = kind.parameters or ()
        if len(wanted) != len(node.arguments):
            count = len(node.arguments)
            self.wrong(node.place, f"{name} is called with {counted(count)}", counted(len(wanted)))
        found = []
        for argument, target in zip(node.arguments, wanted, strict=False):
            value = self.value(argument)
            found.append(self.converted(value, target, argument.place))
        return tuple(found[: len(wanted)]) + (self.build.int(0),) * (len(wanted) - len(found))

    def call_pointer(self: Expressions, node: syntax.Call, used: bool) -> Value:  # type: ignore[misc]
        """Lower a call through a pointer: the word must be a function's, with as many parameters."""
        target = node.function
        while isinstance(target, syntax.Unary) and target.operator == "*":
            target = target.operand
        pointer = self.value(target)
        kind = pointer.type.to if isinstance(pointer.type, Pointer) else pointer.type
        if not isinstance(kind, Function):
            return self.wrong(node.place, f"a call of {pointer.type}", "a function")
        build = self.build
        arguments = tuple(self.shared(self.value(argument)) for argument in node.arguments)
        build.place(node.place)
        tag = build.do(ops.IntShiftRight, pointer.register, build.int(24))
        right = build.do(ops.IntCompare, "=", tag, build.int((CODE_TAG << 8) | len(arguments)))
        build.perform(ops.Check, right, f"this pointer is not one to a function of {counted(len(arguments))}")
        code = build.do(ops.IntAnd, pointer.register, build.int(2**24 - 1))
        result = build.call_indirect(code, arguments, (Type.INT,) * len(arguments), Type.INT)
        assert result is not None
        return self.returned(node, result, kind.returns, "the function", used)

    # the library

    def call_library(self: Expressions, node: syntax.Call, name: str, used: bool) -> Value:  # type: ignore[misc]
        """Lower the call of a library function."""
        if name == "printf":
            return self.printf(node, used)
        if name == "scanf":
            return self.scanf(node)
        if name not in LIBRARY_TYPES:
            known = self.defined | BUILT_IN
            return self.wrong(node.place, f"{name} is not a function here", "a function", nearest(name, known))
        parameters, returns = LIBRARY_TYPES[name]
        arguments = self.arguments(node, Function(returns, parameters), name)
        build = self.build
        build.place(node.place)
        if name == "putchar":
            code = build.do(ops.IntAnd, arguments[0], build.int(255))
            build.defer("format 1", build.string("%c"), code)
            return Value(code, INT)
        if name == "abs":
            negative = self.arithmetic("-", build.int(0), arguments[0], INT).register
            below = build.do(ops.IntCompare, "<", arguments[0], build.int(0))
            return Value(build.do(ops.Select, below, negative, arguments[0]), INT)
        if name in CLASSES:
            return Value(build.do(ops.BoolToInt, self.within(arguments[0], CLASSES[name])), INT)
        if name in ("toupper", "tolower"):
            low, step = (97, -32) if name == "toupper" else (65, 32)
            other = build.do(ops.IntAdd, arguments[0], build.int(step))
            letter = self.within(arguments[0], ((low, low + 25),))
            return Value(build.do(ops.Select, letter, other, arguments[0]), INT)
        result = build.host(name, *arguments)
        if name == "exit":
            build.end(ops.Halt)
            build.begin(build.label("never"))
        return Value(result if result is not None else build.int(0), returns)

    def within(self: Expressions, code: Register, ranges: tuple[tuple[int, int], ...]) -> Register:  # type: ignore[misc]
        """Tell whether a character lies in one of some ranges."""
        build = self.build
        found = build.do(ops.BoolConstant, False)
        for low, high in ranges:
            above = build.do(ops.IntCompare, ">=", code, build.int(low))
            below = build.do(ops.IntCompare, "<=", code, build.int(high))
            found = build.do(ops.BoolOr, found, build.do(ops.BoolAnd, above, below))
        return found

    def printf(self: Expressions, node: syntax.Call, used: bool) -> Value:  # type: ignore[misc]
        """Lower printf: the format must be a constant."""
        build = self.build
        form = node.arguments[0] if node.arguments else None
        if not isinstance(form, syntax.String):
            place = form.place if form else node.place
            return self.wrong(place, "printf without a format that is a string constant", 'printf("…", …)')
        values = [self.value(argument) for argument in node.arguments[1:]]
        build.place(node.place)
        before = build.host("printed") if used else None
        printed = Format(build)
        position, taken = 0, 0
        for match in CONVERSION.finditer(form.value):
            printed.plain(form.value[position : match.start()])
            position = match.end()
            if match.group() == "%%":
                printed.plain("%")
                continue
            if taken == len(values):
                return self.wrong(node.place, f"{match.group()} in the format has no argument", "an argument")
            self.conversion(node, match, values[taken], printed)
            taken += 1
        rest = form.value[position:]
        if "%" in rest:
            return self.wrong(
                form.place, "% in the format begins no conversion that is known", "%d, %c, %s, %u, %x or %o"
            )
        printed.plain(rest)
        printed.end()
        if taken < len(values):
            self.wrong(node.arguments[taken + 1].place, "an argument that the format does not print", "a conversion")
        if before is None:
            return Value(build.int(0), INT)
        after = build.host("printed")
        assert after is not None
        return Value(build.do(ops.IntSubtract, after, before), INT)

    def conversion(  # type: ignore[misc]
        self: Expressions, node: syntax.Call, match: re.Match[str], value: Value, printed: Format
    ) -> None:
        """Print one value."""
        build, kind = self.build, match["kind"]
        if kind == "s":
            if not isinstance(value.type, Pointer):
                self.wrong(node.place, f"%s prints a string, not {value.type}", "a pointer to char")
            printed.end()
            build.host("format_string", build.string(match.group()), self.shared(value, STRING))
            return
        if kind not in "diuxXoc" or "#" in match["flags"] or match["digits"] in ("", "0"):
            # what # and a precision of 0 do to the number 0 is done by C alone
            self.wrong(node.place, f"{match.group()} is not supported", "%d, %i, %u, %x, %o, %c or %s")
            return
        if not isinstance(value.type, Integer):
            self.wrong(node.place, f"%{kind} prints a number, not {value.type}", "an integer")
            return
        register = value.register
        wide = match["size"] == "l" and self.model.long_bits == 64
        unsigned = kind in "uxXo"
        if kind == "c":
            register = build.do(ops.IntAnd, register, build.int(255))
        elif match["size"] == "h":
            register = build.do(ops.IntWrap, register, 16, not unsigned)
        elif unsigned and not wide:
            register = build.do(ops.IntWrap, register, 32, False)
        printed.value(python_form(match, "l" if unsigned and wide else ""), register)

    def scanf(self: Expressions, node: syntax.Call) -> Value:  # type: ignore[misc]
        """Lower scanf: conversions d, c and s with blanks between them; it stops at the first that fails."""
        build = self.build
        form = node.arguments[0] if node.arguments else None
        if not isinstance(form, syntax.String):
            return self.wrong(node.place, "scanf without a format that is a string constant", 'scanf("…", …)')
        pointers = [self.value(argument) for argument in node.arguments[1:]]
        kinds = [match for match in SCANNED.finditer(form.value) if match["kind"] or match["other"]]
        if any(match["other"] or match["kind"] not in "dcs" for match in kinds) or len(kinds) != len(pointers):
            return self.wrong(form.place, "a format of scanf that is not supported", "%d, %c or %s for each argument")
        build.place(node.place)
        count = build.local("scanned", Type.INT)
        build.perform(ops.LocalStore, count, build.int(0))
        after = build.label("scanned")
        for index, (match, pointer) in enumerate(zip(kinds, pointers, strict=True)):
            long = match["size"] == "l" and self.model.long_bits == 64
            spec = build.string(f"{'L' if long else ''}{match['kind']}")
            found = build.host("scan", spec, self.shared(pointer, pointer.type))
            assert found is not None
            if index == 0:
                # at the end of the input, with nothing matched, the value is EOF
                build.perform(ops.LocalStore, count, found)
            more = build.label("scan")
            matched = build.do(ops.IntCompare, ">", found, build.int(0))
            build.end(ops.Branch, matched, more, after)
            build.begin(more)
            build.perform(ops.LocalStore, count, build.int(index + 1))
        build.begin(after)
        return Value(build.do(ops.LocalLoad, count), INT)


def python_form(match: re.Match[str], size: str) -> str:
    """Write a conversion so that Python's % does what C's printf does."""
    flags, digits = match["flags"], match["digits"]
    if digits is not None:
        flags = flags.replace("0", "")
    if match["kind"] in "uxXo":
        flags = flags.replace("+", "").replace(" ", "")
    precision = "" if digits is None else f".{digits}"
    return f"%{flags}{match['width']}{precision}{size}{match['kind']}"


def counted(number: int) -> str:
    """Write a number of arguments."""
    return f"{number} argument" if number == 1 else f"{number} arguments"


class Format:
    """A stretch of what printf prints: numbers with the text around them are printed together."""

    def __init__(self, build: FunctionBuilder) -> None:
        self.build = build
        self.form = ""
        self.registers: list[Register] = []

    def plain(self, text: str) -> None:
        """Add text."""
        self.form += text.replace("%", "%%")

    def value(self, conversion: str, register: Register) -> None:
        """Add a number."""
        if len(self.registers) == MOST_NUMBERS:
            self.end()
        self.form += conversion
        self.registers.append(register)

    def end(self) -> None:
        """Print what was added."""
        if self.form:
            self.build.defer(f"format {len(self.registers)}", self.build.string(self.form), *self.registers)
        self.form, self.registers = "", []
