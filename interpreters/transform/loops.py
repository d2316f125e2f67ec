"""Find the edges that close the loops of a function.

back_edges(function, set(function.blocks))      # (Label("body"), Label("test")), …
"""

from __future__ import annotations

from collections.abc import Iterator

from interpreters.ir.control_flow import successors
from interpreters.ir.ops import Label
from interpreters.ir.program import Function


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
