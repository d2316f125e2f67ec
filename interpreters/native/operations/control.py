"""Terminators.

A function returns its status (NORMAL, UNWINDING, ENDED or TOO_DEEP), the fuel that is left, and its result. After each
call the status is tested; what is not normal goes to the function's block `left`.
"""

from __future__ import annotations

from getallenband.interpreters.compiled.state import ACTIVATION, LANDING, NORMAL
from getallenband.interpreters.ir import ops
from getallenband.interpreters.ir.ops import Label, Register
from getallenband.interpreters.ir.types import Type
from getallenband.interpreters.native.emit import LIKELY, Emitter, result_type
from getallenband.interpreters.native.guards import unless


def jump(emit: Emitter, operation: ops.Jump) -> None:
    emit.line(f"br label %{emit.names[operation.target]}")


def branch(emit: Emitter, operation: ops.Branch) -> None:
    yes, no = emit.names[operation.yes], emit.names[operation.no]
    emit.line(f"br i1 {emit.read(operation.condition)}, label %{yes}, label %{no}")


def switch(emit: Emitter, operation: ops.Switch) -> None:
    """Branch to the block of the first equal case."""
    targets: dict[int, Label] = {}
    for case, label in operation.cases:
        targets.setdefault(case, label)
    cases = " ".join(f"i64 {case}, label %{emit.names[label]}" for case, label in targets.items())
    emit.line(f"switch i64 {emit.read(operation.value)}, label %{emit.names[operation.default]} [{cases}]")


def call(emit: Emitter, operation: ops.Call) -> None:
    function = emit.module.program.functions[operation.function]
    pointer = f"@f{emit.module.codes[operation.function]}"
    site = emit.site("deep", function.title)
    invoke(emit, pointer, site, operation.arguments, function.returns, operation.result, operation.next)


def call_indirect(emit: Emitter, operation: ops.CallIndirect) -> None:
    """Call through the table for the signature; trap, or raise Crash, where it lacks the code."""
    table, code = emit.module.signature_table(operation.parameters, operation.returns), emit.read(operation.code)
    shown = () if operation.message else (operation.code,)
    message = operation.message or "an indirect call of code {0}"
    wrong = emit.site("trap" if operation.message else "crash", message, shown)
    unless(emit, emit.let(f"icmp ult i64 {code}, {len(emit.module.codes)}"), wrong, shown)
    entry = emit.let(f"getelementptr inbounds ptr, ptr {table}, i64 {code}")
    pointer = emit.let(f"load ptr, ptr {entry}, align 8")
    unless(emit, emit.let(f"icmp ne ptr {pointer}, null"), wrong, shown)
    site = emit.site("deep", registers=(operation.code,))
    invoke(
        emit, pointer, site, operation.arguments, operation.returns, operation.result, operation.next, operation.code
    )


def invoke(
    emit: Emitter,
    pointer: str,
    site: int,
    arguments: tuple[Register, ...],
    returns: Type | None,
    result: Register | None,
    after: Label,
    code: Register | None = None,
) -> None:
    """Call, and continue according to the status; the callee itself tells whether it is too deep."""
    fuel = emit.let("load i64, ptr %fuel, align 8")
    shared = f"ptr %state, ptr %counts, ptr %memory, i64 {fuel}, i64 %deeper"
    values = "".join(f", {emit.typed(register)}" for register in arguments)
    kind = result_type(returns)
    answer = emit.let(f"call fastcc {kind} {pointer}({shared}{values})")
    status = emit.let(f"extractvalue {kind} {answer}, 0")
    emit.line(f"store i64 {emit.let(f'extractvalue {kind} {answer}, 1')}, ptr %fuel, align 8")
    if result is not None:
        emit.set(result, f"extractvalue {kind} {answer}, 2")
    normal, away, on = emit.let(f"icmp eq i32 {status}, {NORMAL}"), emit.fresh("away"), emit.names[after]
    emit.line(f"br i1 {normal}, label %{on}, label %{away}{LIKELY}")
    with emit.in_cold_code():
        emit.begin(away)
        pass_on(emit, status, site, "-1" if code is None else emit.read(code))


def pass_on(emit: Emitter, status: str, site: int, code: str = "-1") -> None:
    """Leave as the callee did; where it was too deep, the run ends at this call."""
    meant = emit.let(f"call fastcc i32 @left(ptr %state, i32 {status}, i64 {site}, i64 %deeper, i64 {code}) cold")
    emit.line(f"store i32 {meant}, ptr %status, align 4")
    emit.line("br label %left")


def return_(emit: Emitter, operation: ops.Return) -> None:
    """Return the result; from the entry function, say where the run ended."""
    if emit.function.name == emit.module.program.entry:
        emit.end_site(emit.site("end"))
        if emit.module.inspected:
            emit.store_variables(emit.module.outermost)
    emit.return_with(str(NORMAL), operation.value)


def unwind(emit: Emitter, operation: ops.Unwind) -> None:
    """Store where to continue, and leave; this activation is the first candidate."""
    emit.store_word(ACTIVATION, emit.read(operation.activation))
    emit.store_word(LANDING, emit.read(operation.landing))
    emit.end_site(emit.site("crash", "no activation to unwind to"))
    emit.line("store i32 1, ptr %status, align 4")
    emit.line("br label %left")


def halt(emit: Emitter, _operation: ops.Halt) -> None:
    emit.leave(emit.site("end"))


def trap(emit: Emitter, operation: ops.Trap) -> None:
    emit.leave(emit.site("trap", operation.message, operation.values), operation.values)
