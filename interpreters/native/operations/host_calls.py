"""Calls of the library: Python performs them."""

from __future__ import annotations

from getallenband.interpreters.compiled.state import OPERANDS, PENDING
from getallenband.interpreters.ir import ops
from getallenband.interpreters.native.emit import LLVM_TYPES, Emitter


def host_call(emit: Emitter, operation: ops.HostCall) -> None:
    """Pass the arguments to Python and wait for the result."""
    emit.store_operands(operation.arguments)
    after = emit.fresh("back")
    emit.ask(emit.site("host", registers=operation.arguments), after)
    emit.begin(after)
    if operation.result is not None:
        type_ = LLVM_TYPES[emit.type(operation.result)]
        emit.set(operation.result, f"load {type_}, ptr {emit.word(OPERANDS)}, align 8, !tbaa !2")


def deferred_host_call(emit: Emitter, operation: ops.DeferredHostCall) -> None:
    """Append to the pending events; ask Python to perform them when they are many."""
    layout, site = emit.module.layout, emit.site("deferred", registers=operation.arguments)
    pending = emit.load_word(PENDING)
    offset = emit.let(f"mul i64 {pending}, {layout.event_size}")
    event = emit.let(f"getelementptr inbounds i64, ptr {emit.word(layout.events)}, i64 {offset}")
    emit.line(f"store i64 {site}, ptr {event}, align 8, !tbaa !2")
    for number, register in enumerate(operation.arguments, start=1):
        pointer = emit.let(f"getelementptr inbounds i64, ptr {event}, i64 {number}")
        emit.line(f"store {emit.typed(register)}, ptr {pointer}, align 8, !tbaa !2")
    # equal events have equal words (Services.texts), those that have no operand too
    for number in range(1 + len(operation.arguments), layout.event_size):
        pointer = emit.let(f"getelementptr inbounds i64, ptr {event}, i64 {number}")
        emit.line(f"store i64 0, ptr {pointer}, align 8, !tbaa !2")
    more = emit.let(f"add i64 {pending}, 1")
    emit.store_word(PENDING, more)
    emit.ask_unless(emit.let(f"icmp ult i64 {more}, {ops.EVENTS}"), site)
