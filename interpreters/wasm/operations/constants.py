"""Constants: written where they are read."""

from __future__ import annotations

from getallenband.interpreters.ir import ops
from getallenband.interpreters.wasm.emit import Emitter


def int_constant(emit: Emitter, operation: ops.IntConstant) -> None: ...


def real_constant(emit: Emitter, operation: ops.RealConstant) -> None: ...


def bool_constant(emit: Emitter, operation: ops.BoolConstant) -> None: ...


def region_address(emit: Emitter, operation: ops.RegionAddress) -> None: ...


def function_code(emit: Emitter, operation: ops.FunctionCode) -> None: ...
