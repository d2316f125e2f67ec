"""Depth-first search in a graph: its strongly connected components, and the edges that close its cycles.

list(loops("abc", {"a": ["b"], "b": ["a", "c"], "c": []}))      # [{"a", "b"}]
back_edges("abc", {"a": ["b"], "b": ["a", "c"], "c": []})       # [("b", "a")]

Both take time in proportion to the edges, and no recursion.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from typing import TypeVar

Node = TypeVar("Node", bound=str)
Graph = Mapping[Node, Sequence[Node]]
"""The nodes that follow each node; all are among the keys."""


def reversed_edges(graph: Graph[Node]) -> Graph[Node]:
    """Return the graph with its edges the other way round."""
    preceding: dict[Node, list[Node]] = {name: [] for name in graph}
    for name, targets in graph.items():
        for target in targets:
            preceding[target].append(name)
    return preceding


def loops(within: Sequence[Node], following: Graph[Node], preceding: Graph[Node] | None = None) -> Iterator[set[Node]]:
    """Yield the strongly connected components of a graph that have an edge."""
    for component in components(within, following, reversed_edges(following) if preceding is None else preceding):
        if len(component) > 1 or not component.isdisjoint(following[min(component)]):
            yield component


def components(within: Sequence[Node], following: Graph[Node], preceding: Graph[Node]) -> Iterator[set[Node]]:
    """Yield the strongly connected components of a graph, each before those that can be reached from it (Kosaraju)."""
    left = set(within)
    for root in reversed(list(postorder(within, following, left))):
        if root in left:
            component = reachable_from(root, preceding, left)
            left -= component
            yield component


def back_edges(within: Sequence[Node], following: Graph[Node]) -> list[tuple[Node, Node]]:
    """Return the edges between some nodes that lead back to where the search came from, or to the node itself."""
    finished = {name: number for number, name in enumerate(postorder(within, following, set(within)))}
    return [
        (name, target) for name in within for target in following[name] if finished.get(target, -1) >= finished[name]
    ]


def postorder(roots: Iterable[Node], following: Graph[Node], within: Set[Node]) -> Iterator[Node]:
    """Yield the nodes that are reached from the roots, each after those that are first reached through it."""
    new = set(within)
    for root in roots:
        if root not in new:
            continue
        new.discard(root)
        path = [(root, iter(following[root]))]
        while path:
            name, rest = path[-1]
            target = next((target for target in rest if target in new), None)
            if target is None:
                path.pop()
                yield name
            else:
                new.discard(target)
                path.append((target, iter(following[target])))


def reachable_from(root: Node, edges: Graph[Node], within: Set[Node]) -> set[Node]:
    reachable, ahead = {root}, [root]
    while ahead:
        fresh = [name for name in edges[ahead.pop()] if name in within and name not in reachable]
        reachable.update(fresh)
        ahead += fresh
    return reachable
