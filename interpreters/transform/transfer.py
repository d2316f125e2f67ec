"""The transfer functions of the abstract state: what each operation implies for the values that it read and wrote."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from interpreters.ir import ops
from interpreters.ir.ops import FULL_HIGH, FULL_LOW, OPERATIONS, Operation
from interpreters.ir.types import Type
from interpreters.transform.abstract_state import AbstractState
from interpreters.transform.intervals import ALL, DEFINED, cell, exact, join, meet, word

Transfer = Callable[[AbstractState, Any], None]
TRANSFER: dict[type[Operation], Transfer] = {}


def apply(state: AbstractState, operation: Operation) -> None:
    """Turn the state before an operation into the state after it, where it did not trap."""
    function = TRANSFER.get(type(operation))
    if function is not None:
        function(state, operation)


def transfer(*kinds: type[Operation]) -> Callable[[Transfer], Transfer]:
    """Make a function the transfer function of operations."""

    def register(function: Transfer) -> Transfer:
        TRANSFER.update({kind: function for kind in OPERATIONS.values() if issubclass(kind, kinds)})
        return function

    return register


def copy_local(state: AbstractState, operation: ops.LocalLoad) -> None:
    """Note that a register now has the local's value; nothing is assumed of a check."""
    if operation.local not in state.facts.integers:
        return
    holder = state.holders.get(operation.local)
    if holder is None:
        state.hold(operation.local, operation.result)
        state.registers[operation.result] = state.locals.get(operation.local, ALL)
    elif holder != operation.result:
        state.copies[operation.result] = holder


@transfer(ops.LocalLoad)
def local_load(state: AbstractState, operation: ops.LocalLoad) -> None:
    copy_local(state, operation)
    if operation.message is not None and operation.local in state.facts.integers:
        state.refine(operation.result, DEFINED)


@transfer(ops.LocalStore)
def local_store(state: AbstractState, operation: ops.LocalStore) -> None:
    if operation.local in state.facts.integers:
        state.hold(operation.local, state.origin(operation.value))
        state.locals[operation.local] = state.interval(operation.value)


@transfer(ops.IndexLoad)
def index_load(state: AbstractState, operation: ops.IndexLoad) -> None:
    state.refine(operation.index, (operation.lower, operation.upper))
    if operation.kind != "f64":
        stored = cell(operation.kind)
        defined = operation.undefined is not None and operation.kind == "i64"
        state.registers[operation.result] = meet(stored, DEFINED) if defined else stored


@transfer(ops.IndexStore)
def index_store(state: AbstractState, operation: ops.IndexStore) -> None:
    state.refine(operation.index, (operation.lower, operation.upper))


@transfer(ops.Load)
def load(state: AbstractState, operation: ops.Load) -> None:
    if operation.kind != "f64":
        state.registers[operation.result] = cell(operation.kind)


@transfer(ops.IntArithmetic)
def arithmetic(state: AbstractState, operation: ops.IntArithmetic) -> None:
    """Cut the result off at the bounds of its check; without a check it may wrap."""
    found = exact(operation, state.interval(operation.left), state.interval(operation.right))
    if not operation.wraps or (found[0] >= FULL_LOW and found[1] <= FULL_HIGH):
        state.registers[operation.result] = meet(found, (operation.low, operation.high))


@transfer(ops.IntDivide)
def int_divide(state: AbstractState, operation: ops.IntDivide) -> None:
    """Follow division by a positive constant only."""
    left, (low, high) = state.interval(operation.left), state.interval(operation.right)
    if operation.signed and low == high > 0:
        ends = [abs(end) // low * (-1 if end < 0 else 1) for end in left]
        state.registers[operation.result] = (ends[0], ends[1])


@transfer(ops.IntRemainder)
def int_remainder(state: AbstractState, operation: ops.IntRemainder) -> None:
    left, (low, high) = state.interval(operation.left), state.interval(operation.right)
    if operation.signed and low == high > 0:
        state.registers[operation.result] = (0 if left[0] >= 0 else 1 - low, 0 if left[1] <= 0 else low - 1)


@transfer(ops.IntAnd)
def int_and(state: AbstractState, operation: ops.IntAnd) -> None:
    highs = [high for low, high in map(state.interval, (operation.left, operation.right)) if low >= 0]
    if highs:
        state.registers[operation.result] = (0, min(highs))


@transfer(ops.IntShiftRight)
def int_shift_right(state: AbstractState, operation: ops.IntShiftRight) -> None:
    """Follow a shift by a constant only."""
    left, (low, high) = state.interval(operation.left), state.interval(operation.right)
    if low == high and 0 <= low < 64 and (operation.signed or left[0] >= 0):
        state.registers[operation.result] = (left[0] >> low, left[1] >> low)


@transfer(ops.IntWrap)
def int_wrap(state: AbstractState, operation: ops.IntWrap) -> None:
    value = state.interval(operation.value)
    low, high = word(operation.bits, operation.signed)
    if operation.bits < 64:
        inside = low <= value[0] and value[1] <= high
        state.registers[operation.result] = value if inside else (low, high)


@transfer(ops.IntCompare)
def int_compare(state: AbstractState, operation: ops.IntCompare) -> None:
    state.registers[operation.result] = (0, 1)


@transfer(ops.BoolToInt)
def bool_to_int(state: AbstractState, operation: ops.BoolToInt) -> None:
    state.registers[operation.result] = (0, 1)


@transfer(ops.RealToInt)
def real_to_int(state: AbstractState, operation: ops.RealToInt) -> None:
    state.registers[operation.result] = (operation.low, operation.high)


@transfer(ops.RegionAddress, ops.StackMark, ops.StackAllocate)
def address(state: AbstractState, operation: ops.RegionAddress | ops.StackMark | ops.StackAllocate) -> None:
    state.registers[operation.result] = (0, state.facts.memory)


@transfer(ops.Select)
def select(state: AbstractState, operation: ops.Select) -> None:
    if state.facts.function.registers[operation.result] is Type.INT:
        state.registers[operation.result] = join(state.interval(operation.yes), state.interval(operation.no))


@transfer(ops.Check)
def check(state: AbstractState, operation: ops.Check) -> None:
    state.assume(operation.condition, True)


@transfer(ops.CheckRange)
def check_range(state: AbstractState, operation: ops.CheckRange) -> None:
    low, high = state.interval(operation.lower)[0], state.interval(operation.upper)[1]
    if low <= high:
        state.refine(operation.value, (low, high))


@transfer(ops.CheckDefined)
def check_defined(state: AbstractState, operation: ops.CheckDefined) -> None:
    if state.facts.function.registers[operation.value] is Type.INT:
        state.refine(operation.value, DEFINED)
