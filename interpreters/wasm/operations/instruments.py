"""Statement marks, probes and stops."""

from __future__ import annotations

from getallenband.interpreters.compiled.state import DEPTH, OVERFLOW_PENDING, OVERFLOW_VALUES, PROBE_VALUES
from getallenband.interpreters.ir import ops
from getallenband.interpreters.wasm.emit import ADDRESS, NUMBER, Emitter


def statement(emit: Emitter, operation: ops.Statement) -> None:
    """Write nothing: the beginning of the block counts and charges its statement."""


def probe(emit: Emitter, operation: ops.Probe) -> None:
    """Count a small value in its own word; collect others for the host to count."""
    layout, word = emit.module.layout, emit.module.at.word
    table, pairs = word(layout.probes + operation.probe * PROBE_VALUES), word(layout.overflow)
    emit.read(operation.value)
    emit.int64(PROBE_VALUES)
    emit.do("i64.lt_u")
    with emit.block("if"):
        emit.read(operation.value)
        emit.do("i32.wrap_i64")
        emit.int32(3)
        emit.do("i32.shl")
        emit.put(ADDRESS)
        emit.get(ADDRESS)
        emit.get(ADDRESS)
        emit.access("i64.load", table)
        emit.int64(1)
        emit.do("i64.add")
        emit.access("i64.store", table)
        emit.otherwise()
        emit.load_word(OVERFLOW_PENDING)
        emit.do("i32.wrap_i64")
        emit.int32(4)
        emit.do("i32.shl")
        emit.put(ADDRESS)
        emit.get(ADDRESS)
        emit.int64(operation.probe)
        emit.access("i64.store", pairs)
        emit.get(ADDRESS)
        emit.read(operation.value)
        emit.access("i64.store", pairs + 8)
        emit.add_to_word(OVERFLOW_PENDING, 1)
        emit.get(NUMBER)
        emit.int64(OVERFLOW_VALUES)
        emit.do("i64.lt_u")
        emit.ask_unless(emit.site("probe"), emit.over)


def call_depth(emit: Emitter, operation: ops.CallDepth) -> None:
    emit.load_word(DEPTH)
    emit.set(operation.result)


def stop_before(emit: Emitter, operation: ops.StopBefore) -> None:
    emit.add_to_word(emit.module.layout.stops[operation.statement, operation.execution], 1)
    emit.get(NUMBER)
    emit.int64(operation.execution)
    emit.do("i64.ne")
    emit.unless(emit.site("stop"))
