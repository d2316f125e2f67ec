"""Translate a kernel, plain Python over typed arrays, to LLVM's intermediate language.

    module = translate(function)          # an llvmlite module, its entry named after the function

What a kernel may hold: assignments, `if`, `while`, `for … in range(…)`, `break`, `continue`, `return`, the operators of
integers, `min`, `max`, `len`, np.uint64, np.int64, `int`, `bool`, constants of its module, calls of kernels and of
instructions. Two kinds of 64 bits, signed `int` and np.uint64, never meet in one operator; entries of arrays other than
Words are `int`. A variable keeps the kind of its first value. Anything else is a TypeError with its place.

As in C, an `int` must not overflow, subscripts must be inside their array, and two arrays must not overlap.
"""

from __future__ import annotations

import ast
import inspect
import textwrap
from collections.abc import Callable
from dataclasses import dataclass, field
from types import FunctionType
from typing import Any

from llvmlite import ir

from modern.kernels.expressions import ENTRIES, INT, KINDS, NONE, WORD, Array, Expressions, Value


@dataclass(slots=True)
class Module:
    """The kernels translated so far."""

    module: ir.Module = field(default_factory=ir.Module)
    kernels: dict[FunctionType, tuple[Any, str]] = field(default_factory=dict)

    def kernel(self, function: FunctionType) -> tuple[Any, str]:
        """Return a kernel's translation and the kind of its result."""
        if function not in self.kernels:
            self.kernels[function] = Translation(self, function).made, function.__annotations__["return"]
        return self.kernels[function]


def translate(function: FunctionType) -> ir.Module:
    """Return a module with a kernel and all that it calls; only the kernel itself can be called from outside."""
    module = Module()
    made, _ = module.kernel(function)
    made.linkage = ""
    made.attributes.discard("alwaysinline")
    return module.module


