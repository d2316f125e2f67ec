"""Statement marks, probes and stops."""

from __future__ import annotations

from typing import Annotated

from getallenband.interpreters.ir.ops.operation import (
    FULL_HIGH,
    PURE,
    DefinedInt,
    Int,
    Operation,
    ProbeIndex,
    StatementIndex,
    operation,
)


@operation(PURE)
class Statement(Operation):
    """Mark that a source statement begins here.

    A statement that the budget does not cover is not begun: the run ends there as Exhausted. If a run ends inside a
    block, the statements after the last one begun are not counted. One that is not `counted` is charged to the budget
    only: the turn of a loop.
    """

    statement: StatementIndex
    counted: bool = True


@operation()
class Probe(Operation):
    """Add one to the histogram of a probe at this value."""

    probe: ProbeIndex
    value: Int


@operation(PURE)
class CallDepth(Operation):
    """The number of active calls: 0 in the entry function."""

    result: DefinedInt


@operation()
class StopBefore(Operation):
    """End the run as Finished just before a statement begins for the `execution`-th time.

    It precedes the Statement mark; the stopped execution is not counted.
    """

    statement: StatementIndex
    execution: Annotated[int, range(1, FULL_HIGH)]
