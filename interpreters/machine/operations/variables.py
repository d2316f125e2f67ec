"""Local variables."""

from __future__ import annotations

from getallenband.interpreters.ir import ops
from getallenband.interpreters.machine.operations.steps import UNDEFINED
from getallenband.interpreters.machine.state import Here, Step, Values


def local_load(operation: ops.LocalLoad, here: Here) -> Step:
    result, message = operation.result, operation.message
    slot = here.routine.slots[operation.local]
    is_undefined = UNDEFINED[here.routine.function.locals[operation.local]]

    def unchecked(values: Values) -> None:
        values[result] = values[slot]

    def checked(values: Values) -> None:
        value = values[slot]
        if is_undefined(value):
            raise here.trap(operation, message)
        values[result] = value

    return unchecked if message is None else checked


def local_store(operation: ops.LocalStore, here: Here) -> Step:
    slot, value = here.routine.slots[operation.local], operation.value

    def step(values: Values) -> None:
        values[slot] = values[value]

    def traced(values: Values) -> None:
        values[slot] = values[value]
        here.trace_assignment(operation, operation.local, values[value])

    if here.state.trace is None:
        return step
    function = here.routine.function.name
    known = {(variable.function, variable.local) for variable in here.state.program.variables.values()}
    return traced if (function, operation.local) in known else step
