"""Put probes and a stop into a program.

    instrument(program, {"k": ProbeRequest("12", "k")}, StopRequest("30", 24))

At every mark of statement 12 the program then records the value that k has before the statement does anything, and it
ends just before statement 30 begins for the 24th time. Nothing else that it does changes.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from getallenband.durable.names import nearest
from getallenband.interpreters.ir import ops
from getallenband.interpreters.ir.builder import with_result
from getallenband.interpreters.ir.ops import Operation, Register
from getallenband.interpreters.ir.program import Block, Function, Program, ProgramVariable
from getallenband.interpreters.ir.types import UNDEFINED_INT, Type
from getallenband.interpreters.ir.verify_operations import OperationCheck
from getallenband.interpreters.request import ProbeRequest, StopRequest
from getallenband.interpreters.source.diagnostics import UserError

DEPTH = "depth"
"""The pseudo-variable: how many calls are active."""

LARGEST = 2.0**62
"""Real numbers from here on, and NaNs, are recorded as undefined."""


Probes = dict[int, list[tuple[int, ProgramVariable | None]]]
"""The probes at each statement (by its index): number and variable, None for the depth."""
Stop = tuple[int, int]
"""A statement (by its index) and the execution before which the run ends."""


def instrument(program: Program, probes: Mapping[str, ProbeRequest], stop: StopRequest | None) -> Program:
    """Return the program with the probes and the stop that a run asks for.

    A variable without a value is recorded as the most negative integer, a REAL one is rounded to the nearest integer.
    Raise UserError, naming the nearest name, for an unknown statement or variable; also for a local variable probed
    at a statement of another function.
    """
    if not probes and stop is None:
        return program
    at: Probes = {}
    for number, (name, probe) in enumerate(probes.items(), start=len(program.probes)):
        try:
            statement = statement_of(program, probe.statement)
            at.setdefault(statement, []).append((number, variable_of(program, probe.variable)))
        except UserError as error:
            raise UserError(f"probe {name}: {error}") from None
    before = stop_of(program, stop)
    program = replace(program, probes=[*program.probes, *probes])
    functions = {name: with_instruments(program, function, at, before) for name, function in program.functions.items()}
    return replace(program, functions=functions)


def statement_of(program: Program, label: str) -> int:
    labels = [statement.label for statement in program.statements]
    if label not in labels:
        raise UserError(unknown("statement", label, labels))
    return labels.index(label)


def variable_of(program: Program, name: str) -> ProgramVariable | None:
    """Return where a variable lives; None for the depth of calls."""
    if name == DEPTH and name not in program.variables:
        return None
    if name not in program.variables:
        raise UserError(unknown("variable", name, [*program.variables, DEPTH]))
    return program.variables[name]


def unknown(what: str, name: str, known: list[str]) -> str:
    """Return the message about an unknown name."""
    near = nearest(name, known)
    return f"the program has no {what} {name!r}" + (f"; nearest: {near!r}" if near else "")


def stop_of(program: Program, stop: StopRequest | None) -> Stop | None:
    """Return the stop's statement, as an index, and execution."""
    if stop is None:
        return None
    if stop.execution < 1:
        raise UserError(f"stop: executions are counted from 1, not {stop.execution}")
    try:
        return statement_of(program, stop.statement), stop.execution
    except UserError as error:
        raise UserError(f"stop: {error}") from None


def with_instruments(program: Program, function: Function, probes: Probes, stop: Stop | None) -> Function:
    """Return a function with the probes and the stop at its marks."""
    function = replace(function, registers=list(function.registers))
    check = OperationCheck(program, {}, function, lambda made: f"{function.title}, instrument {made.printed_name}")
    blocks = {}
    for label, block in function.blocks.items():
        operations: list[Operation] = []
        for operation in block.operations:
            if isinstance(operation, ops.Statement) and operation.counted:
                at = operation.at
                if stop is not None and stop[0] == operation.statement:
                    operations.append(checked(check, ops.StopBefore(*stop, at=at)))
                operations.append(operation)
                for probe, variable in probes.get(operation.statement, []):
                    value = Probing(check, operations, at).value(variable)
                    operations.append(checked(check, ops.Probe(probe, value, at=at)))
            else:
                operations.append(operation)
        blocks[label] = Block(operations)
    return replace(function, blocks=blocks)


def checked(check: OperationCheck, operation: Operation) -> Operation:
    """Return an operation that keeps the rules of the IR."""
    check.operation(operation)
    return operation


@dataclass
class Probing:
    """Appends operations that read a variable as an integer; none of them can trap."""

    check: OperationCheck
    operations: list[Operation]
    at: int

    def do(self, operation: Callable[..., Operation], *fields: Any) -> Register:
        made, result = with_result(self.check, operation, *fields, at=self.at)
        self.operations.append(made)
        return result

    def value(self, variable: ProgramVariable | None) -> Register:
        if variable is None:
            return self.do(ops.CallDepth)
        value = self.stored(variable)
        return self.rounded(value) if variable.type is Type.REAL else value

    def stored(self, variable: ProgramVariable) -> Register:
        if variable.region is not None:
            kind = "f64" if variable.type is Type.REAL else "i64"
            return self.do(ops.Load, kind, self.do(ops.RegionAddress, variable.region), variable.offset)
        function = self.check.function
        if variable.function != function.name or variable.local is None:
            raise UserError(f"a variable of {variable.function} cannot be probed at a statement of {function.title}")
        return self.do(ops.LocalLoad, variable.local)

    def rounded(self, value: Register) -> Register:
        """Round a real number; one that has no integer near it becomes undefined."""
        size = self.do(ops.RealFunction, "absolute", (value,))
        inside = self.do(ops.RealCompare, "<", size, self.do(ops.RealConstant, LARGEST))
        inside_or_zero = self.do(ops.Select, inside, value, self.do(ops.RealConstant, 0.0))
        integer = self.do(ops.RealToInt, inside_or_zero, "nearest", ops.FULL_LOW, ops.FULL_HIGH, "")
        return self.do(ops.Select, inside, integer, self.do(ops.IntConstant, UNDEFINED_INT))
