"""Find where native code must poll, so that every loop and every endless recursion can be interrupted.

    polled_blocks(function)      # {Label("loop")}

A block with statement marks takes fuel, so Python is asked now and then; a cycle of blocks without marks does not.
"""

from __future__ import annotations

from interpreters.ir import ops
from interpreters.ir.control_flow import successors
from interpreters.ir.ops import Label
from interpreters.ir.program import Block, Function


def polled_blocks(function: Function) -> set[Label]:
    """Return the unmarked blocks that close a cycle of such blocks, begin a function that calls, or are landings."""
    unmarked = {label for label, block in function.blocks.items() if not marked(block)}
    polled: set[Label] = set()
    finished: set[Label] = set()
    for root in function.blocks:
        if root not in unmarked or root in finished:
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
                polled.add(target)
            elif target in unmarked and target not in finished:
                active.add(target)
                path.append((target, iter(successors(function.blocks[target].terminator))))
    if function.entry in unmarked and any(
        isinstance(operation, ops.Call | ops.CallIndirect) for operation in function.operations
    ):
        polled.add(function.entry)
    for landing in function.landings.values():
        if landing in unmarked:
            polled.add(landing)
    return polled


def marked(block: Block) -> bool:
    return any(isinstance(operation, ops.Statement) for operation in block.operations)
