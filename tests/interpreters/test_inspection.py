"""What the reference engine shows of a run before a statement."""

from __future__ import annotations

from typing import Any

import pytest

from getallenband.interpreters import Limits, Options, Outcome, Request, SourceText, StopRequest, language, lower, run
from getallenband.interpreters.ir.snapshot import Snapshot
from getallenband.interpreters.machine import engine as machine
from getallenband.interpreters.running.decks import run_lowered

FACTORIAL = """\
begin integer n; integer array a[1:3];
  integer procedure fac(k); value k; integer k;
  begin
    integer j; j := k;
    fac := if k = 0 then 1 else k * fac(k - 1)
  end;
  a[2] := 7;
  n := fac(2)
end
"""


def snapshots(text: str, name: str) -> list[Snapshot]:
    seen: list[Snapshot] = []
    request = Request(Options(language(name).arithmetics[0]), engine="machine", watch=lambda look: seen.append(look()))
    assert run(SourceText("x", text), name, request).ending.kind == "finished"
    return seen


def test_calls_have_their_own_variables_and_the_lines_they_have_come_to() -> None:
    innermost = snapshots(FACTORIAL, "algol60")[-1]
    assert [(call.title, call.place.line, call.variables.get("k")) for call in innermost.calls] == [
        ("procedure fac", 5, 0),
        ("procedure fac", 5, 1),
        ("procedure fac", 5, 2),
        ("the program", 8, None),
    ]
    assert (innermost.depth, innermost.calls[-1].variables["n"]) == (4, None)


def test_arrays_show_which_elements_have_no_value() -> None:
    before, after, *_ = snapshots(FACTORIAL, "algol60")
    assert [(array.name, array.bounds, array.values) for array in before.arrays] == [
        ("a", ((1, 3),), [None, None, None])
    ]
    assert after.arrays[0].values == [None, 7, None]


def test_what_a_program_of_c_does_not_declare_is_not_shown() -> None:
    text = "int g; int a[2];\nint main() { int k, *p = &k; *p = 5; g = *p; a[1] = g; return 0; }\n"
    seen = snapshots(text, "c_subset")[-1]
    assert {array.name: array.values for array in seen.arrays} == {"g": [5], "a": [0, 5]}


def test_watching_a_program_of_ecol_keeps_its_numbers() -> None:
    seen = snapshots("START\nn := 3\nm := n / 2\nSCHRIJF (2,1) := m\nKLAAR\n", "ecol")
    values = {**seen[-1].variables, **seen[-1].calls[0].variables}
    assert (values["n"], values["m"]) == (3, 1.5)


def test_what_is_printed_is_shown_while_the_program_runs(monkeypatch) -> None:
    monkeypatch.setattr(machine, "CLOCK_INTERVAL", 1)
    monkeypatch.setattr(machine, "PROGRESS_INTERVAL", 0)
    text, seen = "START\nMET 1, i := 1, 3\nSCHRIJF (1,0) := i\nHERHAAL\nKLAAR\n", list[object]()
    request = Request(engine="machine", echo=seen.append, progress=seen.append)
    outcome = run(SourceText("x", text), "ecol", request)
    assert [one for one in seen if isinstance(one, str)] == ["  1", "  2", "  3"]
    assert outcome.output == "  1  2  3"
    numbers = [place for place, one in enumerate(seen) if isinstance(one, int)]
    assert min(numbers) < seen.index("  2") < max(numbers)


def left(text: str, name: str, **asked: Any) -> Outcome:
    """Return what both engines, which must agree, say of a run and its variables."""
    options = Options(language(name).arithmetics[0])
    slow, fast = (
        run(SourceText("x", text), name, Request(options, engine=engine, inspected=True, **asked))
        for engine in ("machine", "native")
    )
    assert slow.same_as(fast)
    assert run(SourceText("x", text), name, Request(options, **asked)).variables == {}, "nobody asked"
    return slow


