"""Locals that hold two numbers of 32 bits, such as a pointer of C: an object's number and an offset.

Each half has its own slot. LLVM then sees that a pointer's object stays the same while the pointer moves, and reads
that object's address and size once, before the loop.
"""

from __future__ import annotations

from interpreters.ir import ops
from interpreters.ir.ops import Register
from interpreters.ir.program import Function
from interpreters.native.emit import Emitter

HALF = 32


def find(emit: Emitter, function: Function) -> None:
    """Find the values that are put together of two halves, and the locals that take such and give a half."""
    loaded = {load.result: load.local for load in function.operations if isinstance(load, ops.LocalLoad)}
    high: dict[Register, Register] = {}
    divided: set[str] = set()
    halves: set[Register] = set()
    for operation in function.operations:
        match operation:
            case ops.IntShiftRight(left=left, right=right) if left in loaded and emit.constant(right) == HALF:
                divided.add(loaded[left])
            case ops.IntShiftLeft(result=result, left=left, right=right) if emit.constant(right) == HALF:
                high[result] = left
            case ops.IntArithmetic(result=result, low=first, high=last) if first >= 0 and last >> HALF == 0:
                halves.add(result)
            case ops.IntAnd(result=result, right=right) if (emit.constant(right) or -1) >> HALF == 0:
                halves.add(result)
            case ops.IntOr(result=result, left=left, right=right) if left in high and right in halves:
                emit.packed[result] = high[left], right
    stores = (operation for operation in function.operations if isinstance(operation, ops.LocalStore))
    # the identity stays whole: a landing compares it as one word (function.write_exits)
    emit.halved = divided & {store.local for store in stores if store.value in emit.packed} - {function.identity}


def slots(emit: Emitter, local: str) -> tuple[str, str]:
    return f"ptr {emit.slots[local]}, align 4", f"ptr {emit.slots[local]}.high, align 4"


def reserve(emit: Emitter, local: str) -> None:
    for name in (emit.slots[local], f"{emit.slots[local]}.high"):
        emit.line(f"{name} = alloca i32, align 4")


def write(emit: Emitter, local: str, low: str, high: str) -> None:
    for slot, half in zip(slots(emit, local), (low, high), strict=True):
        emit.line(f"store i32 {emit.let(f'trunc i64 {half} to i32')}, {slot}")


def load(emit: Emitter, operation: ops.LocalLoad) -> None:
    low, high = (emit.let(f"zext i32 {emit.let(f'load i32, {slot}')} to i64") for slot in slots(emit, operation.local))
    emit.set(operation.result, f"or disjoint i64 {emit.let(f'shl nuw i64 {high}, 32')}, {low}")


def divide(emit: Emitter, local: str, value: str) -> None:
    """Store both halves of a value."""
    write(emit, local, value, emit.let(f"lshr i64 {value}, 32"))


def store(emit: Emitter, operation: ops.LocalStore) -> None:
    """Store a value, or the halves of which it was put together."""
    if operation.value in emit.packed:
        high, low = emit.packed[operation.value]
        write(emit, operation.local, emit.read(low), emit.read(high))
    else:
        divide(emit, operation.local, emit.read(operation.value))
