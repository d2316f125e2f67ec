"""Calls of a function by itself whose result is its own result: the function begins again, with one activation more.

    tail_calls(function)        # {Label("then.4")}: the blocks that end in such a call

Only where nothing lies between the call and the return: no statement, no check that may fail.
"""

from __future__ import annotations

from interpreters.ir import ops
from interpreters.ir.ops import Label, Register
from interpreters.ir.program import Function


def tail_calls(function: Function) -> set[Label]:
    """Return the blocks that end in a tail call of their own function."""
    # an Unwind may still be meant for the activation that a jump would end
    if function.landings:
        return set()
    return {
        label
        for label, block in function.blocks.items()
        if isinstance(block.terminator, ops.Call)
        and block.terminator.function == function.name
        and returned(function, block.terminator)
    }


def returned(function: Function, call: ops.Call) -> bool:
    """Return whether what follows a call only returns its result."""
    held: set[Register | str | None] = {call.result}
    seen: set[Label] = set()
    label = call.next
    while label not in seen:
        seen.add(label)
        for operation in function.blocks[label].operations:
            match operation:
                # a load with a message may trap, after the call and in the caller's place: it is more than returning
                case ops.LocalLoad(result=result, local=local, message=None):
                    (held.add if local in held else held.discard)(result)
                case ops.LocalStore(local=local, value=value):
                    (held.add if value in held else held.discard)(local)
                case ops.Constant():
                    pass
                case ops.Jump(target=target):
                    label = target
                case ops.Return(value=value):
                    return value in held
                case _:
                    return False
    return False
