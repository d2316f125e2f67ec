"""A function's nodes as blocks and loops nested in one another: WebAssembly has no other jumps.

    parts("abcd", {"a": ["b"], "b": ["c", "d"], "c": ["b"], "d": []})    # a, a loop of b (its head) and c, d

Nodes that can reach each other form a part (a strongly connected component of the graph). Parts reach each other in one
direction only, and are laid out in that order: so a jump from one part to another goes forwards, out of a block that
ends where the other part begins. A part that goes round is a loop, and its first node the head. A loop allows jumps to
its head from anywhere inside. Without these jumps its other nodes go round less: they are divided in the same way,
after the head. Each division takes a head away, so it ends, and every jump is of one of two kinds: to the head of a
loop around it, or forwards to a part that lies after it, in its own loop or in one around that.

Two jumps have no place in this order: into the middle of a part, where a paused run goes on or a program of ALGOL or
FORTRAN jumps into a loop, and back within loops nested deeper than DEEPEST, which are not divided further. Such a jump
names the node that is sought, and goes to the head of the part around it, where a gate leads on to that node, or to the
next gate. Nodes are numbered in the order of the layout: those of a part are consecutive, and a gate is one table.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from getallenband.interpreters.ir.graphs import Graph, components, reversed_edges

DEEPEST = 24
"""Loops nested in one another before nodes are no longer divided: each level has a table of its nodes, and a function
whose blocks all jump to each other has as many levels as blocks."""


@dataclass(frozen=True, slots=True)
class Part:
    """A node (`rest` is None), or a loop: the node it begins with, and the parts after that."""

    head: str
    rest: tuple[Part, ...] | None = None

    def nodes(self) -> Iterator[str]:
        """Yield the nodes in the order of their layout."""
        yield self.head
        for part in self.rest or ():
            yield from part.nodes()


def parts(nodes: Sequence[str], following: Graph[str]) -> tuple[Part, ...]:
    """Divide nodes, the first of which is the beginning, into parts in order."""
    preceding = reversed_edges(following)

    def divided(within: Sequence[str], depth: int) -> Iterator[Part]:
        place = {name: number for number, name in enumerate(within)}
        for component in components(within, following, preceding):
            inside = sorted(component, key=place.__getitem__)
            if len(inside) == 1 and inside[0] not in following[inside[0]]:
                yield Part(inside[0])
                continue
            # the head is the node through which the loop is entered
            entries = (name for name in inside if not component.issuperset(preceding[name]))
            head = next(entries, inside[0])
            others = [name for name in inside if name != head]
            yield Part(head, tuple(divided(others, depth + 1) if depth < DEEPEST else map(Part, others)))

    return tuple(divided(nodes, 1))
