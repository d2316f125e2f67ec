"""Changes of IR: probes and stops, unreachable blocks, definite assignment."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from getallenband.interpreters import ProbeRequest, StopRequest
from getallenband.interpreters.ir import ops
from getallenband.interpreters.ir.builder import FunctionBuilder
from getallenband.interpreters.ir.execution import Execution
from getallenband.interpreters.ir.host import Host
from getallenband.interpreters.ir.ops import Label
from getallenband.interpreters.ir.program import Block, Program, ProgramVariable, Region
from getallenband.interpreters.ir.types import UNDEFINED_INT, Type
from getallenband.interpreters.machine import execute
from getallenband.interpreters.outcome import Finished, Limits
from getallenband.interpreters.source.diagnostics import UserError
from getallenband.interpreters.source.position import Place
from getallenband.interpreters.transform.definite_assignment import drop_definite_checks
from getallenband.interpreters.transform.instrumentation import instrument
from getallenband.interpreters.transform.statement_blocks import begin_blocks_at_statements
from getallenband.interpreters.transform.unreachable import remove_unreachable


def ran(program: Program) -> Execution:
    return execute(program, {}, Host(program, Limits(statements=1000, memory=0)))


def counting() -> Program:
    """1: x := 0 (REAL, in memory); 2: x := x + 0.75, k := k + 1 (local, first without a value); 3: back 4 times."""
    program = Program("test", {}, {"globals": Region(16, "undefined_real")}, "main")
    build = FunctionBuilder(program, "main", "the program")
    k = build.local("k", Type.INT)
    program.variables = {
        "x": ProgramVariable(region="globals", offset=8, type=Type.REAL),
        "k": ProgramVariable("main", k),
    }
    build.statement("1", Place(1, 1))
    x = build.do(ops.RegionAddress, "globals")
    first = build.do(ops.IntCompare, "=", build.do(ops.LocalLoad, k), build.int(UNDEFINED_INT))
    build.end(ops.Branch, first, Label("start"), Label("again"))
    build.begin(Label("start"))
    build.perform(ops.LocalStore, k, build.int(0))
    build.perform(ops.Store, "f64", x, build.real(0.0), 8)
    build.begin(Label("again"))
    build.statement("2", Place(2, 1))
    more = build.do(ops.RealAdd, build.do(ops.Load, "f64", x, 8), build.real(0.75))
    build.perform(ops.Store, "f64", x, more, 8)
    build.perform(ops.LocalStore, k, build.do(ops.IntAdd, build.do(ops.LocalLoad, k, "k has no value"), build.int(1)))
    build.statement("3", Place(3, 1))
    small = build.do(ops.IntCompare, "<", build.do(ops.LocalLoad, k, "k has no value"), build.int(4))
    build.end(ops.Branch, small, Label("again"), Label("out"))
    build.begin(Label("out"))
    build.end(ops.Return)
    return program


def test_probes_note_values_before_the_statement():
    probes = {
        "x at 1": ProbeRequest("1", "x"), "k at 1": ProbeRequest("1", "k"), "x at 2": ProbeRequest("2", "x"),
        "k at 3": ProbeRequest("3", "k"), "depth": ProbeRequest("3", "depth"),
    }  # fmt: skip
    execution = ran(instrument(counting(), probes, None))
    assert execution.counts == ran(counting()).counts
    assert execution.probes == {
        "x at 1": {UNDEFINED_INT: 1}, "k at 1": {UNDEFINED_INT: 1}, "x at 2": {0: 1, 1: 1, 2: 2},
        "k at 3": {1: 1, 2: 1, 3: 1, 4: 1}, "depth": {0: 4},
    }  # fmt: skip


def test_stop_does_not_count_the_stopped_execution():
    execution = ran(instrument(counting(), {"k": ProbeRequest("2", "k")}, StopRequest("2", 3)))
    assert execution.ending == Finished("stopped before execution 3 of statement 2", Place(2, 1))
    assert execution.counts == {"1": 1, "2": 2, "3": 2}
    assert execution.probes == {"k": {0: 1, 1: 1}}


@pytest.mark.parametrize(
    ("probes", "stop", "message"),
    [
        ({"p": ProbeRequest("22", "k")}, None, "probe p: the program has no statement '22'; nearest: '2'"),
        ({"p": ProbeRequest("2", "kk")}, None, "probe p: the program has no variable 'kk'; nearest: 'k'"),
        ({}, StopRequest("x", 1), "stop: the program has no statement 'x'"),
        ({}, StopRequest("2", 0), "stop: executions are counted from 1, not 0"),
    ],
)
def test_unknown_names(probes: Any, stop: Any, message: str):
    with pytest.raises(UserError, match=f"^{message}$"):
        instrument(counting(), probes, stop)


def test_a_local_is_not_probed_elsewhere():
    program = counting()
    FunctionBuilder(program, "other", "procedure other").end(ops.Return)
    program.variables["k"] = replace(program.variables["k"], function="other")
    with pytest.raises(UserError, match="a variable of other cannot be probed at a statement of the program"):
        instrument(program, {"p": ProbeRequest("2", "k")}, None)


def test_unreachable_blocks_and_functions_go():
    program = counting()
    program.functions["alone"] = replace(program.functions["main"], name="alone")
    main = program.functions["main"]
    main.blocks[Label("dead")] = Block([ops.Jump(Label("deader"))])
    main.blocks[Label("deader")] = Block([ops.Jump(Label("again"))])
    trimmed = remove_unreachable(program)
    assert list(trimmed.functions) == ["main"]
    assert list(trimmed.functions["main"].blocks) == ["entry", "start", "again", "out"]
    assert ran(trimmed).counts == ran(program).counts


def checks(program: Program) -> list[str]:
    """The blocks in which a local is checked, once for each check."""
    return [
        label
        for label, block in program.functions["main"].blocks.items()
        for operation in block.operations
        if isinstance(operation, ops.LocalLoad) and operation.message is not None
    ]


def test_definite_assignment_keeps_what_may_be_undefined():
    program = counting()
    assert checks(program) == ["again", "again"]
    # the first check stays (entry leads there too); k + 1 may wrap to the undefined pattern, so the second stays
    assert checks(drop_definite_checks(program)) == ["again", "again"]
    again = program.functions["main"].blocks[Label("again")].operations
    index = next(index for index, operation in enumerate(again) if isinstance(operation, ops.IntAdd))
    again[index] = replace(again[index], low=0, high=10, message="too large")  # type: ignore[call-arg]
    assert checks(drop_definite_checks(program)) == ["again"]
    entry = program.functions["main"].blocks[Label("entry")].operations
    entry[-1] = ops.Jump(Label("start"))
    relieved = drop_definite_checks(program)
    assert checks(relieved) == []
    assert ran(relieved).counts == ran(program).counts


def test_labels_stay_short_however_many_statements_a_block_has():
    program = Program("test", {}, {}, "main")
    build = FunctionBuilder(program, "main", "the program")
    for number in range(1, 2001):
        build.statement(str(number), Place(number, 1))
    build.end(ops.Halt)
    (function,) = begin_blocks_at_statements(program).functions.values()
    assert len(function.blocks) == 2000
    assert max(map(len, function.blocks)) < 20
