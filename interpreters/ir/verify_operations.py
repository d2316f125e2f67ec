"""Check one operation: the names it uses, the types of its registers, its ranges.

OperationCheck(program, library, function).operation(operation, "function main, block entry, operation 3 (int_add)")
"""

from __future__ import annotations

from collections.abc import Sequence

from interpreters.ir import ops
from interpreters.ir.fields import FIELDS, reads, result
from interpreters.ir.host import Library
from interpreters.ir.ops import FULL_HIGH, FULL_LOW, Operation, Register
from interpreters.ir.program import Function, Program
from interpreters.ir.types import SIZES, Type, type_of
from interpreters.ir.verify_report import InvalidProgram

INT, REAL, BOOL = Type.INT, Type.REAL, Type.BOOL

SIGNATURES: dict[type[Operation], tuple[tuple[Type, ...], Type | None]] = {
    ops.IntConstant: ((), INT), ops.RealConstant: ((), REAL), ops.BoolConstant: ((), BOOL),
    ops.RegionAddress: ((), INT), ops.FunctionCode: ((), INT), ops.Fill: ((INT, INT), None),
    ops.Copy: ((INT, INT, INT), None), ops.StackAllocate: ((INT,), INT), ops.StackMark: ((), INT),
    ops.StackRelease: ((INT,), None), ops.IntAdd: ((INT, INT), INT), ops.IntSubtract: ((INT, INT), INT),
    ops.IntMultiply: ((INT, INT), INT), ops.IntDivide: ((INT, INT), INT), ops.IntRemainder: ((INT, INT), INT),
    ops.IntAnd: ((INT, INT), INT), ops.IntOr: ((INT, INT), INT), ops.IntXor: ((INT, INT), INT),
    ops.IntShiftLeft: ((INT, INT), INT), ops.IntShiftRight: ((INT, INT), INT), ops.IntWrap: ((INT,), INT),
    ops.IntCompare: ((INT, INT), BOOL), ops.RealAdd: ((REAL, REAL), REAL), ops.RealSubtract: ((REAL, REAL), REAL),
    ops.RealMultiply: ((REAL, REAL), REAL), ops.RealDivide: ((REAL, REAL), REAL), ops.RealNegate: ((REAL,), REAL),
    ops.RealCompare: ((REAL, REAL), BOOL), ops.RealToInt: ((REAL,), INT), ops.IntToReal: ((INT,), REAL),
    ops.RealToBits: ((REAL,), INT), ops.BitsToReal: ((INT,), REAL), ops.BoolNot: ((BOOL,), BOOL),
    ops.BoolAnd: ((BOOL, BOOL), BOOL), ops.BoolOr: ((BOOL, BOOL), BOOL), ops.BoolToInt: ((BOOL,), INT),
    ops.IntToBool: ((INT,), BOOL), ops.CheckRange: ((INT, INT, INT), None), ops.Statement: ((), None),
    ops.Probe: ((INT,), None), ops.CallDepth: ((), INT), ops.StopBefore: ((), None), ops.Jump: ((), None),
    ops.Branch: ((BOOL,), None), ops.Switch: ((INT,), None), ops.Unwind: ((INT, INT), None), ops.Halt: ((), None),
}  # fmt: skip
"""The types read, in the order of the fields, and the type written; operations that are not here vary."""

CHOICES: dict[str, tuple[str, ...]] = {
    "Kind": tuple(SIZES),
    "Relation": ("=", "/=", "<", "<=", ">", ">="),
    "Rounding": ("floor", "truncate", "nearest"),
    "Pattern": ("zero", "undefined_int", "undefined_real"),
}


