"""Local variables."""

from __future__ import annotations

from getallenband.interpreters.ir.ops.operation import MAY_TRAP, PURE, LocalName, OfLocal, Operation, operation


@operation(PURE, MAY_TRAP)
class LocalLoad(Operation):
    """Read a local variable; with a `message`, trap where it is undefined."""

    result: OfLocal
    local: LocalName
    message: str | None = None


@operation(PURE)
class LocalStore(Operation):
    """Assign a local variable."""

    local: LocalName
    value: OfLocal
