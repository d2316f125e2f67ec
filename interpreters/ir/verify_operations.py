"""Check one operation: the names that it uses, the types of its registers, its ranges.

    check = OperationCheck(program, library, function, here)
    check.operation(operation)      # InvalidProgram: function main, local_store at 3:1: %3 is real, expected int

The builder checks every operation as it appends it, `verify` those of whole programs, which may come from elsewhere. A
region or function that an operation names may be made after it: `names` checks these when the program is complete, and
the arguments of a call are checked when the function begins.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Sequence
from operator import attrgetter
from typing import Any

from getallenband.interpreters.ir import ops
from getallenband.interpreters.ir.fields import FIELDS, OPERANDS, ByOperation, Field, types_of
from getallenband.interpreters.ir.host import Library
from getallenband.interpreters.ir.ops import FULL_HIGH, FULL_LOW, Operation, Register, Table
from getallenband.interpreters.ir.program import Function, InvalidProgram, Program
from getallenband.interpreters.ir.types import SIZES, Type

LATER = ("region", "function", "probe")
"""The tables whose entries may be made after the operations that name them."""


class OperationCheck:
    """Checks the operations of one function of a program; `here` says where an operation is, for messages."""

    def __init__(
        self, program: Program, library: Library, function: Function, here: Callable[[Operation], str]
    ) -> None:
        self.program, self.library, self.function, self.here = program, library, function, here
        self.types = function.registers

    def operation(self, operation: Operation) -> None:
        """Raise InvalidProgram where the operation breaks a rule."""
        for rule in RULES[type(operation)]:
            rule(self, operation)

    def operands(self, operation: Operation) -> None:
        """Raise InvalidProgram where the operation breaks a rule; its result's register is not made yet."""
        for rule in OPERAND_RULES[type(operation)]:
            rule(self, operation)

    def names(self, operation: Operation) -> None:
        """Raise InvalidProgram where the complete program lacks a place, region, function or probe that it names."""
        self.require(0 <= operation.at < len(self.program.places), operation, f"there is no place {operation.at}")
        for field in OPERANDS[type(operation)]:
            if isinstance(field.rule, Table) and field.rule.noun in LATER:
                table_rule(attrgetter(field.name), field.rule.noun)(self, operation)

    def fail(self, operation: Operation, message: str) -> None:
        """Raise InvalidProgram for an operation."""
        raise InvalidProgram(f"{self.here(operation)}: {message}")

    def require(self, holds: bool, operation: Operation, message: str) -> None:
        """Raise InvalidProgram unless the condition holds."""
        if not holds:
            self.fail(operation, message)

    def register(self, operation: Operation, register: Register, expected: Sequence[Type]) -> None:
        """Require that there is a register and, unless nothing is expected of it, that it has one of these types."""
        if not 0 <= register < len(self.types):
            self.fail(operation, f"there is no register %{register}")
        if expected and self.types[register] not in expected:
            self.fail(operation, f"%{register} is {self.types[register]}, expected {' or '.join(expected)}")

    def arguments(self, operation: Operation, given: Sequence[Register], expected: Sequence[Type]) -> None:
        self.require(len(given) == len(expected), operation, f"{len(given)} arguments, expected {len(expected)}")
        for register, kind in zip(given, expected, strict=True):
            self.register(operation, register, (kind,))

    def result(self, operation: Operation, register: Register | None, expected: Type | None) -> None:
        """Check the result of a call; it may be ignored."""
        if register is not None:
            self.require(expected is not None, operation, "there is no result to assign")
            assert expected is not None
            self.register(operation, register, (expected,))

    def range(self, operation: Operation, low: int, high: int) -> None:
        """Require a range that is not empty and fits in 64 bits."""
        holds = FULL_LOW <= low <= high <= FULL_HIGH
        self.require(holds, operation, f"the range {low}..{high} is empty or exceeds 64 bits")


# --- fields: what their declarations say -------------------------------------------------------------------------

Rule = Callable[[OperationCheck, Any], None]


def rule_of(field: Field) -> Rule | None:
    """Return the rule of a field by its declaration; None where anything is right."""
    value = attrgetter(field.name)
    match field.rule:
        case Table(noun):
            return None if noun in LATER else table_rule(value, noun)
        case Type() as kind if not field.many:
            return register_rule(value, kind)
        case _ if field.type is Register:
            return registers_rule(value, field)
        case None:
            return None
        case allowed:
            return value_rule(value, field.name, allowed)


TABLES: dict[str, Callable[[OperationCheck], Container[Any]]] = {
    "region": lambda check: check.program.regions,
    "function": lambda check: check.program.functions,
    "local": lambda check: check.function.locals,
    "library procedure": lambda check: check.library,
    "statement": lambda check: range(len(check.program.statements)),
    "probe": lambda check: range(len(check.program.probes)),
}


def table_rule(value: Callable[[Any], Any], noun: str) -> Rule:
    """Return the rule of a name or index that a table has."""
    table = TABLES[noun]

    def rule(check: OperationCheck, operation: Any) -> None:
        if value(operation) not in table(check):
            check.fail(operation, f"there is no {noun} {value(operation)}")

    return rule


