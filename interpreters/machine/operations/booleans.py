"""Truth values."""

from __future__ import annotations

import operator

from getallenband.interpreters.ir import ops
from getallenband.interpreters.machine.operations.steps import computed
from getallenband.interpreters.machine.state import Here, Step, Values


def bool_not(operation: ops.BoolNot, _here: Here) -> Step:
    return computed(operation, operator.not_)


def bool_and(operation: ops.BoolAnd, _here: Here) -> Step:
    return computed(operation, operator.and_)


def bool_or(operation: ops.BoolOr, _here: Here) -> Step:
    return computed(operation, operator.or_)


def bool_to_int(operation: ops.BoolToInt, _here: Here) -> Step:
    return computed(operation, int)


def int_to_bool(operation: ops.IntToBool, _here: Here) -> Step:
    return computed(operation, bool)


def select(operation: ops.Select, _here: Here) -> Step:
    result, condition, yes, no = operation.result, operation.condition, operation.yes, operation.no

    def step(values: Values) -> None:
        values[result] = values[yes] if values[condition] else values[no]

    return step
