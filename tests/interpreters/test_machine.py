"""The reference engine: budgets, endings and arithmetic, on programs of a few operations."""

from __future__ import annotations

import math
from typing import Any

import pytest

from getallenband.interpreters.ir import ops
from getallenband.interpreters.ir.builder import FunctionBuilder
from getallenband.interpreters.ir.execution import Execution
from getallenband.interpreters.ir.host import Host, HostFunction, HostHalt, HostTrap
from getallenband.interpreters.ir.ops import Label
from getallenband.interpreters.ir.program import Program, Region
from getallenband.interpreters.ir.types import Type
from getallenband.interpreters.machine import execute, state
from getallenband.interpreters.machine.operations.host_calls import returned
from getallenband.interpreters.machine.operations.reals import REAL_FUNCTIONS
from getallenband.interpreters.outcome import Crash, Exhausted, Finished, Interrupted, Limits, Trap
from getallenband.interpreters.source.position import Place


def write(host: Host, value: int) -> None:
    host.output.write(f"{value}\n")


def end(_host: Host, value: int) -> int:
    if value < 0:
        raise HostTrap("negative")
    if value > 0:
        raise HostHalt("enough")
    return 7


def fail(_host: Host) -> None:
    raise ZeroDivisionError


def interrupt(_host: Host) -> None:
    raise KeyboardInterrupt


LIBRARY = {
    "write": HostFunction((Type.INT,), None, write),
    "end": HostFunction((Type.INT,), Type.INT, end),
    "fail": HostFunction((), None, fail),
    "interrupt": HostFunction((), None, interrupt),
}


def new_program(**regions: Region) -> tuple[Program, FunctionBuilder]:
    program = Program("test", {}, regions, "main")
    return program, FunctionBuilder(program, "main", "the program", library=LIBRARY)


def executed(program: Program, *, output: int = 10**6, **limits: Any) -> tuple[Execution, str]:
    host = Host(program, Limits(**{"memory": 65536, "output": output, **limits}))
    return execute(program, LIBRARY, host), host.output.text


def counting(turns: int) -> Program:
    """1: k := 0; 2: k := k + 1; write k; 3: if k < turns go to 2; 4: end."""
    program, build = new_program()
    k = build.local("k", Type.INT)
    build.statement("1", Place(1, 1))
    build.perform(ops.LocalStore, k, build.int(0))
    build.begin(Label("again"))
    build.statement("2", Place(2, 1))
    build.perform(ops.LocalStore, k, build.do(ops.IntAdd, build.do(ops.LocalLoad, k), build.int(1)))
    build.defer("write", build.do(ops.LocalLoad, k))
    build.statement("3", Place(3, 1))
    more = build.do(ops.IntCompare, "<", build.do(ops.LocalLoad, k), build.int(turns))
    build.end(ops.Branch, more, Label("again"), Label("out"))
    build.begin(Label("out"))
    build.statement("4", Place(4, 1))
    build.end(ops.Return)
    return program


def test_counts_and_output():
    execution, output = executed(counting(5))
    assert execution.ending == Finished()
    assert execution.counts == {"1": 1, "2": 5, "3": 5, "4": 1}
    assert output == "1\n2\n3\n4\n5\n"


def test_statement_budget_ends_before_the_statement_it_does_not_cover():
    execution, output = executed(counting(5), statements=4)
    assert execution.ending == Exhausted("the budget of 4 statements is used up", Place(3, 1))
    assert execution.counts == {"1": 1, "2": 2, "3": 1, "4": 0}
    assert output == "1\n2\n"
    assert executed(counting(5), statements=12)[0].ending == Finished()
    assert executed(counting(5), statements=11)[0].ending == Exhausted(
        "the budget of 11 statements is used up", Place(4, 1)
    )


def test_output_budget_is_noticed_when_events_are_performed():
    execution, output = executed(counting(5), output=5)
    assert execution.ending == Exhausted("the budget of 5 bytes of output is used up", Place(4, 1))
    assert output == "1\n2\n3"
    execution, output = executed(counting(ops.EVENTS + 100), output=5)
    assert execution.ending == Exhausted("the budget of 5 bytes of output is used up", Place(2, 1))
    assert execution.counts["2"] == ops.EVENTS
    assert execution.counts["3"] == ops.EVENTS - 1


