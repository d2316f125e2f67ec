"""The parts of a graph from each of whose nodes every other one can be reached.

list(loops("abc", {"a": ["b"], "b": ["a", "c"], "c": []}))     # [{"a", "b"}]

It takes time in proportion to the edges (Kosaraju's algorithm, without recursion).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence, Set

Graph = Mapping[str, Sequence[str]]
"""The nodes that follow each node; all are among the keys."""


def turned(graph: Graph) -> Graph:
    """Return the graph with its edges the other way round."""
    preceding: dict[str, list[str]] = {name: [] for name in graph}
    for name, targets in graph.items():
        for target in targets:
            preceding[target].append(name)
    return preceding


def loops(within: Sequence[str], following: Graph, preceding: Graph | None = None) -> Iterator[set[str]]:
    """Yield the strongly connected parts of a graph that have an edge."""
    for found in components(within, following, turned(following) if preceding is None else preceding):
        if len(found) > 1 or not found.isdisjoint(following[min(found)]):
            yield found


def components(within: Sequence[str], following: Graph, preceding: Graph) -> Iterator[set[str]]:
    """Yield the strongly connected parts of a graph, each before those that can be reached from it."""
    left = set(within)
    for root in reversed(list(postorder(within, following))):
        if root in left:
            found = reached(root, preceding, left)
            left -= found
            yield found


def postorder(within: Sequence[str], following: Graph) -> Iterator[str]:
    """Yield every block after those that are first reached through it."""
    new = set(within)
    for root in within:
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


def reached(root: str, edges: Graph, within: Set[str]) -> set[str]:
    found, ahead = {root}, [root]
    while ahead:
        fresh = [name for name in edges[ahead.pop()] if name in within and name not in found]
        found.update(fresh)
        ahead += fresh
    return found
