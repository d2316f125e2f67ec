"""De Bruijn's edition: every claim has the verdict that the edition expects, and its observers tell faults."""

import re

import pytest

from interpreters import SourceText
from originals import edition
from reports.checking.check import all_verdicts
from reports.checking.observed import Context
from reports.checking.observers import run_observer
from reports.running.oracle import Oracle
from reports.running.records import Records

ROWS = "6,7,8,14,1, 6,7,12,13,2, 7,14,21,28,3,"
BOARD = {"columns": 10, "rows": 6}


def context(expected, outputs=None, probes=None, file=""):
    records = {name: {"output": text, "probes": probes or {}} for name, text in (outputs or {"main": ""}).items()}
    return Context(
        edition="debruijn1972_pentomino",
        expected=expected,
        run="main",
        records=lambda name: records[name],
        inputs=lambda _: {"tape": SourceText("tape", ROWS)},
        files=lambda name: SourceText(name, file),
        solvers=Oracle(),
    )


def test_every_claim_has_the_expected_verdict():
    verdicts = all_verdicts(["debruijn1972_pentomino"])
    assert {verdict["claim"]: verdict["changes"] for verdict in verdicts if verdict["changed"]} == {}


def test_regions_and_marks_follow_the_board():
    assert run_observer("free_regions", context(0), {"row": 1, "width": 5, "field": 2, **BOARD}).value == [1, 54]
    assert run_observer("free_regions", context(0), {"row": 3, "width": 5, "field": 1, **BOARD}).value == [55]
    assert run_observer("mark_fields", context(0), {"row": 3, "width": 5, **BOARD}).value == [
        *range(1, 4),
        *range(8, 11),
        *range(15, 18),
    ]


def test_a_word_that_overlaps_or_leaves_the_board_is_no_tiling():
    parameters = {"file": "words", "width": 5, "fixed": 1, "field": 2, **BOARD}
    seen = run_observer("tilings", context(1, file="1: 2 3\n"), parameters)
    assert seen.value == 0
    assert seen.why == "solution 1 does not fill the board"


def test_same_lines_names_the_first_difference():
    outputs = {"main": "1: a\n2: b\nend", "other": "1: a\n2: c\nend"}
    seen = run_observer("same_lines", context(2, outputs), {"other": "other", "pattern": "^[0-9]: (.*)"})
    assert (seen.value, seen.agrees) == (1, False)
    assert seen.why == "line 2: other printed 'c', this run 'b'"


def test_rows_and_limits():
    assert run_observer("tape_rows", context(0), {"width": 5, "column": 5, "value": 2}).value == [2]
    assert run_observer("tape_ascending", context(2), {"width": 5, "first": 1, "last": 5, "least": 1}).value == 0
    probes = {"fields": {"3": 1, "78": 2}}
    assert run_observer("probe_limit", context(77, probes=probes), {"names": ["fields"]}).value == 78


SUBSCRIPTED = r"\b(?:relpos\w+|stuknr|bezet|magazijn|plakstapel|gatstapel|kruisplaats) ?\("
MICROSECONDS = {  # MR 81, section 9: the least, with whole numbers and free jumps; the most, with real numbers rounded
    "subscript": (50 + 85, 50 + 85 + 80),
    "sum": (8, 25),
    "assignment": (14, 16),
    "decision": (8 + 5, 25 + 21 + 2 * 6),
    "jump": (4, 2 * 6),
}


def parts_of(statement):
    """Return what the EL-X8 has to do for a line of the ECOL program: names of MICROSECONDS."""
    parts = ["subscript"] * len(re.findall(SUBSCRIPTED, statement)) + ["sum"] * len(re.findall(r"[+-]", statement))
    if statement.startswith("ALS"):
        return [*parts, "decision"]
    return [*parts, "jump" if statement.startswith("NAAR") else "assignment"]


def test_the_bounds_for_an_ecol_line_follow_from_the_machine_s_times_and_the_counts():
    found = edition("debruijn1972_pentomino")
    counts = Records()("debruijn1972_pentomino", "first24")["counts"]
    lines = re.findall(r"^ ?(\d+) (.*)$", found.run("first24").reading, re.MULTILINE)
    bounds = [
        sum(counts[label] * MICROSECONDS[part][side] for label, line in lines for part in parts_of(line))
        for side in (0, 1)
    ]
    claim = next(claim for claim in found.claims if claim.identifier == "el-x8-6-minutes")
    mean = [total / sum(counts.values()) for total in bounds]
    # Reading, printing and declarations, here taken for assignments, are less than one line in a thousand.
    assert mean == [pytest.approx(claim.parameters["low"], abs=0.5), pytest.approx(claim.parameters["high"], abs=0.5)]
