"""Drop the checks of values that are certainly defined.

    program = drop_definite_checks(program)

A LocalLoad whose local is defined on every path to it needs no trap: its `message` is removed. A CheckDefined of such a
value is left out. All other traps stay.
(Definite assignment, as in the Java language specification, chapter 16, but by data flow over blocks.)

A state is a set of registers and locals that are certainly defined, as the bits of one integer: bit n is for
register n, the bits after the registers for the locals in order.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from getallenband.interpreters.ir import ops
from getallenband.interpreters.ir.control_flow import greatest_fixed_point, successor_map
from getallenband.interpreters.ir.fields import RESULTS, result
from getallenband.interpreters.ir.ops import FULL_LOW, Label, Operation
from getallenband.interpreters.ir.program import Block, Function, Program
from getallenband.interpreters.ir.types import UNDEFINED_INT

MOST_WORK = 10**10
"""Bits: functions of some 100,000 operations, which no person writes, keep their checks; they only run slower."""
KEEP_UNDEFINED = ("floor", "ceil", "truncate", "absolute")
"""Real functions whose result is undefined only where their argument is."""


def drop_definite_checks(program: Program) -> Program:
    return replace(program, functions={name: drop_checks(function) for name, function in program.functions.items()})


def drop_checks(function: Function) -> Function:
    """Return the function without the checks that cannot trap."""
    needless = needless_checks(function)
    if not needless:
        return function
    blocks = {}
    for label, block in function.blocks.items():
        operations = list[Operation]()
        for index, operation in enumerate(block.operations):
            if (label, index) not in needless:
                operations.append(operation)
            elif isinstance(operation, ops.LocalLoad):
                operations.append(replace(operation, message=None))
        blocks[label] = Block(operations)
    return replace(function, blocks=blocks)


def needless_checks(function: Function) -> set[tuple[Label, int]]:
    """Return where a LocalLoad or a CheckDefined cannot trap, as blocks and the indexes of their operations."""
    if not any(is_check(operation) for operation in function.operations):
        return set()
    assignment = Assignment(function)
    if assignment.work > MOST_WORK:
        return set()
    return {
        (label, index)
        for label, defined in assignment.solve().items()
        for index, operation, before in assignment.steps(label, defined)
        if is_check(operation) and assignment.is_defined(operation, before)
    }


def is_check(operation: Operation) -> bool:
    """Tell whether an operation traps where a value is undefined."""
    return isinstance(operation, ops.CheckDefined) or (isinstance(operation, ops.LocalLoad) and bool(operation.message))


class Assignment:
    """The registers and locals of a function that are certainly defined, at each point."""

    def __init__(self, function: Function) -> None:
        self.function = function
        self.bits = {name: len(function.registers) + index for index, name in enumerate(function.locals)}

    @property
    def work(self) -> int:
        """The bits that one pass over the function goes through: its size squared."""
        return (len(self.function.registers) + len(self.bits)) * sum(1 for _ in self.function.operations)

    def solve(self) -> dict[Label, int]:
        """Return the state where each reachable block begins."""
        following = successor_map(self.function)

        def flow(label: Label, defined: int) -> Iterator[tuple[Label, int]]:
            for operation in self.function.blocks[label].operations:
                defined = self.after(operation, defined)
            return ((target, defined) for target in following[label])

        return greatest_fixed_point(self.function, len(self.function.registers) + len(self.bits), flow)

    def steps(self, label: Label, defined: int) -> Iterator[tuple[int, Operation, int]]:
        """Yield the operations of a block with their indexes and the states before them; `defined` is the first."""
        for index, operation in enumerate(self.function.blocks[label].operations):
            yield index, operation, defined
            defined = self.after(operation, defined)

    def is_defined(self, operation: Operation, defined: int) -> bool:
        """Tell whether the value that an operation checks is certainly defined."""
        match operation:
            case ops.LocalLoad(local=local):
                return bool(defined >> self.bits[local] & 1)
            case ops.CheckDefined(value=value):
                return bool(defined >> value & 1)
        return False

    def after(self, operation: Operation, defined: int) -> int:
        """Return the state after an operation that did not trap."""
        match operation:
            case ops.LocalStore(local=local, value=value):
                bit = 1 << self.bits[local]
                return defined | bit if defined >> value & 1 else defined & ~bit
            # what comes after a check has passed it: the run would have ended
            case ops.LocalLoad(result=loaded, local=local, message=str()):
                return defined | 1 << loaded | 1 << self.bits[local]
            case ops.CheckDefined(value=value) | ops.CheckFinite(value=value):
                return defined | 1 << value
        written = result(operation)
        if written is None:
            return defined
        is_defined = RESULTS[type(operation)].never_undefined or self.gives_defined(operation, defined)
        return defined | 1 << written if is_defined else defined & ~(1 << written)

    def gives_defined(self, operation: Operation, defined: int) -> bool:
        """Return whether the result of an operation is certainly not the undefined pattern."""
        match operation:
            case ops.IntConstant(value=value):
                return value != UNDEFINED_INT
            case ops.RealConstant(value=value):
                return value == value
            case ops.LocalLoad(local=local):
                return bool(defined >> self.bits[local] & 1)
            case ops.IndexLoad(kind=kind, undefined=undefined):
                return undefined is not None or kind not in ("i64", "f64")
            case ops.Load(kind=kind):
                return kind not in ("i64", "f64")
            case ops.IntArithmetic(low=low) | ops.RealToInt(low=low):
                return low > FULL_LOW
            case ops.IntDivide(left=left, signed=True) | ops.RealNegate(value=left):
                return bool(defined >> left & 1)
            case ops.IntRemainder(signed=signed):
                return signed
            case ops.IntWrap(bits=bits):
                return bits < 64
            case ops.RealFunction(name=name, arguments=arguments):
                return name in KEEP_UNDEFINED and bool(defined >> arguments[0] & 1)
            case ops.Select(yes=yes, no=no):
                return bool(defined >> yes & defined >> no & 1)
        return False
