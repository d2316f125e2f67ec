"""The loops of a function (interpreters/transform/loops.py)."""

from __future__ import annotations

import pytest

from interpreters.ir import ops
from interpreters.ir.builder import FunctionBuilder
from interpreters.ir.ops import Label
from interpreters.ir.program import Function, Program
from interpreters.transform.loops import back_edges

WITHIN = {"start": "test", "test": "body end", "body": "test"}
NESTED = {"start": "outer", "outer": "inner end", "inner": "inner last", "last": "outer"}
CONTINUED = {"start": "test", "test": "body end", "body": "test more", "more": "test"}
"""A loop with two ways back to its head."""


def function(blocks: dict[str, str]) -> Function:
    """Make a function of blocks, each with those that may come after it; the block "end" returns."""
    program = Program("small", {}, {}, "main")
    build = FunctionBuilder(program, "main", "the program")
    build.end(ops.Jump, Label(next(iter(blocks))))
    for name, following in blocks.items():
        build.begin(Label(name))
        targets = [Label(target) for target in following.split()]
        if len(targets) == 1:
            build.end(ops.Jump, *targets)
        else:
            build.end(ops.Branch, build.do(ops.BoolConstant, True), *targets)
    build.begin(Label("end"))
    build.end(ops.Return)
    return program.functions["main"]


@pytest.mark.parametrize(
    ("blocks", "among", "edges"),
    [
        (WITHIN, {"start", "test", "body", "end"}, [("body", "test")]),
        (WITHIN, {"body"}, []),
        (NESTED, {"start", "outer", "inner", "last", "end"}, [("inner", "inner"), ("last", "outer")]),
        (NESTED, {"inner"}, [("inner", "inner")]),
        (CONTINUED, {"test", "body", "more"}, [("body", "test"), ("more", "test")]),
    ],
)
def test_each_edge_that_closes_a_cycle_of_these_blocks_is_yielded_once(blocks, among, edges):
    assert sorted(back_edges(function(blocks), among)) == edges
