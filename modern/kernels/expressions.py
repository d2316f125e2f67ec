"""Translate the expressions of a kernel: each method writes code and returns the number that it makes.

`int` and np.uint64 never meet in one operator: a comparison or a quotient would not know whether it is signed.
"""

from __future__ import annotations

import ast
from collections.abc import Callable
from dataclasses import dataclass, field
from types import FunctionType
from typing import Any, NoReturn, Protocol

import numpy as np
from llvmlite import ir

from modern.kernels.arrays import TYPES
from modern.kernels.bits import Instruction

BIT, WORD = ir.IntType(1), ir.IntType(64)
ENTRIES = {name: ir.IntType(8 * kind.itemsize) for name, kind in TYPES.items()}
INT, UNSIGNED, BOOL, NONE = "int", "np.uint64", "bool", "None"
KINDS = {INT: WORD, UNSIGNED: WORD, BOOL: BIT, NONE: WORD}
COMPARISONS = {ast.Eq: "==", ast.NotEq: "!=", ast.Lt: "<", ast.LtE: "<=", ast.Gt: ">", ast.GtE: ">="}


@dataclass(frozen=True, slots=True)
class Value:
    """A number and its kind."""

    kind: str
    bits: Any


@dataclass(frozen=True, slots=True)
class Array:
    """An array that a kernel was given: its kind, where its entries begin, and how many there are."""

    kind: str
    entries: Any
    length: Any


class Kernels(Protocol):
    """The kernels translated so far."""

    def kernel(self, function: FunctionType) -> tuple[Any, str]:
        """Return a kernel's translation and the kind of its result."""


