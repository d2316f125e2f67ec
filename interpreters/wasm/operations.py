"""The operations that a program that can pause does otherwise: calls and returns, over frames in memory.

A call lays out the callee's frame after its own and calls the callee's function. What a caller has to do after the
call, it does in a block of its own, whose number is in the callee's frame. A function that returns answers that number;
where another number comes back, because the run pauses or ends or an Unwind went further, the caller returns it, too.
So WebAssembly's stack may be dropped at any time: `run` calls the function whose block is next.
"""

from __future__ import annotations

from interpreters.ir import ops
from interpreters.ir.ops import Label, Register
from interpreters.ir.types import Type
from interpreters.native.emit import LIKELY, LLVM_TYPES
from interpreters.native.operations import WRITERS, Writers
from interpreters.native.state import ACTIVATION, LANDING, OPERANDS, SITE
from interpreters.wasm.emit import PausingEmitter
from interpreters.wasm.frames import CALLER, HEADER, RETURN
from interpreters.wasm.module import Point

NESTED = 50
"""How deep functions of WebAssembly call each other; a deeper call goes through `run`."""


def call(emit: PausingEmitter, operation: ops.Call) -> None:
    function = emit.module.program.functions[operation.function]
    push(emit, operation.arguments, emit.site("deep", function.title), operation.at)
    enter(emit, operation.function)
    come_back(emit, operation.result, function.returns, operation.next)


def call_indirect(emit: PausingEmitter, operation: ops.CallIndirect) -> None:
    """Enter the function with this code; trap, or raise Crash, where none of this signature has it."""
    code, wanted = emit.read(operation.code), (operation.parameters, operation.returns)
    push(emit, operation.arguments, emit.site("deep", registers=(operation.code,)), operation.at)
    away = emit.fresh("no")
    functions = emit.module.program.coded().values()
    targets = {function.name: emit.fresh("to") for function in functions if function.signature == wanted}
    shown = () if operation.message else (operation.code,)
    message = operation.message or "an indirect call of code {0}"
    cases = " ".join(f"i64 {emit.module.codes[name]}, label %{target}" for name, target in targets.items())
    emit.line(f"switch i64 {code}, label %{away} [{cases}]")
    with emit.in_cold_code():
        emit.begin(away)
        emit.leave(emit.site("trap" if operation.message else "crash", message, shown), shown)
    for name, target in targets.items():
        emit.begin(target)
        enter(emit, name)
    come_back(emit, operation.result, operation.returns, operation.next)


def enter(emit: PausingEmitter, function: str) -> None:
    """Call a function whose frame has begun, and go on where it says: after the call, as a rule."""
    number = emit.module.enter(function)
    with emit.unlikely(emit.let(f"icmp ult i32 %nesting, {NESTED}")):
        emit.line(f"store i64 {number}, ptr %next, align 8")
        emit.line("br label %continue")
    answer = emit.call(f"@part{emit.module.codes[function]}(i32 {emit.let('add i32 %nesting, 1')}, i64 {number})")
    returned = emit.let(f"icmp eq i64 {answer}, {len(emit.module.points)}")
    emit.line(f"br i1 {returned}, label %{emit.module.points[-1].name}, label %continue{LIKELY}")


def push(emit: PausingEmitter, arguments: tuple[Register, ...], site: int, place: int) -> None:
    """Begin the callee's frame: where it returns to, this frame, the arguments."""
    callee = emit.let(f"getelementptr inbounds i8, ptr {emit.frame_pointer}, i32 {emit.frame.size}")
    number = emit.module.point(Point(emit.function.name, emit.fresh("returned"), place))
    emit.line(f"store i64 {number}, {emit.cell(RETURN, callee)}")
    caller = emit.let(f"ptrtoint ptr {emit.frame_pointer} to i64")
    emit.line(f"store i64 {caller}, {emit.cell(CALLER, callee)}")
    for index, register in enumerate(arguments):
        emit.line(f"store {emit.typed(register)}, {emit.cell(HEADER + 8 * index, callee)}")
    emit.line(f"store ptr {callee}, ptr %frame, align 4")
    emit.line(f"store i64 {emit.let(f'add i64 {emit.depth()}, 1')}, ptr %depth, align 8")
    emit.store_word(SITE, str(site))


def come_back(emit: PausingEmitter, result: Register | None, returns: Type | None, after: Label) -> None:
    """Write the block that a call returns to: it takes the result."""
    emit.begin(emit.module.points[-1].name)
    if result is not None and returns is not None:
        emit.load_frame()
        emit.set(result, f"load {LLVM_TYPES[returns]}, ptr {emit.word(OPERANDS)}, align 8, !tbaa !2")
    emit.line(f"br label %{emit.names[after]}")


def return_(emit: PausingEmitter, operation: ops.Return) -> None:
    """Leave the result, and continue in the caller; from the entry function, say where the run ended."""
    if emit.function.name == emit.module.program.entry:
        emit.end_site(emit.site("end"))
    if operation.value is not None:
        emit.store_word(OPERANDS, emit.read(operation.value), LLVM_TYPES[emit.type(operation.value)])
    number = emit.let(f"load i64, {emit.cell(RETURN)}")
    caller = emit.let(f"load i64, {emit.cell(CALLER)}")
    emit.line(f"store ptr {emit.let(f'inttoptr i64 {caller} to ptr')}, ptr %frame, align 4")
    emit.line(f"store i64 {emit.let(f'sub i64 {emit.depth()}, 1')}, ptr %depth, align 8")
    emit.line(f"store i64 {number}, ptr %next, align 8")
    emit.line("br label %continue")


def unwind(emit: PausingEmitter, operation: ops.Unwind) -> None:
    """Say where to continue, and look for the activation; this one is the first candidate."""
    emit.store_word(ACTIVATION, emit.read(operation.activation))
    emit.store_word(LANDING, emit.read(operation.landing))
    emit.end_site(emit.site("crash", "no activation to unwind to"))
    emit.call("@unwind()")
    emit.line("br label %continue")


PAUSING_WRITERS: Writers = {
    **WRITERS, ops.Call: call, ops.CallIndirect: call_indirect, ops.Return: return_, ops.Unwind: unwind,
}  # fmt: skip
