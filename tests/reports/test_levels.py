"""Quantities by level or in total, as runs counted them (reports/comparing/measured.py)."""

from __future__ import annotations

import pytest

from getallenband.interpreters.source.diagnostics import UserError
from getallenband.reports.comparing.measured import levels_of_record

RECORD = {
    "counts": {"86": 2339, "90": 7},
    "probes": {"laid": {"1": 5, "2": 9}, "lifted": {"2": 4}},
    "output": "a 1\nb\na 2\n",
}


@pytest.mark.parametrize(
    ("source", "levels"),
    [
        ({"probe": "laid"}, {1: 5, 2: 9}),
        ({"probe": "laid", "minus": "lifted"}, {1: 5, 2: 5}),
        ({"probe_total": "laid"}, {None: 14}),
        ({"count": "86"}, {None: 2339}),
        ({"count": ["86", "90"]}, {None: 2346}),
        ({"lines": "^a"}, {None: 2}),
    ],
)
def test_what_a_run_counted(source, levels):
    assert levels_of_record(RECORD, source) == levels


def test_what_it_did_not_count_is_named():
    with pytest.raises(UserError, match=r"^the run has no probe 'put'; it has: laid, lifted$"):
        levels_of_record(RECORD, {"probe": "put"})
    with pytest.raises(UserError, match=r"^the program has no statement '5'; known: 86, 90$"):
        levels_of_record(RECORD, {"count": "5"})
