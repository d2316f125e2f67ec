"""The control-flow graph of a function: which blocks may follow which.

successors(Branch(Register(0), Label("a"), Label("b")))     # ("a", "b")
reverse_postorder(function)                                 # [entry, …]: the reachable blocks
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from heapq import heappop, heappush

from getallenband.interpreters.ir import ops
from getallenband.interpreters.ir.fields import OPERANDS, ByOperation, Case
from getallenband.interpreters.ir.graphs import postorder
from getallenband.interpreters.ir.ops import Label, Operation
from getallenband.interpreters.ir.program import Function

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


def greatest_fixed_point(
    function: Function, bits: int, flow: Callable[[Label, int], Iterable[tuple[Label, int]]]
) -> dict[Label, int]:
    """Return what holds on every path to each reachable block: a set, as the bits of an integer; nothing at the entry.

    `flow` yields the blocks that may follow a block, and what holds on the way to each, by what holds before the block.
    """
    labels = reverse_postorder(function)
    order = {label: number for number, label in enumerate(labels)}
    # from everything downwards: from nothing upwards, a loop would never learn what holds all the way round it
    begin = dict.fromkeys(labels, (1 << bits) - 1)
    begin[function.entry] = 0
    waiting = list(range(len(labels)))
    queued = set(waiting)
    while waiting:
        number = heappop(waiting)
        queued.discard(number)
        for target, holds in flow(labels[number], begin[labels[number]]):
            if begin[target] & holds != begin[target]:
                begin[target] &= holds
                if order[target] not in queued:
                    queued.add(order[target])
                    heappush(waiting, order[target])
    return begin
