"""What the reference engine shows of a run before a statement."""

from __future__ import annotations

from interpreters import Options, Request, SourceText, language, run
from interpreters.ir.snapshot import Snapshot
from interpreters.machine import engine

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
    monkeypatch.setattr(engine, "CLOCK_INTERVAL", 1)
    monkeypatch.setattr(engine, "PROGRESS_INTERVAL", 0)
    text, seen = "START\nMET 1, i := 1, 3\nSCHRIJF (1,0) := i\nHERHAAL\nKLAAR\n", list[object]()
    request = Request(engine="machine", echo=seen.append, progress=seen.append)
    outcome = run(SourceText("x", text), "ecol", request)
    assert [one for one in seen if isinstance(one, str)] == ["  1", "  2", "  3"]
    assert outcome.output == "  1  2  3"
    numbers = [place for place, one in enumerate(seen) if isinstance(one, int)]
    assert min(numbers) < seen.index("  2") < max(numbers)
