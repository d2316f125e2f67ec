"""Memory: arrays with checked subscripts, cells at addresses, and the stack in memory."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from interpreters.ir import ops
from interpreters.ir.memory import CELLS
from interpreters.ir.messages import out_of_memory
from interpreters.ir.program import FIRST_ADDRESS
from interpreters.ir.types import SIZES, UNDEFINED_INT
from interpreters.machine.state import Ended, Here, Step, Values
from interpreters.outcome import Crash, Exhausted


def wrapping(bits: int, signed: bool) -> Callable[[int], int]:
    """Return the function that keeps the low bits of an integer and widens them again."""
    mask, half = (1 << bits) - 1, 1 << (bits - 1)
    if signed:
        return lambda value: ((value + half) & mask) - half
    return lambda value: value & mask


NARROWED: dict[str, Callable[[int], int]] = {
    kind: wrapping(8 * SIZES[kind], signed=kind[0] == "i") for kind in ("i8", "u8", "i16", "u16", "i32", "u32")
}


def index_load(operation: ops.IndexLoad, here: Here) -> Step:
    """Read an element of a static array; trap outside its bounds, or where it is undefined."""
    result, index, lower, upper = operation.result, operation.index, operation.lower, operation.upper
    view: Any = here.state.host.memory.views[operation.kind]
    shift = here.region(operation.region) // SIZES[operation.kind] - lower

    def unchecked(values: Values) -> None:
        place = values[index]
        if not lower <= place <= upper:
            raise here.trap(operation, operation.message, place)
        values[result] = view[place + shift]

    def checked_int(values: Values) -> None:
        place = values[index]
        if not lower <= place <= upper:
            raise here.trap(operation, operation.message, place)
        value = view[place + shift]
        if value == UNDEFINED_INT:
            raise here.trap(operation, operation.undefined, place)
        values[result] = value

    def checked_real(values: Values) -> None:
        place = values[index]
        if not lower <= place <= upper:
            raise here.trap(operation, operation.message, place)
        value = view[place + shift]
        if value != value:
            raise here.trap(operation, operation.undefined, place)
        values[result] = value

    if operation.undefined is None:
        return unchecked
    return checked_real if operation.kind == "f64" else checked_int


def index_store(operation: ops.IndexStore, here: Here) -> Step:
    """Assign an element of a static array; trap outside its bounds."""
    index, value, lower, upper = operation.index, operation.value, operation.lower, operation.upper
    view: Any = here.state.host.memory.views[operation.kind]
    shift = here.region(operation.region) // SIZES[operation.kind] - lower
    narrowed = NARROWED.get(operation.kind)

    def whole(values: Values) -> None:
        place = values[index]
        if not lower <= place <= upper:
            raise here.trap(operation, operation.message, place)
        view[place + shift] = values[value]

    def narrow(values: Values) -> None:
        place = values[index]
        if not lower <= place <= upper:
            raise here.trap(operation, operation.message, place)
        assert narrowed is not None
        view[place + shift] = narrowed(values[value])

    def traced(values: Values) -> None:
        (whole if narrowed is None else narrow)(values)
        name = operation.region if lower == upper == 0 else f"{operation.region}[{values[index]}]"
        here.assigned(operation, name, values[value])

    if here.state.trace is not None:
        return traced
    return whole if narrowed is None else narrow


def cell(address: int, size: int) -> int:
    """Return the index of the cell at an address; raise Crash for an address that no lowering may make."""
    if address < FIRST_ADDRESS or address % size:
        raise Crash(f"address {address} is no cell of {size} bytes")
    return address // size


def load(operation: ops.Load, here: Here) -> Step:
    """Read the cell at address + offset."""
    result, address, offset = operation.result, operation.address, operation.offset
    view: Any = here.state.host.memory.views[operation.kind]
    size = SIZES[operation.kind]

    def step(values: Values) -> None:
        values[result] = view[cell(values[address] + offset, size)]

    return step


def store(operation: ops.Store, here: Here) -> Step:
    """Write the cell at address + offset."""
    address, value, offset = operation.address, operation.value, operation.offset
    view: Any = here.state.host.memory.views[operation.kind]
    size = SIZES[operation.kind]
    narrowed = NARROWED.get(operation.kind)

    def whole(values: Values) -> None:
        view[cell(values[address] + offset, size)] = values[value]

    def narrow(values: Values) -> None:
        assert narrowed is not None
        view[cell(values[address] + offset, size)] = narrowed(values[value])

    return whole if narrowed is None else narrow


def fill(operation: ops.Fill, here: Here) -> Step:
    """Set cells of 8 bytes to a pattern."""
    address, words, pattern = operation.address, operation.words, CELLS[operation.pattern]
    memory = here.state.host.memory

    def step(values: Values) -> None:
        count = max(0, values[words])
        start = 8 * cell(values[address], 8)
        memory.bytes[start : start + 8 * count] = pattern * count

    return step


def copy(operation: ops.Copy, here: Here) -> Step:
    """Copy bytes, as if through a buffer."""
    target, origin, size = operation.target, operation.origin, operation.size
    memory = here.state.host.memory

    def step(values: Values) -> None:
        count, first, second = max(0, values[size]), cell(values[origin], 1), cell(values[target], 1)
        memory.bytes[second : second + count] = bytes(memory.bytes[first : first + count])

    return step


def stack_allocate(operation: ops.StackAllocate, here: Here) -> Step:
    """Take bytes from the stack in memory; end the run where they do not fit."""
    result, size, state = operation.result, operation.size, here.state
    limit = state.host.memory.size

    def step(values: Values) -> None:
        wanted = values[size]
        if not 0 <= wanted <= limit - state.top:
            raise Ended(Exhausted(out_of_memory(wanted, limit), here.place(operation)))
        values[result] = state.top
        state.top += (wanted + 7) // 8 * 8

    return step


def stack_mark(operation: ops.StackMark, here: Here) -> Step:
    """Give the address up to which the stack in memory is used."""
    result, state = operation.result, here.state

    def step(values: Values) -> None:
        values[result] = state.top

    return step


def stack_release(operation: ops.StackRelease, here: Here) -> Step:
    """Give back what was allocated since the mark."""
    mark, state = operation.mark, here.state

    def step(values: Values) -> None:
        state.top = values[mark]

    return step
