"""Merge a block into its predecessor where each is the other's only neighbour.

    program = merge_blocks(program)

A block with a single predecessor that ends in a jump becomes the end of that predecessor. Where an engine counts
blocks, and charges a block's statements to the budget at once, longer blocks cost less.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

from getallenband.interpreters.ir import ops
from getallenband.interpreters.ir.control_flow import edges
from getallenband.interpreters.ir.ops import Label
from getallenband.interpreters.ir.program import Block, Function, Program


def merge_blocks(program: Program) -> Program:
    """Return the program with such blocks merged."""
    return replace(program, functions={name: merge(function) for name, function in program.functions.items()})


def merge(function: Function) -> Function:
    incoming = Counter(target for _, target, _ in edges(function))
    fixed = {function.entry, *function.landings.values()}
    followers: dict[Label, Label] = {}
    for label, block in function.blocks.items():
        match block.terminator:
            case ops.Jump(target=target) if incoming[target] == 1 and target not in fixed and target != label:
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
