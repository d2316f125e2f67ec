"""Constants: written where they are read."""

from __future__ import annotations

from getallenband.interpreters.ir import ops
from getallenband.interpreters.native.emit import Emitter, real_text


def int_constant(emit: Emitter, operation: ops.IntConstant) -> None:
    emit.constants[operation.result] = str(operation.value)


def real_constant(emit: Emitter, operation: ops.RealConstant) -> None:
    emit.constants[operation.result] = real_text(operation.value)


def bool_constant(emit: Emitter, operation: ops.BoolConstant) -> None:
    emit.constants[operation.result] = "true" if operation.value else "false"


def region_address(emit: Emitter, operation: ops.RegionAddress) -> None:
    emit.constants[operation.result] = str(emit.module.addresses[operation.region])


def function_code(emit: Emitter, operation: ops.FunctionCode) -> None:
    emit.constants[operation.result] = str(emit.module.codes[operation.function])
