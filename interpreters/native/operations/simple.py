"""Operations that are one instruction of LLVM on the registers that they read.

real_add = instruction("fadd double")
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from getallenband.interpreters.ir.fields import reads
from getallenband.interpreters.native.emit import Emitter


def instruction(name: str) -> Callable[[Emitter, Any], None]:
    """Return the function that writes an operation; its operands are in the order of the fields."""

    def write(emit: Emitter, operation: Any) -> None:
        emit.set(operation.result, f"{name} {', '.join(map(emit.read, reads(operation)))}")

    return write