def register_rule(value: Callable[[Any], Register], kind: Type) -> Rule:
    """Return the rule of a register of one type; most fields have it."""

    def rule(check: OperationCheck, operation: Any) -> None:
        register = value(operation)
        try:
            fits = check.types[register] is kind and register >= 0
        except IndexError:
            fits = False
        if not fits:
            check.register(operation, register, (kind,))

    return rule


def registers_rule(value: Callable[[Any], Any], field: Field) -> Rule:
    """Return the rule of any other field of registers."""

    def rule(check: OperationCheck, operation: Any) -> None:
        given = value(operation)
        if given is not None:
            for register in given if field.many else (given,):
                check.register(operation, register, types_of(field, operation, check.function))

    return rule


def value_rule(value: Callable[[Any], Any], name: str, allowed: Container[Any]) -> Rule:
    """Return the rule of a field that has one of some values."""

    def rule(check: OperationCheck, operation: Any) -> None:
        if value(operation) not in allowed:
            check.fail(operation, f"{name} cannot be {value(operation)!r}")

    return rule


# --- what goes beyond single fields ------------------------------------------------------------------------------


def static_array(check: OperationCheck, operation: ops.IndexLoad | ops.IndexStore) -> None:
    """Require that a static array lies within its region."""
    region = check.program.regions.get(operation.region)
    if region is not None:
        size = (operation.upper - operation.lower + 1) * SIZES[operation.kind]
        bounds = f"bounds {operation.lower}:{operation.upper}"
        check.require(size <= region.size, operation, f"{bounds} need {size} bytes of {region.size}")


def arithmetic(check: OperationCheck, operation: ops.IntArithmetic) -> None:
    check.range(operation, operation.low, operation.high)
    everything = (operation.low, operation.high) == (FULL_LOW, FULL_HIGH)
    check.require(everything or operation.message is not None, operation, "a range without a message")


def conversion(check: OperationCheck, operation: ops.RealToInt) -> None:
    check.range(operation, operation.low, operation.high)


def function_of_reals(check: OperationCheck, operation: ops.RealFunction) -> None:
    check.arguments(operation, operation.arguments, [Type.REAL] * ops.REAL_FUNCTIONS[operation.name])


def host_call(check: OperationCheck, operation: ops.HostCall) -> None:
    procedure, name = check.library[operation.name], operation.name
    check.arguments(operation, operation.arguments, procedure.parameters)
    expected = procedure.returns
    agree = (operation.result is None) == (expected is None)
    check.require(agree, operation, f"{name} returns {expected or 'nothing'}")
    check.result(operation, operation.result, expected)


def deferred_host_call(check: OperationCheck, operation: ops.DeferredHostCall) -> None:
    procedure, name = check.library[operation.name], operation.name
    check.arguments(operation, operation.arguments, procedure.parameters)
    check.require(procedure.returns is None, operation, f"{name} has a result")


def call(check: OperationCheck, operation: ops.Call) -> None:
    callee = check.program.functions.get(operation.function)
    if callee is None:
        check.program.calls_ahead.setdefault(operation.function, []).append(lambda: call(check, operation))
        return
    parameters, returns = callee.signature
    check.arguments(operation, operation.arguments, parameters)
    check.result(operation, operation.result, returns)


def indirect_call(check: OperationCheck, operation: ops.CallIndirect) -> None:
    check.arguments(operation, operation.arguments, operation.parameters)
    check.result(operation, operation.result, operation.returns)


def return_(check: OperationCheck, operation: ops.Return) -> None:
    expected = check.function.returns
    agree = (operation.value is None) == (expected is None)
    check.require(agree, operation, f"the function returns {expected or 'nothing'}")
    check.result(operation, operation.value, expected)


def switch(check: OperationCheck, operation: ops.Switch) -> None:
    numbers = [number for number, _ in operation.cases]
    check.require(len(set(numbers)) == len(numbers), operation, "two cases are equal")
    check.require(all(FULL_LOW <= n <= FULL_HIGH for n in numbers), operation, "a case beyond 64 bits")


PARTICULAR: dict[type[Operation], Rule] = {
    ops.IndexLoad: static_array, ops.IndexStore: static_array, ops.IntArithmetic: arithmetic,
    ops.RealToInt: conversion, ops.RealFunction: function_of_reals, ops.HostCall: host_call,
    ops.DeferredHostCall: deferred_host_call, ops.Call: call, ops.CallIndirect: indirect_call, ops.Return: return_,
    ops.Switch: switch,
}  # fmt: skip
"""The rules of a class of operations and of its subclasses."""


def rules(kind: type[Operation], fields: Sequence[Field]) -> tuple[Rule, ...]:
    """Return the rules of a class: names and values first, then registers, whose types may follow from them."""
    ordered = sorted(fields, key=lambda field: field.type is Register)
    declared = [rule for field in ordered if (rule := rule_of(field)) is not None]
    return (*declared, *(PARTICULAR[base] for base in kind.__mro__ if base in PARTICULAR))


OPERAND_RULES = ByOperation(lambda kind: rules(kind, OPERANDS[kind]))
RULES = ByOperation(lambda kind: rules(kind, FIELDS[kind]))
