"""Drop the checks of local variables that are definitely assigned.

    program = drop_definite_checks(program)

A local that was assigned on every way to a LocalLoad, with a value that is certainly not the undefined pattern, needs
no trap there: its `message` is removed. All other traps stay. (Definite assignment, as in the Java language
specification, chapter 16, but by data flow over blocks.)

Facts are bits of one integer: bit n stands for register n, the bits behind the registers for the locals in order.
"""

from __future__ import annotations

from dataclasses import replace
from heapq import heappop, heappush

from interpreters.ir import ops
from interpreters.ir.fields import edges, forward, reachable, result
from interpreters.ir.ops import FULL_LOW, Label, Operation
from interpreters.ir.program import Block, Function, Program
from interpreters.ir.types import UNDEFINED_INT

NEVER_UNDEFINED = (
    ops.RegionAddress, ops.FunctionCode, ops.StackAllocate, ops.StackMark, ops.IntToReal, ops.BoolToInt, ops.CallDepth,
)  # fmt: skip
RANGED = (ops.IntAdd, ops.IntSubtract, ops.IntMultiply, ops.RealToInt)
KEEPING = ("floor", "ceil", "truncate", "absolute")


def drop_definite_checks(program: Program) -> Program:
    """Return the program without the checks of locals that are certainly defined."""
    return replace(program, functions={name: drop_checks(function) for name, function in program.functions.items()})


def drop_checks(function: Function) -> Function:
    """Return the function without the checks that cannot trap."""
    if not any(
        isinstance(operation, ops.LocalLoad) and operation.message is not None
        for block in function.blocks.values()
        for operation in block.operations
    ):
        return function
    facts = Facts(function)
    begin = facts.at_blocks()
    blocks = {}
    for label, block in function.blocks.items():
        known, operations = begin.get(label, 0), list[Operation]()
        for operation in block.operations:
            if isinstance(operation, ops.LocalLoad) and known >> facts.local(operation.local) & 1:
                operation = replace(operation, message=None)
            operations.append(operation)
            known = facts.after(operation, known)
        blocks[label] = Block(operations)
    return replace(function, blocks=blocks)


class Facts:
    """Which registers and locals of a function certainly have a value, at each point."""

    def __init__(self, function: Function) -> None:
        self.function = function
        self.locals = {name: len(function.registers) + index for index, name in enumerate(function.locals)}
        self.whole = (1 << (len(function.registers) + len(function.locals))) - 1

    def local(self, name: str) -> int:
        """Return the bit of a local."""
        return self.locals[name]

    def at_blocks(self) -> dict[Label, int]:
        """Return what is known where each reachable block begins, by going on until nothing changes."""
        begin = dict.fromkeys(reachable(self.function), self.whole)
        begin[self.function.entry] = 0
        ahead: dict[Label, list[Label]] = {}
        for origin, target, _ in edges(self.function):
            ahead.setdefault(origin, []).append(target)
        order = {label: number for number, label in enumerate(forward(self.function.entry, ahead))}
        order.update({label: len(order) + number for number, label in enumerate(begin) if label not in order})
        labels = list(order)
        waiting = list(range(len(labels)))
        queued = set(waiting)
        while waiting:
            number = heappop(waiting)
            queued.discard(number)
            known = begin[labels[number]]
            for operation in self.function.blocks[labels[number]].operations:
                known = self.after(operation, known)
            for target in ahead.get(labels[number], []):
                if begin[target] & known != begin[target]:
                    begin[target] &= known
                    if order[target] not in queued:
                        queued.add(order[target])
                        heappush(waiting, order[target])
        return begin

    def after(self, operation: Operation, known: int) -> int:
        """Return what is known behind an operation."""
        match operation:
            case ops.LocalStore(local=local, value=value):
                bit = 1 << self.local(local)
                return known | bit if known >> value & 1 else known & ~bit
            case ops.LocalLoad(result=loaded, local=local, message=str()):
                return known | 1 << loaded | 1 << self.local(local)
            case ops.CheckDefined(value=value) | ops.CheckFinite(value=value):
                return known | 1 << value
        written = result(operation)
        if written is None:
            return known
        return known | 1 << written if self.defined(operation, known) else known & ~(1 << written)

    def defined(self, operation: Operation, known: int) -> bool:
        """Tell whether the result of an operation is certainly not the undefined pattern."""
        match operation:
            case ops.IntConstant(value=value):
                return value != UNDEFINED_INT
            case ops.RealConstant(value=value):
                return value == value
            case ops.LocalLoad(local=local):
                return bool(known >> self.local(local) & 1)
            case ops.IndexLoad(kind=kind, undefined=undefined):
                return undefined is not None or kind not in ("i64", "f64")
            case ops.Load(kind=kind):
                return kind not in ("i64", "f64")
            case ops.IntDivide(left=left, signed=True) | ops.RealNegate(value=left):
                return bool(known >> left & 1)
            case ops.IntRemainder(signed=signed):
                return signed
            case ops.IntWrap(bits=bits):
                return bits < 64
            case ops.RealFunction(name=name, arguments=arguments):
                return name in KEEPING and bool(known >> arguments[0] & 1)
            case ops.Select(yes=yes, no=no):
                return bool(known >> yes & known >> no & 1)
            case _ if isinstance(operation, RANGED):
                return operation.low > FULL_LOW
            case _:
                return isinstance(operation, NEVER_UNDEFINED)
