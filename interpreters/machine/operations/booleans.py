"""Truth values."""

from __future__ import annotations

import operator

from getallenband.interpreters.ir import ops
from getallenband.interpreters.machine.operations.steps import computing
from getallenband.interpreters.machine.state import Here, Step, Values

bool_not = computing(operator.not_)
bool_and = computing(operator.and_)
bool_or = computing(operator.or_)
bool_to_int = computing(int)
int_to_bool = computing(bool)


def select(operation: ops.Select, _here: Here) -> Step:
    result, condition, yes, no = operation.result, operation.condition, operation.yes, operation.no

    def step(values: Values) -> None:
        values[result] = values[yes] if values[condition] else values[no]

    return step
