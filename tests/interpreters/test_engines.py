"""The two engines agree on random programs: ending and its place, output, counts, probes, input consumed, memory."""

from __future__ import annotations

import math
import struct
from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from getallenband.interpreters import ProbeRequest, StopRequest, machine, native
from getallenband.interpreters.ir import ops
from getallenband.interpreters.ir.builder import FunctionBuilder
from getallenband.interpreters.ir.execution import Execution
from getallenband.interpreters.ir.host import Host
from getallenband.interpreters.ir.ops import Label
from getallenband.interpreters.ir.program import Program, Region
from getallenband.interpreters.ir.types import Type
from getallenband.interpreters.ir.verify import verify
from getallenband.interpreters.native import run as native_run
from getallenband.interpreters.outcome import Limits
from getallenband.interpreters.source.position import Place
from getallenband.interpreters.testing import assertions
from getallenband.interpreters.transform.block_merging import merge_blocks
from getallenband.interpreters.transform.definite_assignment import drop_definite_checks
from getallenband.interpreters.transform.instrumentation import instrument
from getallenband.interpreters.transform.unreachable import remove_unreachable
from tests.generators.ir_programs import LIBRARY, programs, straight_programs

MEMORY = 65536
NAN, NAN_WITH_SIGN = 0x7FF8 << 48, 0xFFF8 << 48
"""What an invalid operation gives: IEEE 754 leaves the sign open, and processors and compilers differ in it."""


def executed(engine: Any, program: Program, limits: Limits) -> tuple[Execution, Host]:
    host = Host(program, limits)
    return engine.execute(program, LIBRARY, host), host


def all_of(engine: Any, program: Program, limits: Limits) -> tuple[Any, ...]:
    """Everything that a run does, but the times."""
    execution, host = executed(engine, program, limits)
    memory = np.frombuffer(bytes(host.memory.bytes), np.uint64)
    memory = np.where(memory == NAN_WITH_SIGN, NAN, memory)
    return execution.ending, execution.counts, execution.probes, host.output.text, host.tape_read, memory.tobytes()


def compare(program: Program, limits: Limits) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(ops, "WORK_UNIT", 8)  # each cell is charged
        expected = all_of(assertions, program, limits)
        assert all_of(native, program, limits) == expected
        # begin with code that notices the end of its budget late, and give it up when it first asks for fuel
        patch.setattr(native, "FEW_STATEMENTS", 0)
        for name, value in {"LONG": 0, "SECONDS_TO_OPTIMISE": 0, "FIRST_FUEL": 16}.items():
            patch.setattr(native_run, name, value)
        assert all_of(native, program, limits) == expected


@st.composite
def runs(draw: Any) -> tuple[Program, Limits]:
    """A program, perhaps with instruments, and small budgets."""
    program = draw(programs())
    labels = st.sampled_from([statement.label for statement in program.statements])
    probes = {
        "depth": ProbeRequest(draw(labels), "depth"),
        "w": ProbeRequest(draw(labels), "w 1"),
        "k": ProbeRequest("2.0", "k"),
    }
    stop = StopRequest(draw(labels), draw(st.integers(1, 4)))
    program = instrument(program, probes if draw(st.booleans()) else {}, stop if draw(st.booleans()) else None)
    if draw(st.booleans()):
        program = drop_definite_checks(merge_blocks(remove_unreachable(program)))
    output, depth = draw(st.sampled_from([40, 4000])), draw(st.sampled_from([0, 3, 30]))
    return program, Limits(draw(st.integers(1, 300)), output, MEMORY, depth)


ENOUGH = settings(max_examples=30, suppress_health_check=list(HealthCheck))


@ENOUGH
@given(runs())
def test_engines_agree(run: tuple[Program, Limits]):
    compare(*run)


@settings(ENOUGH, max_examples=25)
@given(runs())
def test_showing_what_is_printed_at_each_statement_changes_nothing(run: tuple[Program, Limits]):
    program, limits = run
    pieces: list[str] = []
    host = Host(program, limits, echo=pieces.append)
    execution = machine.execute(program, LIBRARY, host, trace=lambda _event: None)
    seen = execution.ending, execution.counts, host.output.text
    assert seen == (*all_of(machine, program, limits)[:2], "".join(pieces))


@settings(ENOUGH, max_examples=40)
@given(runs())
def test_assertions_change_nothing(run: tuple[Program, Limits]):
    assert all_of(assertions, *run) == all_of(machine, *run)


