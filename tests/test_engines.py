"""The two engines agree on random programs: ending and its place, output, counts, probes, input consumed, memory."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from interpreters import machine, native
from interpreters.ir.execution import Execution
from interpreters.ir.host import Host, Output
from interpreters.ir.memory import Memory
from interpreters.ir.program import Program
from interpreters.language import ProbeRequest, StopRequest
from interpreters.outcome import Limits
from interpreters.transform.definite import with_definite_locals
from interpreters.transform.instrumentation import instrumented
from interpreters.transform.unreachable import without_unreachable
from tests.random_programs import LIBRARY, programs, straight_programs

MEMORY = 65536


def executed(engine: Any, program: Program, limits: Limits) -> tuple[Execution, Host]:
    host = Host(Memory.of(program, limits.memory), Output(limits.output), program.texts)
    return engine.execute(program, LIBRARY, host, limits), host


def compare(program: Program, limits: Limits) -> None:
    expected, there = executed(machine, program, limits)
    found, here = executed(native, program, limits)
    assert found.ending == expected.ending
    assert here.output.text == there.output.text
    assert found.counts == expected.counts
    assert found.probes == expected.probes
    assert here.tape_read == there.tape_read
    assert bytes(here.memory.bytes) == bytes(there.memory.bytes)


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
    program = instrumented(program, probes if draw(st.booleans()) else {}, stop if draw(st.booleans()) else None)
    if draw(st.booleans()):
        program = with_definite_locals(without_unreachable(program))
    output, depth = draw(st.sampled_from([40, 4000])), draw(st.sampled_from([0, 3, 30]))
    return program, Limits(draw(st.integers(1, 300)), output, MEMORY, depth)


ENOUGH = settings(max_examples=60, deadline=None, suppress_health_check=list(HealthCheck))
MANY = settings(max_examples=3000, deadline=None, suppress_health_check=list(HealthCheck))


@ENOUGH
@given(runs())
def test_engines_agree(run: tuple[Program, Limits]):
    compare(*run)


@ENOUGH
@given(straight_programs())
def test_engines_agree_on_arithmetic(program: Program):
    compare(program, Limits(memory=MEMORY))


@pytest.mark.soak
@MANY
@given(runs())
def test_engines_agree_on_many(run: tuple[Program, Limits]):
    compare(*run)


@pytest.mark.soak
@MANY
@given(straight_programs())
def test_engines_agree_on_much_arithmetic(program: Program):
    compare(program, Limits(memory=MEMORY))
