"""Find where native code must test its fuel, so that every loop and every endless recursion ends.

tested_blocks(function)             # {Label("loop")}: the fuel is tested where a loop or a function begins
short_loops(function)               # {Label("loop"): Label("loop"), Label("body"): Label("loop")}
"""

from __future__ import annotations

from interpreters.compiled.polling import cycle_heads
from interpreters.ir import ops
from interpreters.ir.ops import Label
from interpreters.ir.program import Function
from interpreters.transform.loops import inner_loops

# up to six were tried, and gained nothing (docs/native.md)
MOST_BLOCKS = 3
"""In a loop with several paths the counters of all would need more registers than there are."""


def tested_blocks(function: Function) -> set[Label]:
    """Return the blocks where fuel must be tested so that a run without end is noticed."""
    return cycle_heads(function, set(function.blocks))


def short_loops(function: Function) -> dict[Label, Label]:
    """Return the head of the loop around each block, of loops of two or three blocks that call nothing.

    At least two of the blocks have statements: a single counter in memory takes no time beside the rest of a turn.
    """
    found: dict[Label, Label] = {}
    for head, body in inner_loops(function).items():
        blocks = [function.blocks[label] for label in body]
        # a call that does not return leaves by `left`, past the exits that add up what was counted in locals
        calls = any(isinstance(block.terminator, ops.Call | ops.CallIndirect) for block in blocks)
        # with a single counter nothing was gained, and the ALGOL sieve lost a fifth
        if len(body) <= MOST_BLOCKS and not calls and sum(block.weight > 0 for block in blocks) > 1:
            # sorted: the code of a program is found in the cache by its text, whatever the order of a set
            found |= dict.fromkeys(sorted(body), head)
    return found
