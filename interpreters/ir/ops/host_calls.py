"""Calls of the language's library; its signatures hold INT and REAL only."""

from __future__ import annotations

from getallenband.interpreters.ir.ops.operation import MAY_TRAP, Operation, ProcedureName, Register, operation

EVENTS = 4096


@operation(MAY_TRAP)
class HostCall(Operation):
    """Call a library procedure now."""

    name: ProcedureName
    arguments: tuple[Register, ...]
    result: Register | None = None


@operation()
class DeferredHostCall(Operation):
    """Call a library procedure that has no result, later: in order, before any HostCall and the end of the run.

    Engines collect up to EVENTS of these before they perform them, so that printing costs no call each. Such a
    procedure must not trap; an exhausted output budget is noticed when the events are performed.
    """

    name: ProcedureName
    arguments: tuple[Register, ...]
