"""Hitotumatu's edition: the printed solutions come out, digit by digit."""

from __future__ import annotations

import pytest

from interpreters import Limits, Options, Outcome, ProbeRequest, Request, SourceText, run
from originals import edition

EDITION = edition("hitotumatu1968_rug")
SOLUTIONS = {
    "OD=   1   2  17   8  40  24   6       1 2 5 4 7 6 3": ["122223", "11443", "154643", "57763", "557766"],
    "OD=   1  16   2   6   8  23  38       1 5 2 3 4 6 7": ["213333", "21144", "215544", "25657", "666777"],
    "OD=   1  16   2   8  27  41   7       1 5 2 4 6 7 3": ["213333", "21144", "215464", "25776", "557766"],
}


def outcome(name: str, engine: str = "native") -> Outcome:
    chosen = EDITION.runs[name]
    probes = {key: ProbeRequest(probe.statement, probe.variable) for key, probe in chosen.probes.items()}
    request = Request(
        Options(chosen.arithmetic, chosen.settings), {}, Limits(statements=5_000_000), engine, probes, chosen.stop
    )
    return run(SourceText("rug.f", chosen.reading), chosen.language, request)


def test_main_prints_three_solutions():
    lines = [line.strip() for line in outcome("main").output.splitlines() if line.strip()]
    found = {line: [row.replace(" ", "") for row in lines[index + 1 : index + 6]] for index, line in enumerate(lines)}
    assert {line: found[line] for line in SOLUTIONS} == SOLUTIONS
    assert lines[-1].split() == ["TOTAL", "SOL.=", "3"]
    assert sum(line.startswith("NB=") for line in lines) == 4


def test_engines_agree_on_the_whole_run():
    assert outcome("main").same_as(outcome("main", "machine"))


@pytest.mark.parametrize("level", [1, 2, 3, 4, 5, 6, 7])
def test_every_placement_was_a_trial_first(level: int):
    probes = outcome("main").probes
    placed = probes["placements"][level]
    assert level == 1 or 0 < placed <= probes["trials"][level]
