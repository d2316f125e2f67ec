"""Find where native code must test its fuel or poll, so that every loop and every endless recursion ends.

    tested_blocks(function)      # {Label("loop")}: the fuel is tested where a loop or a function begins
    polled_blocks(function)      # {Label("wait")}

A block with statement marks takes fuel, so Python is asked now and then; a cycle of blocks without marks does not.
"""

from __future__ import annotations

from interpreters.ir import ops
from interpreters.ir.control_flow import successors
from interpreters.ir.ops import Label
from interpreters.ir.program import Function


def tested_blocks(function: Function) -> set[Label]:
    """Return the blocks where fuel must be tested so that a run without end is noticed."""
    return cycle_heads(function, set(function.blocks))


def polled_blocks(function: Function) -> set[Label]:
    """Return the blocks where code must poll, because a cycle through them takes no fuel."""
    return cycle_heads(function, {label for label, block in function.blocks.items() if not block.weight})


def cycle_heads(function: Function, among: set[Label]) -> set[Label]:
    """Return those of some blocks that close a cycle of such blocks, begin a function that calls, or are landings."""
    heads: set[Label] = set()
    finished: set[Label] = set()
    for root in function.blocks:
        if root not in among or root in finished:
            continue
        path = [(root, iter(successors(function.blocks[root].terminator)))]
        active = {root}
        while path:
            label, following = path[-1]
            target = next(following, None)
            if target is None:
                path.pop()
                active.discard(label)
                finished.add(label)
            elif target in active:
                heads.add(target)
            elif target in among and target not in finished:
                active.add(target)
                path.append((target, iter(successors(function.blocks[target].terminator))))
    if any(isinstance(operation, ops.Call | ops.CallIndirect) for operation in function.operations):
        heads.add(function.entry)
    return (heads | set(function.landings.values())) & among
