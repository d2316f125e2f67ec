"""Constants: no steps, for every activation begins with them in its registers."""

from __future__ import annotations

from getallenband.interpreters.ir import ops
from getallenband.interpreters.machine.state import Here


def int_constant(operation: ops.IntConstant, here: Here) -> None:
    here.routine.blank[operation.result] = operation.value


def real_constant(operation: ops.RealConstant, here: Here) -> None:
    here.routine.blank[operation.result] = float(operation.value)


def bool_constant(operation: ops.BoolConstant, here: Here) -> None:
    here.routine.blank[operation.result] = operation.value


def region_address(operation: ops.RegionAddress, here: Here) -> None:
    here.routine.blank[operation.result] = here.region(operation.region)


def function_code(operation: ops.FunctionCode, here: Here) -> None:
    here.routine.blank[operation.result] = here.state.codes[operation.function]
