"""Calls of the library: the host performs them."""

from __future__ import annotations

from getallenband.interpreters.compiled.state import PENDING
from getallenband.interpreters.ir import ops
from getallenband.interpreters.wasm.emit import ADDRESS, NUMBER, Emitter


def host_call(emit: Emitter, operation: ops.HostCall) -> None:
    """Pass the arguments to the host and wait for the result."""
    emit.store_operands(operation.arguments)
    emit.ask(emit.site("host", registers=operation.arguments), emit.over)
    if operation.result is not None:
        emit.load_operand(emit.type(operation.result))
        emit.set(operation.result)


def deferred_host_call(emit: Emitter, operation: ops.DeferredHostCall) -> None:
    """Append to the pending events; ask the host to perform them when they are many."""
    layout, site = emit.module.layout, emit.site("deferred", registers=operation.arguments)
    at = emit.module.at.word(layout.events)
    emit.load_word(PENDING)
    emit.int64(8 * layout.event_size)
    emit.do("i64.mul", "i32.wrap_i64")
    emit.put(ADDRESS)
    emit.get(ADDRESS)
    emit.int64(site)
    emit.access("i64.store", at)
    # equal events have equal words (Services.texts), those that have no operand too
    for number in range(1, layout.event_size):
        emit.get(ADDRESS)
        if number <= len(operation.arguments):
            emit.read_as_word(operation.arguments[number - 1])
            emit.access(f"{emit.word_type(operation.arguments[number - 1])}.store", at + 8 * number)
        else:
            emit.int64(0)
            emit.access("i64.store", at + 8 * number)
    emit.add_to_word(PENDING, 1)
    emit.get(NUMBER)
    emit.int64(ops.EVENTS)
    emit.do("i64.lt_u")
    emit.ask_unless(site, emit.over)
