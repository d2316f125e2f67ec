"""Terminators: steps that return the block to continue in, or None after they changed the activation."""

from __future__ import annotations

from getallenband.interpreters.ir import ops
from getallenband.interpreters.ir.messages import format_message, too_deep
from getallenband.interpreters.machine.state import Code, Ended, Frame, Here, Routine, Step, Values
from getallenband.interpreters.outcome import Crash, Finished, Trap


def jump(operation: ops.Jump, here: Here) -> Step:
    target = here.block(operation.target)
    return lambda _values: target


def branch(operation: ops.Branch, here: Here) -> Step:
    condition, yes, no = operation.condition, here.block(operation.yes), here.block(operation.no)
    return lambda values: yes if values[condition] else no


def switch(operation: ops.Switch, here: Here) -> Step:
    value, default = operation.value, here.block(operation.default)
    cases = {number: here.block(label) for number, label in operation.cases}
    return lambda values: cases.get(values[value], default)


def enter(operation: ops.Call | ops.CallIndirect, here: Here, values: Values, callee: Routine, after: Code) -> None:
    """Enter an activation of the callee; trap where the calls are too deep."""
    state = here.state
    depth = len(state.stack) + 1
    if depth > state.host.limits.depth and not callee.function.routine:
        raise Ended(Trap(too_deep(callee.function.title, depth), here.place(operation)))
    fresh = callee.activation([values[register] for register in operation.arguments])
    state.stack.push(Frame(values, here.routine, after, operation.result))
    state.transfer = (fresh, callee.entry)
    if state.trace is not None and not callee.function.routine:
        state.trace(f"{here.place(operation).line}:{here.place(operation).column} call {callee.function.title}")


def call(operation: ops.Call, here: Here) -> Step:
    callee, after = here.state.routines[operation.function], here.block(operation.next)
    return lambda values: enter(operation, here, values, callee, after)


def call_indirect(operation: ops.CallIndirect, here: Here) -> Step:
    """Trap, or raise Crash, where no function whose code is taken has this code and the signature."""
    after, code = here.block(operation.next), operation.code
    signature, coded = (operation.parameters, operation.returns), here.state.coded

    def step(values: Values) -> None:
        callee = coded.get(values[code])
        if callee is not None and callee.function.signature == signature:
            enter(operation, here, values, callee, after)
        elif operation.message:
            raise here.trap(operation, operation.message)
        else:
            raise Crash(f"an indirect call of code {values[code]}")

    return step


def return_(operation: ops.Return, here: Here) -> Step:
    """Leave the function; from the entry function: end the run."""
    state, value = here.state, operation.value

    def step(values: Values) -> None:
        frame = state.stack.pop()
        if frame is None:
            raise Ended(Finished())
        if frame.result is not None and value is not None:
            frame.values[frame.result] = values[value]
        state.transfer = (frame.values, frame.next)
        if state.trace is not None and not here.routine.function.routine:
            state.trace(f"return from {here.routine.function.title}")

    return step


def unwind(operation: ops.Unwind, here: Here) -> Step:
    state, activation, landing = here.state, operation.activation, operation.landing

    def step(values: Values) -> None:
        identity, place = values[activation], values[landing]
        at, routine = values, here.routine
        while routine.identity is None or at[routine.identity] != identity:
            frame = state.stack.pop()
            if frame is None:
                raise Crash(f"there is no activation {identity} to unwind to")
            at, routine = frame.values, frame.routine
        if place not in routine.function.landings:
            raise Crash(f"function {routine.function.name} has no landing {place}")
        state.transfer = (at, routine.blocks[routine.function.landings[place]])

    return step


def halt(_operation: ops.Halt, _here: Here) -> Step:

    def step(_values: Values) -> None:
        raise Ended(Finished())

    return step


def trap(operation: ops.Trap, here: Here) -> Step:

    def step(values: Values) -> None:
        message = format_message(operation.message, [values[register] for register in operation.values])
        raise Ended(Trap(message, here.place(operation)))

    return step
