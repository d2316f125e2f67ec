"""Memory: arrays with checked subscripts, cells at addresses, and the stack in memory."""

from __future__ import annotations

import operator
from collections.abc import Callable
from typing import Any

from getallenband.interpreters.ir import ops
from getallenband.interpreters.ir.host import HostExhausted
from getallenband.interpreters.ir.memory import CELLS
from getallenband.interpreters.ir.messages import out_of_memory
from getallenband.interpreters.ir.program import FIRST_ADDRESS
from getallenband.interpreters.ir.types import SIZES, type_of
from getallenband.interpreters.machine.operations.integers import wrapping
from getallenband.interpreters.machine.operations.steps import UNDEFINED
from getallenband.interpreters.machine.state import Ended, Here, Step, Values
from getallenband.interpreters.outcome import Exhausted

NARROW: dict[str, Callable[[Any], Any]] = {
    kind: wrapping(8 * size, signed=kind[0] == "i") if size < 8 else operator.pos for kind, size in SIZES.items()
}
"""The function that wraps a value to the size of a cell, by the kind of the cell."""


def index_load(operation: ops.IndexLoad, here: Here) -> Step:
    result, index, lower, upper = operation.result, operation.index, operation.lower, operation.upper
    view: Any = here.state.host.memory.views[operation.kind]
    shift = here.region(operation.region) // SIZES[operation.kind] - lower
    is_undefined = UNDEFINED[type_of(operation.kind)]

    def unchecked(values: Values) -> None:
        subscript = values[index]
        if not lower <= subscript <= upper:
            raise here.trap(operation, operation.message, subscript)
        values[result] = view[subscript + shift]

    def checked(values: Values) -> None:
        unchecked(values)
        if is_undefined(values[result]):
            raise here.trap(operation, operation.undefined, values[index])

    return unchecked if operation.undefined is None else checked


def index_store(operation: ops.IndexStore, here: Here) -> Step:
    index, value, lower, upper = operation.index, operation.value, operation.lower, operation.upper
    view: Any = here.state.host.memory.views[operation.kind]
    shift = here.region(operation.region) // SIZES[operation.kind] - lower
    narrow = NARROW[operation.kind]

    def step(values: Values) -> None:
        subscript = values[index]
        if not lower <= subscript <= upper:
            raise here.trap(operation, operation.message, subscript)
        view[subscript + shift] = narrow(values[value])

    def traced(values: Values) -> None:
        step(values)
        name = operation.region if lower == upper == 0 else f"{operation.region}[{values[index]}]"
        here.trace_assignment(operation, name, values[value])

    return step if here.state.trace is None else traced


def cell(address: int, size: int) -> int:
    """Return the index of the cell at an address; raise ValueError for an address that no lowering may make."""
    # not Crash: the engine makes that of any other exception, and says in which function and operation it came
    if address < FIRST_ADDRESS or address % size:
        raise ValueError(f"address {address} is not a cell of {size} bytes")
    return address // size


def load(operation: ops.Load, here: Here) -> Step:
    result, address, offset = operation.result, operation.address, operation.offset
    view: Any = here.state.host.memory.views[operation.kind]
    size = SIZES[operation.kind]

    def step(values: Values) -> None:
        at = values[address] + offset
        # a call of `cell` takes longer than the rest: only a wrong address goes there
        values[result] = view[cell(at, size) if at < FIRST_ADDRESS or at % size else at // size]

    return step


def store(operation: ops.Store, here: Here) -> Step:
    address, value, offset = operation.address, operation.value, operation.offset
    view: Any = here.state.host.memory.views[operation.kind]
    size, narrow = SIZES[operation.kind], NARROW[operation.kind]

    def step(values: Values) -> None:
        view[cell(values[address] + offset, size)] = narrow(values[value])

    return step


def charge(operation: ops.Fill | ops.Copy | ops.Work, here: Here, size: int) -> None:
    """Charge the work on a number of bytes; end the run where the budget does not cover it."""
    try:
        here.state.host.charge(size)
    except HostExhausted as exhausted:
        raise Ended(exhausted.ending(here.place(operation))) from None


def fill(operation: ops.Fill, here: Here) -> Step:
    address, words, pattern = operation.address, operation.words, CELLS[operation.pattern]
    memory = here.state.host.memory

    def step(values: Values) -> None:
        count = max(0, values[words])
        start = 8 * cell(values[address], 8)
        charge(operation, here, 8 * count)
        memory.bytes[start : start + 8 * count] = pattern * count

    return step


def copy(operation: ops.Copy, here: Here) -> Step:
    target, origin, size = operation.target, operation.origin, operation.size
    memory = here.state.host.memory

    def step(values: Values) -> None:
        count, first, second = max(0, values[size]), cell(values[origin], 1), cell(values[target], 1)
        charge(operation, here, count)
        memory.bytes[second : second + count] = bytes(memory.bytes[first : first + count])

    return step


def work(operation: ops.Work, here: Here) -> Step:
    size = operation.size

    def step(values: Values) -> None:
        charge(operation, here, max(0, values[size]))

    return step


def stack_allocate(operation: ops.StackAllocate, here: Here) -> Step:
    result, size, state = operation.result, operation.size, here.state
    limit = state.host.memory.size

    def step(values: Values) -> None:
        requested = values[size]
        if not 0 <= requested <= limit - state.top:
            raise Ended(Exhausted(out_of_memory(requested, limit), here.place(operation)))
        values[result] = state.top
        state.top += (requested + 7) // 8 * 8

    return step


def stack_mark(operation: ops.StackMark, here: Here) -> Step:
    result, state = operation.result, here.state

    def step(values: Values) -> None:
        values[result] = state.top

    return step


def stack_release(operation: ops.StackRelease, here: Here) -> Step:
    mark, state = operation.mark, here.state

    def step(values: Values) -> None:
        state.top = values[mark]

    return step
