"""The fast engine on programs built by hand: every operation with its edge values, every ending, every service."""

import math
import struct
import threading

import pytest

from interpreters.ir import ops
from interpreters.ir.builder import FunctionBuilder
from interpreters.ir.host import Host, HostExhausted, HostFunction, HostHalt, HostTrap, Output
from interpreters.ir.memory import Memory
from interpreters.ir.messages import out_of_memory, out_of_output, out_of_statements, stopped, too_deep
from interpreters.ir.ops import Label
from interpreters.ir.program import Program, Region
from interpreters.ir.types import UNDEFINED_INT, UNDEFINED_REAL_BITS, Type
from interpreters.native import execute
from interpreters.outcome import Crash, Exhausted, Finished, Interrupted, Limits, Trap
from interpreters.source.position import Place

LOW, HIGH = -(2**63), 2**63 - 1


def raiser(problem):
    def perform(*_):
        raise problem

    return perform


LIBRARY = {
    "int": HostFunction((Type.INT,), None, lambda host, value: host.output.write(f"{value}\n")),
    "real": HostFunction((Type.REAL,), None, lambda host, value: host.output.write(f"{value!r}\n")),
    "same_int": HostFunction((Type.INT,), Type.INT, lambda _host, value: value),
    "same_real": HostFunction((Type.REAL,), Type.REAL, lambda _host, value: value),
    "three": HostFunction((Type.INT, Type.REAL, Type.INT), Type.REAL, lambda _host, a, b, c: a + b + c),
    "trap": HostFunction((), None, raiser(HostTrap("forbidden"))),
    "halt": HostFunction((), None, raiser(HostHalt("enough"))),
    "tired": HostFunction((), None, raiser(HostExhausted("no more"))),
    "bug": HostFunction((), None, raiser(ZeroDivisionError("ours"))),
}


def started(regions=None):
    program = Program("p", {}, regions or {}, "main")
    return program, FunctionBuilder(program, "main", "the program", library=LIBRARY)


def performed(program, limits=None, progress=None):
    limits = limits or Limits(memory=1 << 20)
    host = Host(Memory.of(program, limits.memory), Output(limits.output), program.strings)
    return execute(program, LIBRARY, host, limits, progress), host


def shown(make, regions=None):
    """Run a main that prints one value; return that value, or the ending if it is no Finished."""
    program, build = started(regions)
    build.place(Place(3, 5))
    value = make(build)
    if build.type_of(value) is Type.BOOL:
        value = build.do(ops.BoolToInt, value)
    whole = build.type_of(value) is Type.INT
    build.defer("int" if whole else "real", value)
    build.end(ops.Return)
    execution, host = performed(program)
    if not isinstance(execution.ending, Finished):
        return execution.ending
    return int(host.output.text) if whole else float(host.output.text)


def hidden(build, value):
    """Return a register whose value LLVM does not know when it compiles."""
    if isinstance(value, float):
        return build.host("same_real", build.real(value))
    return build.host("same_int", build.int(value))


def binary(operation, left, right, **fields):
    return shown(lambda build: build.do(operation, hidden(build, left), hidden(build, right), **fields))


def unary(operation, value, **fields):
    return shown(lambda build: build.do(operation, hidden(build, value), **fields))


def trap(message):
    return Trap(message, Place(3, 5))


# --- integers -----------------------------------------------------------------------------------------------------

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


# --- reals --------------------------------------------------------------------------------------------------------


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
    assert unary(ops.IntToReal, 2**53 + 1) == 2.0**53
    assert shown(lambda build: build.do(ops.RealCompare, "/=", hidden(build, math.nan), hidden(build, math.nan))) == 1
    assert shown(lambda build: build.do(ops.RealCompare, "<=", hidden(build, math.nan), hidden(build, math.nan))) == 0


# --- truth values and checks --------------------------------------------------------------------------------------


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