FACTORIAL_TRAPS = FACTORIAL.replace("then 1", "then 1 div 0")
QUOTIENTS = """\
double q[2][2]; int last = 7;
int divide(int x) { int y = 10 / x; q[1][0] = y / 4.0; last = y; return y; }
int main() { int i; for (i = 2; i >= 0; i--) divide(i); return 0; }
"""
SQUARES = """\
      DIMENSION K(2,3)
      K(2,1) = 7
      CALL TAKE(K(2,1))
      END
      SUBROUTINE TAKE(J)
      L = J + 1
      X = SQRT(-1.0)
      END
"""


@pytest.mark.parametrize(
    ("text", "name", "asked", "ending", "variables"),
    [
        (FACTORIAL, "algol60", {}, "finished", {"n": 2, "a": {1: None, 2: 7, 3: None}}),
        (
            FACTORIAL_TRAPS, "algol60", {}, "trap",
            {"n": None, "a": {1: None, 2: 7, 3: None}, "k": 0, "j": 0, "fac": None},
        ),
        (
            FACTORIAL, "algol60", {"limits": Limits(statements=6)}, "exhausted",
            {"n": None, "a": {1: None, 2: 7, 3: None}, "k": 0, "j": None, "fac": None},
        ),
        (
            FACTORIAL, "algol60", {"limits": Limits(depth=2)}, "trap",
            {"n": None, "a": {1: None, 2: 7, 3: None}, "k": 1, "j": 1, "fac": None},
        ),
        (
            FACTORIAL, "algol60", {"stop": StopRequest("5", 3)}, "finished",
            {"n": None, "a": {1: None, 2: 7, 3: None}, "k": 0, "j": 0, "fac": None},
        ),
        (QUOTIENTS, "c_subset", {}, "trap", {"q": {0: 0.0, 1: 0.0, 2: 2.5, 3: 0.0}, "last": 10, "x": 0, "y": None}),
        (
            QUOTIENTS, "c_subset", {"stop": StopRequest("3", 1)}, "finished",
            {"q": {0: 0.0, 1: 0.0, 2: 0.0, 3: 0.0}, "last": 7, "i": None},
        ),
        (
            SQUARES, "cdc_fortran", {}, "trap",
            {"K": dict.fromkeys([(1, 1), (2, 1), (1, 2), (2, 2), (1, 3), (2, 3)]) | {(2, 1): 7}, "L": 8, "X": None},
        ),
        ("START\nRIJ (0:1) r\nn := 3\nr (1) := n / 2\n9 NAAR 9\nKLAAR\n", "ecol", {"stop": StopRequest("9", 1)},
         "finished", {"n": 3, "r": {0: None, 1: 1.5}}),
    ],
)  # fmt: skip
def test_a_run_leaves_its_variables(
    text: str, name: str, asked: dict[str, Any], ending: str, variables: dict[str, Any]
) -> None:
    outcome = left(text, name, **asked)
    assert (outcome.ending.kind, outcome.variables) == (ending, variables)


@pytest.mark.parametrize("engine", ["machine", "native"])
def test_a_routine_of_the_language_is_no_call_of_the_text(engine: str) -> None:
    text = SourceText(
        "x",
        FACTORIAL_TRAPS.replace("fac(2)", "twice(4)").replace(
            "a[2] := 7;", "integer procedure twice(m); value m; integer m; twice := 2 * fac(m); a[2] := 7;"
        ),
    )
    lowered = lower(text, "algol60")
    lowered.program.functions["fac"].routine = True
    outcome = run_lowered(text, lowered, Request(engine=engine, inspected=True))
    assert (outcome.ending.kind, outcome.variables["m"], outcome.variables.get("k")) == ("trap", 4, None)


def test_the_last_program_of_a_deck_leaves_its_variables() -> None:
    deck = "      I = 1\n      END\n*EOR\n"
    assert left(deck, "cdc_fortran").variables == {"I": 1}
