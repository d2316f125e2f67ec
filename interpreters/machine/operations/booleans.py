"""Truth values."""

from __future__ import annotations

from interpreters.ir import ops
from interpreters.machine.state import Here, Step, Values


def bool_not(operation: ops.BoolNot, _here: Here) -> Step:
    """Negation."""
    result, value = operation.result, operation.value

    def step(values: Values) -> None:
        values[result] = not values[value]

    return step


def bool_and(operation: ops.BoolAnd, _here: Here) -> Step:
    """Conjunction."""
    result, left, right = operation.result, operation.left, operation.right

    def step(values: Values) -> None:
        values[result] = values[left] and values[right]

    return step


def bool_or(operation: ops.BoolOr, _here: Here) -> Step:
    """Disjunction."""
    result, left, right = operation.result, operation.left, operation.right

    def step(values: Values) -> None:
        values[result] = values[left] or values[right]

    return step


def bool_to_int(operation: ops.BoolToInt, _here: Here) -> Step:
    """Give 1 for true, 0 for false."""
    result, value = operation.result, operation.value

    def step(values: Values) -> None:
        values[result] = 1 if values[value] else 0

    return step


def int_to_bool(operation: ops.IntToBool, _here: Here) -> Step:
    """Give false for 0, true for all else."""
    result, value = operation.result, operation.value

    def step(values: Values) -> None:
        values[result] = values[value] != 0

    return step


def select(operation: ops.Select, _here: Here) -> Step:
    """Choose one of two values."""
    result, condition, yes, no = operation.result, operation.condition, operation.yes, operation.no

    def step(values: Values) -> None:
        values[result] = values[yes] if values[condition] else values[no]

    return step