# --- memory and locals --------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("kind", "value", "expected"),
    [
        ("i8", 200, -56), ("u8", -1, 255), ("i16", 2**15, -(2**15)), ("u16", -1, 2**16 - 1), ("i32", 2**31, -(2**31)),
        ("u32", -1, 2**32 - 1), ("i64", LOW, LOW), ("f64", 0.1, 0.1),
    ],
)  # fmt: skip
def test_cells_of_each_kind(kind, value, expected):
    def static(build):
        index = hidden(build, -2)
        build.perform(ops.IndexStore, "a", kind, index, hidden(build, value), -3, 3, "m")
        return build.do(ops.IndexLoad, "a", kind, index, -3, 3, "m")

    def dynamic(build):
        address = build.do(ops.RegionAddress, "a")
        build.perform(ops.Store, kind, address, hidden(build, value), 16)
        return build.do(ops.Load, kind, build.do(ops.IntAdd, address, hidden(build, 8)), 8)

    assert shown(static, {"pad": Region(5), "a": Region(56)}) == expected
    assert shown(dynamic, {"pad": Region(5), "a": Region(56)}) == expected


@pytest.mark.parametrize("index", [0, 4, LOW, HIGH])
def test_subscripts_outside(index):
    def load(build):
        return build.do(ops.IndexLoad, "a", "i64", hidden(build, index), 1, 3, "a[{0}]")

    def store(build):
        value = hidden(build, index)
        build.perform(ops.IndexStore, "a", "i64", value, value, 1, 3, "a[{0}]")
        return value

    assert shown(load, {"a": Region(24)}) == trap(f"a[{index}]")
    assert shown(store, {"a": Region(24)}) == trap(f"a[{index}]")


@pytest.mark.parametrize(("pattern", "kind"), [("undefined_int", "i64"), ("undefined_real", "f64")])
def test_undefined_cells(pattern, kind):
    def load(build):
        return build.do(ops.IndexLoad, "a", kind, hidden(build, 2), 1, 3, "m", "{0} has none")

    assert shown(load, {"a": Region(24, pattern)}) == trap("2 has none")


@pytest.mark.parametrize("kind", [Type.INT, Type.REAL])
def test_undefined_locals(kind):
    assert shown(lambda build: build.do(ops.LocalLoad, build.local("k", kind), message="no value")) == trap("no value")


def test_undefined_values_that_nobody_checks():
    assert shown(lambda build: build.do(ops.LocalLoad, build.local("k", Type.INT))) == LOW
    bits = shown(lambda build: build.do(ops.RealToBits, build.do(ops.LocalLoad, build.local("k", Type.REAL))))
    assert bits == UNDEFINED_REAL_BITS


def test_the_stack_in_memory():
    program, build = started()
    build.place(Place(3, 5))
    mark = build.do(ops.StackMark)
    first = build.do(ops.StackAllocate, hidden(build, 13))
    second = build.do(ops.StackAllocate, build.int(8))
    build.defer("int", build.do(ops.IntSubtract, second, first))
    build.perform(ops.Fill, first, build.int(3), "undefined_int")
    build.perform(ops.Store, "i64", first, build.int(77))
    build.perform(ops.Copy, build.do(ops.IntAdd, first, build.int(8)), first, build.int(16))
    build.perform(ops.Fill, first, build.int(-1), "zero")
    build.perform(ops.Copy, first, second, build.int(-1))
    for offset in (0, 8, 16):
        build.defer("int", build.do(ops.Load, "i64", first, offset))
    build.perform(ops.StackRelease, mark)
    build.defer("int", build.do(ops.IntSubtract, build.do(ops.StackMark), first))
    build.do(ops.StackAllocate, hidden(build, 1 << 20))
    build.end(ops.Return)
    execution, host = performed(program)
    assert host.output.text.split() == ["16", "77", "77", str(LOW), "0"]
    assert execution.ending == Exhausted(out_of_memory(1 << 20, host.memory.size), Place(3, 5))


def test_a_negative_size():
    wanted = shown(lambda build: build.do(ops.StackAllocate, hidden(build, -8)))
    assert wanted == Exhausted(out_of_memory(-8, 1 << 20), Place(3, 5))


