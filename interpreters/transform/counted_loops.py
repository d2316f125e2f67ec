"""Find the inner loops that end soon whatever happens: their fuel need not be tested.

    counted_loops(function, ranges)     # {Label("test.8"): 63}: the head of a loop of at most 63 turns

Each turn adds to a local variable whose interval is known. A block can step it only as often as its
interval has room, as long as nothing in the loop moves it back; if every way round the loop steps it, these numbers
bound the turns.

A bound that is too small would let a run overdraw its budget without end. The reference engine asserts the bounds in
the tests (testing/assertions.py).
"""

from __future__ import annotations

from collections.abc import Iterator

from interpreters.ir import ops
from interpreters.ir.control_flow import successors
from interpreters.ir.ops import Label
from interpreters.ir.program import Function
from interpreters.transform.abstract_state import AbstractState
from interpreters.transform.intervals import Interval
from interpreters.transform.loops import inner_loops
from interpreters.transform.ranges import Ranges
from interpreters.transform.transfer import apply

MOST_TURNS = 1_000_000
"""The most turns by which a run may overdraw its fuel: some milliseconds."""
LONG_OPERATIONS = ops.Call | ops.CallIndirect | ops.HostCall | ops.Fill | ops.Copy
"""With one of these a turn has no fixed length: a bound on the turns would not bound the time."""


def counted_loops(function: Function, ranges: Ranges) -> dict[Label, int]:
    """Return the heads of the inner loops that end soon, and how many turns they take at most."""
    if function.name not in ranges.analysed:
        return {}
    found = {head: most_turns(function, ranges, head, body) for head, body in inner_loops(function).items()}
    return {head: turns for head, turns in found.items() if turns is not None}


def most_turns(function: Function, ranges: Ranges, head: Label, body: set[Label]) -> int | None:
    """Return how many turns a loop takes at most; None where that is not known, or many.

    In each turn some block steps one local, always in the same direction: it can do so as often as there is room.
    """
    if (function.name, head) not in ranges.begin:
        return None
    if any(isinstance(operation, LONG_OPERATIONS) for label in body for operation in function.blocks[label].operations):
        return None
    steps: dict[tuple[str, int], dict[Label, int]] = {}
    for label in body:
        for local, direction, times in stores(function, ranges, label):
            steps.setdefault((local, direction), {})[label] = times
    # several blocks may step the local in turn, each as often as its own interval allows: their numbers add up
    found = [
        sum(times.values())
        for (local, direction), times in steps.items()
        if direction
        # stepped up here and down there a local stays in its interval for ever; so it does if any other store moves it
        and not steps.keys() & {(local, 0), (local, -direction)}
        and not returns(function, head, body - times.keys())
    ]
    return min(found, default=None)


NO_STEP = 0, 0


def stores(function: Function, ranges: Ranges, label: Label) -> Iterator[tuple[str, int, int]]:
    """Yield the locals that a block stores, with the direction and the most executions of a bounded step."""
    known = ranges.begin.get((function.name, label), {})
    state = AbstractState(ranges.facts[function.name], known, ranges.regions)
    loaded: dict[ops.Register, str] = {}
    steps: dict[tuple[ops.Register, str], tuple[int, int]] = {}
    for operation in function.blocks[label].operations:
        match operation:
            case ops.LocalLoad(result=result, local=local):
                loaded[result] = local
            # an addition that wraps could return to the start of the interval
            case ops.IntAdd(result=result, left=left, right=right) if not operation.wraps:
                for start, step in ((left, right), (right, left)):
                    if start in loaded:
                        steps[result, loaded[start]] = bounded_step(state.interval(start), state.interval(step))
            case ops.IntSubtract(result=result, left=left, right=right) if not operation.wraps:
                low, high = state.interval(right)
                if left in loaded:
                    steps[result, loaded[left]] = bounded_step(state.interval(left), (-high, -low))
            case ops.LocalStore(local=local, value=value):
                # by value and local: j := i + 1 steps neither, and a store of another value shows as NO_STEP
                yield local, *steps.get((value, local), NO_STEP)
        apply(state, operation)


def bounded_step(start: Interval, step: Interval) -> tuple[int, int]:
    """Return the sign of a step and how often it can start in an interval; NO_STEP if that exceeds MOST_TURNS."""
    least = max(step[0], -step[1])
    if least <= 0 or start[1] - start[0] >= MOST_TURNS * least:
        return NO_STEP
    # the interval is of the value before the step: one more can start at its very end
    return 1 if step[0] > 0 else -1, (start[1] - start[0]) // least + 1


def returns(function: Function, head: Label, body: set[Label]) -> bool:
    """Return whether a path leads from the head of a loop back to it through some of its blocks only."""
    if head not in body:
        return False
    seen: set[Label] = set()
    ahead = [head]
    while ahead:
        for target in successors(function.blocks[ahead.pop()].terminator):
            if target == head:
                return True
            if target in body and target not in seen:
                seen.add(target)
                ahead.append(target)
    return False
