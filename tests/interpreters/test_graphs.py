"""Depth-first search in graphs (interpreters/ir/graphs.py)."""

from __future__ import annotations

import pytest

from getallenband.interpreters.ir.graphs import back_edges, loops

WITHIN = {"start": ["test"], "test": ["body", "end"], "body": ["test"], "end": []}
NESTED = {"start": ["outer"], "outer": ["inner", "end"], "inner": ["inner", "last"], "last": ["outer"], "end": []}
CONTINUED = {"start": ["test"], "test": ["body", "end"], "body": ["test", "more"], "more": ["test"], "end": []}
"""A loop with two ways back to its head."""


@pytest.mark.parametrize(
    ("graph", "within", "edges"),
    [
        (WITHIN, "start test body end", [("body", "test")]),
        (WITHIN, "body", []),
        (NESTED, "start outer inner last end", [("inner", "inner"), ("last", "outer")]),
        (NESTED, "inner", [("inner", "inner")]),
        (CONTINUED, "test body more", [("body", "test"), ("more", "test")]),
    ],
)
def test_each_edge_that_closes_a_cycle_of_these_nodes_is_returned_once(graph, within, edges):
    assert sorted(back_edges(within.split(), graph)) == edges


@pytest.mark.parametrize(
    ("graph", "components"),
    [(WITHIN, [{"test", "body"}]), (NESTED, [{"outer", "inner", "last"}]), ({"start": ["end"], "end": []}, [])],
)
def test_components_are_the_largest_parts_with_a_way_from_each_node_to_each(graph, components):
    assert list(loops(list(graph), graph)) == components
