"""Functions of the IR, written as Python functions in a small part of Python.

    @routine
    def length(array: int) -> int:
        return (load(array + END) - load(array + FIRST)) >> 3

    Routines(program, library).call(build, length, register)

A runtime system is read more easily so than through a builder. There are integers (wrapping to 64 bits), reals, names,
`if`, `while`, `break`, `continue`, `return`, comparisons with `and`, `or`, `not`, calls of other routines, of the words
in words.py, and of library procedures (`host.name(…)`, `later.name(…)`); a name in capitals is an integer of the
module. A routine goes into a program where something calls it; one marked `@inlined` is written out at each call.
"""

from __future__ import annotations

import ast
import inspect
import textwrap
from collections.abc import Callable, Mapping
from functools import cache
from typing import Any, TypeVar

from getallenband.interpreters.ir import ops
from getallenband.interpreters.ir.builder import FunctionBuilder
from getallenband.interpreters.ir.host import Library
from getallenband.interpreters.ir.ops import Label, Register
from getallenband.interpreters.ir.program import Program
from getallenband.interpreters.ir.types import Type
from getallenband.interpreters.lowering.words import Word

TYPES = {"int": Type.INT, "float": Type.REAL, "None": None}
RELATIONS: dict[type[ast.cmpop], Any] = {
    ast.Eq: "=", ast.NotEq: "/=", ast.Lt: "<", ast.LtE: "<=", ast.Gt: ">", ast.GtE: ">=",
}  # fmt: skip
INTEGER: dict[type[ast.operator], Any] = {
    ast.Add: ops.IntAdd, ast.Sub: ops.IntSubtract, ast.Mult: ops.IntMultiply, ast.BitAnd: ops.IntAnd,
    ast.BitOr: ops.IntOr, ast.BitXor: ops.IntXor, ast.LShift: ops.IntShiftLeft, ast.RShift: ops.IntShiftRight,
}  # fmt: skip
REAL: dict[type[ast.operator], Any] = {
    ast.Add: ops.RealAdd, ast.Sub: ops.RealSubtract, ast.Mult: ops.RealMultiply, ast.Div: ops.RealDivide,
}  # fmt: skip
Hook = Callable[..., Register | None]
Function = TypeVar("Function", bound=Callable[..., Any])


class ParsedRoutine:
    """A parsed routine: its parameters, the names that it assigns, its body."""

    def __init__(self, function: Callable[..., Any], inline: bool) -> None:
        tree = ast.parse(textwrap.dedent(inspect.getsource(function))).body[0]
        assert isinstance(tree, ast.FunctionDef)
        self.name, self.inline, self.globals = function.__name__, inline, function.__globals__
        self.parameters = {
            argument.arg: TYPES[ast.unparse(argument.annotation or argument)] for argument in tree.args.args
        }
        self.returns = TYPES[ast.unparse(tree.returns or tree)]
        self.body = tree.body
        self.assigned = {
            node.id for node in ast.walk(tree) if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)
        }


ROUTINES: dict[str, tuple[Callable[..., Any], bool]] = {}
"""All routines by name, and whether they are written out."""


def routine(function: Function, inline: bool = False) -> Function:
    """Make a Python function a routine; all have different names."""
    assert function.__name__ not in ROUTINES, function.__name__
    ROUTINES[function.__name__] = function, inline
    return function


def inlined(function: Function) -> Function:
    """Make a Python function a routine that is written out where it is called."""
    return routine(function, True)


@cache
def routine_of(function: Callable[..., Any]) -> ParsedRoutine:
    """Parse a routine when it is first called; raise KeyError for another function."""
    same, inline = ROUTINES[function.__name__]
    assert same is function, function.__name__
    return ParsedRoutine(function, inline)


