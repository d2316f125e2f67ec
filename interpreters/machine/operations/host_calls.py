"""Calls of the language's library."""

from __future__ import annotations

from typing import Any

from getallenband.interpreters.ir import ops
from getallenband.interpreters.ir.host import HostEnd, HostExhausted
from getallenband.interpreters.ir.types import Type
from getallenband.interpreters.machine.state import Ended, Here, Step, Values
from getallenband.interpreters.outcome import Crash


def host_call(operation: ops.HostCall, here: Here) -> Step:
    """Perform the pending events, then call a procedure of the library."""
    state, name, arguments, result = here.state, operation.name, operation.arguments, operation.result
    procedure = state.library[name]

    def step(values: Values) -> None:
        drain(operation, here)
        try:
            value = procedure.perform(state.host, *[values[register] for register in arguments])
        except HostEnd as end:
            raise Ended(end.ending(here.place(operation))) from None
        except Exception as error:
            raise Crash(f"library procedure {name} failed: {error}") from error
        if result is not None:
            values[result] = returned(name, procedure.returns, value)

    return step


def returned(name: str, kind: Type | None, value: Any) -> float:
    """Return a library procedure's result as a value of its type; raise Crash where it is not one."""
    if kind is Type.REAL and isinstance(value, int | float):
        return float(value)
    if kind is Type.INT and isinstance(value, int) and ops.FULL_LOW <= value <= ops.FULL_HIGH:
        return int(value)
    raise Crash(f"library procedure {name} returned {value!r}, expected {kind}")


def deferred_host_call(operation: ops.DeferredHostCall, here: Here) -> Step:
    arguments, events, procedure = operation.arguments, here.state.events, here.state.library[operation.name]

    def step(values: Values) -> None:
        events.append((procedure, tuple([values[register] for register in arguments])))
        if len(events) >= ops.EVENTS:
            drain(operation, here)

    return step


def drain(operation: ops.Operation, here: Here) -> None:
    """Perform the pending events; end the run at this operation where a budget is exhausted."""
    try:
        here.state.drain()
    except HostExhausted as exhausted:
        raise Ended(exhausted.ending(here.place(operation))) from None
    except Exception as error:
        raise Crash(f"a library procedure failed: {error}") from error
