"""Find the loops of a function.

inner_loops(function)       # {Label("test"): {Label("test"), Label("body")}}
back_edges(function, set(function.blocks))      # (Label("body"), Label("test")), …
"""

from __future__ import annotations

from collections.abc import Iterator

from interpreters.ir.control_flow import successors
from interpreters.ir.ops import Label
from interpreters.ir.program import Function

LARGEST_LOOP = 200
"""Blocks of an inner loop: a turn through more of them takes far longer than a test of the fuel, and without a limit
nested loops would be gone through once for each."""


def inner_loops(function: Function) -> dict[Label, set[Label]]:
    """Return the blocks of each small loop that has one way back to its head and no loop inside, by its head."""
    ends: dict[Label, list[Label]] = {}
    for last, head in back_edges(function, set(function.blocks)):
        ends.setdefault(head, []).append(last)
    before: dict[Label, list[Label]] = {label: [] for label in function.blocks}
    for label, block in function.blocks.items():
        for target in successors(block.terminator):
            before[target].append(label)
    found: dict[Label, set[Label]] = {}
    for head, (last, *others) in ends.items():
        body, ahead = {head}, [last]
        while ahead:
            label = ahead.pop()
            if label not in body:
                if label in ends or len(body) == LARGEST_LOOP:
                    break
                body.add(label)
                ahead += before[label]
        else:
            if not others:
                found[head] = body
    return found


def back_edges(function: Function, among: set[Label]) -> Iterator[tuple[Label, Label]]:
    """Yield the edges that close a cycle of some blocks: the last of its blocks, and the first."""
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
                yield label, target
            elif target in among and target not in finished:
                active.add(target)
                path.append((target, iter(successors(function.blocks[target].terminator))))
