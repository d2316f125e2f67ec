"""The control-flow graph of a function: which blocks may follow which.

successors(Branch(Register(0), Label("a"), Label("b")))     # ("a", "b")
reverse_postorder(function)                                 # [entry, …]: the reachable blocks
"""

from __future__ import annotations

from collections.abc import Iterator

from interpreters.ir import ops
from interpreters.ir.fields import OPERANDS, ByOperation, Case
from interpreters.ir.graphs import postorder
from interpreters.ir.ops import Label, Operation
from interpreters.ir.program import Function

SUCCESSORS = ByOperation(lambda kind: [field for field in OPERANDS[kind] if field.type in (Label, Case)])
"""The fields that name blocks."""


def successors(terminator: Operation) -> tuple[Label, ...]:
    """Return the blocks that may follow a terminator, within its function."""
    targets: list[Label] = []
    for field in SUCCESSORS[type(terminator)]:
        value = getattr(terminator, field.name)
        targets += [label for _, label in value] if field.many else [value]
    return tuple(targets)


def edges(function: Function) -> Iterator[tuple[Label, Label, bool]]:
    """Yield every edge from block to block; the flag marks those that Unwind takes, out of a call or at itself."""
    for label, block in function.blocks.items():
        for target in successors(block.terminator):
            yield label, target, False
        if isinstance(block.terminator, ops.Call | ops.CallIndirect | ops.Unwind):
            for target in dict.fromkeys(function.landings.values()):
                yield label, target, True


def successor_map(function: Function) -> dict[Label, list[Label]]:
    """Return the blocks that may follow each block, those that Unwind reaches included."""
    following: dict[Label, list[Label]] = {label: [] for label in function.blocks}
    for origin, target, _ in edges(function):
        following[origin].append(target)
    return following


def reverse_postorder(function: Function) -> list[Label]:
    """List the reachable blocks so that, loops aside, each comes after its predecessors."""
    return [*postorder([function.entry], successor_map(function), function.blocks.keys())][::-1]