@settings(ENOUGH, max_examples=25)
@given(programs(), st.integers(-4, 2))
def test_budgets_about_the_end_of_a_run(program: Program, more: int):
    limits = Limits(200, memory=MEMORY, depth=30)
    program = merge_blocks(remove_unreachable(program))
    executed_statements = sum(executed(machine, program, limits)[0].counts.values())
    compare(program, replace(limits, statements=max(1, executed_statements + more)))


@settings(ENOUGH, max_examples=60)
@given(programs())
def test_transformations_change_nothing(program: Program):
    limits = Limits(200, memory=MEMORY, depth=30)
    before = all_of(machine, program, limits)
    assert all_of(machine, drop_definite_checks(remove_unreachable(program)), limits) == before
    joined = merge_blocks(remove_unreachable(program))
    verify(joined, LIBRARY)
    assert all_of(machine, joined, limits) == before


@ENOUGH
@given(straight_programs())
def test_engines_agree_on_arithmetic(program: Program):
    compare(program, Limits(memory=MEMORY))


SPECIAL = [
    0.0, -0.0, 0.5, -0.5, 0.49999999999999994, 1.0, -1.0, 2.5, -3.0, 1e-320, 709.0, -1e6, 1e300, -1e300,
    9007199254740993.0, math.inf, -math.inf, math.nan,
]  # fmt: skip


def special() -> Program:
    """Every real operation on every pair of special values, in a loop over the pairs."""
    contents = struct.pack(f"<{len(SPECIAL)}d", *SPECIAL)
    program = Program("special", {}, {"values": Region(len(contents), "zero", contents)}, "main")
    build = FunctionBuilder(program, "main", "the program", library=LIBRARY)
    pair = build.local("pair", Type.INT)
    count = build.int(len(SPECIAL))
    build.perform(ops.LocalStore, pair, build.int(0))
    build.begin(Label("again"))
    build.statement("1", Place(1, 1))
    number = build.do(ops.LocalLoad, pair)
    left, right = (
        build.do(ops.IndexLoad, "values", "f64", build.do(way, number, count, "by zero"), 0, len(SPECIAL) - 1, "no {0}")
        for way in (ops.IntDivide, ops.IntRemainder)
    )
    results = [
        build.do(operation, left, right)
        for operation in (ops.RealAdd, ops.RealSubtract, ops.RealMultiply, ops.RealDivide)
    ]
    results += [
        build.do(ops.RealFunction, name, (left, right)[:arguments]) for name, arguments in ops.REAL_FUNCTIONS.items()
    ]
    results.append(build.do(ops.RealNegate, left))
    for result in results:
        build.defer("write", number, result)
    for relation in ("=", "/=", "<", "<=", ">", ">="):
        build.defer("show", build.do(ops.BoolToInt, build.do(ops.RealCompare, relation, left, right)))
    following = build.do(ops.IntAdd, number, build.int(1))
    build.perform(ops.LocalStore, pair, following)
    more = build.do(ops.IntCompare, "<", following, build.int(len(SPECIAL) ** 2))
    build.end(ops.Branch, more, Label("again"), Label("out"))
    build.begin(Label("out"))
    build.end(ops.Return)
    return program


def test_engines_agree_on_special_values():
    compare(special(), Limits(memory=MEMORY))


@pytest.mark.parametrize("rounding", ["floor", "truncate", "nearest"])
@pytest.mark.parametrize("value", SPECIAL)
def test_engines_agree_on_rounding_and_finite_checks(rounding: Any, value: float):
    contents = struct.pack("<d", value)
    program = Program("special", {}, {"values": Region(8, "zero", contents)}, "main")
    build = FunctionBuilder(program, "main", "the program", library=LIBRARY)
    number = build.do(ops.Load, "f64", build.do(ops.RegionAddress, "values"), 0)
    if rounding == "floor":
        build.perform(ops.CheckFinite, number, "{0} is not finite", (number,))
    build.defer("show", build.do(ops.StackAllocate, build.int(13)))
    build.defer("show", build.do(ops.RealToInt, number, rounding, -(2**63), 2**63 - 1, "no integer is {0}"))
    build.defer("show", build.do(ops.StackAllocate, build.int(13)))
    build.defer("show", build.do(ops.RealToInt, number, rounding, -1, 2, "{0} is beyond -1:2"))
    build.end(ops.Return)
    compare(program, Limits(memory=MEMORY))
