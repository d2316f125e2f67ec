"""Rounding to the nearest integer is exact, alone and on both engines."""

from __future__ import annotations

import math
from fractions import Fraction

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from getallenband.interpreters import machine, native
from getallenband.interpreters.arithmetic.rounding import nearest
from getallenband.interpreters.ir import ops
from getallenband.interpreters.ir.builder import FunctionBuilder
from getallenband.interpreters.ir.host import Host, HostFunction
from getallenband.interpreters.ir.program import Program
from getallenband.interpreters.ir.types import Type
from getallenband.interpreters.outcome import Limits
from tests.interpreters.test_engines import ENOUGH

LIMIT = 2.0**62
POWERS = st.sampled_from((0.25, 0.5, 1.0, 2.0**51, 2.0**52, 2.0**53, 2.0**54))


@st.composite
def beside_powers(draw: st.DrawFn) -> float:
    """Draw a number that is a few representable numbers from a power of two, or a few halves."""
    value = draw(POWERS)
    if draw(st.booleans()):
        value += draw(st.integers(-9, 9)) / 2
    else:
        for _ in range(draw(st.integers(0, 4))):
            value = math.nextafter(value, draw(st.sampled_from((0.0, math.inf))))
    return value * draw(st.sampled_from((1, -1, 1.5, -1.5)))


REALS = beside_powers() | st.floats(-LIMIT, LIMIT)
LIBRARY = {
    "real": HostFunction((Type.INT,), Type.REAL, lambda host, index: host.state[index]),
    "int": HostFunction((Type.INT,), None, lambda host, value: host.output.write(f"{value} ")),
}


def exact(value: float) -> int:
    return math.floor(Fraction(value) + Fraction(1, 2))


@given(REALS)
@example(0.49999999999999994)
@example(-0.5000000000000001)
@example(2.0**52 + 1)
@example(2.0**53 - 1)
@example(-(2.0**52) - 1)
def test_the_sum_with_a_half_is_exact(value: float):
    assert nearest(value) == exact(value)


@pytest.mark.parametrize("engine", [machine, native])
@settings(ENOUGH, max_examples=20)
@given(st.lists(REALS, min_size=1, max_size=40))
def test_both_engines_round_exactly(engine, values: list[float]):
    program = Program("rounding", {}, {}, "main")
    build = FunctionBuilder(program, "main", "the program", library=LIBRARY)
    for index in range(len(values)):
        real = build.host("real", build.int(index))
        build.host("int", build.do(ops.RealToInt, real, "nearest", ops.FULL_LOW, ops.FULL_HIGH, "{0} is too large"))
    build.end(ops.Return)
    host = Host(program, Limits(memory=1 << 16), lambda: values, cached_code=False)
    engine.execute(program, LIBRARY, host, None)
    assert host.output.text.split() == [str(exact(value)) for value in values]
