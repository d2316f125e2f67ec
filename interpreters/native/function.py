"""A function of the IR as LLVM assembly: stack slots, blocks, exits, cold code.

    text = function_text(module, function)

Each function takes the shared words, the counters, the program's memory, the fuel and its depth before its own
arguments. A block with statement marks begins by taking their number from the fuel and adding one to its counter;
blocks that `loops.py` chooses ask Python for more fuel when it is exhausted.
"""

from __future__ import annotations

from getallenband.interpreters.compiled.polling import polled_blocks
from getallenband.interpreters.compiled.state import ACTIVATION, ENDED, LANDING, POLL, STACK_GUARD, TOO_DEEP, UNWINDING
from getallenband.interpreters.ir import ops
from getallenband.interpreters.ir.ops import Label, Statement
from getallenband.interpreters.ir.program import Function
from getallenband.interpreters.native.emit import LIKELY, LLVM_TYPES, Emitter, result_type
from getallenband.interpreters.native.loops import tested_blocks
from getallenband.interpreters.native.module import Module
from getallenband.interpreters.native.operations import WRITERS
from getallenband.interpreters.native.operations.variables import set_locals

SHARED = "ptr noalias %state, ptr noalias captures(none) %counts, ptr noalias %memory, i64 %fuel.0, i64 %depth"


def never_inline(function: Function) -> bool:
    """Return whether a function should never be inlined.

    Inlining one that calls itself saves one call of many, and doubles the time to compile it; inlining one that
    prints saves nothing measurable, and takes machine registers from the loop around it.
    """
    return any(
        isinstance(operation, ops.DeferredHostCall | ops.HostCall)
        or (isinstance(operation, ops.Call) and operation.function == function.name)
        for operation in function.operations
    )


def function_text(module: Module, function: Function) -> str:
    """Write a function: stack slots, blocks, exits, cold code."""
    emit = Emitter(module, function)
    # constants are no instructions: a block may be written before the one in which they stand
    for operation in function.operations:
        if isinstance(operation, ops.Constant):
            WRITERS[type(operation)](emit, operation)
    parameters = "".join(
        f", {LLVM_TYPES[function.locals[parameter]]} %p{number}" for number, parameter in enumerate(function.parameters)
    )
    kind = result_type(function.returns)
    emit.never_inlined = never_inline(function)
    attributes = "nounwind noinline" if emit.never_inlined else "nounwind"
    head = f"define internal fastcc {kind} @f{module.codes[function.name]}({SHARED}{parameters}) {attributes} {{"
    # LLVM makes registers only of what is allocated in the first block
    emit.line("%fuel = alloca i64, align 8")
    emit.line("%status = alloca i32, align 4")
    if function.returns is not None:
        emit.line(f"%result = alloca {LLVM_TYPES[function.returns]}, align 8")
    for local, type_ in function.locals.items():
        emit.line(f"{emit.slots[local]} = alloca {LLVM_TYPES[type_]}, align 8")
    set_locals(emit)
    emit.line("store i64 %fuel.0, ptr %fuel, align 8")
    guard, stack = emit.load_word(STACK_GUARD), emit.let("call i64 @llvm.read_register.i64(metadata !1)")
    room = emit.let(f"icmp ugt i64 {stack}, {guard}")
    shallow = "true" if function.routine else emit.let(f"icmp sle i64 %depth, {module.depth_limit}")
    emit.line("%deeper = add i64 %depth, 1")
    starts = emit.let(f"and i1 {room}, {shallow}")
    emit.line(f"br i1 {starts}, label %{emit.names[function.entry]}, label %deep{LIKELY}")
    polled = polled_blocks(function)
    tested = set(function.blocks) if module.exact else tested_blocks(function)
    for label in function.blocks:
        write_block(emit, label, label in polled, label in tested)
    with emit.in_cold_code():
        write_exits(emit)
    module.add_lines(len(emit.lines) + len(emit.cold))
    return "\n".join([head, *emit.lines, *emit.cold, "}"])


