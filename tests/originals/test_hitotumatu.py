"""Hitotumatu's edition: the printed solutions come out, digit by digit."""

from __future__ import annotations

from dataclasses import replace

import pytest

from getallenband.interpreters import (
    Limits,
    Options,
    Outcome,
    ProbeRequest,
    Request,
    SourceText,
    StopRequest,
    lower,
    run,
)
from getallenband.interpreters.ir.host import Host
from getallenband.interpreters.machine import execute
from getallenband.interpreters.transform.instrumentation import instrument
from getallenband.originals.edition import edition
from getallenband.originals.presentation import presentation
from getallenband.reports.checking.check import all_verdicts, context_of_run
from getallenband.reports.checking.observed import run_observer
from getallenband.reports.publishing.drawings import lay_out
from getallenband.reports.runs.records import Records

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


def test_every_claim_has_the_expected_verdict():
    changed = {
        verdict["claim"]: verdict["changes"] for verdict in all_verdicts(["hitotumatu1968_rug"]) if verdict["changed"]
    }
    assert changed == {}


def test_strict_run_stops_where_j6_was_never_set():
    trap = outcome("strict").ending
    assert (trap.kind, trap.message) == ("trap", "J6 has no value yet")
    assert trap.place is not None
    assert "IF (IB .EQ. J6) GO TO 55" in EDITION.runs["strict"].reading.splitlines()[trap.place.line - 1]


def test_as_scanned_it_reads_outside_kend():
    trap = outcome("read-as-scanned").ending
    assert trap.message == "subscript of KEND is 43, outside its bounds 1:7"


def test_the_fault_passes_over_fourth_pieces():
    main, guarded = outcome("main").probes, outcome("guarded").probes
    assert main["skips_of_piece_5"][4] == 58
    assert guarded["placements"][4] - main["placements"][4] == 24
    assert guarded["trials"][4] - main["trials"][4] == 525


def forms_of_the_program() -> list[frozenset[int]]:
    chosen = EDITION.runs["guarded"]
    lowered = lower(SourceText("rug.f", chosen.reading), chosen.language, Options("cdc6600", chosen.settings))
    stopped = instrument(lowered.program, {}, StopRequest("99", 1))
    host = Host(stopped, Limits(output=1000, memory=1 << 20), lambda: lowered.session({}))
    execute(stopped, lowered.library, host)
    start = stopped.addresses()["INCOMA:N"] // 8
    return [frozenset([0, *host.memory.ints[start + 3 * form : start + 3 * form + 3].tolist()]) for form in range(43)]


STEPS = (1, 8, 7, -1, -8, -7)
"""From a cell to its six neighbours, each turned by 60 degrees from the one before."""


def turned(form: frozenset[int], turns: int, mirrored: bool = False) -> frozenset[int]:
    """Turn a form about its first cell (and mirror it); its least cell is then 0 again."""
    places = {0: (0, 0)}
    while len(places) < 4:
        for cell, (x, y) in list(places.items()):
            for index, step in enumerate(STEPS):
                if cell + step in form and cell + step not in places:
                    places[cell + step] = moved(x, y, index)
    cells = []
    for x, y in places.values():
        x, y = (y, x) if mirrored else (x, y)
        for _ in range(turns):
            x, y = -y, x + y
        cells.append(x + 8 * y)
    return frozenset(cell - min(cells) for cell in cells)


def moved(x: int, y: int, direction: int) -> tuple[int, int]:
    """Step in a direction of the lattice whose axes are the steps 1 and 8."""
    right, down = ((1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1))[direction]
    return x + right, y + down


def test_a_figure_that_is_no_filling_is_not_counted():
    results = EDITION.read("results.transcription")
    for text, figures in ((results, 3), (results.replace("5 5 7 7 6 6", "5 5 7 7 6 5"), 1)):
        context = context_of_run(EDITION, "main", Records())
        altered = replace(context, files=lambda name, text=text: SourceText(name, text))
        seen = run_observer("drawn_pieces", altered, {"file": "results.transcription", "puzzle": "rug"})
        assert seen.value == figures


def test_printed_forms_that_are_wrong_or_missing_are_told():
    lines = Records()("hitotumatu1968_rug", "forms")["output"].splitlines()
    parameters = {"puzzle": "rug", "steps": [1, 0, 8], "standardised": "Y"}
    for output, value in ((lines, 43), (lines[:-1], "0 wrong, 1 missing"), ([*lines, " 1 2 4"], "1 wrong, 0 missing")):
        context = replace(
            context_of_run(EDITION, "forms", Records()), records=lambda _, output=output: {"output": "\n".join(output)}
        )
        assert run_observer("printed_forms", context, parameters).value == value


def test_the_43_forms_are_all_forms_of_the_seven_pieces():
    forms = forms_of_the_program()
    ends = [1, 4, 7, 13, 19, 31, 43]
    pieces = [forms[start:end] for start, end in zip([0, *ends], ends, strict=False)]
    for number, piece in enumerate(pieces, start=1):
        orbit = {turned(piece[0], turns, mirrored) for turns in range(6) for mirrored in (False, True)}
        assert len(set(piece)) == len(piece), f"a form of piece {number} is there twice"
        assert set(piece) == (orbit if number > 1 else {piece[0]}), f"piece {number}"
        assert number > 1 or len(orbit) == 2
    assert len({form for piece in pieces for form in piece}) == 43


def test_forms_8_to_13_turn_by_60_degrees_each():
    arch = forms_of_the_program()[7:13]
    directions = {turned(arch[0], turns) for turns in (1, 5)}
    assert arch[1] in directions
    turn = 1 if turned(arch[0], 1) == arch[1] else 5
    assert [turned(form, turn) for form in arch[:-1]] == arch[1:]


def test_sequence_numbers_rise_within_each_part():
    parts: dict[str, list[int]] = {}
    for line in EDITION.texts["listing"].transcription.splitlines():
        letter, number = line.split()[-1][:1], line.split()[-1][1:]
        parts.setdefault(letter, []).append(int(number))
    assert {letter: numbers for letter, numbers in parts.items() if numbers != sorted(numbers)} == {}


def test_the_two_propellers_are_drawn_on_the_numbers_of_the_program():
    picture = next(each for each in presentation(EDITION).pictures if each.name == "propellers")
    laid = lay_out(EDITION, picture, Records())
    assert len(laid) == 28
    numbered = {int(name): cell for cell, name in laid.items() if name}
    assert sorted(numbered) == [9, 17, 18, 24, 25]

    def touching(one, other):
        return sum(abs(a - b) for a, b in zip(numbered[one], numbered[other], strict=True)) == 2

    assert [touching(17, other) for other in (9, 18, 24, 25)] == [True, True, True, True]
    assert [sum(touching(last, other) for other in (9, 17, 18)) for last in (24, 25)] == [1, 2]
