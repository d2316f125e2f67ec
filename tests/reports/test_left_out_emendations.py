"""Leaving out one emendation: what happens then is what the edition says of its need."""

from __future__ import annotations

import pytest

from getallenband.originals.edition import edition, editions
from getallenband.originals.left_out import moved, run_with
from getallenband.originals.runs import Stop
from getallenband.reports.runs.cache import ResultCache
from getallenband.reports.runs.left_out import known, left_out
from getallenband.reports.runs.records import Records

SLOW = ("debruijn1972_pentomino", "perl2012_pentomino")


@pytest.mark.parametrize(
    "name", [pytest.param(name, marks=[pytest.mark.soak] if name in SLOW else []) for name in editions()]
)
def test_only_what_is_not_needed_makes_no_difference(name):
    records = Records()
    for change in edition(name).emendations:
        kind = left_out(name, change.identifier, records)["kind"]
        if kind != "untried":
            assert (kind == "the same") == (change.need == "none"), change.identifier


@pytest.mark.parametrize(
    ("name", "emendation", "kind", "what"),
    [
        ("debruijn1972_pentomino", "list-bullets", "refused", "line 3: unexpected -"),
        ("debruijn1972_pentomino", "plakje-1", "trap", "line 20: the tape ends after 314 numbers"),
        ("hitotumatu1968_rug", "js-in-k", "goes on", "stopped after 1,275,236 statements; the run executes 637,618"),
        ("hitotumatu1968_rug", "form-10", "other counts", "the same output after 666,503 statements, not 637,618"),
        ("hitotumatu1968_rug", "border-below", "the same", "the same output and counts"),
        ("kawai_hamekomi", "boxes-without-free-neighbours-return", "other output", "2 lines, not 102; line 1 is “0 0"),
        ("wada2002_jigsaw", "remainder-parenthesis", "refused", "line 5: this ) closes nothing"),
        ("perl2012_pentomino", "lines-unique-search", "untried", "the run stops at a line that it changes"),
    ],
)
def test_what_happens(name, emendation, kind, what):
    found = left_out(name, emendation, Records())
    assert (found["emendation"], found["kind"]) == (emendation, kind)
    assert found["what"].startswith(what)
    assert "\n" not in found["what"]


def test_it_is_kept(tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    assert not known("hitotumatu1968_rug", "total-format", Records())
    first = left_out("hitotumatu1968_rug", "total-format", Records())
    assert known("hitotumatu1968_rug", "total-format", Records())
    monkeypatch.setattr("getallenband.reports.runs.left_out.make_record", None)
    assert left_out("hitotumatu1968_rug", "total-format", Records(ResultCache())) == first


def test_an_emendation_is_tried_without_experiments_where_that_is_possible():
    kawai = edition("kawai_hamekomi")
    assert run_with(kawai, "nn-begins-at-0").name == "tetra-100"
    assert run_with(edition("wada2002_jigsaw"), "remainder-parenthesis").experiments == ("definitions-first",)
    assert run_with(kawai, "none of these") is None


BEFORE = ["a", "b", "c", "d", "e"]


@pytest.mark.parametrize(
    ("statement", "after", "expected"),
    [
        ("5", ["a", "bc", "d", "e"], "4"),
        ("5:7", ["a", "x", "y", "c", "d", "e"], "6:7"),
        ("1", ["a", "bc", "d", "e"], "1"),
        ("2", ["a", "bc", "d", "e"], None),
        ("3", ["a", "b", "x", "d", "e"], "3"),
        ("label", ["a"], "label"),
    ],
)
def test_a_stop_moves_with_its_line(statement, after, expected):
    found = moved(Stop(statement, 2), BEFORE, after)
    assert found == (None if expected is None else Stop(expected, 2))
