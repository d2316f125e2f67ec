"""Fuel is tested where loops begin only: what is done before the next test may be more than the budget covers."""

from __future__ import annotations

import pytest

from interpreters import Options, Request, SourceText, run
from interpreters.native import FEW_STATEMENTS
from interpreters.outcome import Limits

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