class Routines:
    """The routines of one program; `inlining` tells whether small ones are written out."""

    def __init__(self, program: Program, library: Library, inlining: bool = True) -> None:
        self.program, self.library, self.inlining = program, library, inlining

    def call(
        self, build: FunctionBuilder, function: Callable[..., Any], *given: Register, **hooks: Hook
    ) -> Register | None:
        """Call a routine, or write it out; return the register of its result, if it has one.

        A hook writes what the routine calls by its name; such a routine is always written out.
        """
        parsed = routine_of(function)
        if (parsed.inline and self.inlining) or hooks:
            return Translation(self, build, parsed, given, hooks).inline()
        title = f"runtime.{parsed.name}"
        if title not in self.program.functions:
            parameters = {key: kind for key, kind in parsed.parameters.items() if kind is not None}
            inner = FunctionBuilder(self.program, title, parsed.name, parameters, parsed.returns, self.library)
            inner.function.routine = True
            Translation(self, inner, parsed, None).whole()
        return build.call(title, given, parsed.returns)


class Translation:
    """One routine as it goes into one function."""

    def __init__(
        self,
        routines: Routines,
        build: FunctionBuilder,
        parsed: ParsedRoutine,
        given: tuple[Register, ...] | None,
        hooks: Mapping[str, Hook] | None = None,
    ) -> None:
        self.routines, self.build, self.routine, self.hooks = routines, build, parsed, hooks or {}
        self.names: dict[str, str | Register] = {}
        self.loops: list[tuple[Label, Label]] = []
        self.result: str | None = None
        self.end: Label | None = None
        if given is None:
            self.names.update({name: name for name in parsed.parameters})
        else:
            for name, value in zip(parsed.parameters, given, strict=True):
                self.names[name] = value
                if name in parsed.assigned:
                    self.assign(name, value, fresh=True)

    def whole(self) -> None:
        """Make the routine a function of its own."""
        self.statements(self.routine.body)
        if self.build.block is not None:
            kind = self.routine.returns
            nothing = None if kind is None else self.build.int(0) if kind is Type.INT else self.build.real(0.0)
            self.build.end(ops.Return, nothing)

    def inline(self) -> Register | None:
        """Write the routine out; return the register of its result."""
        match self.routine.body:
            case [*_, ast.Return(value=ast.expr() as value)] if len(self.routine.body) <= 2 and isinstance(
                self.routine.body[0], ast.Return | ast.Expr
            ):
                return self.integer(self.value(value))
        if self.routine.returns is not None:
            self.result = self.build.local(f"%{self.routine.name}", self.routine.returns)
        self.end = self.build.label(self.routine.name)
        self.statements(self.routine.body)
        self.build.begin(self.end)
        return None if self.result is None else self.build.do(ops.LocalLoad, self.result)

    # statements

    def statements(self, body: list[ast.stmt]) -> None:
        for node in body:
            self.statement(node)

    def statement(self, node: ast.stmt) -> None:
        match node:
            case ast.Expr(value=ast.Constant()) | ast.Pass():
                pass
            case ast.Expr(value=ast.Call() as call):
                self.call(call)
            case ast.Assign(targets=[ast.Name(id=name)], value=value):
                self.assign(name, self.integer(self.value(value)))
            case ast.AugAssign(target=ast.Name(id=name), op=operator, value=value):
                self.assign(name, self.operate(operator, self.read(name), self.value(value)))
            case ast.If():
                self.choice(node)
            case ast.While():
                self.loop(node)
            case ast.Return(value=value):
                self.give_back(None if value is None else self.integer(self.value(value)))
            case ast.Break():
                self.build.end(ops.Jump, self.loops[-1][1])
            case ast.Continue():
                self.build.end(ops.Jump, self.loops[-1][0])
            case _:
                raise TypeError(f"{self.routine.name}: {ast.unparse(node)}")

    def give_back(self, value: Register | None) -> None:
        if self.end is None:
            self.build.end(ops.Return, value)
            return
        if self.result is not None:
            self.build.perform(ops.LocalStore, self.result, value)
        self.build.end(ops.Jump, self.end)

    def choice(self, node: ast.If) -> None:
        yes, no, after = self.build.label("then"), self.build.label("else"), self.build.label("fi")
        self.branch(node.test, yes, no if node.orelse else after)
        self.build.begin(yes)
        self.statements(node.body)
        if node.orelse:
            if self.build.block is not None:
                self.build.end(ops.Jump, after)
            self.build.begin(no)
            self.statements(node.orelse)
        self.build.begin(after)

    def loop(self, node: ast.While) -> None:
        turn, body, after = self.build.label("turn"), self.build.label("do"), self.build.label("od")
        self.build.begin(turn)
        self.branch(node.test, body, after)
        self.build.begin(body)
        self.loops.append((turn, after))
        self.statements(node.body)
        self.loops.pop()
        if self.build.block is not None:
            self.build.end(ops.Jump, turn)
        self.build.begin(after)

    # names

    def assign(self, name: str, value: Register, fresh: bool = False) -> None:
        if fresh or name not in self.names:
            self.names[name] = self.build.local(f"%{self.routine.name}.{name}", self.build.type_of(value))
        self.build.perform(ops.LocalStore, self.names[name], value)

    def read(self, name: str) -> Register:
        where = self.names.get(name)
        if isinstance(where, str):
            return self.build.do(ops.LocalLoad, where)
        if where is None:
            return self.build.int(self.routine.globals[name])
        return where

    # expressions

    def value(self, node: ast.expr) -> Register:
        match node:
            case ast.Constant(value=float() as number):
                return self.build.real(number)
            case ast.Constant(value=int() as number):
                return self.build.int(number)
            case ast.Name(id=name):
                return self.read(name)
            case ast.BinOp(left, operator, right):
                first = self.value(left)
                return self.operate(operator, first, self.value(right))
            case ast.UnaryOp(ast.USub(), ast.Constant(value=int() as number)):
                return self.build.int(-number)
            case ast.Compare(left, [operator], [right]):
                first = self.integer(self.value(left))
                second = self.integer(self.value(right))
                kind = ops.IntCompare if self.build.type_of(first) is Type.INT else ops.RealCompare
                return self.build.do(kind, RELATIONS[type(operator)], first, second)
            case ast.BoolOp(operator, values):
                combine = ops.BoolAnd if isinstance(operator, ast.And) else ops.BoolOr
                total = self.value(values[0])
                for other in values[1:]:
                    total = self.build.do(combine, total, self.value(other))
                return total
            case ast.Call():
                result = self.call(node)
                assert result is not None
                return result
        raise TypeError(f"{self.routine.name}: {ast.unparse(node)}")

    def operate(self, operator: ast.operator, left: Register, right: Register) -> Register:
        table = REAL if self.build.type_of(left) is Type.REAL else INTEGER
        return self.build.do(table[type(operator)], self.integer(left), self.integer(right))

    def integer(self, value: Register) -> Register:
        """Return a truth value as 1 or 0, and others as they are."""
        return self.build.do(ops.BoolToInt, value) if self.build.type_of(value) is Type.BOOL else value

    def call(self, node: ast.Call) -> Register | None:
        given = tuple(self.integer(self.value(argument)) for argument in node.args)
        match node.func:
            case ast.Attribute(value=ast.Name(id="later"), attr=name):
                self.build.defer(name, *given)
                return None
            case ast.Attribute(attr=name):
                return self.build.host(name, *given)
            case ast.Name(id=name) if name in self.hooks:
                return self.hooks[name](*given)
            case ast.Name(id=name):
                called = self.routine.globals[name]
                if isinstance(called, Word):
                    return called.write(self.build, *given)
                return self.routines.call(self.build, called, *given)
        raise TypeError(f"{self.routine.name}: {ast.unparse(node)}")

    def branch(self, node: ast.expr, yes: Label, no: Label) -> None:
        """Continue in one block or the other."""
        match node:
            case ast.Constant(value=constant):
                self.build.end(ops.Jump, yes if constant else no)
            case ast.UnaryOp(ast.Not(), operand):
                self.branch(operand, no, yes)
            case ast.BoolOp(operator, values):
                for value in values[:-1]:
                    on = self.build.label("test")
                    self.branch(value, *((on, no) if isinstance(operator, ast.And) else (yes, on)))
                    self.build.begin(on)
                self.branch(values[-1], yes, no)
            case _:
                value_ = self.value(node)
                if self.build.type_of(value_) is not Type.BOOL:
                    value_ = self.build.do(ops.IntToBool, value_)
                self.build.end(ops.Branch, value_, yes, no)
