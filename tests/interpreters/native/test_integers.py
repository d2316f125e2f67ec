"""Integers in the fast engine: every operation with its edge values."""

import pytest

from getallenband.interpreters.ir import ops
from tests.interpreters.native.programs import HIGH, LOW, binary, hidden, performed, started, trap, unary

FULL = {"low": LOW, "high": HIGH, "message": "{0} and {1}"}
SMALL = {"low": -10, "high": 10, "message": "{0} and {1}"}
MIDDLE = {"low": -(2**62), "high": 2**62, "message": "m"}


@pytest.mark.parametrize(
    ("operation", "left", "right", "fields", "expected"),
    [
        (ops.IntAdd, HIGH, 1, {}, LOW),
        (ops.IntAdd, HIGH, 1, FULL, trap(f"{HIGH} and 1")),
        (ops.IntAdd, HIGH, 0, FULL, HIGH),
        (ops.IntAdd, 9, 1, SMALL, 10),
        (ops.IntAdd, 9, 2, SMALL, trap("9 and 2")),
        (ops.IntAdd, -10, -1, SMALL, trap("-10 and -1")),
        (ops.IntSubtract, LOW, 1, {}, HIGH),
        (ops.IntSubtract, LOW, 1, FULL, trap(f"{LOW} and 1")),
        (ops.IntSubtract, -9, 1, SMALL, -10),
        (ops.IntMultiply, 2**32, 2**31, {}, LOW),
        (ops.IntMultiply, 2**32, 2**31, FULL, trap(f"{2**32} and {2**31}")),
        (ops.IntMultiply, 2**32, -(2**31), FULL, LOW),
        (ops.IntMultiply, 3, 4, SMALL, trap("3 and 4")),
        (ops.IntMultiply, 3, 4, MIDDLE, 12),
        (ops.IntMultiply, 2**40, 2**40, MIDDLE, trap("m")),
        (ops.IntDivide, -7, 2, {"message": "{0} / 0"}, -3),
        (ops.IntDivide, -7, 0, {"message": "{0} / 0"}, trap("-7 / 0")),
        (ops.IntDivide, LOW, -1, {"message": ""}, LOW),
        (ops.IntDivide, -1, 2, {"message": "", "signed": False}, HIGH),
        (ops.IntRemainder, -7, 2, {"message": ""}, -1),
        (ops.IntRemainder, LOW, -1, {"message": ""}, 0),
        (ops.IntRemainder, 7, 0, {"message": "{0} rem 0"}, trap("7 rem 0")),
        (ops.IntRemainder, -1, 10, {"message": "", "signed": False}, 5),
        (ops.IntAnd, -2, 7, {}, 6),
        (ops.IntOr, -8, 7, {}, -1),
        (ops.IntXor, -1, 5, {}, -6),
        (ops.IntShiftLeft, 3, 62, {}, -(2**62)),
        (ops.IntShiftLeft, 1, 64, {}, 0),
        (ops.IntShiftRight, -8, 1, {}, -4),
        (ops.IntShiftRight, -8, 64, {}, -1),
        (ops.IntShiftRight, 8, 200, {}, 0),
        (ops.IntShiftRight, -1, 60, {"signed": False}, 15),
        (ops.IntShiftRight, -1, 64, {"signed": False}, 0),
    ],
)
def test_integer_arithmetic(operation, left, right, fields, expected):
    assert binary(operation, left, right, **fields) == expected


@pytest.mark.parametrize(
    ("bits", "signed", "value", "expected"),
    [(8, True, 200, -56), (8, False, -1, 255), (1, True, 1, -1), (64, False, -5, -5), (27, True, 2**26, -(2**26))],
)
def test_wrapping(bits, signed, value, expected):
    assert unary(ops.IntWrap, value, bits=bits, signed=signed) == expected


HOLDS = {
    "=": lambda a, b: a == b, "/=": lambda a, b: a != b, "<": lambda a, b: a < b, "<=": lambda a, b: a <= b,
    ">": lambda a, b: a > b, ">=": lambda a, b: a >= b,
}  # fmt: skip


def test_comparisons():
    program, build = started()
    expected = []
    for left in (-1, 1, 2):
        a, b = hidden(build, left), hidden(build, 1)
        x, y = build.do(ops.IntToReal, a), build.do(ops.IntToReal, b)
        for relation, holds in HOLDS.items():
            truths = [build.do(ops.IntCompare, relation, a, b, signed) for signed in (True, False)]
            truths.append(build.do(ops.RealCompare, relation, x, y))
            for truth in truths:
                build.defer("int", build.do(ops.BoolToInt, truth))
            expected += [holds(left, 1), holds(left % 2**64, 1), holds(left, 1)]
    build.end(ops.Return)
    assert performed(program)[1].output.text.split() == [str(int(truth)) for truth in expected]