class OperationCheck:
    """Checks the operations of one function of a program."""

    def __init__(self, program: Program, library: Library, function: Function) -> None:
        self.program, self.library, self.function = program, library, function
        self.here = ""

    def operation(self, operation: Operation, here: str) -> None:
        """Raise InvalidProgram, beginning with `here`, where the operation breaks a rule."""
        self.here = here
        written = result(operation)
        for register in (*reads(operation), *(() if written is None else (written,))):
            self.require(0 <= register < len(self.function.registers), f"there is no register %{register}")
        self.require(0 <= operation.at < len(self.program.places), f"there is no place {operation.at}")
        for field in FIELDS[type(operation)]:
            if field.annotation in CHOICES:
                value = getattr(operation, field.name)
                self.require(value in CHOICES[field.annotation], f"{field.name} cannot be {value!r}")
        if type(operation) in SIGNATURES:
            taken, made = SIGNATURES[type(operation)]
            self.types(reads(operation), taken)
            self.makes(written, made)
        self.particular(operation)

    def require(self, holds: bool, message: str) -> None:
        """Raise InvalidProgram with the message unless the condition holds."""
        if not holds:
            raise InvalidProgram(f"{self.here}: {message}")

    def types(self, registers: Sequence[Register], wanted: Sequence[Type]) -> None:
        """Require as many registers as types, each of its type."""
        self.require(len(registers) == len(wanted), f"{len(registers)} registers where {len(wanted)} are wanted")
        for register, kind in zip(registers, wanted, strict=True):
            self.require(self.type(register) is kind, f"%{register} is of type {self.type(register)}, wanted is {kind}")

    def type(self, register: Register) -> Type:
        """Return the type of a register."""
        return self.function.registers[register]

    def makes(self, written: Register | None, kind: Type | None) -> None:
        """Require that the result, if there is one, is of a type; None: that there is none."""
        if written is not None:
            self.require(kind is not None, "there is no result to assign")
            self.require(self.type(written) is kind, f"%{written} is of type {self.type(written)}, the result {kind}")

    def local(self, name: str) -> Type:
        """Return the type of a local that must exist."""
        self.require(name in self.function.locals, f"there is no local {name}")
        return self.function.locals[name]

    def particular(self, operation: Operation) -> None:
        """Check what the operation asks for besides its signature."""
        match operation:
            case ops.IntConstant(value=value):
                self.require(FULL_LOW <= value <= FULL_HIGH, f"{value} does not fit in 64 bits")
            case ops.RegionAddress(region=region):
                self.require(region in self.program.regions, f"there is no region {region}")
            case ops.FunctionCode(function=name):
                self.require(name in self.program.functions, f"there is no function {name}")
            case ops.LocalLoad(result=written, local=name):
                self.makes(written, self.local(name))
            case ops.LocalStore(local=name, value=value):
                self.types((value,), (self.local(name),))
            case ops.IndexLoad(result=written, kind=kind, index=index):
                self.types((index,), (INT,))
                self.makes(written, type_of(kind))
                self.array(operation)
            case ops.IndexStore(kind=kind, index=index, value=value):
                self.types((index, value), (INT, type_of(kind)))
                self.array(operation)
            case ops.Load(result=written, kind=kind, address=address):
                self.types((address,), (INT,))
                self.makes(written, type_of(kind))
            case ops.Store(kind=kind, address=address, value=value):
                self.types((address, value), (INT, type_of(kind)))
            case ops.IntAdd() | ops.IntSubtract() | ops.IntMultiply():
                self.range(operation.low, operation.high)
                full = (operation.low, operation.high) == (FULL_LOW, FULL_HIGH)
                self.require(full or operation.message is not None, "a range without a message")
            case ops.RealToInt(low=low, high=high):
                self.range(low, high)
            case ops.IntWrap(bits=bits):
                self.require(1 <= bits <= 64, f"a word cannot have {bits} bits")
            case ops.RealFunction(result=written, name=name, arguments=arguments):
                self.require(name in ops.REAL_FUNCTIONS, f"there is no function {name}")
                self.types(arguments, (REAL,) * ops.REAL_FUNCTIONS[name])
                self.makes(written, REAL)
            case ops.Select(result=written, condition=condition, yes=yes, no=no):
                self.require(self.type(yes) is not BOOL, f"%{yes} is of type bool")
                self.types((condition, yes, no), (BOOL, self.type(yes), self.type(yes)))
                self.makes(written, self.type(yes))
            case ops.Check(condition=condition):
                self.types((condition,), (BOOL,))
            case ops.CheckDefined(value=value):
                self.require(self.type(value) is not BOOL, f"%{value} is of type bool")
            case ops.CheckFinite(value=value):
                self.types((value,), (REAL,))
            case ops.Statement(statement=statement):
                self.require(0 <= statement < len(self.program.statements), f"there is no statement {statement}")
            case ops.StopBefore(statement=statement, execution=execution):
                self.require(0 <= statement < len(self.program.statements), f"there is no statement {statement}")
                self.require(execution >= 1, f"executions count from 1, not {execution}")
            case ops.Probe(probe=probe):
                self.require(0 <= probe < len(self.program.probes), f"there is no probe {probe}")
            case _:
                self.leaving(operation)

    def leaving(self, operation: Operation) -> None:
        """Check calls of the library and of functions, returns and switches."""
        match operation:
            case ops.HostCall(name=name, arguments=arguments, result=written):
                self.require(name in self.library, f"the library has no procedure {name}")
                self.types(arguments, self.library[name].parameters)
                returns = self.library[name].returns
                self.require((written is None) == (returns is None), f"procedure {name} gives {returns or 'nothing'}")
                self.makes(written, returns)
            case ops.DeferredHostCall(name=name, arguments=arguments):
                self.require(name in self.library, f"the library has no procedure {name}")
                self.types(arguments, self.library[name].parameters)
                self.require(self.library[name].returns is None, f"procedure {name} has a result")
            case ops.Call(function=name, arguments=arguments, result=written):
                self.require(name in self.program.functions, f"there is no function {name}")
                callee = self.program.functions[name]
                self.types(arguments, [callee.locals[parameter] for parameter in callee.parameters])
                self.makes(written, callee.returns)
            case ops.CallIndirect(code=code, arguments=arguments, parameters=parameters, returns=returns):
                self.types((code, *arguments), (INT, *parameters))
                self.makes(operation.result, returns)
            case ops.Return(value=value):
                returns = self.function.returns
                self.require((value is None) == (returns is None), f"the function gives {returns or 'nothing'}")
                if value is not None and returns is not None:
                    self.types((value,), (returns,))
            case ops.Switch(cases=cases):
                numbers = [number for number, _ in cases]
                self.require(len(set(numbers)) == len(numbers), "two cases are equal")
                self.require(all(FULL_LOW <= number <= FULL_HIGH for number in numbers), "a case beyond 64 bits")

    def array(self, operation: ops.IndexLoad | ops.IndexStore) -> None:
        """Require that a static array lies within its region."""
        self.require(operation.region in self.program.regions, f"there is no region {operation.region}")
        size = (operation.upper - operation.lower + 1) * SIZES[operation.kind]
        room = self.program.regions[operation.region].size
        self.require(size <= room, f"bounds {operation.lower}:{operation.upper} take {size} bytes of {room}")

    def range(self, low: int, high: int) -> None:
        """Require a range that is not empty and fits in 64 bits."""
        self.require(FULL_LOW <= low <= high <= FULL_HIGH, f"the range {low}..{high} cannot be")
