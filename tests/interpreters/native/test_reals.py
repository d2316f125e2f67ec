"""Real numbers in the fast engine, with their edge values."""

import math
import struct

import pytest

from getallenband.interpreters.ir import ops
from tests.interpreters.native.programs import HIGH, LOW, binary, hidden, performed, shown, started, trap, unary


@pytest.mark.parametrize(
    ("operation", "left", "right", "expected"),
    [
        (ops.RealAdd, 0.1, 0.2, 0.1 + 0.2),
        (ops.RealSubtract, 0.3, 0.1, 0.3 - 0.1),
        (ops.RealMultiply, 1e200, 1e200, math.inf),
        (ops.RealDivide, -1.0, 0.0, -math.inf),
        (ops.RealDivide, 1.0, 3.0, 1 / 3),
    ],
)
def test_real_arithmetic(operation, left, right, expected):
    assert binary(operation, left, right) == expected


def test_real_functions_are_those_of_the_c_library():
    expected = {
        "sqrt": math.sqrt(0.3), "sin": math.sin(0.3), "cos": math.cos(0.3), "tan": math.tan(0.3),
        "arcsin": math.asin(0.3), "arccos": math.acos(0.3), "arctan": math.atan(0.3), "sinh": math.sinh(0.3),
        "cosh": math.cosh(0.3), "tanh": math.tanh(0.3), "exp": math.exp(0.3), "ln": math.log(0.3),
        "log10": math.log10(0.3), "floor": 0.0, "ceil": 1.0, "truncate": 0.0, "absolute": 0.3,
        "arctan2": math.atan2(0.3, 0.3), "power": math.pow(0.3, 0.3), "remainder": 0.0,
    }  # fmt: skip
    assert expected.keys() == ops.REAL_FUNCTIONS.keys()
    program, build = started()
    value = hidden(build, 0.3)
    for name, arguments in ops.REAL_FUNCTIONS.items():
        build.defer("real", build.do(ops.RealFunction, name, (value,) * arguments))
    build.end(ops.Return)
    assert performed(program)[1].output.text.split() == [repr(expected[name]) for name in ops.REAL_FUNCTIONS]


@pytest.mark.parametrize(
    ("rounding", "value", "expected"),
    [
        ("floor", -1.5, -2), ("truncate", -1.5, -1), ("nearest", 2.5, 3), ("nearest", -2.5, -2),
        ("nearest", 0.5, 1), ("nearest", -0.5, 0), ("nearest", 0.49999999999999994, 0), ("nearest", -0.0, 0),
        ("nearest", -0.49999999999999994, 0), ("nearest", -0.5000000000000001, -1), ("nearest", -5e-324, 0),
        ("nearest", 2.0**52 + 1, 2**52 + 1), ("nearest", -(2.0**52) - 1, -(2**52) - 1),
        ("nearest", 2.0**52 - 0.5, 2**52), ("nearest", 0.5 - 2.0**52, 1 - 2**52),
        ("nearest", 2.0**53 - 1, 2**53 - 1), ("nearest", 1 - 2.0**53, 1 - 2**53),
        ("nearest", 1.5 * 2**52 + 1, 3 * 2**51 + 1),
        ("nearest", 2.0**63, trap("9.22337203685e+18 is too large")), ("nearest", -(2.0**63), LOW),
        ("nearest", math.nan, trap("nan is too large")), ("nearest", -math.inf, trap("-inf is too large")),
        ("floor", 2.0**63, trap("9.22337203685e+18 is too large")), ("floor", -(2.0**63), LOW),
        ("floor", 9223372036854774784.0, 9223372036854774784), ("truncate", math.inf, trap("inf is too large")),
        ("truncate", math.nan, trap("nan is too large")),
    ],
)  # fmt: skip
def test_rounding(rounding, value, expected):
    assert unary(ops.RealToInt, value, rounding=rounding, low=LOW, high=HIGH, message="{0} is too large") == expected


def test_a_narrow_range_of_rounded_values():
    fields = {"rounding": "floor", "low": -5, "high": 5, "message": "{0}"}
    assert unary(ops.RealToInt, 5.9, **fields) == 5
    assert unary(ops.RealToInt, 6.0, **fields) == trap("6")
    assert unary(ops.RealToInt, -5.5, **fields) == trap("-5.5")


def test_bits_and_signs():
    assert unary(ops.RealToBits, -2.0) == struct.unpack("<q", struct.pack("<d", -2.0))[0]
    assert unary(ops.BitsToReal, struct.unpack("<q", struct.pack("<d", 0.1))[0]) == 0.1
    assert math.copysign(1, unary(ops.RealNegate, 0.0)) == -1
    assert unary(ops.RealToSingle, -0.1) == struct.unpack("<i", struct.pack("<f", -0.1))[0]
    assert unary(ops.RealToSingle, 1e300) == 0x7F800000
    assert unary(ops.SingleToReal, 0x3DCCCCCD) == struct.unpack("<f", struct.pack("<f", 0.1))[0]
    assert unary(ops.IntToReal, 2**53 + 1) == 2.0**53
    assert shown(lambda build: build.do(ops.RealCompare, "/=", hidden(build, math.nan), hidden(build, math.nan))) == 1
    assert shown(lambda build: build.do(ops.RealCompare, "<=", hidden(build, math.nan), hidden(build, math.nan))) == 0
