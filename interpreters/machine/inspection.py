"""Look at a run that is about to execute a statement: its calls, variables and arrays.

snapshot(state, routine, values, place).variables["total"]       # 42
"""

from __future__ import annotations

from getallenband.interpreters.ir.inspection import arrays, global_variables, source_locals, value_of
from getallenband.interpreters.ir.program import Program
from getallenband.interpreters.ir.snapshot import CallUnderWay, Snapshot, Value
from getallenband.interpreters.machine.state import Code, Frame, Routine, State, Values
from getallenband.interpreters.source.position import Place

CALLS = 30
"""The most calls that are shown."""


def snapshot(state: State, routine: Routine, values: Values, place: Place) -> Snapshot:
    """Return what a run holds; `routine`, `values` and `place` are those of the innermost call."""
    program, memory = state.program, state.host.memory
    innermost = CallUnderWay(routine.function.title, place, own_variables(program, routine, values))
    callers = [caller(program, frame) for frame in reversed(state.stack.frames[-CALLS:])]
    variables = global_variables(program, memory)
    return Snapshot((innermost, *callers), len(state.stack) + 1, variables, arrays(program, memory))


def caller(program: Program, frame: Frame) -> CallUnderWay:
    """Return a suspended call."""
    variables = own_variables(program, frame.routine, frame.values)
    return CallUnderWay(frame.routine.function.title, place_of(program, frame.routine, frame.next), variables)


def place_of(program: Program, routine: Routine, code: Code) -> Place:
    """Return the place at which a block continues."""
    operations = routine.function.blocks[code.label].operations
    return program.places[next((operation.at for operation in operations if operation.at), 0)]


def own_variables(program: Program, routine: Routine, values: Values) -> dict[str, Value]:
    """Return the locals of a call that are variables of the source text."""
    return {local: value_of(values[routine.slots[local]]) for local in source_locals(program, routine.function)}


def last_variables(state: State, routine: Routine, values: Values) -> dict[str, Value]:
    """Return the variables of the outermost and of the innermost call, where a run has ended in this activation."""
    innermost: dict[str, Value] | None = None
    while True:
        variables = own_variables(state.program, routine, values)
        if innermost is None and not routine.function.routine:
            innermost = variables
        frame = state.stack.pop()
        if frame is None:
            return {**variables, **(innermost or {})}
        values, routine = frame.values, frame.routine
