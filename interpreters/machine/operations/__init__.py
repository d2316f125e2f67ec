"""One function for each operation of the IR, in the chapters of `ir.ops`: it turns the operation into a step.

step = step_of(IntAdd(Register(3), Register(1), Register(2)), here)
step(values)  # values[3] = values[1] + values[2], wrapped to 64 bits
"""

from __future__ import annotations

from getallenband.interpreters.ir.fields import by_operation
from getallenband.interpreters.ir.ops import Operation
from getallenband.interpreters.machine.state import Here, Step

FUNCTIONS = by_operation(__name__)


def step_of(operation: Operation, here: Here) -> Step | None:
    """Turn an operation into a step; None for one that does nothing when it is reached."""
    step: Step | None = FUNCTIONS[type(operation)](operation, here)
    return step
