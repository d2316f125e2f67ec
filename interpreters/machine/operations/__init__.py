"""One function for each operation of the IR, with the operation's name: it turns the operation into a step.

step = step_of(IntAdd(Register(3), Register(1), Register(2)), here)
step(values)  # values[3] = values[1] + values[2], wrapped to 64 bits
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

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


def snake_case(name: str) -> str:
    """Turn the name of an operation's class into the name of its function: IndexLoad, index_load."""
    return re.sub(r"(?<!^)(?=[A-Z])", "_", name).lower()


def function_of(operation: type[Operation]) -> Callable[[Any, Here], Step | None]:
    """Find the function of an operation in its chapter."""
    name = snake_case(operation.__name__)
    found: Callable[[Any, Here], Step | None] = next(
        vars(chapter)[name] for chapter in CHAPTERS if name in vars(chapter)
    )
    return found


FUNCTIONS = {operation: function_of(operation) for operation in Operation.__subclasses__()}


def step_of(operation: Operation, here: Here) -> Step | None:
    """Turn an operation into a step; None for one that does nothing when it is reached."""
    return FUNCTIONS[type(operation)](operation, here)
