"""Fuel is tested where loops begin only: what is done before the next test may be more than the budget covers."""

from __future__ import annotations

import pytest

from getallenband.interpreters import Options, Request, SourceText, run
from getallenband.interpreters.native import FEW_STATEMENTS
from getallenband.interpreters.outcome import Limits

READING = """
int main(void) {
    int i, s = 0;
    for (i = 0; i < 400000; i++) { s ^= 3; s ^= 1; s ^= 7; s ^= i; s ^= getchar(); s ^= 9; }
    printf("%d\\n", s);
    return 0;
}
"""
ENDLESS = """START
i := 0
1 i := i + 1
j := i
k := j
m := k
NAAR 1
KLAAR
"""


def test_a_library_procedure_called_on_overdrawn_fuel_goes_on() -> None:
    outcome = run(
        SourceText("case.c", f"#include <stdio.h>{READING}"), "c_subset", Request(Options("lp64"), engine="native")
    )
    assert (outcome.ending.kind, outcome.output) == ("finished", "0\n")
    assert sum(outcome.counts.values()) > 2_400_000


@pytest.mark.parametrize("more", range(-1, 6))
def test_a_large_budget_ends_at_any_statement_of_a_loop(more: int) -> None:
    budget = FEW_STATEMENTS + more
    request = Request(Options("ieee754"), limits=Limits(budget), engine="native")
    outcome = run(SourceText("endless.ecol", ENDLESS), "ecol", request)
    assert outcome.ending.place is not None
    assert outcome.ending.place.line == 3 + (budget - 1) % 5
    assert sum(outcome.counts.values()) == budget


def test_an_interrupted_loop_has_counted() -> None:
    text = "int main(void) { unsigned i, s = 1; for (i = 0; i < 10; s = s * 3) i = s & 1; return 0; }"

    def interrupt(_statements: int) -> None:
        raise KeyboardInterrupt

    request = Request(Options("lp64"), limits=Limits(None), engine="native", progress=interrupt)
    outcome = run(SourceText("case.c", text), "c_subset", request)
    assert outcome.ending.kind == "interrupted"
    assert sum(outcome.counts.values()) > 1000


FLAGS = """
char flags[2000];
int f(int n) {{ return n; }}
int main(void) {{
    int i, k, n = f(2000);
    {loop}
    return 0;
}}
"""


@pytest.mark.parametrize("more", [1, 2, 1234])
def test_a_large_budget_ends_in_a_counted_loop(more: int) -> None:
    source = SourceText("case.c", FLAGS.format(loop="for (;;) for (i = 0; i < 1500; i++) flags[i] = 1;"))
    budget = FEW_STATEMENTS + more
    outcome = run(source, "c_subset", Request(Options("lp64"), limits=Limits(budget), engine="native"))
    turn = 3 + 2 * 1500
    few = run(source, "c_subset", Request(Options("lp64"), limits=Limits(budget % turn + turn), engine="machine"))
    assert outcome.ending.place == few.ending.place
    assert sum(outcome.counts.values()) == budget


def test_the_head_of_a_counted_loop_that_a_jump_out_of_a_procedure_leads_to_is_tested() -> None:
    text = """begin integer i; array a[1:9]; procedure p; goto again;
        i := 0; again: i := i + 1; a[i] := 0; if i < 9 then goto again; i := 0; p end"""
    budget = FEW_STATEMENTS + 1
    request = Request(Options("ieee754"), limits=Limits(budget), engine="native")
    outcome = run(SourceText("case.a60", text), "algol60", request)
    assert outcome.ending.kind == "exhausted"
    assert sum(outcome.counts.values()) == budget