# --- control ------------------------------------------------------------------------------------------------------


def test_switch():
    program, build = started()
    for value in (1, 2, 9):
        one, two, other, after = (build.label(hint) for hint in ("one", "two", "other", "after"))
        build.end(ops.Switch, hidden(build, value), ((1, one), (2, two), (1, two)), other)
        for label, number in ((one, 10), (two, 20), (other, 30)):
            build.begin(label)
            build.defer("int", build.int(number))
            build.end(ops.Jump, after)
        build.begin(after)
    build.end(ops.Return)
    assert performed(program)[1].output.text.split() == ["10", "20", "30"]


def counting(statements=3, limit=10):
    """A loop of `limit` turns with marks a (once), b, c, d … (in one block, each turn) and z (once)."""
    program, build = started()
    build.local("k", Type.INT)
    build.statement("a", Place(1, 1))
    build.perform(ops.LocalStore, "k", hidden(build, 0))
    loop, done = Label("loop"), Label("done")
    build.begin(loop)
    for number in range(statements):
        build.statement("bcdefg"[number], Place(2, 1 + number))
    k = build.do(ops.IntAdd, build.do(ops.LocalLoad, "k"), build.int(1))
    build.perform(ops.LocalStore, "k", k)
    build.end(ops.Branch, build.do(ops.IntCompare, "<", k, hidden(build, limit)), loop, done)
    build.begin(done)
    build.statement("z", Place(4, 1))
    build.end(ops.Return)
    return program


def test_statement_counts():
    assert performed(counting())[0].counts == {"a": 1, "b": 10, "c": 10, "d": 10, "z": 1}


