"""De Bruijn's edition: every claim has the verdict that the edition expects, and its observers tell faults."""

from collections import Counter
from dataclasses import replace

import pytest

from getallenband.interpreters import SourceText
from getallenband.interpreters.source.diagnostics import UserError
from getallenband.originals.edition import edition
from getallenband.originals.machines import MachineTime
from getallenband.originals.presentation import presentation
from getallenband.reports.checking.check import all_verdicts
from getallenband.reports.checking.observed import Context, run_observer
from getallenband.reports.editions.debruijn1972_pentomino.drawings.plakjes import printed
from getallenband.reports.publishing.drawings import lay_out
from getallenband.reports.runs.oracle import Oracle
from getallenband.reports.runs.records import Records

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
    assert seen.value == "line 2 differs"
    assert seen.why == "other printed 'c', this run 'b'"


def test_a_row_asks_for_fields_of_which_some_are_border():
    parameters = {"row": 2, "width": 5, "field": 2, **BOARD}
    assert run_observer("placed", context(0), parameters).value == [2, 8, 9, 14, 15]
    assert run_observer("placed", context(0), parameters | {"aspect": "border"}).value == [14]
    freed = {"probes": {"a": {"6": 2, "7": 1}, "b": {"71": 1}}}
    names = {"names": ["a", "b"], **BOARD}
    assert run_observer("border_fields", context(0, **freed), names).value == [7, 71]


def test_a_row_that_is_no_form_is_told():
    seen = run_observer("tape_forms", context(63), {"width": 5, "puzzle": "pentominoes-6x10", "steps": [1, 7]})
    assert (seen.value, seen.why) == (3, "")
    seen = run_observer("tape_forms", context(63), {"width": 5, "puzzle": "pentominoes-6x10", "steps": [1, 8]})
    assert (seen.value, seen.why) == (1, "not a form: [(6, 7, 12, 13), (7, 14, 21, 28)]")


def test_a_printed_number_of_a_field_that_is_wrong_differs():
    seen = run_observer("numbered_fields", context("1\t8\n2\t\n\t11\n"), {"rows": 6})
    assert (seen.value, seen.expected) == (["1\t8", "2\t", "\t10"], ["1\t8", "2\t", "\t11"])


def test_words_are_counted_by_puzzle():
    outputs = {"main": "  1: 2 3\n  2: 2 4\n  4: 2 3klaar"}
    counted = [
        run_observer("words", context(0, outputs), {"aspect": aspect}).value
        for aspect in ("distinct", "beginnings", "numbered", "series")
    ]
    assert counted == [2, 2, 2, 2]


def test_the_word_after_the_last_solution_is_no_part_of_it():
    """The last board of the gallery ended in “23klaar”."""
    assert printed(context(0, {"main": "  1:  62  40\n  2:  62  23klaar"})) == ["  1:  62  40", "  2:  62  23"]


def test_the_program_from_which_the_other_was_made_is_the_older_one():
    """The ALGOL program stood after the ECOL program, in the year in which it was published."""
    programs = presentation(edition("debruijn1972_pentomino")).programs
    assert [(each.language, each.dated) for each in programs] == [("ALGOL 60", "about 1969"), ("ECOL", "1969")]


def test_probes_are_held_against_their_pairs():
    probes = {"a": {"1": 2}, "b": {"1": 2}, "c": {"1": 2, "3": 1}}
    seen = run_observer("same_probes", context(0, probes=probes), {"names": ["a", "b"], "others": ["b", "c"]})
    assert (seen.value, seen.facts["seen"]) == (["b"], 2)


def test_two_cells_of_one_number_are_told():
    with pytest.raises(UserError, match="two cells have one number"):
        run_observer("numbered_placements", context(0), {"puzzle": "pentominoes-6x10", "steps": [1, 5]})
    seen = run_observer("numbered_placements", context(0), {"puzzle": "pentominoes-6x10", "steps": [1, 6]})
    assert seen.value > 0


def test_what_a_pattern_finds_in_a_text_is_numbers():
    parameters = {"file": "x", "pattern": "(\\d+|a) RIJ"}
    assert run_observer("text_matches", context(0, file="1 RIJ\n2 NR\n13 RIJ"), parameters).value == [1, 13]
    with pytest.raises(UserError, match="captures 'a', which is not a number"):
        run_observer("text_matches", context(0, file="a RIJ"), parameters)


def test_rows_and_limits():
    assert run_observer("tape_rows", context(0), {"width": 5, "column": 5, "value": 2}).value == [2]
    assert run_observer("tape_ascending", context(2), {"width": 5, "first": 1, "last": 5, "least": 1}).value == 0
    probes = {"fields": {"3": 1, "78": 2}}
    assert run_observer("probe_limit", context(77, probes=probes), {"names": ["fields"]}).value == 78


def test_a_line_takes_the_times_of_what_it_says():
    records = {"main": {"counts": {"1": 2, "2": 1}}}
    machines = {
        name: MachineTime(name, "a machine", time, name, "its manual", "read")
        for name, time in (("sum", 1e6), ("sum-high", 3e6), ("jump", 1e6), ("jump-high", 1e6))
    }
    listed = replace(context(20, file="1 x := y+z+1\n- 2 NAAR 1\n"), records=records.__getitem__, machines=machines)
    parameters = {"file": "x", "actions": {"sum": "[+]", "jump": "^NAAR"}}
    assert run_observer("time_per_line", listed, parameters).interval == (2 * 2 + 1, 2 * 2 * 3 + 1)


def test_the_eleven_holes_of_the_tape_are_drawn_closed():
    found = edition("debruijn1972_pentomino")
    picture = next(each for each in presentation(found).pictures if each.name == "holes-of-the-tape")
    laid = lay_out(found, picture, Records())
    names = Counter(laid.values())
    assert names.pop("+") == 11
    assert sorted(names.values()) == [4] * 11
    restored = {each.identifier for each in found.emendations if each.text == "getallenband"}
    assert {f"plakje-{name}" for name in names} == restored
