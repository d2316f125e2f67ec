"""A function of the IR as one of LLVM assembly that goes on with any of its blocks.

lines = function_lines(module, function)      # i64 @part7(i32 nesting, i64 number of the block)

It answers with the number of the block that is next when that is another function's, OVER or PAUSE.

Where a block with a statement mark begins, one is taken from the fuel and from the statement's counter; where either is
used up, nothing is done, and `run` returns. The next `run` continues with that block.
"""

from __future__ import annotations

from interpreters.ir import ops
from interpreters.ir.ops import Label, Statement
from interpreters.ir.program import Function
from interpreters.native.emit import LLVM_TYPES, UNDEFINED
from interpreters.native.function import write_operations
from interpreters.native.loops import polled_blocks
from interpreters.native.operations import WRITERS
from interpreters.native.state import FRAME_LIMIT, GATE, OPERANDS, POLL
from interpreters.wasm.emit import OVER, PAUSE, REGISTERS, PausingEmitter
from interpreters.wasm.frames import CODE
from interpreters.wasm.gates import gated, routes, sent
from interpreters.wasm.module import PausingModule, Point
from interpreters.wasm.operations import PAUSING_WRITERS


def function_lines(module: PausingModule, function: Function) -> list[str]:
    """Write a function: how it begins and ends, the block that enters it, its blocks, and its cold code."""
    code, written = module.codes[function.name], len(module.points)
    emit = PausingEmitter(module, function)
    write_beginning(emit)
    emit.lines, beginning = [], emit.lines
    for operation in function.operations:
        if isinstance(operation, ops.Constant):
            WRITERS[type(operation)](emit, operation)
    write_entrance(emit)
    polled = polled_blocks(function)
    for label in function.blocks:
        write_block(emit, label, label in polled)
    emit.lines, blocks = [], [*emit.lines, *emit.cold]
    module.add_lines(len(blocks))
    numbers = {f"enter{code}": module.enter(function.name)}
    numbers |= {point.name: number for number, point in enumerate(module.points[written:], start=written + 1)}
    route, gates = routes(blocks, list(numbers))
    emit.begin("continue")
    emit.line("%continue.number = load i64, ptr %next, align 8")
    emit.lines += sent(numbers, "continue", route, "elsewhere")
    write_ending(emit)
    return [*beginning, *gated(numbers, blocks, gates), *emit.lines, "}"]


def write_beginning(emit: PausingEmitter) -> None:
    """Write the head, and take what is shared out of its words."""
    code, at = emit.module.codes[emit.function.name], emit.module.at
    emit.lines.append(f"define internal i64 @part{code}(i32 %nesting, i64 %begin) noinline nounwind {{")
    emit.line(f"%counts = inttoptr i32 {at.counters} to ptr")
    emit.line(f"%state = inttoptr i32 {at.words} to ptr")
    emit.line(f"%memory = inttoptr i32 {at.memory} to ptr")
    emit.line(f"%gate = inttoptr i32 {at.word(GATE)} to ptr")
    for name, (kind, _) in REGISTERS.items():
        emit.line(f"%{name} = alloca {kind}, align 8")
    emit.line("%next = alloca i64, align 8")
    emit.line("store i64 %begin, ptr %next, align 8")
    emit.load_registers()
    emit.line("br label %continue")


def write_ending(emit: PausingEmitter) -> None:
    """Write the blocks that leave the function."""
    for name in ("ended", "paused", "elsewhere"):
        emit.begin(name)
        emit.line("br label %leave")
    emit.begin("leave")
    emit.line(f"%answer = phi i64 [{OVER}, %ended], [{PAUSE}, %paused], [%continue.number, %elsewhere]")
    emit.store_registers()
    emit.line("ret i64 %answer")


def write_entrance(emit: PausingEmitter) -> None:
    """Write the block that a call jumps to: test the depth, find room for the frame, make the locals undefined."""
    function, code = emit.function, emit.module.codes[emit.function.name]
    emit.begin(f"enter{code}")
    emit.load_frame()
    emit.line(f"store i64 {code}, {emit.cell(CODE)}")
    if not function.routine:
        depth = emit.depth()
        with emit.unlikely(emit.let(f"icmp sle i64 {depth}, {emit.module.depth_limit}")):
            emit.store_word(OPERANDS, depth)
            emit.store_word(OPERANDS + 1, str(code))
            emit.line("br label %ended")
    end = emit.let(f"getelementptr inbounds i8, ptr {emit.frame_pointer}, i32 {emit.frame.size}")
    address = emit.let(f"ptrtoint ptr {end} to i64")
    room = emit.let(f"icmp ule i64 {address}, {emit.load_word(FRAME_LIMIT)}")
    emit.ask_unless(room, emit.site("frames"))
    for name, type_ in function.locals.items():
        if name not in function.parameters:
            emit.line(f"store {LLVM_TYPES[type_]} {UNDEFINED[type_]}, {emit.local(name)}")
    emit.line(f"br label %{emit.names[function.entry]}")


def write_block(emit: PausingEmitter, label: Label, polled: bool) -> None:
    """Write a block: charge its statement, or poll; then its operations."""
    block, name = emit.function.blocks[label], emit.names[label]
    emit.label, emit.index = label, 0
    emit.begin(name)
    first = block.operations[0]
    if isinstance(first, Statement):
        charge(emit, first, emit.module.point(Point(emit.function.name, name, first.at, first.statement)))
    elif polled:
        left = emit.let(f"sub i64 {emit.load_word(POLL)}, 1")
        emit.store_word(POLL, left)
        emit.pause_unless(
            emit.let(f"icmp sge i64 {left}, 0"), emit.module.point(Point(emit.function.name, name, first.at))
        )
    emit.begin_operations(label)
    write_operations(emit, block, PAUSING_WRITERS)


def charge(emit: PausingEmitter, mark: Statement, number: int) -> None:
    """Take one from the fuel and from the statement's counter; pause where either is used up."""
    fuel = emit.let(f"sub i64 {emit.let('load i64, ptr %fuel, align 8')}, 1")
    counter = emit.let(f"getelementptr inbounds i64, ptr %counts, i64 {mark.statement}")
    both = fuel
    if mark.counted:
        times = emit.let(f"sub i64 {emit.let(f'load i64, ptr {counter}, align 8, !tbaa !2')}, 1")
        both = emit.let(f"or i64 {fuel}, {times}")
    emit.pause_unless(emit.let(f"icmp sge i64 {both}, 0"), number)
    emit.line(f"store i64 {fuel}, ptr %fuel, align 8")
    if mark.counted:
        emit.line(f"store i64 {times}, ptr {counter}, align 8, !tbaa !2")
