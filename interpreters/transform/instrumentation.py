"""Put probes and a stop into a program.

    instrument(program, {"k": ProbeRequest("12", "k")}, StopRequest("30", 24))

At every mark of statement 12 the program then notes the value that k has before the statement does anything, and it
ends just before statement 30 begins for the 24th time. Nothing else that it does changes.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Protocol

from interpreters.ir import ops
from interpreters.ir.ops import Operation, Register
from interpreters.ir.program import Block, Function, Program, Variable
from interpreters.ir.types import UNDEFINED_INT, Kind, Type
from interpreters.source.diagnostics import UserError, nearest

DEPTH = "depth"
"""The pseudo-variable: how many calls are active."""

LARGEST = 2.0**62
"""Real numbers from here on, and NaNs, are noted as undefined."""


class Probed(Protocol):
    """What a probe request holds."""

    @property
    def statement(self) -> str:
        """The label of the statement."""

    @property
    def variable(self) -> str:
        """The name of the variable, or "depth"."""


class Stopped(Protocol):
    """What a stop request holds."""

    @property
    def statement(self) -> str:
        """The label of the statement."""

    @property
    def execution(self) -> int:
        """The number of the execution that does not begin."""


@dataclass(frozen=True, slots=True)
class Instruments:
    """What stands at each statement (by its index): variables with the number of their probe, and the stop."""

    probes: dict[int, list[tuple[int, Variable | None]]]
    stop: tuple[int, int] | None


def instrument(program: Program, probes: Mapping[str, Probed], stop: Stopped | None) -> Program:
    """Return the program with the probes and the stop that a run asks for.

    A variable that has no value is noted as the most negative integer, a REAL one is rounded to the nearest integer.
    Raise UserError, naming the nearest name, for an unknown statement or variable; also for a local variable probed
    at a statement of another function.
    """
    if not probes and stop is None:
        return program
    at: dict[int, list[tuple[int, Variable | None]]] = {}
    for number, (name, wanted) in enumerate(probes.items(), start=len(program.probes)):
        try:
            entry = number, variable_of(program, wanted.variable)
            at.setdefault(statement_of(program, wanted.statement), []).append(entry)
        except UserError as error:
            raise UserError(f"probe {name}: {error}") from None
    instruments = Instruments(at, stop_of(program, stop))
    functions = {name: with_instruments(function, instruments) for name, function in program.functions.items()}
    return replace(program, functions=functions, probes=[*program.probes, *probes])


def statement_of(program: Program, label: str) -> int:
    """Return the index of a statement."""
    labels = [statement.label for statement in program.statements]
    if label not in labels:
        raise UserError(unknown("statement", label, labels))
    return labels.index(label)


def variable_of(program: Program, name: str) -> Variable | None:
    """Return where a variable lives; None for the depth of calls."""
    if name == DEPTH and name not in program.variables:
        return None
    if name not in program.variables:
        raise UserError(unknown("variable", name, [*program.variables, DEPTH]))
    return program.variables[name]


def unknown(what: str, name: str, known: list[str]) -> str:
    """Word the diagnostic about an unknown name."""
    near = nearest(name, known)
    return f"the program has no {what} {name!r}" + (f"; nearest: {near!r}" if near else "")


def stop_of(program: Program, stop: Stopped | None) -> tuple[int, int] | None:
    """Return the stop's statement, as an index, and execution."""
    if stop is None:
        return None
    if stop.execution < 1:
        raise UserError(f"stop: execution {stop.execution} of a statement does not exist; they count from 1")
    try:
        return statement_of(program, stop.statement), stop.execution
    except UserError as error:
        raise UserError(f"stop: {error}") from None


def with_instruments(function: Function, instruments: Instruments) -> Function:
    """Return a function with what belongs at its marks."""
    registers = list(function.registers)
    blocks = {}
    for label, block in function.blocks.items():
        operations: list[Operation] = []
        for operation in block.operations:
            if not isinstance(operation, ops.Statement):
                operations.append(operation)
                continue
            if instruments.stop is not None and instruments.stop[0] == operation.statement:
                operations.append(ops.StopBefore(*instruments.stop, at=operation.at))
            operations.append(operation)
            for probe, variable in instruments.probes.get(operation.statement, []):
                probing = Probing(function, registers, operation.at)
                value = probing.value(variable)
                operations.extend([*probing.operations, ops.Probe(probe, value, at=operation.at)])
        blocks[label] = Block(operations)
    return replace(function, registers=registers, blocks=blocks)


class Probing:
    """Makes the operations that read one variable as an integer, at one mark; none of them can trap."""

    def __init__(self, function: Function, registers: list[Type], at: int) -> None:
        self.function, self.registers, self.at = function, registers, at
        self.operations: list[Operation] = []

    def register(self, kind: Type) -> Register:
        """Make a new register."""
        self.registers.append(kind)
        return Register(len(self.registers) - 1)

    def value(self, variable: Variable | None) -> Register:
        """Read a variable (None: the depth of calls)."""
        if variable is None:
            depth = self.register(Type.INT)
            self.operations.append(ops.CallDepth(depth, at=self.at))
            return depth
        value = self.stored(variable)
        return self.rounded(value) if variable.type is Type.REAL else value

    def stored(self, variable: Variable) -> Register:
        """Read a variable where it lives."""
        value = self.register(variable.type)
        if variable.region is not None:
            address = self.register(Type.INT)
            kind: Kind = "f64" if variable.type is Type.REAL else "i64"
            self.operations.append(ops.RegionAddress(address, variable.region, at=self.at))
            self.operations.append(ops.Load(value, kind, address, variable.offset, at=self.at))
            return value
        if variable.function != self.function.name or variable.local is None:
            raise UserError(
                f"a variable of {variable.function} cannot be probed at a statement of {self.function.title}"
            )
        self.operations.append(ops.LocalLoad(value, variable.local, at=self.at))
        return value

    def rounded(self, value: Register) -> Register:
        """Round a real number; one that has no integer near it becomes undefined."""
        size, largest, kept = (self.register(Type.REAL) for _ in range(3))
        inside = self.register(Type.BOOL)
        whole, undefined, result = (self.register(Type.INT) for _ in range(3))
        zero = self.register(Type.REAL)
        at = self.at
        self.operations += [
            ops.RealFunction(size, "absolute", (value,), at=at),
            ops.RealConstant(largest, LARGEST, at=at),
            ops.RealCompare(inside, "<", size, largest, at=at),
            ops.RealConstant(zero, 0.0, at=at),
            ops.Select(kept, inside, value, zero, at=at),
            ops.RealToInt(whole, kept, "nearest", ops.FULL_LOW, ops.FULL_HIGH, "", at=at),
            ops.IntConstant(undefined, UNDEFINED_INT, at=at),
            ops.Select(result, inside, whole, undefined, at=at),
        ]
        return result
