"""Truth values."""

from __future__ import annotations

from getallenband.interpreters.ir import ops
from getallenband.interpreters.native.emit import Emitter


def bool_not(emit: Emitter, operation: ops.BoolNot) -> None:
    emit.set(operation.result, f"xor i1 {emit.read(operation.value)}, true")


def bool_and(emit: Emitter, operation: ops.BoolAnd) -> None:
    emit.set(operation.result, f"and i1 {emit.read(operation.left)}, {emit.read(operation.right)}")


def bool_or(emit: Emitter, operation: ops.BoolOr) -> None:
    emit.set(operation.result, f"or i1 {emit.read(operation.left)}, {emit.read(operation.right)}")


def bool_to_int(emit: Emitter, operation: ops.BoolToInt) -> None:
    emit.set(operation.result, f"zext i1 {emit.read(operation.value)} to i64")


def int_to_bool(emit: Emitter, operation: ops.IntToBool) -> None:
    emit.set(operation.result, f"icmp ne i64 {emit.read(operation.value)}, 0")


def select(emit: Emitter, operation: ops.Select) -> None:
    condition = emit.read(operation.condition)
    emit.set(operation.result, f"select i1 {condition}, {emit.typed(operation.yes)}, {emit.typed(operation.no)}")