@pytest.mark.parametrize("limit", [*range(6), 29, 30, 31, 32, 33])
def test_a_statement_budget_ends_before_the_block_it_does_not_cover(limit):
    execution, _ = performed(counting(), Limits(statements=limit, memory=1 << 20))
    turns = min(10, max(0, limit - 1) // 3)
    assert execution.counts["a"] == min(limit, 1)
    assert {execution.counts[label] for label in "bcd"} == {turns}
    place = Place(1, 1) if limit == 0 else Place(4, 1) if turns == 10 else Place(2, 1)
    assert execution.ending == (Finished() if limit >= 32 else Exhausted(out_of_statements(limit), place))


def test_a_budget_larger_than_one_helping_of_fuel():
    execution, _ = performed(counting(1, HIGH), Limits(statements=5_000_000, memory=1 << 20))
    assert execution.ending == Exhausted(out_of_statements(5_000_000), Place(2, 1))
    assert execution.counts == {"a": 1, "b": 4_999_999, "z": 0}


def test_marks_behind_a_trap_are_not_counted():
    program, build = started()
    build.statement("1", Place(1, 1))
    build.statement("2", Place(2, 1))
    build.perform(ops.Check, build.do(ops.IntToBool, hidden(build, 0)), "false")
    build.statement("3", Place(3, 1))
    build.end(ops.Return)
    execution, _ = performed(program)
    assert execution.ending == Trap("false", Place(2, 1))
    assert execution.counts == {"1": 1, "2": 1, "3": 0}


def recursion(depth):
    """down(n) = 0 if n = 0 else 1 + down(n - 1); main prints down(depth)."""
    program, build = started()
    build.place(Place(9, 1))
    build.defer("int", build.call("down", (hidden(build, depth),), Type.INT))
    build.end(ops.Return)
    down = FunctionBuilder(program, "down", "procedure down", {"n": Type.INT}, Type.INT, LIBRARY)
    down.statement("down", Place(5, 1))
    n = down.do(ops.LocalLoad, "n")
    again, bottom = down.label("again"), down.label("bottom")
    down.end(ops.Branch, down.do(ops.IntCompare, "=", n, down.int(0)), bottom, again)
    down.begin(bottom)
    down.end(ops.Return, down.int(0))
    down.begin(again)
    down.place(Place(6, 2))
    result = down.call("down", (down.do(ops.IntSubtract, n, down.int(1)),), Type.INT)
    down.end(ops.Return, down.do(ops.IntAdd, result, down.int(1)))
    return program


def test_deep_recursion():
    execution, host = performed(recursion(900_000))
    assert execution.ending == Finished()
    assert host.output.text == "900000\n"
    assert execution.counts == {"down": 900_001}


def test_recursion_to_the_limit_and_beyond():
    limits = Limits(depth=10, memory=1 << 20)
    assert performed(recursion(9), limits)[0].ending == Finished()
    assert performed(recursion(10), limits)[0].ending == Trap(too_deep("procedure down", 11), Place(6, 2))
    execution, _ = performed(recursion(2), Limits(depth=0, memory=1 << 20))
    assert execution.ending == Trap(too_deep("procedure down", 1), Place(9, 1))


def test_the_machine_stack_is_guarded():
    execution, _ = performed(recursion(HIGH), Limits(depth=HIGH, memory=1 << 20))
    assert isinstance(execution.ending, Trap)
    assert execution.ending.message.startswith("procedure down is called ")
    assert execution.ending.place == Place(6, 2)


def test_indirect_calls():
    program, build = started()
    for name, number in (("one", 1), ("two", 2)):
        other = FunctionBuilder(program, name, f"procedure {name}", {"x": Type.REAL}, Type.REAL, LIBRARY)
        other.defer("int", other.do(ops.CallDepth))
        value = other.do(ops.LocalLoad, "x")
        other.end(ops.Return, other.do(ops.RealMultiply, value, other.real(float(number))))
    for name in ("one", "two"):
        code = build.do(ops.FunctionCode, name)
        build.defer("real", build.call_indirect(code, (hidden(build, 1.5),), (Type.REAL,), Type.REAL))
    build.defer("int", build.do(ops.CallDepth))
    build.call_indirect(hidden(build, 1), (build.real(1.0),), (Type.REAL,), Type.REAL)
    build.end(ops.Return)
    execution, host = performed(program)
    assert execution.ending == Finished()
    assert host.output.text.split() == ["1", "1.5", "1", "3.0", "0", "1"]
    limited, _ = performed(program, Limits(depth=0, memory=1 << 20))
    assert limited.ending == Trap(too_deep("procedure one", 1), Place(1, 1))


@pytest.mark.parametrize("code", [-1, 0, 1])
def test_an_indirect_call_of_another_signature_is_our_fault(code):
    program, build = started()
    build.call_indirect(hidden(build, code), (build.int(1),), (Type.INT,), None)
    build.end(ops.Return)
    with pytest.raises(Crash):
        performed(program)


def unwinding(target, landing):
    """Main (activation 1) calls a (2), which calls b (3), which calls c; c unwinds to the target's landing."""
    program, build = started()
    build.function.identity, build.function.landings = build.local("me", Type.INT), {7: Label("landed")}
    build.perform(ops.LocalStore, "me", build.int(1))
    build.call("a", (), None)
    build.end(ops.Return)
    build.begin(Label("landed"))
    build.defer("int", build.int(100))
    build.end(ops.Return)
    for number, (name, called) in enumerate((("a", "b"), ("b", "c")), start=2):
        middle = FunctionBuilder(program, name, name, library=LIBRARY)
        middle.function.identity = middle.local("me", Type.INT)
        middle.function.landings = {7: Label("landed"), 8: Label("other")}
        middle.perform(ops.LocalStore, "me", hidden(middle, number))
        middle.call(called, (), None)
        middle.defer("int", middle.int(-number))
        middle.end(ops.Return)
        for label, printed in (("landed", 10 * number), ("other", 10 * number + 1)):
            middle.begin(Label(label))
            middle.defer("int", middle.int(printed))
            middle.end(ops.Return)
    last = FunctionBuilder(program, "c", "c", library=LIBRARY)
    last.end(ops.Unwind, hidden(last, target), hidden(last, landing))
    return program


@pytest.mark.parametrize(
    ("target", "landing", "printed"), [(1, 7, "100"), (2, 7, "20"), (2, 8, "21"), (3, 8, "31 -2"), (3, 7, "30 -2")]
)
def test_unwinding(target, landing, printed):
    assert performed(unwinding(target, landing))[1].output.text.split() == printed.split()


def test_unwinding_within_the_activation_itself():
    program, build = started()
    build.function.identity, build.function.landings = build.local("me", Type.INT), {1: Label("landed")}
    build.perform(ops.LocalStore, "me", build.int(5))
    build.end(ops.Unwind, build.int(5), build.int(1))
    build.begin(Label("landed"))
    build.defer("int", build.int(1))
    build.end(ops.Return)
    assert performed(program)[1].output.text == "1\n"


@pytest.mark.parametrize(("target", "landing"), [(4, 7), (1, 8)])
def test_unwinding_to_nowhere_is_our_fault(target, landing):
    with pytest.raises(Crash):
        performed(unwinding(target, landing))


# --- the world outside --------------------------------------------------------------------------------------------


def test_host_calls_and_events_keep_their_order():
    program, build = started()
    build.defer("int", build.int(1))
    build.host("int", build.int(2))
    build.defer("real", build.host("three", build.int(1), build.real(0.5), build.int(2)))
    build.defer("int", build.int(3))
    build.end(ops.Return)
    assert performed(program)[1].output.text == "1\n2\n3.5\n3\n"


@pytest.mark.parametrize(
    ("name", "ending"),
    [
        ("trap", Trap("forbidden", Place(3, 5))),
        ("halt", Finished("enough", Place(3, 5))),
        ("tired", Exhausted("no more", Place(3, 5))),
    ],
)
def test_library_procedures_that_end_the_run(name, ending):
    program, build = started()
    build.defer("int", build.int(1))
    build.statement("1", Place(3, 5))
    build.host(name)
    build.statement("2", Place(4, 5))
    build.defer("int", build.int(2))
    build.end(ops.Return)
    execution, host = performed(program)
    assert execution.ending == ending
    assert execution.counts == {"1": 1, "2": 0}
    assert host.output.text == "1\n"


def test_a_fault_of_the_library_is_a_crash():
    program, build = started()
    build.host("bug")
    build.end(ops.Return)
    with pytest.raises(Crash) as caught:
        performed(program)
    assert isinstance(caught.value.__cause__, ZeroDivisionError)


def printing(turns, end):
    program, build = started()
    build.local("k", Type.INT)
    build.perform(ops.LocalStore, "k", build.int(0))
    loop, done = Label("loop"), Label("done")
    limit = hidden(build, turns)
    build.begin(loop)
    build.statement("1", Place(2, 1))
    k = build.do(ops.IntAdd, build.do(ops.LocalLoad, "k"), build.int(1))
    build.perform(ops.LocalStore, "k", k)
    build.defer("int", k)
    build.end(ops.Branch, build.do(ops.IntCompare, "<", k, limit), loop, done)
    build.begin(done)
    build.statement("2", Place(3, 1))
    end(build)
    return program


@pytest.mark.parametrize("turns", [1, ops.EVENTS - 1, ops.EVENTS, ops.EVENTS + 1, 3 * ops.EVENTS])
def test_many_events(turns):
    program = printing(turns, lambda build: build.end(ops.Return))
    assert performed(program)[1].output.text.split() == [str(number) for number in range(1, turns + 1)]


def test_output_that_runs_out_at_the_end():
    execution, host = performed(printing(3, lambda build: build.end(ops.Return)), Limits(output=5, memory=1 << 20))
    assert host.output.text == "1\n2\n3"
    assert execution.ending == Exhausted(out_of_output(5), Place(3, 1))


def test_output_that_runs_out_at_a_trap():
    program = printing(3, lambda build: build.end(ops.Trap, "wrong"))
    execution, host = performed(program, Limits(output=5, memory=1 << 20))
    assert host.output.text == "1\n2\n3"
    assert execution.ending == Trap("wrong", Place(3, 1))


def test_output_that_runs_out_on_the_way():
    execution, _ = performed(printing(10**9, lambda build: build.end(ops.Return)), Limits(output=5, memory=1 << 20))
    assert execution.ending == Exhausted(out_of_output(5), Place(2, 1))
    assert execution.counts == {"1": ops.EVENTS, "2": 0}


# --- instruments --------------------------------------------------------------------------------------------------


def probed(turns, step, start):
    program = counting(1, turns)
    program.probes = ["none", "k"]
    build = FunctionBuilder(program, "other", "other")
    build.end(ops.Return)
    build.function = program.functions["main"]
    build.block = build.function.blocks[Label("loop")]
    last = build.block.operations.pop()
    k = build.do(ops.IntMultiply, build.do(ops.LocalLoad, "k"), build.int(step))
    build.perform(ops.Probe, 1, build.do(ops.IntAdd, k, build.int(start)))
    build.add(last)
    return program


def test_probes_of_small_and_odd_values():
    assert performed(probed(3, 0, 7))[0].probes == {"none": {}, "k": {7: 3}}
    many = performed(probed(20_000, -1, 1000))[0].probes["k"]
    assert many == {1000 - number: 1 for number in range(1, 20_001)}
    assert list(many) == sorted(many)
    assert performed(probed(2, 1, 1022))[0].probes["k"] == {1023: 1, 1024: 1}


def test_stopping_before_an_execution():
    program = counting(2)
    block = program.functions["main"].blocks[Label("loop")]
    block.operations.insert(1, ops.StopBefore(2, 4, at=2))
    execution, _ = performed(program)
    assert execution.ending == Finished(stopped("c", 4), program.places[2])
    assert execution.counts == {"a": 1, "b": 4, "c": 3, "z": 0}


# --- interrupts and progress --------------------------------------------------------------------------------------


def endless(marked):
    program, build = started()
    loop = Label("loop")
    build.begin(loop)
    if marked:
        build.statement("1", Place(2, 1))
    build.end(ops.Jump, loop)
    return program


class Impatient:
    """A progress display that interrupts once it is called."""

    def __init__(self, problem):
        self.problem, self.calls = problem, []

    def __call__(self, statements):
        self.calls.append(statements)
        raise self.problem


@pytest.mark.parametrize("marked", [True, False])
def test_ctrl_c_ends_an_endless_loop(marked):
    display = Impatient(KeyboardInterrupt())
    execution, _ = performed(endless(marked), progress=display)
    assert isinstance(execution.ending, Interrupted)
    assert len(display.calls) == 1
    assert (display.calls[0] > 0) is marked
    assert bool(sum(execution.counts.values())) is marked


def test_a_failing_progress_display_stops_the_run():
    before = threading.active_count()
    with pytest.raises(ZeroDivisionError):
        performed(endless(True), progress=Impatient(ZeroDivisionError()))
    assert threading.active_count() <= before + 1


@pytest.mark.parametrize("address", [-16, (1 << 20) - 4, 1 << 20, LOW, HIGH])
@pytest.mark.parametrize(
    "use",
    [
        lambda build, address: build.do(ops.Load, "i64", address),
        lambda build, address: build.do(ops.Load, "f64", address, 8),
        lambda build, address: build.perform(ops.Store, "i64", address, address),
        lambda build, address: build.perform(ops.Fill, address, build.int(1), "zero"),
        lambda build, address: build.perform(ops.Copy, build.int(64), address, build.int(8)),
        lambda build, address: build.perform(ops.Copy, address, build.int(64), build.int(8)),
        lambda build, _address: build.perform(ops.Fill, build.int(64), build.int(HIGH), "zero"),
    ],
)
def test_addresses_outside_memory_are_our_fault(address, use):
    program, build = started()
    use(build, hidden(build, address))
    build.end(ops.Return)
    with pytest.raises(Crash):
        performed(program)


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