@dataclass(slots=True)
class Expressions:
    """A kernel under translation: `builder` writes at the end of the code so far, `variables` at its beginning."""

    kernels: Kernels
    function: FunctionType
    first: int
    made: Any
    builder: Any
    variables: Any
    names: dict[str, Value | Array] = field(default_factory=dict)

    def refuse(self, node: Any, what: str) -> NoReturn:
        line = self.first + getattr(node, "lineno", 1) - 1
        raise TypeError(f"{self.function.__code__.co_filename}:{line}: {self.function.__name__}: {what}")

    def store(self, name: str, value: Value, node: ast.AST) -> None:
        variable = self.names.get(name)
        if variable is None:
            variable = self.names[name] = Value(value.kind, self.variables.alloca(KINDS[value.kind], name=name))
        if isinstance(variable, Array):
            self.refuse(node, f"{name} is an array")
        self.builder.store(self.turned(value, variable.kind, node).bits, variable.bits)

    def entry(self, node: ast.Subscript) -> tuple[Array, Any]:
        """Return the array that is subscripted, and where the entry is."""
        array = self.array(node.value)
        return array, self.builder.gep(array.entries, [self.int(node.slice)], inbounds=True)

    def array(self, node: ast.expr) -> Array:
        found = self.names.get(node.id) if isinstance(node, ast.Name) else None
        return found if isinstance(found, Array) else self.refuse(node, "expected an array")

    def fetch(self, array: Array, place: Any) -> Value:
        bits = self.builder.load(place)
        if array.kind in ("Words", "Numbers"):
            return Value(UNSIGNED if array.kind == "Words" else INT, bits)
        return Value(INT, self.builder.sext(bits, WORD) if array.kind == "Ints" else self.builder.zext(bits, WORD))

    def put(self, array: Array, place: Any, value: Value, node: ast.AST) -> None:
        bits = self.turned(value, UNSIGNED if array.kind == "Words" else INT, node).bits
        narrow = ENTRIES[array.kind]
        self.builder.store(bits if narrow.width == WORD.width else self.builder.trunc(bits, narrow), place)

    def value(self, node: ast.expr) -> Value:
        method: Callable[[Any], Value] | None = getattr(self, f"of_{type(node).__name__.lower()}", None)
        return self.refuse(node, f"a kernel has no {type(node).__name__}") if method is None else method(node)

    def int(self, node: ast.expr) -> Any:
        return self.turned(self.value(node), INT, node).bits

    def number(self, node: ast.expr) -> Value:
        """Return a value that is no bool."""
        value = self.value(node)
        return self.turned(value, INT, node) if value.kind == BOOL else value

    def truth(self, node: ast.expr) -> Any:
        return self.turned(self.value(node), BOOL, node).bits

    def turned(self, value: Value, kind: str, node: ast.AST) -> Value:
        """Turn a bool into an int, and any number into a bool; refuse everything else."""
        if value.kind == kind:
            return value
        if kind == BOOL:
            return Value(BOOL, self.builder.icmp_unsigned("!=", value.bits, WORD(0)))
        if (value.kind, kind) == (BOOL, INT):
            return Value(INT, self.builder.zext(value.bits, WORD))
        return self.refuse(node, f"expected {kind}, found {value.kind}")

    def of_constant(self, node: ast.Constant) -> Value:
        if isinstance(node.value, bool):
            return Value(BOOL, BIT(int(node.value)))
        return Value(INT, WORD(node.value)) if isinstance(node.value, int) else self.refuse(node, "expected a number")

    def of_name(self, node: ast.Name) -> Value:
        found = self.names.get(node.id)
        if isinstance(found, Value):
            return Value(found.kind, self.builder.load(found.bits))
        known = self.function.__globals__.get(node.id)
        if isinstance(known, (int, np.uint64)):
            return Value(UNSIGNED if isinstance(known, np.uint64) else INT, WORD(int(known)))
        return self.refuse(node, f"{node.id} is no number")

    def of_subscript(self, node: ast.Subscript) -> Value:
        return self.fetch(*self.entry(node))

    def of_binop(self, node: ast.BinOp) -> Value:
        return self.binary(node.op, self.value(node.left), self.value(node.right), node)

    def alike(self, one: Value, other: Value, node: ast.AST) -> tuple[Value, Value]:
        """Return two numbers as the same kind."""
        kind = UNSIGNED if UNSIGNED in (one.kind, other.kind) else INT
        return self.turned(one, kind, node), self.turned(other, kind, node)

    def binary(self, operator: ast.operator, left: Value, right: Value, node: ast.AST) -> Value:
        left, right = self.alike(left, right, node)
        name, signed, builder = type(operator).__name__, left.kind == INT, self.builder
        flags = ["nsw"] if signed else []
        plain = {"BitAnd": builder.and_, "BitOr": builder.or_, "BitXor": builder.xor, "LShift": builder.shl}
        sums = {"Add": builder.add, "Sub": builder.sub, "Mult": builder.mul}
        if name in sums:
            return Value(left.kind, sums[name](left.bits, right.bits, flags=flags))
        if name in plain:
            return Value(left.kind, plain[name](left.bits, right.bits))
        if name == "RShift":
            return Value(left.kind, (builder.ashr if signed else builder.lshr)(left.bits, right.bits))
        if name in ("FloorDiv", "Mod"):
            return Value(left.kind, self.quotient(name, left, right))
        return self.refuse(node, f"a kernel has no {name}")

    def quotient(self, name: str, left: Value, right: Value) -> Any:
        """Divide as Python does: rounded down, the remainder with the sign of the divisor."""
        builder = self.builder
        if left.kind == UNSIGNED:
            return (builder.udiv if name == "FloorDiv" else builder.urem)(left.bits, right.bits)
        rest = builder.srem(left.bits, right.bits)
        signs = builder.icmp_signed("<", builder.xor(rest, right.bits), WORD(0))
        below = builder.and_(signs, builder.icmp_signed("!=", rest, WORD(0)))
        if name == "Mod":
            return builder.select(below, builder.add(rest, right.bits), rest)
        return builder.sub(builder.sdiv(left.bits, right.bits), builder.zext(below, WORD))

    def of_unaryop(self, node: ast.UnaryOp) -> Value:
        if isinstance(node.op, ast.Not):
            return Value(BOOL, self.builder.not_(self.truth(node.operand)))
        value = self.number(node.operand)
        if isinstance(node.op, ast.USub) and isinstance(value.bits, ir.Constant):
            return Value(value.kind, WORD(-value.bits.constant))
        change = {"USub": self.builder.neg, "Invert": self.builder.not_}.get(type(node.op).__name__)
        return self.refuse(node, "expected - ~ not") if change is None else Value(value.kind, change(value.bits))

    def compared(self, sign: str, left: Value, right: Value, node: ast.AST) -> Any:
        left, right = self.alike(left, right, node)
        compare = self.builder.icmp_signed if left.kind == INT else self.builder.icmp_unsigned
        return compare(sign, left.bits, right.bits)

    def of_compare(self, node: ast.Compare) -> Value:
        """Compare a chain; its operands have no effects, so all are evaluated."""
        values = [self.value(operand) for operand in (node.left, *node.comparators)]
        found = BIT(1)
        for operator, left, right in zip(node.ops, values, values[1:], strict=False):
            found = self.builder.and_(found, self.compared(COMPARISONS[type(operator)], left, right, node))
        return Value(BOOL, found)

    def of_boolop(self, node: ast.BoolOp) -> Value:
        """Evaluate the operands until one decides."""
        decided = self.made.append_basic_block("decided")
        ways = []
        for operand in node.values[:-1]:
            found, other = self.truth(operand), self.made.append_basic_block("other")
            ways.append((found, self.builder.block))
            self.builder.cbranch(found, *((other, decided) if isinstance(node.op, ast.And) else (decided, other)))
            self.builder.position_at_end(other)
        ways.append((self.truth(node.values[-1]), self.builder.block))
        self.builder.branch(decided)
        return self.joined(BOOL, decided, ways)

    def of_ifexp(self, node: ast.IfExp) -> Value:
        true, false, after = (self.made.append_basic_block(name) for name in ("true", "false", "after"))
        self.builder.cbranch(self.truth(node.test), true, false)
        ways, kind = [], INT
        for block, part in ((true, node.body), (false, node.orelse)):
            self.builder.position_at_end(block)
            value = self.number(part)
            kind = value.kind
            ways.append((value.bits, self.builder.block))
            self.builder.branch(after)
        return self.joined(kind, after, ways)

    def joined(self, kind: str, block: Any, ways: list[tuple[Any, Any]]) -> Value:
        """Go on in a block with the value of the way on which it was reached."""
        self.builder.position_at_end(block)
        join = self.builder.phi(KINDS[kind])
        for bits, origin in ways:
            join.add_incoming(bits, origin)
        return Value(kind, join)

    def of_call(self, node: ast.Call) -> Value:
        name = ast.unparse(node.func)
        if name == "len":
            return Value(INT, self.array(node.args[0]).length)
        if name in ("min", "max"):
            return self.extreme("<" if name == "min" else ">", [self.value(each) for each in node.args], node)
        if name in ("int", "bool", "np.int64", "np.uint64"):
            if name == BOOL:
                return Value(BOOL, self.truth(node.args[0]))
            return Value(UNSIGNED if name == UNSIGNED else INT, self.number(node.args[0]).bits)
        return self.called(self.function.__globals__.get(name), node)

    def extreme(self, sign: str, values: list[Value], node: ast.AST) -> Value:
        best, *others = values
        for value in others:
            best, other = self.alike(best, value, node)
            better = self.compared(sign, other, best, node)
            best = Value(best.kind, self.builder.select(better, other.bits, best.bits))
        return best

    def called(self, callee: Any, node: ast.Call) -> Value:
        """Call an instruction, or a kernel, which becomes a part of this one."""
        if isinstance(callee, Instruction):
            word = self.turned(self.value(node.args[0]), UNSIGNED, node).bits
            return Value(INT, self.builder.ctpop(word) if callee.name == "ctpop" else self.builder.cttz(word, BIT(0)))
        function = getattr(callee, "function", None)
        if not isinstance(function, FunctionType):
            self.refuse(node, f"{ast.unparse(node.func)} is no kernel")
        made, result = self.kernels.kernel(function)
        arguments = []
        for argument, kind in zip(node.args, function.__annotations__.values(), strict=False):
            if kind not in ENTRIES:
                arguments.append(self.turned(self.value(argument), kind, argument).bits)
                continue
            array = self.array(argument)
            if array.kind != kind:
                self.refuse(argument, f"expected {kind}, found {array.kind}")
            arguments += [array.entries, array.length]
        return Value(result, self.builder.call(made, arguments))
