"""Local variables."""

from __future__ import annotations

from interpreters.ir import ops
from interpreters.ir.types import UNDEFINED_INT, Type
from interpreters.machine.state import Here, Step, Values


def local_load(operation: ops.LocalLoad, here: Here) -> Step:
    """Read a local; with a message, trap where it is undefined."""
    result, message = operation.result, operation.message
    slot = here.routine.slots[operation.local]

    def unchecked(values: Values) -> None:
        values[result] = values[slot]

    def checked_int(values: Values) -> None:
        value = values[slot]
        if value == UNDEFINED_INT:
            raise here.trap(operation, message)
        values[result] = value

    def checked_real(values: Values) -> None:
        value = values[slot]
        if value != value:
            raise here.trap(operation, message)
        values[result] = value

    if message is None:
        return unchecked
    return checked_int if here.routine.function.locals[operation.local] is Type.INT else checked_real


def local_store(operation: ops.LocalStore, here: Here) -> Step:
    """Assign a local."""
    slot, value = here.routine.slots[operation.local], operation.value

    def step(values: Values) -> None:
        values[slot] = values[value]

    def traced(values: Values) -> None:
        values[slot] = values[value]
        here.assigned(operation, operation.local, values[value])

    function = here.routine.function.name
    known = {(variable.function, variable.local) for variable in here.state.program.variables.values()}
    return traced if here.state.trace is not None and (function, operation.local) in known else step
