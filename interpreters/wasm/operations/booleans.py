"""Truth values: 0 or 1, of 32 bits."""

from __future__ import annotations

from getallenband.interpreters.ir import ops
from getallenband.interpreters.wasm.emit import Emitter
from getallenband.interpreters.wasm.operations.simple import instructions

bool_not = instructions("i32.eqz")
bool_and = instructions("i32.and")
bool_or = instructions("i32.or")
bool_to_int = instructions("i64.extend_i32_u")


def int_to_bool(emit: Emitter, operation: ops.IntToBool) -> None:
    emit.read(operation.value)
    emit.int64(0)
    emit.do("i64.ne")
    emit.set(operation.result)


def select(emit: Emitter, operation: ops.Select) -> None:
    emit.read(operation.yes, operation.no, operation.condition)
    emit.do("select")
    emit.set(operation.result)
