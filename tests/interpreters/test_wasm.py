"""The engine in a page agrees with the others: on cases of every language, on random programs, and where it pauses."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from wasmtime import Trap

from getallenband.interpreters import language, run
from getallenband.interpreters.compiled import state
from getallenband.interpreters.ir import ops
from getallenband.interpreters.ir.host import Host
from getallenband.interpreters.ir.program import Program
from getallenband.interpreters.language import languages
from getallenband.interpreters.outcome import Limits
from getallenband.interpreters.testing import wasm
from getallenband.interpreters.testing.cases import Case, case_files, request_of, source_of
from getallenband.interpreters.wasm import emit
from getallenband.interpreters.wasm import run as module_run
from getallenband.interpreters.wasm.operations import control
from tests.generators.ir_programs import straight_programs
from tests.interpreters.test_engines import ENOUGH, MEMORY, all_of, assertions, runs, special

CASES = [
    case for name in languages() if language(name).lower for case in case_files(name) if "error" not in case.sections
]
LARGE = {"perl_subset"}
"""Languages whose runtime system is in every program: compiling one takes a second."""
FEW = [case for case in CASES if case.language not in LARGE][3::60] + [
    case for case in CASES if case.language in LARGE
][:1]


def compare_case(case: Case) -> None:
    mine, other = (
        run(source_of(case), case.language, request_of(case, engine)) for engine in ("testing.wasm", "native")
    )
    assert mine.same_as(other)


def compare(program: Program, limits: Limits) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(ops, "WORK_UNIT", 8)  # each cell is charged
        assert all_of(wasm, program, limits) == all_of(assertions, program, limits)


@pytest.mark.parametrize("case", FEW, ids=lambda case: case.label)
def test_agrees_on_cases(case: Case) -> None:
    compare_case(case)


@pytest.mark.parametrize("case", FEW[::6], ids=lambda case: case.label)
def test_pauses_change_nothing(case: Case, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module_run, "SLICE", 3)
    compare_case(case)


@pytest.mark.parametrize("case", FEW[::6], ids=lambda case: case.label)
def test_dropped_calls_change_nothing(case: Case, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(control, "NESTED", 1)
    compare_case(case)


@pytest.mark.parametrize("case", FEW[::6], ids=lambda case: case.label)
def test_values_in_frames_change_nothing(case: Case, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(emit, "LARGE", 0)
    monkeypatch.setattr(module_run, "SLICE", 3)
    compare_case(case)


@settings(ENOUGH, max_examples=5)
@given(runs())
def test_agrees_on_random_programs_that_count_as_large(program_and_limits: tuple[Program, Limits]) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(emit, "LARGE", 0)
        patch.setattr(module_run, "SLICE", 1)
        compare(*program_and_limits)


@settings(ENOUGH, max_examples=15)
@given(runs())
def test_agrees_on_random_programs(program_and_limits: tuple[Program, Limits]) -> None:
    compare(*program_and_limits)


@settings(ENOUGH, max_examples=5)
@given(straight_programs())
def test_agrees_on_arithmetic(program: Program) -> None:
    compare(program, Limits(memory=MEMORY))


def test_agrees_on_special_values() -> None:
    compare(special(), Limits(memory=MEMORY))


def test_a_damaged_state_ends_the_run() -> None:
    """No node has this number: a module stops, it does not go on with another one."""
    program, limits = special(), Limits(memory=MEMORY)
    run_ = wasm.WasmRun(program, {}, Host(program, limits, lambda: None))
    run_.words[state.BLOCK] = 1_000_000
    run_.words[state.FUEL] = 1
    with pytest.raises(Trap, match="unreachable"):
        run_.enter()


@pytest.mark.soak
@pytest.mark.parametrize("case", CASES, ids=lambda case: case.label)
def test_agrees_on_every_case(case: Case) -> None:
    compare_case(case)


@pytest.mark.soak
@pytest.mark.parametrize("case", CASES[::2], ids=lambda case: case.label)
def test_pauses_change_nothing_in_any_case(case: Case, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module_run, "SLICE", 1000)
    compare_case(case)
