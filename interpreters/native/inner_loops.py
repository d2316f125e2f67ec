"""Short inner loops: how often their blocks are entered is counted in locals, which LLVM keeps in machine registers.

On the ways out of the loop what was counted is added to the counters.
"""

from __future__ import annotations

from interpreters.ir.ops import Label
from interpreters.native.emit import Emitter


def reserve(emit: Emitter) -> None:
    """Reserve the locals of all inner loops; they are zero outside their loop."""
    for label in emit.loops:
        emit.line(f"%{emit.names[label]}.times = alloca i64, align 8")
        emit.line(f"store i64 0, {times(emit, label)}")


def times(emit: Emitter, label: Label) -> str:
    return f"ptr %{emit.names[label]}.times, align 8"


def count(emit: Emitter, label: Label) -> None:
    """Count that a block is entered."""
    add(emit, times(emit, label) if label in emit.loops else emit.counter(label), "1")


def add(emit: Emitter, place: str, more: str) -> None:
    before = emit.let(f"load i64, {place}")
    emit.line(f"store i64 {emit.let(f'add i64 {before}, {more}')}, {place}")


def write_exits(emit: Emitter) -> None:
    """Write the blocks on the ways out of inner loops."""
    for (head, target), name in emit.exits.items():
        emit.begin(name)
        for label, loop in emit.loops.items():
            if loop == head and emit.function.blocks[label].weight:
                add(emit, emit.counter(label), emit.let(f"load i64, {times(emit, label)}"))
                emit.line(f"store i64 0, {times(emit, label)}")
        emit.line(f"br label %{target}")
