"""Control in the fast engine: switches, budgets of statements, calls, deep recursion, unwinding."""

import pytest

from getallenband.interpreters.ir import ops
from getallenband.interpreters.ir.builder import FunctionBuilder
from getallenband.interpreters.ir.messages import out_of_statements, too_deep
from getallenband.interpreters.ir.ops import Label
from getallenband.interpreters.ir.types import Type
from getallenband.interpreters.outcome import Crash, Exhausted, Finished, Limits, Trap
from getallenband.interpreters.source.position import Place
from tests.interpreters.native.programs import HIGH, LIBRARY, counting, hidden, performed, started


def test_switch():
    program, build = started()
    for value in (1, 2, 9):
        one, two, other, after = (build.label(hint) for hint in ("one", "two", "other", "after"))
        build.end(ops.Switch, hidden(build, value), ((1, one), (2, two)), other)
        for label, number in ((one, 10), (two, 20), (other, 30)):
            build.begin(label)
            build.defer("int", build.int(number))
            build.end(ops.Jump, after)
        build.begin(after)
    build.end(ops.Return)
    assert performed(program)[1].output.text.split() == ["10", "20", "30"]


def test_statement_counts():
    assert performed(counting())[0].counts == {"a": 1, "b": 10, "c": 10, "d": 10, "z": 1}


@pytest.mark.parametrize("limit", [*range(6), 29, 30, 31, 32, 33])
def test_a_statement_budget_ends_before_the_statement_it_does_not_cover(limit):
    execution, _ = performed(counting(), Limits(statements=limit, memory=1 << 20))
    order = "a" + "bcd" * 10 + "z"
    assert execution.counts == {label: order[:limit].count(label) for label in "abcdz"}
    places = {"a": Place(1, 1), "b": Place(2, 1), "c": Place(2, 2), "d": Place(2, 3), "z": Place(4, 1)}
    refused = [Exhausted(out_of_statements(limit), places[label]) for label in order[limit : limit + 1]]
    assert [execution.ending] == (refused or [Finished()])


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


def test_the_machine_stack_is_guarded(monkeypatch):
    monkeypatch.setattr(
        "getallenband.interpreters.native.run.STACK_SIZES", [32 << 20]
    )  # the usual one takes seconds to fill
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


def forged_call(code, message):
    """Main (0) calls by a code; `taken` (1) has another signature, the code of `hidden` (2) is not taken."""
    program, build = started()
    for name, kind in (("taken", Type.REAL), ("hidden", Type.INT)):
        FunctionBuilder(program, name, f"procedure {name}", {"x": kind}, None, LIBRARY).end(ops.Return)
    build.do(ops.FunctionCode, "taken")
    build.call_indirect(hidden(build, code), (build.int(1),), (Type.INT,), None, message)
    build.end(ops.Return)
    return program


@pytest.mark.parametrize("code", [-1, 0, 1, 2, 3, 2**62])
def test_an_indirect_call_of_no_function_is_a_trap(code):
    execution, _ = performed(forged_call(code, "no function"))
    assert execution.ending == Trap("no function", Place(1, 1))


@pytest.mark.parametrize("code", [-1, 0, 1, 2, 3])
def test_an_indirect_call_without_a_message_is_our_fault(code):
    with pytest.raises(Crash):
        performed(forged_call(code, ""))


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
