"""A function's nodes as blocks and loops of WebAssembly: every node has its place, every jump a way."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from hypothesis import given
from hypothesis import strategies as st

from getallenband.interpreters.wasm.structure import DEEPEST, Part, parts

NODES = [f"n{number}" for number in range(12)]
Graph = dict[str, list[str]]


def test_an_inner_loop_lies_after_the_head_of_the_outer_one() -> None:
    graph = {"a": ["b"], "b": ["c", "e"], "c": ["d"], "d": ["c", "b"], "e": []}
    inner = Part("c", (Part("d"),))
    assert parts("abcde", graph) == (Part("a"), Part("b", (inner,)), Part("e"))


def test_a_loop_begins_where_it_is_entered() -> None:
    assert parts("abc", {"a": ["c"], "b": ["c"], "c": ["b"]}) == (Part("a"), Part("c", (Part("b"),)))


def test_nodes_that_all_jump_to_each_other_are_divided_so_deep_only() -> None:
    nodes = [str(number) for number in range(100)]
    (whole,) = parts(nodes, dict.fromkeys(nodes, nodes))
    depth, part = 0, whole
    while part.rest and len(part.rest) == 1:
        depth, part = depth + 1, part.rest[0]
    assert (depth, len(part.rest or ())) == (DEEPEST - 1, 100 - DEEPEST)


@given(st.lists(st.lists(st.sampled_from(NODES), max_size=3), min_size=12, max_size=12))
def test_every_jump_goes_forwards_or_to_a_head_around_it(targets: list[list[str]]) -> None:
    """Jumps into the middle of a loop come to its head first: that is where they are looked for."""
    graph = dict(zip(NODES, targets, strict=True))
    found = parts(NODES, graph)
    assert sorted(name for part in found for name in part.nodes()) == sorted(NODES)
    check(found, graph)


def check(found: Sequence[Part], graph: Graph) -> None:
    """Check the jumps between parts of one loop, or of the whole function; and inside each."""
    inside = [set(part.nodes()) for part in found]
    for place, part in enumerate(found):
        later = set[str]().union(*inside[place:])
        for name in inside[place]:
            near = {target for target in graph[name] if any(target in nodes for nodes in inside)}
            assert near <= later
        if part.rest is not None:
            check(part.rest, graph)


def loops_of(found: Sequence[Part]) -> Iterator[Part]:
    for part in found:
        if part.rest is not None:
            yield part
            yield from loops_of(part.rest)


@given(st.lists(st.lists(st.sampled_from(NODES), max_size=3), min_size=12, max_size=12))
def test_a_part_that_is_no_loop_does_not_go_round(targets: list[list[str]]) -> None:
    graph = dict(zip(NODES, targets, strict=True))
    found = parts(NODES, graph)
    heads = {part.head for part in loops_of(found)}
    assert all(name in heads for name in NODES if name in graph[name])
