"""Truth values: 0 or 1, of 32 bits."""

from __future__ import annotations

from getallenband.interpreters.ir import ops
from getallenband.interpreters.wasm.emit import Emitter


def bool_not(emit: Emitter, operation: ops.BoolNot) -> None:
    emit.read(operation.value)
    emit.do("i32.eqz")
    emit.set(operation.result)


def bool_and(emit: Emitter, operation: ops.BoolAnd) -> None:
    emit.read(operation.left, operation.right)
    emit.do("i32.and")
    emit.set(operation.result)


def bool_or(emit: Emitter, operation: ops.BoolOr) -> None:
    emit.read(operation.left, operation.right)
    emit.do("i32.or")
    emit.set(operation.result)


def bool_to_int(emit: Emitter, operation: ops.BoolToInt) -> None:
    emit.read(operation.value)
    emit.do("i64.extend_i32_u")
    emit.set(operation.result)


def int_to_bool(emit: Emitter, operation: ops.IntToBool) -> None:
    emit.read(operation.value)
    emit.int64(0)
    emit.do("i64.ne")
    emit.set(operation.result)


def select(emit: Emitter, operation: ops.Select) -> None:
    emit.read(operation.yes, operation.no, operation.condition)
    emit.do("select")
    emit.set(operation.result)
