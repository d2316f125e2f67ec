"""Fuel is tested where loops begin only: a library procedure may be called when more is used than was granted."""

from __future__ import annotations

from interpreters import Options, Request, SourceText, run

READING = """
int main(void) {
    int i, s = 0;
    for (i = 0; i < 400000; i++) { s ^= 3; s ^= 1; s ^= 7; s ^= i; s ^= getchar(); s ^= 9; }
    printf("%d\\n", s);
    return 0;
}
"""


def test_a_library_procedure_called_on_overdrawn_fuel_goes_on() -> None:
    outcome = run(
        SourceText("case.c", f"#include <stdio.h>{READING}"), "c_subset", Request(Options("lp64"), engine="native")
    )
    assert (outcome.ending.kind, outcome.output) == ("finished", "0\n")
    assert sum(outcome.counts.values()) > 2_400_000
