"""Truth values."""

from __future__ import annotations

from getallenband.interpreters.ir import ops
from getallenband.interpreters.native.emit import Emitter
from getallenband.interpreters.native.operations.simple import instruction


def bool_not(emit: Emitter, operation: ops.BoolNot) -> None:
    emit.set(operation.result, f"xor i1 {emit.read(operation.value)}, true")


bool_and = instruction("and i1")
bool_or = instruction("or i1")


def bool_to_int(emit: Emitter, operation: ops.BoolToInt) -> None:
    emit.set(operation.result, f"zext i1 {emit.read(operation.value)} to i64")


def int_to_bool(emit: Emitter, operation: ops.IntToBool) -> None:
    emit.set(operation.result, f"icmp ne i64 {emit.read(operation.value)}, 0")


def select(emit: Emitter, operation: ops.Select) -> None:
    condition = emit.read(operation.condition)
    emit.set(operation.result, f"select i1 {condition}, {emit.typed(operation.yes)}, {emit.typed(operation.no)}")