def write_block(emit: Emitter, label: Label, polled: bool, tested: bool) -> None:
    """Write a block: charge and count its statements, then its operations."""
    block = emit.function.blocks[label]
    emit.label = label
    emit.begin(emit.names[label])
    marks = [index for index, operation in enumerate(block.operations) if isinstance(operation, Statement)]
    # sites made before the first operation are at the first mark: there a budget that is exhausted ends the run
    emit.index = marks[0] if marks else 0
    # exact code tests wherever it takes fuel; a block without marks takes none. Fuel comes before the count: where the
    # run ends here, the block was not entered.
    if marks or (tested and not emit.module.exact):
        charge(emit, len(marks), tested)
    if marks:
        count(emit, label)
    if polled:
        left = emit.let(f"sub i64 {emit.load_word(POLL)}, 1")
        emit.store_word(POLL, left)
        emit.ask_unless(emit.let(f"icmp sge i64 {left}, 0"), emit.site("poll"))
    for index, operation in enumerate(block.operations):
        emit.index = index
        WRITERS[type(operation)](emit, operation)
        emit.module.check_size(len(emit.lines))


def charge(emit: Emitter, statements: int, tested: bool) -> None:
    """Take statements from the fuel; where that is `tested` and it is exhausted, ask Python for more."""
    fuel = emit.let("load i64, ptr %fuel, align 8")
    left = emit.let(f"sub i64 {fuel}, {statements}")
    emit.line(f"store i64 {left}, ptr %fuel, align 8")
    if tested:
        emit.ask_unless(emit.let(f"icmp sge i64 {left}, 0"), emit.site("budget"))


def count(emit: Emitter, label: Label) -> None:
    """Count that a block is entered."""
    counter = emit.counter(label)
    before = emit.let(f"load i64, {counter}")
    emit.line(f"store i64 {emit.let(f'add i64 {before}, 1')}, {counter}")


def write_exits(emit: Emitter) -> None:
    """Write the blocks that pass on how a callee left: an Unwind, which may land here, or the end of the run."""
    function = emit.function
    emit.begin("left")
    status = emit.let("load i32, ptr %status, align 4")
    if function.identity is not None:
        mine = emit.let(f"load i64, ptr {emit.slots[function.identity]}, align 8")
        meant = emit.let(f"icmp eq i64 {mine}, {emit.load_word(ACTIVATION)}")
        unwinding = emit.let(f"icmp eq i32 {status}, {UNWINDING}")
        emit.line(f"br i1 {emit.let(f'and i1 {meant}, {unwinding}')}, label %land, label %pass")
        emit.begin("land")
        landing = emit.load_word(LANDING)
        cases = " ".join(f"i64 {number}, label %{emit.names[label]}" for number, label in function.landings.items())
        emit.line(f"switch i64 {landing}, label %pass [{cases}]")
        emit.begin("pass")
    if emit.module.inspected:
        inspect(emit, status, "left")
    emit.return_with(status)
    emit.begin("ended")
    if emit.module.inspected:
        inspect(emit, str(ENDED), "ended")
    emit.return_with(str(ENDED))
    emit.begin("deep")
    emit.return_with(str(TOO_DEEP))
    if not emit.never_inlined:
        emit.begin("return")
        returns = function.returns and LLVM_TYPES[function.returns]
        result = returns and f"{returns} {emit.let(f'load {returns}, ptr %result, align 8')}"
        emit.write_return(emit.let("load i32, ptr %status, align 4"), result)


def inspect(emit: Emitter, status: str, way: str) -> None:
    """Store the variables of this call if the run has ended and it is the outermost, or the innermost of the text.

    The run may have ended in a routine that the innermost called, or in a call too deep.
    """
    module, outermost = emit.module, emit.function.name == emit.module.program.entry
    ended = emit.let(f"icmp eq i32 {status}, {ENDED}")
    emit.line(f"br i1 {ended}, label %{way}.inspected, label %{way}.passed")
    emit.begin(f"{way}.inspected")
    if outermost:
        emit.store_variables(module.outermost)
    if emit.function.routine:
        emit.line(f"br label %{way}.passed")
    else:
        first = emit.let(f"icmp eq i64 {emit.load_word(module.innermost)}, 0")
        emit.line(f"br i1 {first}, label %{way}.innermost, label %{way}.passed")
        emit.begin(f"{way}.innermost")
        emit.store_word(module.innermost, str(module.codes[emit.function.name] + 1))
        emit.store_variables(module.innermost + 1)
        emit.line(f"br label %{way}.passed")
    emit.begin(f"{way}.passed")