def test_progress_reports_statements(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr("getallenband.interpreters.machine.engine.PROGRESS_INTERVAL", 0.0)
    program, seen = counting(30_000), []
    execute(program, LIBRARY, Host(program, Limits(memory=0)), seen.append)
    assert seen == sorted(seen)
    assert seen[-1] > 20_000


def test_trace_shows_statements():
    program, seen = counting(1), []
    execute(program, LIBRARY, Host(program, Limits(memory=0)), trace=seen.append)
    assert seen == ["1:1 statement 1", "2:1 statement 2", "3:1 statement 3", "4:1 statement 4"]


def test_trap_takes_marks_behind_it_off():
    program, build = new_program(a=Region(80, "undefined_int"))
    build.statement("1", Place(1, 1))
    build.perform(ops.IndexStore, "a", "i64", build.int(3), build.int(9), 1, 10, "no {0}")
    build.statement("2", Place(2, 1))
    build.do(ops.IndexLoad, "a", "i64", build.int(3), 1, 10, "no {0}", "a[{0}] has no value")
    build.do(ops.IndexLoad, "a", "i64", build.int(4), 1, 10, "no {0}", "a[{0}] has no value")
    build.statement("3", Place(3, 1))
    build.end(ops.Halt)
    execution, _ = executed(program)
    assert execution.ending == Trap("a[4] has no value", Place(2, 1))
    assert execution.counts == {"1": 1, "2": 1, "3": 0}


def recursive(levels: int) -> Program:
    """A function calls itself; at the given level it unwinds to the second activation."""
    program, build = new_program()
    build.statement("1", Place(1, 1))
    build.call("down", (build.int(0),), None)
    build.end(ops.Return)
    down = FunctionBuilder(program, "down", "procedure down", {"level": Type.INT}, library=LIBRARY)
    me = down.local("me", Type.INT)
    down.function.identity, down.function.landings = me, {5: Label("landed")}
    down.statement("2", Place(2, 1))
    level = down.do(ops.LocalLoad, "level")
    down.perform(ops.LocalStore, me, level)
    deeper = down.do(ops.IntCompare, "<", level, down.int(levels))
    down.end(ops.Branch, deeper, Label("deeper"), Label("bottom"))
    down.begin(Label("deeper"))
    down.call("down", (down.do(ops.IntAdd, level, down.int(1)),), None)
    down.statement("3", Place(3, 1))
    down.end(ops.Return)
    down.begin(Label("bottom"))
    down.end(ops.Unwind, down.int(1), down.int(5))
    down.begin(Label("landed"))
    down.defer("write", down.do(ops.CallDepth))
    down.end(ops.Return)
    return program


@pytest.mark.parametrize("chunk", [1, 2, state.CHUNK])
def test_callers_continue_with_their_values(chunk: int, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(state, "CHUNK", chunk)
    program, build = new_program()
    found = build.call("sum", (build.int(50),), Type.INT)
    assert found is not None
    build.defer("write", found)
    build.end(ops.Return)
    inner = FunctionBuilder(program, "sum", "function sum", {"level": Type.INT}, Type.INT, library=LIBRARY)
    level = inner.do(ops.LocalLoad, "level")
    inner.end(ops.Branch, inner.do(ops.IntCompare, ">", level, inner.int(0)), Label("more"), Label("none"))
    inner.begin(Label("more"))
    rest = inner.call("sum", (inner.do(ops.IntSubtract, level, inner.int(1)),), Type.INT)
    inner.end(ops.Return, inner.do(ops.IntAdd, level, rest))
    inner.begin(Label("none"))
    inner.end(ops.Return, inner.int(7))
    assert executed(program)[1] == "1282\n"


@pytest.mark.parametrize("chunk", [1, 2, state.CHUNK])
def test_calls_and_unwind(chunk: int, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(state, "CHUNK", chunk)
    execution, output = executed(recursive(2000))
    assert execution.ending == Finished()
    assert execution.counts == {"1": 1, "2": 2001, "3": 1}
    assert output == "2\n"
    assert executed(recursive(5), depth=6)[0].ending == Finished()
    execution, _ = executed(recursive(5), depth=5)
    assert execution.ending == Trap("procedure down is called 6 deep: endless recursion?", Place(2, 1))
    with pytest.raises(Crash):
        executed(recursive(0))


@pytest.mark.parametrize(
    ("argument", "ending"),
    [(-1, Trap("negative", Place(1, 1))), (1, Finished("enough", Place(1, 1))), (0, Trap("so 7", Place(1, 1)))],
)
def test_library_endings(argument: int, ending: object):
    program, build = new_program()
    build.statement("1", Place(1, 1))
    result = build.host("end", build.int(argument))
    build.end(ops.Trap, "so {0}", (result,))
    assert executed(program)[0].ending == ending


def test_library_faults_and_interrupts():
    for name in ("fail", "interrupt"):
        program, build = new_program()
        build.host(name)
        build.end(ops.Return)
        if name == "interrupt":
            assert executed(program)[0].ending == Interrupted()
        else:
            with pytest.raises(Crash) as caught:
                executed(program)
            assert isinstance(caught.value.__cause__, ZeroDivisionError)


@pytest.mark.parametrize(
    ("kind", "value"),
    [(Type.INT, 2.0), (Type.INT, 2**63), (Type.INT, -(2**63) - 1), (Type.INT, None), (Type.REAL, "2"), (None, 2)],
)
def test_a_library_procedure_returns_what_it_says(kind: Type | None, value: Any):
    with pytest.raises(Crash, match=r"^library procedure odd returned .*, expected "):
        returned("odd", kind, value)


def test_a_result_is_made_one_of_its_type():
    assert returned("even", Type.INT, 2**63 - 1) == 2**63 - 1
    assert repr(returned("even", Type.REAL, 2)) == "2.0"


def test_a_wrong_address_says_where():
    program, build = new_program()
    build.do(ops.Load, "i64", build.int(1001), 0)
    build.end(ops.Return)
    with pytest.raises(Crash, match=r"^main, \w+: Load\(.*\) failed: address 1001 is not a cell of 8 bytes$"):
        executed(program)


def test_stack_in_memory():
    program, build = new_program()
    mark = build.do(ops.StackMark)
    first = build.do(ops.StackAllocate, build.int(13))
    build.perform(ops.Store, "i16", first, build.int(70_000), 2)
    build.defer("write", build.do(ops.Load, "i16", first, 2))
    build.defer("write", build.do(ops.IntSubtract, build.do(ops.StackMark), mark))
    build.perform(ops.StackRelease, mark)
    build.do(ops.StackAllocate, build.int(65536))
    build.end(ops.Return)
    execution, output = executed(program)
    assert output == "4464\n16\n"
    assert execution.ending == Exhausted("cannot allocate 65536 bytes: the memory limit is 65536 bytes", Place(1, 1))


def test_stop_and_probe():
    program = counting(5)
    again = program.functions["main"].blocks[Label("again")].operations
    load = again[1]
    assert isinstance(load, ops.LocalLoad)
    program.probes.append("k")
    again.insert(2, ops.Probe(0, load.result))
    again.insert(0, ops.StopBefore(1, 3, at=again[0].at))
    execution, _ = executed(program)
    assert execution.ending == Finished("stopped before execution 3 of statement 2", Place(2, 1))
    assert execution.counts == {"1": 1, "2": 2, "3": 2, "4": 0}
    assert execution.probes == {"k": {0: 1, 1: 1}}


@pytest.mark.parametrize(
    ("operation", "left", "right", "result"),
    [
        (ops.IntAdd, 2**63 - 1, 1, -(2**63)),
        (ops.IntMultiply, 2**62, 4, 0),
        (ops.IntShiftLeft, 3, 63, -(2**63)),
        (ops.IntShiftLeft, 3, 64, 0),
        (ops.IntShiftRight, -8, 100, -1),
        (ops.IntShiftRight, -8, 1, -4),
    ],
)
def test_integers(operation: Any, left: int, right: int, result: int):
    program, build = new_program()
    build.defer("write", build.do(operation, build.int(left), build.int(right)))
    build.end(ops.Return)
    assert executed(program)[1] == f"{result}\n"


@pytest.mark.parametrize(
    ("left", "right", "quotient", "remainder"),
    [(7, -2, -3, 1), (-7, 2, -3, -1), (-(2**63), -1, -(2**63), 0), (2**63 - 1, -1, 1 - 2**63, 0)],
)
def test_division_truncates(left: int, right: int, quotient: int, remainder: int):
    program, build = new_program()
    build.defer("write", build.do(ops.IntDivide, build.int(left), build.int(right), "by zero"))
    build.defer("write", build.do(ops.IntRemainder, build.int(left), build.int(right), "by zero"))
    build.do(ops.IntDivide, build.int(left), build.int(0), "{0} by zero")
    build.end(ops.Return)
    execution, output = executed(program)
    assert output == f"{quotient}\n{remainder}\n"
    assert execution.ending == Trap(f"{left} by zero", Place(1, 1))


@pytest.mark.parametrize(
    ("name", "arguments", "result"),
    [
        ("power", (0.0, -1.0), math.inf), ("power", (-0.0, -3.0), -math.inf), ("power", (-0.0, -2.0), math.inf),
        ("power", (-8.0, 1 / 3), math.nan), ("power", (-10.0, 309.0), -math.inf), ("power", (10.0, 309.0), math.inf),
        ("ln", (0.0,), -math.inf), ("ln", (-1.0,), math.nan), ("exp", (710.0,), math.inf), ("sqrt", (-1.0,), math.nan),
        ("sin", (math.inf,), math.nan), ("sinh", (-1000.0,), -math.inf), ("remainder", (1.0, 0.0), math.nan),
        ("floor", (-0.5,), -1.0), ("ceil", (-0.5,), -0.0), ("floor", (math.inf,), math.inf),
        ("arcsin", (2.0,), math.nan),
    ],
)  # fmt: skip
def test_real_functions_are_total(name: str, arguments: tuple[float, ...], result: float):
    assert repr(REAL_FUNCTIONS[name](*arguments)) == repr(result)
