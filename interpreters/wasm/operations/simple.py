"""Operations that are the same few instructions of WebAssembly for whatever registers they read.

real_add = instructions("f64.add")
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from getallenband.interpreters.ir.fields import reads
from getallenband.interpreters.wasm.emit import Emitter


def instructions(*names: str) -> Callable[[Emitter, Any], None]:
    """Return the function that writes an operation: it pushes what is read, in the order of the fields."""

    def write(emit: Emitter, operation: Any) -> None:
        emit.read(*reads(operation))
        emit.do(*names)
        emit.set(operation.result)

    return write
