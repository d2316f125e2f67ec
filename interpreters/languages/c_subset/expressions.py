"""Expressions of C into the IR: every value has its C type, every operation checks what C leaves undefined.

l(0, 3) + 1     becomes     call; int_add in int's range, which traps on overflow
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from interpreters.ir import ops
from interpreters.ir.builder import FunctionBuilder
from interpreters.ir.ops import Register
from interpreters.ir.types import Type
from interpreters.languages.c_subset import syntax
from interpreters.languages.c_subset.calls import Calls
from interpreters.languages.c_subset.declarations import Symbol, number_of
from interpreters.languages.c_subset.memory import CODE_TAG, Location, MemoryAccess, Value, outside
from interpreters.languages.c_subset.types import (
    CHAR,
    INT,
    Array,
    CType,
    Function,
    Integer,
    Pointer,
    Struct,
    Void,
    common,
    is_scalar,
    promoted,
    size_of,
)
from interpreters.source.diagnostics import nearest
from interpreters.source.position import Place

if TYPE_CHECKING:
    from interpreters.languages.c_subset.lower import Lowering

RELATIONS = {"==": "=", "!=": "/=", "<": "<", "<=": "<=", ">": ">", ">=": ">="}
ARITHMETIC = {"+": ops.IntAdd, "-": ops.IntSubtract, "*": ops.IntMultiply}
BITWISE = {"&": ops.IntAnd, "|": ops.IntOr, "^": ops.IntXor}


class Expressions(Calls):
    """The lowering of expressions into one function."""

    def __init__(self, build: FunctionBuilder, memory: MemoryAccess, lowering: Lowering) -> None:
        self.build, self.memory = build, memory
        self.scopes, self.statics, self.targets = lowering.scopes, lowering.statics, lowering.targets
        self.model = self.scopes.model
        self.defined = lowering.defined

    def wrong(self, place: Place, message: str, expected: str = "", near: str = "") -> Value:
        """Note a fault; return a value to go on with."""
        self.scopes.wrong(place, message, expected, near)
        return Value(self.build.int(0), INT)

    # values

    def value(self, node: syntax.Expression) -> Value:
        """Lower an expression to a value; an array becomes a pointer to its first element, a function one to it."""
        match node:
            case syntax.Number(text):
                return self.number(node, text)
            case syntax.Character(value):
                return Value(self.build.int(CHAR.wrapped(value) if value < 256 else INT.wrapped(value)), INT)
            case syntax.Call():
                return self.call(node)
            case syntax.Step():
                return self.step(node)
            case syntax.Unary(operator, operand) if operator != "*":
                return self.unary(node, operator, operand)
            case syntax.SizeofExpression(operand):
                return self.sizeof(node, self.type_of(operand))
            case syntax.SizeofType(kind):
                return self.sizeof(node, self.scopes.type_name(kind))
            case syntax.Cast(kind, operand):
                return self.cast(node, self.scopes.type_name(kind), self.value(operand))
            case syntax.Binary(operator, _, _):
                return self.logical(node) if operator in ("&&", "||") else self.binary(node)
            case syntax.Choice():
                return self.choice(node)
            case syntax.Assign():
                return self.assign(node)
            case syntax.Comma(left, right):
                self.effect(left)
                return self.value(right)
            case syntax.Name(name):
                symbol = self.scopes.find(name)
                if symbol is not None and symbol.kind == "constant":
                    return Value(self.build.int(symbol.value), INT)
                if symbol is not None and symbol.kind == "function":
                    return self.function_word(symbol)
        return self.loaded(node)

    def loaded(self, node: syntax.Expression) -> Value:
        """Read what an expression designates."""
        location = self.locate(node)
        if location is None:
            return Value(self.build.int(0), INT)
        self.build.place(node.place)
        if isinstance(location.type, Array):
            return Value(self.memory.word_of(location), Pointer(location.type.of), location.object)
        if not is_scalar(location.type):
            return self.wrong(node.place, f"a {location.type} is no value that can be computed with", "a number")
        return self.read(location)

    def read(self, location: Location) -> Value:
        """Read a scalar."""
        target = self.targets.of(location.symbol) if location.symbol and isinstance(location.type, Pointer) else None
        return Value(self.memory.load(location), location.type, target)

    def effect(self, node: syntax.Expression) -> None:
        """Lower an expression whose value is not used."""
        if isinstance(node, syntax.Call):
            self.call(node, used=False)
        elif isinstance(node, syntax.Comma):
            self.effect(node.left)
            self.effect(node.right)
        else:
            self.value(node)

    def number(self, node: syntax.Number, text: str) -> Value:
        """Lower an integer constant."""
        found = number_of(text, self.model)
        if found is None:
            return self.wrong(node.place, f"{text} is no integer constant", "an integer")
        value, kind = found
        return Value(self.build.int(value if value < 2**63 else value - 2**64), kind)

    def function_word(self, symbol: Symbol) -> Value:
        """Return the pointer to a function: a tag, its number of parameters, its code."""
        assert isinstance(symbol.type, Function)
        arity = len(symbol.type.parameters or ())
        if symbol.name not in self.defined:
            return self.wrong(symbol.place, f"a pointer to {symbol.name}, which is not defined here", "a function")
        code = self.build.do(ops.FunctionCode, symbol.name)
        word = self.build.do(ops.IntOr, code, self.build.int((CODE_TAG << 32) | (arity << 24)))
        return Value(word, Pointer(symbol.type))

    # what expressions designate

    def locate(self, node: syntax.Expression) -> Location | None:
        """Find the location that an expression designates; complain where it designates none."""
        match node:
            case syntax.Name(name):
                return self.named(node, name)
            case syntax.Index(array, index):
                return self.element(node, array, index)
            case syntax.Unary("*", operand):
                pointer = self.value(operand)
                self.build.place(node.place)
                if not isinstance(pointer.type, Pointer) or isinstance(pointer.type.to, Void):
                    self.wrong(node.place, f"* before {pointer.type}", "a pointer to a value")
                    return None
                return self.memory.pointed(pointer, pointer.type.to)
            case syntax.MemberOf():
                return self.member(node)
            case syntax.String(text):
                return self.string(text)
        self.wrong(node.place, "this is not something that can be assigned to or pointed at", "a variable")
        return None

    def named(self, node: syntax.Name, name: str) -> Location | None:
        """Find a variable."""
        symbol = self.scopes.find(name)
        if symbol is None:
            known = self.scopes.known() - {name}
            self.wrong(node.place, f"{name} is not declared", "a declared name", nearest(name, known))
            return None
        if symbol.kind in ("function", "constant"):
            self.wrong(node.place, f"{name} is a {symbol.kind} and no variable", "a variable")
            return None
        return Location(symbol.type, symbol)

    def string(self, text: str) -> Location:
        """Find a string constant: a static array of its own."""
        symbol = self.statics.string(text)
        return Location(symbol.type, symbol)

    def element(self, node: syntax.Index, array: syntax.Expression, index: syntax.Expression) -> Location | None:
        """Find an element: of an array, whose bounds are checked, or behind a pointer."""
        if self.designates(array) and isinstance(self.type_of(array), Array):
            location = self.locate(array)
            if location is None or not isinstance(location.type, Array):
                return None
            subscript = self.value(index)
            return self.array_element(node, location, location.type, subscript)
        pointer, subscript = self.value(array), self.value(index)
        if isinstance(pointer.type, Integer):
            pointer, subscript = subscript, pointer
        self.build.place(node.place)
        if not isinstance(pointer.type, Pointer) or not isinstance(subscript.type, Integer):
            self.wrong(node.place, f"[ ] behind {pointer.type}", "an array or a pointer")
            return None
        return self.memory.moved(self.memory.pointed(pointer, pointer.type.to), subscript.register, pointer.type.to)

    def array_element(self, node: syntax.Index, location: Location, kind: Array, subscript: Value) -> Location | None:
        """Find an element of an array whose location is known."""
        self.build.place(node.place)
        if not isinstance(subscript.type, Integer):
            self.wrong(node.index.place, f"a subscript is {subscript.type}", "an integer")
            return None
        symbol = location.symbol
        plain = location.offset is None and location.index is None and not location.constant
        if symbol is not None and plain and is_scalar(kind.of) and symbol.type is kind:
            return Location(kind.of, symbol, index=subscript.register)
        low, high = self.build.int(0), self.build.int((kind.length or 1) - 1)
        message = outside(name_of(node.array), kind.length or 1)
        self.build.perform(ops.CheckRange, subscript.register, low, high, message)
        return self.memory.moved(location, subscript.register, kind.of)

    def member(self, node: syntax.MemberOf) -> Location | None:
        """Find a member of a struct."""
        base: Location | None = None
        kind = self.type_of(node.base)
        if node.arrow and not isinstance(kind, Struct):
            pointer = self.value(node.base)
            kind = pointer.type.to if isinstance(pointer.type, Pointer) else pointer.type
            if isinstance(pointer.type, Pointer):
                self.build.place(node.place)
                base = self.memory.pointed(pointer, kind)
        elif not node.arrow:
            base = self.locate(node.base)
            kind = base.type if base else INT
        if base is None and not node.arrow:
            return None
        if base is None or not isinstance(kind, Struct):
            sign = "->" if node.arrow else "."
            self.wrong(node.place, f"{sign}{node.name} behind {kind}", "a struct" if sign == "." else "its pointer")
            return None
        if node.name not in kind.members:
            near = nearest(node.name, kind.members)
            self.wrong(node.place, f"{kind} has no member {node.name}", "a member", near)
            return None
        found, offset = kind.members[node.name]
        if base.index is not None:
            base = replace(base, offset=self.memory.offset_of(base), index=None)
        return replace(base, type=found, constant=base.constant + offset)

    def designates(self, node: syntax.Expression) -> bool:
        """Tell whether an expression designates an object rather than giving a value."""
        return isinstance(node, syntax.Name | syntax.Index | syntax.MemberOf | syntax.String) or (
            isinstance(node, syntax.Unary) and node.operator == "*"
        )

    # types without values

    def type_of(self, node: syntax.Expression) -> CType:
        """Return the type of an expression without lowering it (for sizeof, and to tell arrays from pointers)."""
        match node:
            case syntax.Name(name):
                symbol = self.scopes.find(name)
                return symbol.type if symbol else INT
            case syntax.String(text):
                return Array(CHAR, len(text) + 1)
            case syntax.Number(text):
                found = number_of(text, self.model)
                return found[1] if found else INT
            case syntax.Index(array, index):
                kind = self.type_of(array)
                kind = self.type_of(index) if isinstance(kind, Integer) else kind
                return kind.of if isinstance(kind, Array) else kind.to if isinstance(kind, Pointer) else INT
            case syntax.Unary("*", operand):
                kind = self.type_of(operand)
                return kind.of if isinstance(kind, Array) else kind.to if isinstance(kind, Pointer) else INT
            case syntax.Unary("&", operand):
                return Pointer(self.type_of(operand))
            case syntax.MemberOf(base, name, arrow):
                kind = self.type_of(base)
                kind = kind.to if arrow and isinstance(kind, Pointer) else kind
                return kind.members[name][0] if isinstance(kind, Struct) and name in kind.members else INT
            case syntax.Cast(kind_name, _):
                return self.scopes.type_name(kind_name)
            case syntax.Assign(_, target, _):
                return self.type_of(target)
            case syntax.Step(_, operand, _):
                return self.type_of(operand)
            case syntax.Comma(_, right):
                return self.type_of(right)
            case syntax.Call(syntax.Name(name), _):
                symbol = self.scopes.find(name)
                return symbol.type.returns if symbol and isinstance(symbol.type, Function) else INT
            case syntax.Unary(_, operand):
                kind = self.type_of(operand)
                return promoted(kind) if isinstance(kind, Integer) else INT
            case syntax.Choice(_, yes, no):
                return self.joined(self.type_of(yes), self.type_of(no))
            case syntax.Binary(operator, left, right) if operator not in RELATIONS and operator not in ("&&", "||"):
                return self.joined(self.type_of(left), self.type_of(right))
            case syntax.SizeofExpression() | syntax.SizeofType():
                return self.model.unsigned_long if self.model.long_bits == 64 else self.size_type
        return INT

    def joined(self, left: CType, right: CType) -> CType:
        """Return the type of an operation on two types."""
        if isinstance(left, Integer) and isinstance(right, Integer):
            return common(left, right)
        found = left if not isinstance(left, Integer) else right
        return Pointer(found.of) if isinstance(found, Array) else found

    @property
    def size_type(self) -> Integer:
        """Return the type of sizeof."""
        found = self.model.named(("unsigned",) if self.model.long_bits == 32 else ("unsigned", "long"))
        assert isinstance(found, Integer)
        return found

    def sizeof(self, node: syntax.Expression, kind: CType) -> Value:
        """Lower sizeof."""
        if not self.scopes.is_complete(kind):
            return self.wrong(node.place, f"{kind} has no size", "a complete type")
        return Value(self.build.int(self.model.sizeof(kind)), self.size_type)

    # conversions

    def converted(self, value: Value, target: CType, place: Place) -> Register:
        """Convert a value, as an assignment does."""
        if isinstance(target, Integer) and isinstance(value.type, Integer):
            return self.narrowed(value.register, value.type, target)
        if isinstance(target, Pointer) and isinstance(value.type, Pointer):
            return self.shared(value, target)
        if isinstance(target, Pointer) and isinstance(value.type, Integer):
            operation = self.build.block.operations[-1] if self.build.block else None
            if isinstance(operation, ops.IntConstant) and operation.value == 0:
                return value.register
        self.wrong(place, f"{value.type} cannot become {target}", str(target))
        return value.register

    def shared(self, value: Value, target: CType | None = None) -> Register:
        """Let a pointer go where it is not followed, where it is a pointer to another type if `target` says so."""
        if value.object is not None:
            value.object.shared = True
        self.targets.mixed |= isinstance(value.type, Pointer) and value.type != target
        return value.register

    def narrowed(self, register: Register, origin: Integer, target: Integer) -> Register:
        """Convert an integer; where every value fits nothing is to be done."""
        if target.low <= origin.low and origin.high <= target.high:
            return register
        if target.bits == 64:
            return register
        return self.build.do(ops.IntWrap, register, target.bits, target.signed)

    def cast(self, node: syntax.Cast, target: CType, value: Value) -> Value:
        """Lower a cast."""
        if isinstance(target, Void):
            return Value(value.register, target)
        return Value(self.converted(value, target, node.place), target)

    def integer(self, value: Value, place: Place, what: str) -> Integer:
        """Return the type of a value that must be an integer."""
        if isinstance(value.type, Integer):
            return value.type
        self.wrong(place, f"{what} is {value.type}", "an integer")
        return INT

    # operations

    def unary(self, node: syntax.Unary, operator: str, operand: syntax.Expression) -> Value:
        """Lower & + - ~ !."""
        build = self.build
        if operator == "&":
            if isinstance(operand, syntax.Name):
                symbol = self.scopes.find(operand.name)
                if symbol is not None and symbol.kind == "function":
                    return self.function_word(symbol)
            location = self.locate(operand)
            if location is None:
                return Value(build.int(0), INT)
            build.place(node.place)
            return Value(self.memory.word_of(location), Pointer(location.type), location.object)
        if operator == "!":
            return Value(build.do(ops.BoolToInt, build.do(ops.BoolNot, self.condition(operand))), INT)
        value = self.value(operand)
        kind = promoted(self.integer(value, node.place, f"the operand of {operator}"))
        build.place(node.place)
        if operator == "+":
            return Value(value.register, kind)
        if operator == "-":
            return self.arithmetic("-", build.int(0), value.register, kind)
        flipped = build.do(ops.IntXor, value.register, build.int(-1))
        return Value(flipped if kind.signed else self.wrapped(flipped, kind), kind)

    def wrapped(self, register: Register, kind: Integer) -> Register:
        """Cut an unsigned result to its width."""
        return register if kind.bits == 64 else self.build.do(ops.IntWrap, register, kind.bits, kind.signed)

    def arithmetic(self, operator: str, left: Register, right: Register, kind: Integer) -> Value:
        """Lower + - *: signed overflow is a trap, unsigned wraps."""
        if not kind.signed:
            return Value(self.wrapped(self.build.do(ARITHMETIC[operator], left, right), kind), kind)
        message = f"{{0}} {operator} {{1}} does not fit in {kind}"
        return Value(self.build.do(ARITHMETIC[operator], left, right, kind.low, kind.high, message), kind)

    def binary(self, node: syntax.Binary) -> Value:
        """Lower an operation on two values."""
        left, right = self.value(node.left), self.value(node.right)
        self.build.place(node.place)
        return self.operation(node.operator, left, right, node.place)

    def operation(self, operator: str, left: Value, right: Value, place: Place) -> Value:
        """Lower an operation."""
        if isinstance(left.type, Pointer) or isinstance(right.type, Pointer):
            return self.pointer_operation(operator, left, right, place)
        first = self.integer(left, place, f"the left side of {operator}")
        second = self.integer(right, place, f"the right side of {operator}")
        if operator in ("<<", ">>"):
            return self.shift(operator, left.register, right.register, promoted(first))
        kind = common(first, second)
        a, b = self.narrowed(left.register, first, kind), self.narrowed(right.register, second, kind)
        if operator in RELATIONS:
            compared = self.build.do(ops.IntCompare, RELATIONS[operator], a, b, kind.signed)
            return Value(self.build.do(ops.BoolToInt, compared), INT)
        if operator in BITWISE:
            return Value(self.build.do(BITWISE[operator], a, b), kind)
        if operator in ARITHMETIC:
            return self.arithmetic(operator, a, b, kind)
        return self.division(operator, a, b, kind)

    def division(self, operator: str, left: Register, right: Register, kind: Integer) -> Value:
        """Lower / and %."""
        build = self.build
        if kind.signed:
            least = build.do(ops.IntCompare, "=", left, build.int(kind.low))
            minus = build.do(ops.IntCompare, "=", right, build.int(-1))
            fits = build.do(ops.BoolNot, build.do(ops.BoolAnd, least, minus))
            build.perform(ops.Check, fits, f"{{0}} {operator} {{1}} does not fit in {kind}", (left, right))
        operation = ops.IntDivide if operator == "/" else ops.IntRemainder
        message = f"division by zero: {{0}} {operator} 0"
        return Value(build.do(operation, left, right, message, kind.signed), kind)

    def shift(self, operator: str, left: Register, right: Register, kind: Integer) -> Value:
        """Lower << and >>; a shift by the width or more is a trap, and bits that are shifted out are lost."""
        build = self.build
        last = build.int(kind.bits - 1)
        build.perform(ops.CheckRange, right, build.int(0), last, "a shift by {0} is outside {1}:{2}")
        if operator == ">>":
            return Value(build.do(ops.IntShiftRight, left, right, kind.signed), kind)
        shifted = build.do(ops.IntShiftLeft, left, right)
        return Value(build.do(ops.IntWrap, shifted, kind.bits, kind.signed) if kind.bits < 64 else shifted, kind)

    def pointer_operation(self, operator: str, left: Value, right: Value, place: Place) -> Value:
        """Lower an operation with pointers: moving, difference, comparison inside one object."""
        build = self.build
        if operator in ("+", "-") and isinstance(right.type, Integer) and isinstance(left.type, Pointer):
            count = right.register if operator == "+" else build.do(ops.IntSubtract, build.int(0), right.register)
            return self.moved(left, count, left.type, place)
        if operator == "+" and isinstance(left.type, Integer) and isinstance(right.type, Pointer):
            return self.moved(right, left.register, right.type, place)
        if operator in ("==", "!="):
            target = left.type if isinstance(left.type, Pointer) else right.type
            a, b = self.either(left, target, place), self.either(right, target, place)
            compared = build.do(ops.IntCompare, RELATIONS[operator], a, b)
            return Value(build.do(ops.BoolToInt, compared), INT)
        if not (isinstance(left.type, Pointer) and isinstance(right.type, Pointer)):
            return self.wrong(place, f"{left.type} {operator} {right.type}", "numbers")
        if operator not in RELATIONS and operator != "-":
            return self.wrong(place, f"{operator} between pointers", "-, or a comparison")
        numbers = [build.do(ops.IntShiftRight, value.register, build.int(32)) for value in (left, right)]
        same = build.do(ops.IntCompare, "=", *numbers)
        build.perform(ops.Check, same, f"{operator} between pointers into different objects")
        if operator in RELATIONS:
            compared = build.do(ops.IntCompare, RELATIONS[operator], left.register, right.register)
            return Value(build.do(ops.BoolToInt, compared), INT)
        bytes_between = build.do(ops.IntSubtract, left.register, right.register)
        size = build.int(size_of(left.type.to))
        return Value(build.do(ops.IntDivide, bytes_between, size, "elements without size"), self.model.long)

    def either(self, value: Value, target: CType, place: Place) -> Register:
        """Return a side of == between pointers, where 0 is the null pointer."""
        return value.register if isinstance(value.type, Pointer) else self.converted(value, target, place)

    def moved(self, pointer: Value, count: Register, kind: Pointer, place: Place) -> Value:
        """Lower pointer + count; the result must point into the object, or behind its end."""
        if not self.scopes.is_complete(kind.to):
            return self.wrong(place, f"arithmetic with a {kind}", "a pointer to values")
        location = self.memory.moved(self.memory.pointed(pointer, kind.to), count, kind.to)
        return Value(self.memory.word_of(location), kind, pointer.object)

    # conditions

    def condition(self, node: syntax.Expression) -> Register:
        """Lower an expression that is tested against zero, to a BOOL."""
        build = self.build
        match node:
            case syntax.Unary("!", operand):
                return build.do(ops.BoolNot, self.condition(operand))
            case syntax.Binary(operator, _, _) if operator in RELATIONS:
                value = self.binary(node)
                operation = build.block.operations[-1] if build.block else None
                if isinstance(operation, ops.BoolToInt) and operation.result == value.register:
                    return operation.value
                return build.do(ops.IntToBool, value.register)
        value = self.value(node)
        if not is_scalar(value.type):
            self.wrong(node.place, f"a condition is {value.type}", "a number or a pointer")
        return build.do(ops.IntToBool, value.register)

    def branch(self, node: syntax.Expression, yes: ops.Label, no: ops.Label) -> None:
        """Lower a condition to jumps: && and || evaluate their right side only where it decides."""
        build = self.build
        match node:
            case syntax.Binary("&&", left, right):
                middle = build.label("and")
                self.branch(left, middle, no)
                build.begin(middle)
                self.branch(right, yes, no)
            case syntax.Binary("||", left, right):
                middle = build.label("or")
                self.branch(left, yes, middle)
                build.begin(middle)
                self.branch(right, yes, no)
            case syntax.Unary("!", operand):
                self.branch(operand, no, yes)
            case _:
                condition = self.condition(node)
                build.place(node.place)
                build.end(ops.Branch, condition, yes, no)

    def logical(self, node: syntax.Binary) -> Value:
        """Lower && and || whose value is used."""
        return self.chosen(node, lambda: Value(self.build.int(1), INT), lambda: Value(self.build.int(0), INT), INT)

    def choice(self, node: syntax.Choice) -> Value:
        """Lower ? :."""
        kind = self.joined(self.decayed(node.yes), self.decayed(node.no))
        return self.chosen(node.condition, lambda: self.value(node.yes), lambda: self.value(node.no), kind)

    def decayed(self, node: syntax.Expression) -> CType:
        """Return the type of an expression's value."""
        kind = self.type_of(node)
        if isinstance(kind, Integer):
            return promoted(kind)
        return Pointer(kind.of) if isinstance(kind, Array) else Pointer(kind) if isinstance(kind, Function) else kind

    def chosen(self, condition: syntax.Expression, first: object, second: object, kind: CType) -> Value:
        """Lower two ways to a value that meet again."""
        build = self.build
        local = build.local("choice", Type.INT)
        yes, no, after = build.label("yes"), build.label("no"), build.label("after")
        self.branch(condition, yes, no)
        for label, make in ((yes, first), (no, second)):
            build.begin(label)
            assert callable(make)
            value: Value = make()
            register = value.register
            if isinstance(kind, Integer | Pointer):
                register = self.converted(value, kind, condition.place)
            build.perform(ops.LocalStore, local, register)
            build.end(ops.Jump, after)
        build.begin(after)
        return Value(build.do(ops.LocalLoad, local), kind)

    # assignments

    def assign(self, node: syntax.Assign) -> Value:
        """Lower an assignment."""
        location = self.locate(node.target)
        if location is None:
            self.value(node.value)
            return Value(self.build.int(0), INT)
        if isinstance(location.type, Struct) and node.operator == "=":
            return self.assign_struct(node, location)
        if not is_scalar(location.type):
            return self.wrong(node.target.place, f"{location.type} cannot be assigned to", "a variable")
        if node.operator == "=":
            result = self.value(node.value)
        else:
            old = self.read(location)
            given = self.value(node.value)
            self.build.place(node.place)
            result = self.operation(node.operator[:-1], old, given, node.place)
        return self.assigned(location, result, node.place)

    def assigned(self, location: Location, value: Value, place: Place) -> Value:
        """Give a variable a value; what is known of a pointer goes with it into a variable that is followed."""
        symbol, register, target = location.symbol, value.register, None
        if isinstance(location.type, Pointer) and symbol is not None and self.targets.assign(symbol, value):
            target = value.object
        else:
            register = self.converted(value, location.type, place)
        self.build.place(place)
        self.memory.store(location, register)
        return Value(register, location.type, target)

    def assign_struct(self, node: syntax.Assign, location: Location) -> Value:
        """Lower the assignment of a struct."""
        if not self.designates(node.value) or self.type_of(node.value) is not location.type:
            return self.wrong(node.place, f"this is no {location.type}", f"a variable that is {location.type}")
        origin = self.locate(node.value)
        if origin is not None:
            self.build.place(node.place)
            self.memory.copy(location, origin)
        return Value(self.build.int(0), Void())

    def step(self, node: syntax.Step) -> Value:
        """Lower ++ and --."""
        location = self.locate(node.operand)
        if location is None or not is_scalar(location.type):
            if location is not None:
                self.wrong(node.place, f"{node.operator} with {location.type}", "a number or a pointer")
            return Value(self.build.int(0), INT)
        self.build.place(node.place)
        old = self.read(location)
        fresh = self.operation(node.operator[0], old, Value(self.build.int(1), INT), node.place)
        stored = self.assigned(location, fresh, node.place)
        return stored if node.before else Value(old.register, location.type, stored.object)


def name_of(node: syntax.Expression) -> str:
    """Return what to call an array in a message."""
    while isinstance(node, syntax.Index):
        node = node.array
    return node.name if isinstance(node, syntax.Name | syntax.MemberOf) else "an array"