class Translation(Expressions):
    """One kernel under translation, from its parameters to the end of its body."""

    def __init__(self, module: Module, function: FunctionType) -> None:
        lines, first = inspect.getsourcelines(function)
        (definition,) = ast.parse(textwrap.dedent("".join(lines))).body
        assert isinstance(definition, ast.FunctionDef)
        *parameters, self.result = function.__annotations__.values()
        kinds = [[ENTRIES[kind].as_pointer(), WORD] if kind in ENTRIES else [KINDS[kind]] for kind in parameters]
        signature = ir.FunctionType(KINDS[self.result], [each for pair in kinds for each in pair])
        made = ir.Function(module.module, signature, module.module.get_unique_name(function.__name__))
        made.linkage = "internal"
        made.attributes.add("alwaysinline")
        variables, start = made.append_basic_block("variables"), made.append_basic_block("start")
        super().__init__(module, function, first, made, ir.IRBuilder(start), ir.IRBuilder(variables))
        self.loops: list[tuple[Any, Any]] = []
        arguments = iter(made.args)
        for name, kind in zip((each.arg for each in definition.args.args), parameters, strict=True):
            argument = next(arguments)
            if kind in ENTRIES:
                argument.add_attribute("noalias")
                self.names[name] = Array(kind, argument, next(arguments))
            else:
                self.store(name, Value(kind, argument), definition)
        self.statements(definition.body)
        if not self.builder.block.is_terminated and self.result == NONE:
            self.builder.ret(WORD(0))
        elif not self.builder.block.is_terminated:
            self.builder.unreachable()
        self.variables.branch(start)

    def statements(self, body: list[ast.stmt]) -> None:
        for statement in body:
            if self.builder.block.is_terminated:
                return
            method: Callable[[Any], None] | None = getattr(self, f"do_{type(statement).__name__.lower()}", None)
            if method is None:
                self.refuse(statement, f"a kernel has no {type(statement).__name__}")
            method(statement)

    def do_expr(self, node: ast.Expr) -> None:
        if not isinstance(node.value, ast.Constant):
            self.value(node.value)

    def do_assign(self, node: ast.Assign) -> None:
        target = node.targets[0]
        pairs = [(target, node.value)]
        if isinstance(target, ast.Tuple) and isinstance(node.value, ast.Tuple):
            pairs = list(zip(target.elts, node.value.elts, strict=True))
        if len(node.targets) > 1:
            self.refuse(node, "expected one target")
        values = [self.value(value) for _, value in pairs]
        for (target, _), value in zip(pairs, values, strict=True):
            if isinstance(target, ast.Subscript):
                self.put(*self.entry(target), value, target)
            elif isinstance(target, ast.Name):
                self.store(target.id, value, target)
            else:
                self.refuse(target, "expected a variable or an entry")

    def do_augassign(self, node: ast.AugAssign) -> None:
        if isinstance(node.target, ast.Subscript):
            place = self.entry(node.target)
            value = self.binary(node.op, self.fetch(*place), self.value(node.value), node)
            self.put(*place, value, node)
        elif isinstance(node.target, ast.Name):
            self.store(
                node.target.id, self.binary(node.op, self.value(node.target), self.value(node.value), node), node
            )

    def do_if(self, node: ast.If) -> None:
        true, false, after = (self.made.append_basic_block(name) for name in ("true", "false", "after"))
        self.builder.cbranch(self.truth(node.test), true, false)
        left = []
        for block, body in ((true, node.body), (false, node.orelse)):
            self.builder.position_at_end(block)
            self.statements(body)
            left.append(self.builder.block.is_terminated)
            self.go(after)
        self.builder.position_at_end(after)
        if all(left):
            self.builder.unreachable()

    def do_while(self, node: ast.While) -> None:
        test, body, after = (self.made.append_basic_block(name) for name in ("test", "body", "after"))
        self.go(test)
        self.builder.position_at_end(test)
        self.builder.cbranch(self.truth(node.test), body, after)
        self.turn(body, node.body, test, after)
        self.builder.position_at_end(after)

    def do_for(self, node: ast.For) -> None:
        """Count in a variable of its own, as the body may assign to the one that is named."""
        call = node.iter
        if not (isinstance(call, ast.Call) and ast.unparse(call.func) == "range" and isinstance(node.target, ast.Name)):
            self.refuse(node, "expected a loop over range(…)")
        bounds = [self.int(argument) for argument in call.args]
        start, end = (WORD(0), *bounds) if len(bounds) == 1 else bounds[:2]
        step = bounds[2] if len(bounds) == 3 else WORD(1)
        counter = self.variables.alloca(WORD)
        self.builder.store(start, counter)
        test, body, onward, after = (self.made.append_basic_block(name) for name in ("test", "body", "onward", "after"))
        self.go(test)
        self.builder.position_at_end(test)
        at = self.builder.load(counter)
        more = ">" if isinstance(step, ir.Constant) and step.constant < 0 else "<"
        self.builder.cbranch(self.builder.icmp_signed(more, at, end), body, after)
        self.builder.position_at_end(body)
        self.store(node.target.id, Value(INT, at), node)
        self.turn(body, node.body, onward, after)
        self.builder.position_at_end(onward)
        self.builder.store(self.builder.add(at, step, flags=["nsw"]), counter)
        self.builder.branch(test)
        self.builder.position_at_end(after)

    def turn(self, block: Any, body: list[ast.stmt], onward: Any, after: Any) -> None:
        """Write the body of a loop; `continue` goes onward."""
        self.builder.position_at_end(block)
        self.loops.append((onward, after))
        self.statements(body)
        self.loops.pop()
        self.go(onward)

    def do_break(self, _node: ast.Break) -> None:
        self.builder.branch(self.loops[-1][1])

    def do_continue(self, _node: ast.Continue) -> None:
        self.builder.branch(self.loops[-1][0])

    def do_return(self, node: ast.Return) -> None:
        if node.value is None:
            self.builder.ret(WORD(0))
        else:
            self.builder.ret(self.turned(self.value(node.value), self.result, node).bits)

    def go(self, block: Any) -> None:
        if not self.builder.block.is_terminated:
            self.builder.branch(block)
