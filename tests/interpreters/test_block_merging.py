"""Joined blocks: the same run, in fewer pieces."""

from __future__ import annotations

from getallenband.interpreters.ir import ops
from getallenband.interpreters.ir.builder import FunctionBuilder
from getallenband.interpreters.ir.host import Host
from getallenband.interpreters.ir.ops import Label
from getallenband.interpreters.ir.program import Program
from getallenband.interpreters.ir.types import Type
from getallenband.interpreters.machine import execute
from getallenband.interpreters.outcome import Limits
from getallenband.interpreters.source.position import Place
from getallenband.interpreters.transform.block_merging import merge_blocks


def looping() -> Program:
    """Entry, a, b in a row; c turns three times through d; the block e is a landing; f follows e."""
    program = Program("test", {}, {}, "main")
    build = FunctionBuilder(program, "main", "the program")
    k = build.local("k", Type.INT)
    build.statement("0", Place(1, 1))
    build.perform(ops.LocalStore, k, build.int(0))
    for label in "abc":
        build.begin(Label(label))
        build.statement(label, Place(2, 1))
    more = build.do(ops.IntAdd, build.do(ops.LocalLoad, k), build.int(1))
    build.perform(ops.LocalStore, k, more)
    build.end(ops.Branch, build.do(ops.IntCompare, "<", more, build.int(3)), Label("d"), Label("e"))
    build.begin(Label("d"))
    build.statement("d", Place(3, 1))
    build.end(ops.Jump, Label("c"))
    build.begin(Label("e"))
    build.statement("e", Place(4, 1))
    build.begin(Label("f"))
    build.statement("f", Place(5, 1))
    build.end(ops.Halt)
    return program


def test_blocks_with_one_way_in_are_joined():
    program = looping()
    joined = merge_blocks(program)
    assert {label: len(block.operations) for label, block in joined.functions["main"].blocks.items()} == {
        "entry": 6, "c": 8, "d": 2, "e": 3,
    }  # fmt: skip
    assert list(program.functions["main"].blocks) == ["entry", *"abcdef"]


def test_landings_stay():
    program = looping()
    program.functions["main"].landings = {1: Label("f")}
    assert list(merge_blocks(program).functions["main"].blocks) == ["entry", "c", "d", "e", "f"]


def test_a_block_that_jumps_to_itself_stays():
    program = Program("test", {}, {}, "main")
    build = FunctionBuilder(program, "main", "the program")
    build.begin(Label("loop"))
    build.statement("1", Place(1, 1))
    build.end(ops.Jump, Label("loop"))
    assert list(merge_blocks(program).functions["main"].blocks) == ["entry", "loop"]


def test_counts_are_the_same():
    counts = []
    for program in (looping(), merge_blocks(looping())):
        host = Host(program, Limits(statements=1000, memory=0))
        counts.append(execute(program, {}, host).counts)
    assert counts[0] == counts[1] == {"0": 1, "a": 1, "b": 1, "c": 3, "d": 2, "e": 1, "f": 1}
