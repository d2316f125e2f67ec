"""Look at a run that is about to execute a statement: its calls, variables and arrays.

snapshot(state, routine, values, place).variables["total"]       # 42
"""

from __future__ import annotations

from math import prod

from interpreters.ir import ops
from interpreters.ir.program import Limit, Program, StaticArray
from interpreters.ir.snapshot import ArrayShown, CallUnderWay, Snapshot, Value
from interpreters.ir.types import SIZES, UNDEFINED_INT, Type
from interpreters.machine.state import Code, Frame, Routine, State, Values
from interpreters.source.position import Place

CALLS = 30
ELEMENTS = 500
"""The most calls, and elements of an array, that are shown."""


def snapshot(state: State, routine: Routine, values: Values, place: Place) -> Snapshot:
    """Return what a run holds; `routine`, `values` and `place` are those of the innermost call."""
    innermost = CallUnderWay(routine.function.title, place, own_variables(state.program, routine, values))
    callers = [caller(state.program, frame) for frame in reversed(state.stack.frames[-CALLS:])]
    return Snapshot((innermost, *callers), len(state.stack) + 1, global_variables(state), arrays(state))


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
    name = routine.function.name
    known = {variable.local for variable in program.variables.values() if variable.function == name}
    return {local: value_of(values[slot]) for local, slot in routine.slots.items() if local in known}


def global_variables(state: State) -> dict[str, Value]:
    """Return the scalar variables in static memory."""
    memory, addresses = state.host.memory, state.addresses
    return {
        name: value_of(
            (memory.reals if variable.type is Type.REAL else memory.ints)[
                (addresses[variable.region] + variable.offset) >> 3
            ]
        )
        for name, variable in state.program.variables.items()
        if variable.region is not None
    }


def arrays(state: State) -> list[ArrayShown]:
    """Return the arrays that exist now: those declared, or else those that the program subscripts."""
    known = state.program.arrays or subscripted(state.program)
    every = (shown(state, name, array) for name, array in known.items())
    return [array for array in every if array is not None]


def subscripted(program: Program) -> dict[str, StaticArray]:
    """Return the static arrays with the bounds that their subscripts are checked against."""
    scalars = {variable.region for variable in program.variables.values()}
    arrays: dict[str, StaticArray] = {}
    for operation in program.operations:
        if (
            isinstance(operation, ops.IndexLoad | ops.IndexStore)
            and operation.region not in scalars
            and program.regions[operation.region].place is not None
        ):
            bounds = ((operation.lower, operation.upper),)
            arrays.setdefault(operation.region, StaticArray(operation.region, 0, operation.kind, bounds))
    return arrays


def shown(state: State, name: str, array: StaticArray) -> ArrayShown | None:
    """Return an array with its first elements in the order of storage; None where it is not made yet."""
    place = state.addresses[array.region] + array.offset
    address: Value = place
    if array.moved:
        address = value_of(state.host.memory.ints[place >> 3])
    bounds = [(bound(state, low), bound(state, high)) for low, high in array.bounds]
    known = [(low, high) for low, high in bounds if low is not None and high is not None]
    if not address or len(known) < len(bounds):
        return None
    count = min(ELEMENTS, prod(max(0, high - low + 1) for low, high in known))
    first = int(address) // SIZES[array.kind]
    cells = state.host.memory.views[array.kind][first : first + count]
    return ArrayShown(name, tuple(known), [value_of(cell) for cell in cells])


def bound(state: State, side: Limit) -> int | None:
    """Return a bound; one that is not constant is in memory, None before it has a value."""
    if isinstance(side, int):
        return side
    region, offset = side
    value = value_of(state.host.memory.ints[(state.addresses[region] + offset) >> 3])
    return None if value is None else int(value)


def value_of(cell: float | None) -> Value:
    """Return what a cell holds; None for one that was never assigned."""
    return None if cell is None or cell == UNDEFINED_INT or cell != cell else cell
