"""Look at a program's memory: scalar variables, and arrays with their first elements.

global_variables(program, memory)["total"]           # 42
arrays(program, memory)[0].values                    # [7, None, 3]
by_name(program, memory, {"k": 3})["a"]              # {1: 7, 2: None, 3: 3}
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import product
from math import prod
from typing import Any

from getallenband.interpreters.ir import ops
from getallenband.interpreters.ir.memory import Memory
from getallenband.interpreters.ir.program import Function, Limit, Program, StaticArray
from getallenband.interpreters.ir.snapshot import ArrayShown, Value
from getallenband.interpreters.ir.types import SIZES, UNDEFINED_INT, Type

ELEMENTS = 500
"""The most elements of an array that are shown before a statement."""
ALL = 2**62


def source_locals(program: Program, function: Function) -> list[str]:
    """Return the locals of a function that are variables of the source text."""
    known = {variable.local for variable in program.variables.values() if variable.function == function.name}
    return [local for local in function.locals if local in known]


def global_variables(program: Program, memory: Memory) -> dict[str, Value]:
    """Return the scalar variables in static memory."""
    addresses = program.addresses()
    return {
        name: value_of(
            (memory.reals if variable.type is Type.REAL else memory.ints)[
                (addresses[variable.region] + variable.offset) >> 3
            ]
        )
        for name, variable in program.variables.items()
        if variable.region is not None
    }


def arrays(program: Program, memory: Memory, most: int = ELEMENTS) -> list[ArrayShown]:
    """Return the arrays that exist now: those declared, or else those that the program subscripts."""
    known = program.arrays or subscripted(program)
    every = (shown(program, memory, name, array, most) for name, array in known.items())
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


def shown(program: Program, memory: Memory, name: str, array: StaticArray, most: int) -> ArrayShown | None:
    """Return an array with its first elements in the order of storage; None where it is not made yet."""
    addresses = program.addresses()
    place = addresses[array.region] + array.offset
    address: Value = place
    if array.moved:
        address = value_of(memory.ints[place >> 3])
    bounds = [(bound(addresses, memory, low), bound(addresses, memory, high)) for low, high in array.bounds]
    known = [(low, high) for low, high in bounds if low is not None and high is not None]
    if not address or len(known) < len(bounds):
        return None
    count = min(most, prod(max(0, high - low + 1) for low, high in known))
    first = int(address) // SIZES[array.kind]
    cells = memory.views[array.kind][first : first + count]
    return ArrayShown(name, tuple(known), [value_of(cell) for cell in cells])


def bound(addresses: Mapping[str, int], memory: Memory, side: Limit) -> int | None:
    """Return a bound; one that is not constant is in memory, None before it has a value."""
    if isinstance(side, int):
        return side
    region, offset = side
    value = value_of(memory.ints[(addresses[region] + offset) >> 3])
    return None if value is None else int(value)


def value_of(cell: float | None) -> Value:
    """Return what a cell holds; None for one that was never assigned."""
    return None if cell is None or cell == UNDEFINED_INT or cell != cell else cell


def by_name(program: Program, memory: Memory, own: Mapping[str, Value]) -> dict[str, Any]:
    """Return all variables: a scalar's value, an array's elements by subscript (a tuple where it has several).

    `own` are those of the innermost call, which hide others of their names.
    """
    known = program.arrays or subscripted(program)
    every = {array.name: elements(array, columns=known[array.name].columns) for array in arrays(program, memory, ALL)}
    return {**global_variables(program, memory), **every, **own}


def elements(array: ArrayShown, *, columns: bool) -> Any:
    """Return the elements by subscript in the order of storage; a variable of C that is no array is its value."""
    if array.bounds == ((0, 0),):
        return array.values[0]
    return dict(zip(subscripts(array.bounds, columns=columns), array.values, strict=True))


def subscripts(bounds: Sequence[tuple[int, int]], *, columns: bool) -> Iterator[int | tuple[int, ...]]:
    """Yield all subscripts; the last runs fastest, by `columns` the first."""
    ranges = [range(low, high + 1) for low, high in bounds]
    if len(ranges) == 1:
        yield from ranges[0]
    elif columns:
        yield from (subscript[::-1] for subscript in product(*reversed(ranges)))
    else:
        yield from product(*ranges)
