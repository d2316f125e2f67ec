"""Local variables."""

from __future__ import annotations

from getallenband.interpreters.ir import ops
from getallenband.interpreters.native.emit import LLVM_TYPES, UNDEFINED, Emitter
from getallenband.interpreters.native.guards import require_defined


def local_load(emit: Emitter, operation: ops.LocalLoad) -> None:
    kind = emit.function.locals[operation.local]
    emit.set(operation.result, f"load {LLVM_TYPES[kind]}, {emit.local(operation.local)}")
    if operation.message is not None:
        require_defined(emit, operation.result, operation.message)


def local_store(emit: Emitter, operation: ops.LocalStore) -> None:
    emit.line(f"store {emit.typed(operation.value)}, {emit.local(operation.local)}")


def set_locals(emit: Emitter) -> None:
    """Store the arguments in the parameters; make all other locals undefined."""
    arguments = {parameter: f"%p{number}" for number, parameter in enumerate(emit.function.parameters)}
    for local, kind in emit.function.locals.items():
        emit.line(f"store {LLVM_TYPES[kind]} {arguments.get(local, UNDEFINED[kind])}, {emit.local(local)}")
