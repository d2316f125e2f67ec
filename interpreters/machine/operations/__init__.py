"""One function for each operation of the IR, with the operation's name: it turns the operation into a step.

step = step_of(IntAdd(Register(3), Register(1), Register(2)), here)
step(values)  # values[3] = values[1] + values[2], wrapped to 64 bits
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from interpreters.ir.fields import OPERATIONS
from interpreters.ir.ops import Operation
from interpreters.machine.operations import (
    checks,
    constants,
    control,
    instruments,
    integers,
    memory,
    outside,
    reals,
    truth,
    variables,
)
from interpreters.machine.state import Here, Step

CHAPTERS = (constants, variables, memory, integers, reals, truth, checks, outside, instruments, control)


def function_of(name: str) -> Callable[[Any, Here], Step | None]:
    """Find the function of an operation in its chapter, by the operation's printed name."""
    found: Callable[[Any, Here], Step | None] = next(
        vars(chapter)[name] for chapter in CHAPTERS if name in vars(chapter)
    )
    return found


FUNCTIONS = {operation: function_of(name) for name, operation in OPERATIONS.items()}


def step_of(operation: Operation, here: Here) -> Step | None:
    """Turn an operation into a step; None for one that does nothing when it is reached."""
    return FUNCTIONS[type(operation)](operation, here)
