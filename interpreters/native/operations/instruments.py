"""Statement marks, probes and stops."""

from __future__ import annotations

from getallenband.interpreters.compiled.state import OVERFLOW_PENDING, OVERFLOW_VALUES, PROBE_VALUES
from getallenband.interpreters.ir import ops
from getallenband.interpreters.native.emit import Emitter
from getallenband.interpreters.native.guards import unless


def statement(emit: Emitter, operation: ops.Statement) -> None:
    """Write nothing: the entry of the block counts and charges its statements."""


def probe(emit: Emitter, operation: ops.Probe) -> None:
    """Count a small value in its own word; collect others for Python to count."""
    value = emit.read(operation.value)
    layout, after, odd = emit.module.layout, emit.fresh("probed"), emit.fresh("odd")
    small = emit.fresh("small")
    inside = emit.let(f"icmp ult i64 {value}, {PROBE_VALUES}")
    emit.line(f"br i1 {inside}, label %{small}, label %{odd}")
    emit.begin(small)
    table = emit.word(layout.probes + operation.probe * PROBE_VALUES)
    pointer = emit.let(f"getelementptr inbounds i64, ptr {table}, i64 {value}")
    times = emit.let(f"load i64, ptr {pointer}, align 8, !tbaa !2")
    emit.line(f"store i64 {emit.let(f'add i64 {times}, 1')}, ptr {pointer}, align 8, !tbaa !2")
    emit.line(f"br label %{after}")
    emit.begin(odd)
    pending = emit.load_word(OVERFLOW_PENDING)
    pair = emit.let(f"getelementptr inbounds [2 x i64], ptr {emit.word(layout.overflow)}, i64 {pending}")
    emit.line(f"store i64 {operation.probe}, ptr {pair}, align 8, !tbaa !2")
    second = emit.let(f"getelementptr inbounds i64, ptr {pair}, i64 1")
    emit.line(f"store i64 {value}, ptr {second}, align 8, !tbaa !2")
    more = emit.let(f"add i64 {pending}, 1")
    emit.store_word(OVERFLOW_PENDING, more)
    emit.ask_unless(emit.let(f"icmp ult i64 {more}, {OVERFLOW_VALUES}"), emit.site("probe"))
    emit.line(f"br label %{after}")
    emit.begin(after)


def call_depth(emit: Emitter, operation: ops.CallDepth) -> None:
    emit.set(operation.result, f"add i64 {emit.depth()}, 0")


def stop_before(emit: Emitter, operation: ops.StopBefore) -> None:
    number = emit.module.layout.stops[operation.statement, operation.execution]
    times = emit.let(f"add i64 {emit.load_word(number)}, 1")
    emit.store_word(number, times)
    unless(emit, emit.let(f"icmp ne i64 {times}, {operation.execution}"), emit.site("stop"))
