"""Join blocks that always follow each other.

    program = with_straight_blocks(program)

A block that is come to from one place only, by a jump, becomes the end of the block that jumps there. Engines count
blocks and take a block's statements off the budget at once, so that longer blocks cost less; what a budget allows is
decided at the first statement of the joined block.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

from interpreters.ir import ops
from interpreters.ir.fields import edges
from interpreters.ir.ops import Label
from interpreters.ir.program import Block, Function, Program


def with_straight_blocks(program: Program) -> Program:
    """Return the program with such blocks joined."""
    return replace(program, functions={name: joined(function) for name, function in program.functions.items()})


def joined(function: Function) -> Function:
    """Return the function with such blocks joined."""
    ways = Counter(target for _, target, _ in edges(function))
    fixed = {function.entry, *function.landings.values()}
    followers: dict[Label, Label] = {}
    for label, block in function.blocks.items():
        match block.terminator:
            case ops.Jump(target=target) if ways[target] == 1 and target not in fixed and target != label:
                followers[label] = target
    blocks: dict[Label, Block] = {}
    inner = set(followers.values())
    for label, block in function.blocks.items():
        if label in inner:
            continue
        operations, last = list(block.operations), label
        while last in followers:
            last = followers[last]
            operations[-1:] = function.blocks[last].operations
        blocks[label] = Block(operations)
    return replace(function, blocks=blocks)
