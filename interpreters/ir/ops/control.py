"""Terminators: how a block ends."""

from __future__ import annotations

from getallenband.interpreters.ir.ops.operation import (
    MAY_TRAP,
    TERMINATOR,
    Bool,
    FunctionName,
    Int,
    Label,
    Operation,
    Register,
    operation,
)
from getallenband.interpreters.ir.types import Type


@operation(TERMINATOR)
class Jump(Operation):
    """Continue in another block."""

    target: Label


@operation(TERMINATOR)
class Branch(Operation):
    """Continue in one of two blocks."""

    condition: Bool
    yes: Label
    no: Label


@operation(TERMINATOR)
class Switch(Operation):
    """Continue in the block of the case that equals the value, else in `default`."""

    value: Int
    cases: tuple[tuple[int, Label], ...]
    default: Label


@operation(TERMINATOR, MAY_TRAP)
class Call(Operation):
    """Call a function, then continue in block `next`. Deeper than the depth limit is a trap."""

    function: FunctionName
    arguments: tuple[Register, ...]
    next: Label
    result: Register | None = None


@operation(TERMINATOR, MAY_TRAP)
class CallIndirect(Operation):
    """Call the function with this code, from a FunctionCode; it has the signature parameters -> returns.

    Any other code is a trap with `message`; without a message it is a Crash, as no program can make such a code.
    """

    code: Int
    arguments: tuple[Register, ...]
    parameters: tuple[Type, ...]
    returns: Type | None
    next: Label
    result: Register | None = None
    message: str = ""


@operation(TERMINATOR)
class Return(Operation):
    """Leave the function (the entry function: end the run) with its result."""

    value: Register | None = None


@operation(TERMINATOR)
class Unwind(Operation):
    """Leave calls until the activation is reached whose `identity` local equals `activation`, this one included.

    It continues there in the block that its function's `landings` gives for `landing`. No such activation: Crash.
    """

    activation: Int
    landing: Int


@operation(TERMINATOR)
class Halt(Operation):
    """End the run as Finished, however deep the calls."""


@operation(TERMINATOR, MAY_TRAP)
class Trap(Operation):
    """End the run as a Trap with `message` ({0}, {1} …: the values)."""

    message: str
    values: tuple[Register, ...] = ()
