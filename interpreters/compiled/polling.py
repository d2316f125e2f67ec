"""Find where code must poll, so that the host has its turn in every loop and every endless recursion.

    polled_blocks(function)             # {Label("wait")}

A block with statement marks takes fuel, so the host is asked now and then; a cycle of blocks without marks does not.
"""

from __future__ import annotations

from getallenband.interpreters.ir import ops
from getallenband.interpreters.ir.control_flow import successors
from getallenband.interpreters.ir.graphs import back_edges
from getallenband.interpreters.ir.ops import Label
from getallenband.interpreters.ir.program import Function


def polled_blocks(function: Function) -> set[Label]:
    """Return the blocks where code must poll, because a cycle through them takes no fuel."""
    return cycle_heads(function, {label for label, block in function.blocks.items() if not block.weight})


def cycle_heads(function: Function, among: set[Label]) -> set[Label]:
    """Return those of some blocks that close a cycle of such blocks, begin a function that calls, or are landings."""
    following = {label: successors(block.terminator) for label, block in function.blocks.items()}
    cycle = [label for label in function.blocks if label in among]
    heads = {target for _, target in back_edges(cycle, following)}
    # no back edge shows recursion, or a loop that goes round by an Unwind and its landing
    if any(isinstance(operation, ops.Call | ops.CallIndirect) for operation in function.operations):
        heads.add(function.entry)
    return (heads | set(function.landings.values())) & among
