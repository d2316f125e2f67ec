"""Local variables."""

from __future__ import annotations

from getallenband.interpreters.ir import ops
from getallenband.interpreters.wasm.emit import CELLS, FRAME, Emitter


def local_load(emit: Emitter, operation: ops.LocalLoad) -> None:
    same = emit.local_values.get(operation.local)
    if same is not None:
        emit.read(same)
    elif emit.large:
        emit.load_cell(emit.frame.locals[operation.local], emit.type(operation.result))
    else:
        emit.get(emit.locals[operation.local])
    emit.set(operation.result)
    if emit.large:
        emit.local_values[operation.local] = operation.result
    if operation.message is not None:
        emit.require_defined(operation.result, operation.message)


def local_store(emit: Emitter, operation: ops.LocalStore) -> None:
    if emit.large:
        emit.get(FRAME)
        emit.read(operation.value)
        emit.access(f"{CELLS[emit.type(operation.value)]}.store", emit.frame.locals[operation.local])
        emit.local_values[operation.local] = operation.value
        return
    emit.read(operation.value)
    emit.put(emit.locals[operation.local])
    if operation.local == emit.function.identity:
        emit.store_identity()
