"""Make functions block by block.

    build = FunctionBuilder(program, "main", "the program")
    one = build.int(1)
    k = build.do(LocalLoad, "k", message="k has no value yet")
    build.do(LocalStore, "k", build.do(IntAdd, k, one))
    build.end(Jump, Label("loop"))
    build.begin(Label("loop"))

`do` allocates the result register, with the type that the operation declares, and returns it. An operation that
breaks a rule of the IR cannot be appended: InvalidProgram says what is wrong with it, in which function, for which
place of the text.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from getallenband.interpreters.ir import ops
from getallenband.interpreters.ir.fields import RESULTS
from getallenband.interpreters.ir.host import Library
from getallenband.interpreters.ir.ops import Label, Operation, Register
from getallenband.interpreters.ir.program import Block, Function, Program, SourceStatement
from getallenband.interpreters.ir.types import Type
from getallenband.interpreters.ir.verify_operations import OperationCheck
from getallenband.interpreters.source.diagnostics import TooLarge
from getallenband.interpreters.source.position import Place

LARGEST = 1_000_000
"""Operations of a program: more would take the compiler over a minute or 2 GB of memory."""
INTEGERS = range(ops.FULL_LOW, ops.FULL_HIGH + 1)
BLOCK_SIZE = 6
"""A block counts as so many operations: it takes as much time and memory."""


class FunctionBuilder:
    """Builds one function of a program; `place` applies to every operation until it changes."""

    def __init__(
        self,
        program: Program,
        name: str,
        title: str,
        parameters: dict[str, Type] | None = None,
        returns: Type | None = None,
        library: Library | None = None,
    ) -> None:
        self.program = program
        self.library = library or {}
        entry = Label("entry")
        self.function = Function(
            name, title, tuple(parameters or {}), returns, dict(parameters or {}), [], {entry: Block()}, entry
        )
        program.functions[name] = self.function
        self.check = OperationCheck(program, self.library, self.function, self.here)
        for check_call in program.calls_ahead.pop(name, ()):
            check_call()
        self.block: Block | None = self.function.blocks[entry]
        self.at = 0
        self.labels = 0
        self.numbers: dict[str, int] = {}

    # places, statements, strings

    def place(self, place: Place) -> None:
        """Give this place to the operations that follow."""
        self.at = place_index(self.program, place)

    def statement(self, label: str, place: Place) -> int:
        """Mark the beginning of a source statement; return its index."""
        self.place(place)
        index = statement_index(self.program, label, place)
        self.add(ops.Statement(index, at=self.at))
        return index

    def string(self, value: str) -> Register:
        """Return the index of a constant string, as a register."""
        index = self.program.string_numbers.setdefault(value, len(self.program.strings))
        if index == len(self.program.strings):
            self.program.strings.append(value)
        return self.int(index)

    # locals

    def local(self, name: str, kind: Type) -> str:
        """Declare a local variable (INT or REAL); a name in use gets a number."""
        unique = name
        while unique in self.function.locals:
            self.numbers[name] = self.numbers.get(name, 1) + 1
            unique = f"{name}.{self.numbers[name]}"
        self.function.locals[unique] = kind
        return unique

    # blocks

    def label(self, hint: str) -> Label:
        """Return a new label; `begin` makes its block."""
        self.labels += 1
        return Label(f"{hint}.{self.labels}")

    def begin(self, label: Label) -> None:
        """Begin a block; the one before, unless it has ended, jumps to it."""
        if self.block is not None:
            self.end(ops.Jump, label)
        self.block = self.function.blocks[label] = Block()
        self.program.size += BLOCK_SIZE

    def end(self, operation: Callable[..., Operation], *fields: Any, **named: Any) -> None:
        """End the block with a terminator; operations added before the next `begin` are unreachable and dropped."""
        self.add(operation(*fields, **named, at=self.at))
        self.block = None

    def add(self, operation: Operation) -> None:
        """Check an operation and append it; raise InvalidProgram where it breaks a rule of the IR."""
        self.check.operation(operation)
        self.append(operation)

    def append(self, operation: Operation) -> None:
        if self.block is None:
            return
        self.block.operations.append(operation)
        self.program.size += 1
        if self.program.size > LARGEST:
            raise TooLarge(
                self.program.places[self.at],
                f"the program is too large from here on: more than {LARGEST:,} operations",
                "divide the program, or let it read what it holds as data",
            )

    # operations

    def register(self, kind: Type) -> Register:
        self.function.registers.append(kind)
        return Register(len(self.function.registers) - 1)

    def do(self, operation: Callable[..., Operation], *fields: Any, **named: Any) -> Register:
        """Append an operation that has a result; return the result's register."""
        checked, result = with_result(self.check, operation, *fields, **named, at=self.at)
        self.append(checked)
        return result

    def perform(self, operation: Callable[..., Operation], *fields: Any, **named: Any) -> None:
        """Append an operation that has no result."""
        self.add(operation(*fields, **named, at=self.at))

    def host(self, name: str, *arguments: Register) -> Register | None:
        """Call a library procedure now; return the register of its result, if it has one."""
        returns = self.library[name].returns
        result = None if returns is None else self.register(returns)
        self.add(ops.HostCall(name, arguments, result, at=self.at))
        return result

    def defer(self, name: str, *arguments: Register) -> None:
        """Call a library procedure that has no result later (DeferredHostCall)."""
        self.add(ops.DeferredHostCall(name, arguments, at=self.at))

    def call(self, function: str, arguments: tuple[Register, ...], returns: Type | None) -> Register | None:
        """Call a function and continue in a new block; return the register of the result, if there is one."""
        result = None if returns is None else self.register(returns)
        after = self.label("after")
        self.end(ops.Call, function, arguments, after, result)
        self.begin(after)
        return result

    def call_indirect(
        self,
        code: Register,
        arguments: tuple[Register, ...],
        parameters: tuple[Type, ...],
        returns: Type | None,
        message: str = "",
    ) -> Register | None:
        """Call the function with this code, like `call`; `message` is that of the trap where it is no function's."""
        result = None if returns is None else self.register(returns)
        after = self.label("after")
        self.end(ops.CallIndirect, code, arguments, parameters, returns, after, result, message)
        self.begin(after)
        return result

    def int(self, value: int) -> Register:
        if value not in INTEGERS:  # machine code would hold the lower bits of it
            raise OverflowError(f"the constant {value} does not fit in 64 bits")
        return self.do(ops.IntConstant, value)

    def real(self, value: float) -> Register:
        return self.do(ops.RealConstant, value)

    def here(self, operation: Operation) -> str:
        """Say where an operation is, for the message about a fault in it."""
        place = self.program.places[operation.at]
        return f"{self.function.title}, {operation.printed_name} of {place.line}:{place.column}"

    def type_of(self, register: Register) -> Type:
        return self.function.registers[register]


def with_result(
    check: OperationCheck, operation: Callable[..., Operation], *fields: Any, **named: Any
) -> tuple[Operation, Register]:
    """Make an operation of a function and the register of its result, of the type that the operation declares."""
    registers = check.types
    register = Register(len(registers))
    checked = operation(register, *fields, **named)
    check.operands(checked)
    rule = RESULTS[type(checked)].rule
    registers.append(rule if isinstance(rule, Type) else rule(checked, check.function))
    return checked, register


def size(program: Program) -> int:
    """Return how many operations a program has, blocks included."""
    blocks = (block for function in program.functions.values() for block in function.blocks.values())
    return sum(len(block.operations) + BLOCK_SIZE for block in blocks)


def place_index(program: Program, place: Place) -> int:
    """Return the index of a place in the program's places, adding it if it is new."""
    if program.places[-1] != place:
        program.places.append(place)
    return len(program.places) - 1


def statement_index(program: Program, label: str, place: Place) -> int:
    """Return the index of a statement, adding it if it is new; several marks may have one label."""
    index = program.statement_numbers.setdefault(label, len(program.statements))
    if index == len(program.statements):
        program.statements.append(SourceStatement(label, place))
    return index
