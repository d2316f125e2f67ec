"""Cut blocks so that each statement mark begins one: an engine can then stop before any statement.

program = begin_blocks_at_statements(program)
"""

from __future__ import annotations

from dataclasses import replace

from getallenband.interpreters.ir import ops
from getallenband.interpreters.ir.ops import Label, Operation
from getallenband.interpreters.ir.program import Block, Function, Program


def begin_blocks_at_statements(program: Program) -> Program:
    """Return the program with its blocks cut before every statement mark; a mark is always the first operation."""
    return replace(program, functions={name: cut(function) for name, function in program.functions.items()})


def cut(function: Function) -> Function:
    blocks: dict[Label, Block] = {}
    for first, block in function.blocks.items():
        label, operations = first, list[Operation]()
        for operation in block.operations:
            if isinstance(operation, ops.Statement) and operations:
                following = unused(f"{first}/{len(blocks)}", function)
                blocks[label] = Block([*operations, ops.Jump(following, at=operation.at)])
                label, operations = following, []
            operations.append(operation)
        blocks[label] = Block(operations)
    return replace(function, blocks=blocks)


def unused(name: str, function: Function) -> Label:
    """Return a label that the function does not have."""
    while name in function.blocks:
        name += "/"
    return Label(name)
