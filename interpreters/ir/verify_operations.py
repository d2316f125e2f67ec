"""Check one operation: the names that it uses, the types of its registers, its ranges.

OperationCheck(program, library, function).operation(operation, "function main, block entry, operation 3 (int_add)")
"""

from __future__ import annotations

from collections.abc import Container, Sequence

from interpreters.ir import ops
from interpreters.ir.fields import FIELDS, Field, reads, result, types_of
from interpreters.ir.host import POINTED, Library
from interpreters.ir.ops import FULL_HIGH, FULL_LOW, Operation, Register, Table
from interpreters.ir.program import Function, InvalidProgram, Program
from interpreters.ir.types import SIZES, Type


class OperationCheck:
    """Checks the operations of one function of a program."""

    def __init__(self, program: Program, library: Library, function: Function) -> None:
        self.program, self.library, self.function = program, library, function
        self.here = ""
        self.tables: dict[str, Container[object]] = {
            "region": program.regions, "function": program.functions, "local": function.locals,
            "library procedure": library, "statement": range(len(program.statements)),
            "probe": range(len(program.probes)),
        }  # fmt: skip

    def operation(self, operation: Operation, here: str) -> None:
        """Raise InvalidProgram, beginning with `here`, where the operation breaks a rule."""
        self.here = here
        written = result(operation)
        for register in (*reads(operation), *(() if written is None else (written,))):
            self.require(0 <= register < len(self.function.registers), f"there is no register %{register}")
        self.require(0 <= operation.at < len(self.program.places), f"there is no place {operation.at}")
        for field in sorted(FIELDS[type(operation)], key=lambda field: field.type is Register):
            self.field(field, operation)
        self.particular(operation)

    def require(self, holds: bool, message: str) -> None:
        """Raise InvalidProgram with the message unless the condition holds."""
        if not holds:
            raise InvalidProgram(f"{self.here}: {message}")

    def field(self, field: Field, operation: Operation) -> None:
        """Check one field by its declaration."""
        value = getattr(operation, field.name)
        match field.rule:
            case None:
                return
            case Table(noun):
                self.require(value in self.tables[noun], f"there is no {noun} {value}")
            case _ if field.type is Register:
                for register in value if field.many else (value,):
                    self.check_type(register, *types_of(field, operation, self.function))
            case allowed:
                self.require(value in allowed, f"{field.name} cannot be {value!r}")

    def check_type(self, register: Register, *expected: Type) -> None:
        kind = self.function.registers[register]
        self.require(kind in expected, f"%{register} is {kind}, expected {' or '.join(expected)}")

    def arguments(self, registers: Sequence[Register], expected: Sequence[Type]) -> None:
        self.require(len(registers) == len(expected), f"{len(registers)} arguments, expected {len(expected)}")
        for register, kind in zip(registers, expected, strict=True):
            self.check_type(register, kind)

    def check_result(self, register: Register | None, expected: Type | None) -> None:
        """Check the result of a call; it may be ignored."""
        if register is not None:
            self.require(expected is not None, "there is no result to assign")
            assert expected is not None
            self.check_type(register, expected)

    def particular(self, operation: Operation) -> None:
        """Check what goes beyond single fields."""
        match operation:
            case ops.IndexLoad() | ops.IndexStore():
                self.array(operation)
            case ops.IntArithmetic(low=low, high=high, message=message):
                self.range(low, high)
                self.require((low, high) == (FULL_LOW, FULL_HIGH) or message is not None, "a range without a message")
            case ops.RealToInt(low=low, high=high):
                self.range(low, high)
            case ops.RealFunction(name=name, arguments=arguments):
                self.arguments(arguments, [Type.REAL] * ops.REAL_FUNCTIONS[name])
            case ops.HostCall(name=name, arguments=arguments, result=written):
                procedure = self.library[name]
                self.arguments(arguments, procedure.parameters)
                expected = procedure.returns
                self.require((written is None) == (expected is None), f"{name} returns {expected or 'nothing'}")
                self.check_result(written, expected)
                for region in {*procedure.reads, *procedure.writes} - {POINTED}:
                    self.require(region in self.program.regions, f"{name} uses the region {region}, which is not there")
            case ops.DeferredHostCall(name=name, arguments=arguments):
                procedure = self.library[name]
                self.arguments(arguments, procedure.parameters)
                self.require(procedure.returns is None, f"{name} has a result")
                self.require(not (procedure.reads or procedure.writes), f"{name} uses memory, which may change before")
            case ops.Call(function=name, arguments=arguments, result=written):
                callee = self.program.functions[name]
                self.arguments(arguments, callee.signature[0])
                self.check_result(written, callee.returns)
            case ops.CallIndirect(arguments=arguments, parameters=parameters, returns=expected, result=written):
                self.arguments(arguments, parameters)
                self.check_result(written, expected)
            case ops.Return(value=value):
                expected = self.function.returns
                self.require((value is None) == (expected is None), f"the function returns {expected or 'nothing'}")
                self.check_result(value, expected)
            case ops.Switch(cases=cases):
                numbers = [number for number, _ in cases]
                self.require(len(set(numbers)) == len(numbers), "two cases are equal")
                self.require(all(FULL_LOW <= number <= FULL_HIGH for number in numbers), "a case beyond 64 bits")

    def array(self, operation: ops.IndexLoad | ops.IndexStore) -> None:
        """Require that a static array lies within its region."""
        size = (operation.upper - operation.lower + 1) * SIZES[operation.kind]
        room = self.program.regions[operation.region].size
        self.require(size <= room, f"bounds {operation.lower}:{operation.upper} need {size} bytes of {room}")

    def range(self, low: int, high: int) -> None:
        """Require a range that is not empty and fits in 64 bits."""
        self.require(FULL_LOW <= low <= high <= FULL_HIGH, f"the range {low}..{high} is empty or exceeds 64 bits")
