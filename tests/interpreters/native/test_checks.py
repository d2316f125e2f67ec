"""Truth values and checks in the fast engine: which check traps, and with what message."""

import math

import pytest

from getallenband.interpreters import machine
from getallenband.interpreters.ir import ops
from getallenband.interpreters.ir.host import Host
from getallenband.interpreters.ir.ops import Label
from getallenband.interpreters.ir.program import Region
from getallenband.interpreters.ir.types import UNDEFINED_INT, Type
from getallenband.interpreters.outcome import Finished, Limits
from getallenband.interpreters.source.position import Place
from tests.interpreters.native.programs import LIBRARY, LOW, hidden, performed, shown, started, trap


@pytest.mark.parametrize("left", [0, 1])
@pytest.mark.parametrize("right", [0, 1])
def test_truth_values(left, right):
    def make(build):
        a, b = build.do(ops.IntToBool, hidden(build, left)), build.do(ops.IntToBool, hidden(build, right))
        either = build.do(ops.BoolOr, a, build.do(ops.BoolNot, b))
        both = build.do(ops.BoolAnd, either, build.do(ops.BoolConstant, True))
        return build.do(ops.Select, both, build.int(5), build.int(6))

    assert shown(make) == (5 if left or not right else 6)


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda b, x: b.perform(ops.Check, b.do(ops.IntCompare, "<", x, b.int(7)), "{0} is 7", (x,)), "7 is 7"),
        (lambda b, x: b.perform(ops.CheckRange, x, b.int(1), b.int(6), "{0} not in {1}:{2}"), "7 not in 1:6"),
        (lambda b, x: b.perform(ops.CheckRange, b.int(0), b.int(1), x, "{0} not in {1}:{2}"), "0 not in 1:7"),
        (lambda b, x: b.perform(ops.CheckDefined, b.int(UNDEFINED_INT), "none {0}", (x,)), "none 7"),
        (lambda b, _x: b.perform(ops.CheckDefined, b.real(math.nan), "none"), "none"),
        (lambda b, _x: b.perform(ops.CheckFinite, b.real(1e300), "finite"), None),
        (lambda b, _x: b.perform(ops.CheckFinite, hidden(b, -math.inf), "infinite"), "infinite"),
        (lambda b, _x: b.perform(ops.CheckFinite, hidden(b, math.nan), "no number"), "no number"),
        (lambda b, x: b.end(ops.Trap, "never {0} {1}", (x, b.do(ops.BoolConstant, True))), "never 7 true"),
    ],
)
def test_checks(make, message):
    program, build = started()
    build.place(Place(3, 5))
    make(build, hidden(build, 7))
    build.end(ops.Return)
    assert performed(program)[0].ending == (Finished() if message is None else trap(message))


def test_checks_that_hold():
    program, build = started()
    value = hidden(build, 7)
    build.perform(ops.Check, build.do(ops.BoolConstant, True), "no")
    build.perform(ops.CheckRange, value, build.int(7), build.int(7), "no")
    build.perform(ops.CheckDefined, value, "no")
    build.perform(ops.CheckDefined, hidden(build, math.inf), "no")
    build.perform(ops.CheckFinite, hidden(build, 1e308), "no")
    build.end(ops.Halt)
    assert performed(program)[0].ending == Finished()


@pytest.mark.parametrize(
    ("x", "e", "message"),
    [
        (3, 4, None),
        (LOW, 4, "x has no value"),
        (3, 60, "no b[63]"),
        (-4, 4, "no b[0]"),
        (95, 6, "101 is too large"),
        (LOW + 1, 5, f"{LOW + 6} is too large"),
    ],
)
def test_the_first_check_that_fails_is_the_one_that_traps(x, e, message):
    regions = {"a": Region(8, "undefined_int"), "b": Region(7 * 8)}
    program, build = started(regions)
    build.local("v", Type.INT)
    build.local("e", Type.INT)
    build.perform(ops.IndexStore, "a", "i64", build.int(0), hidden(build, x), 0, 0, "")
    build.perform(ops.LocalStore, "e", hidden(build, e))
    term = build.do(ops.LocalLoad, "e")
    build.perform(ops.CheckRange, term, build.int(1), build.int(77), "e")
    build.begin(Label("hot"))
    build.place(Place(3, 5))
    cell = build.do(ops.IndexLoad, "a", "i64", build.int(0), 0, 0, "", "x has no value")
    total = build.do(ops.IntAdd, build.do(ops.LocalLoad, "e"), cell)
    build.perform(ops.CheckRange, total, build.int(-100), build.int(100), "{0} is too large")
    build.perform(ops.LocalStore, "v", total)
    place = build.do(ops.LocalLoad, "v", "v has no value")
    build.do(ops.IndexLoad, "b", "i64", place, 1, 7, "no b[{0}]")
    build.end(ops.Return)
    assert performed(program)[0].ending == (Finished() if message is None else trap(message))


REALS = [0.0, 1.5, -1e200, 1e200, math.inf, -math.inf, math.nan]


@pytest.mark.parametrize("x", REALS)
@pytest.mark.parametrize("y", REALS)
def test_one_check_of_reals_stands_for_those_before_it(x, y):
    """The first check that fails is the one that traps, though only the last value is tested."""
    program, build = started()
    build.place(Place(3, 5))
    left, right = hidden(build, x), hidden(build, y)
    build.perform(ops.CheckDefined, left, "left")
    build.perform(ops.CheckDefined, right, "right")
    product = build.do(ops.RealMultiply, left, right)
    build.perform(ops.CheckFinite, product, "product {0}", (product,))
    total = build.do(ops.RealSubtract, product, left)
    build.perform(ops.CheckFinite, total, "total {0}", (total,))
    quotient = build.do(ops.RealDivide, total, right)
    build.perform(ops.CheckFinite, quotient, "quotient {0}", (quotient,))
    build.end(ops.Halt)
    reference = machine.execute(program, LIBRARY, Host(program, Limits(memory=1 << 20)))
    assert performed(program)[0].ending == reference.ending


def test_a_check_of_reals_is_not_put_off_past_what_is_printed():
    program, build = started()
    build.perform(ops.CheckFinite, hidden(build, math.inf), "infinite")
    build.defer("int", build.int(1))
    build.end(ops.Halt)
    execution, host = performed(program)
    assert (execution.ending.message, host.output.text) == ("infinite", "")
